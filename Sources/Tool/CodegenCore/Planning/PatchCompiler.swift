import SchemaRuntime
import SchemaValidation

/// Adds the schemas of partial-update twins to a program: the members of the type, all optional, and null where the
/// type may lack the member. All other constraints of the type are checked on the complete value, after applying the
/// update.
enum PatchCompiler {
  /// - Returns: the index of the schema of each twin.
  static func addPatches(of plan: TypePlan, to output: inout Compiler.Output) -> [TypeKey: Int] {
    var indexes: [TypeKey: Int] = [:]
    for type in plan.files.flatMap(\.types) where type.key.isPatch {
      guard case .structure(let structure) = type.kind, let base = output.indices[type.key.schema] else { continue }
      indexes[type.key] = add(structure, of: base, at: type.location, to: &output)
    }
    return indexes
  }

  /// - Parameter base: the index of the type's own schema.
  private static func add(
    _ plan: StructurePlan, of base: Int, at location: String, to output: inout Compiler.Output
  ) -> Int {
    let patch = output.program.addSchema(at: location)
    let null = output.program.addSchema(at: location)
    output.program.define(null, [output.program.step("type", .anyType(.type(.null)))])
    var members: [(name: String, schema: Int)] = []
    for member in plan.members {
      guard let schema = output.indices[member.schema] else { continue }
      if case .optionalOrNull = member.presence {
        members.append((member.wireName, nullable(schema, null, &output.program)))
      } else {
        members.append((member.wireName, schema))
      }
    }
    var steps = [output.program.step("type", .anyType(.type(.object)))]
    let named = output.program.add(members: members)
    if !members.isEmpty { steps.append(output.program.step("properties", .object(.properties(named)))) }
    let rest: Int?
    switch plan.additional {
    case .kept: rest = nil
    case .refused:
      let never = output.program.addSchema(at: location + "/additionalProperties")
      output.program.define(never, [output.program.step(nil, .anyType(.never))])
      rest = never
    case .typed: rest = additional(base, output.program).map { nullable($0, null, &output.program) }
    }
    if let rest {
      let none = Instruction.Run(start: 0, count: 0)
      steps.append(
        output.program.step(
          "additionalProperties", .object(.additionalProperties(Int32(rest), named: named, patterned: none))))
    }
    output.program.define(patch, steps, isSensitive: output.program.schemas[base].isSensitive)
    return patch
  }

  /// Returns the schema of the additional members of a schema.
  private static func additional(_ schema: Int, _ program: Program) -> Int? {
    program.applications(by: schema).first {
      switch $0.part {
      case .otherMembers, .unevaluatedMembers: true
      case .value, .member, .matchingMembers, .names, .element, .elements, .someElements, .unevaluatedElements,
        .content:
        false
      }
    }?.schema
  }

  private static func nullable(_ schema: Int, _ null: Int, _ program: inout Program) -> Int {
    let either = program.addSchema(at: program.schemas[schema].location)
    let branches = program.add(list: [schema, null])
    program.define(either, [program.step("anyOf", .inPlace(.anyOf(branches)))])
    return either
  }
}
