import JSONSchema
import SchemaRuntime
import SchemaValidation

/// Adds the schemas of partial-update twins to a program: the members of the type, none of them required, and
/// null where the type may lack the member. What the type asks for beyond that is asked of the whole value,
/// once the update is applied.
enum PatchCompiler {
  /// - Returns: the place of each twin's schema.
  static func addPatches(of plan: TypePlan, to output: inout Compiler.Output) -> [TypeKey: Int] {
    var places: [TypeKey: Int] = [:]
    for type in plan.files.flatMap(\.types) where type.key.isPatch {
      guard case .structure(let structure) = type.kind else { continue }
      places[type.key] = add(structure, at: type.location, to: &output)
    }
    return places
  }

  private static func add(_ plan: StructurePlan, at location: String, to output: inout Compiler.Output) -> Int {
    let patch = output.program.addSchema(at: location)
    let null = output.program.addSchema(at: location)
    output.program.define(null, [output.program.step("type", .type(.null))])
    var members: [(name: String, schema: Int)] = []
    for member in plan.members {
      guard let schema = output.indexes[member.schema] else { continue }
      if case .optionalOrNull = member.presence {
        members.append((member.wireName, nullable(schema, null, &output.program)))
      } else {
        members.append((member.wireName, schema))
      }
    }
    var steps = [output.program.step("type", .type(.object))]
    let named = output.program.add(members: members)
    if !members.isEmpty { steps.append(output.program.step("properties", .properties(named))) }
    if case .refused = plan.additional {
      let never = output.program.addSchema(at: location + "/additionalProperties")
      output.program.define(never, [output.program.step(nil, .never)])
      let none = Instruction.Run(start: 0, count: 0)
      steps.append(
        output.program.step(
          "additionalProperties", .additionalProperties(Int32(never), named: named, patterned: none)))
    }
    output.program.define(patch, steps)
    return patch
  }

  private static func nullable(_ schema: Int, _ null: Int, _ program: inout Program) -> Int {
    let either = program.addSchema(at: program.schemas[schema].location)
    let branches = program.add(list: [schema, null])
    program.define(either, [program.step("anyOf", .anyOf(branches))])
    return either
  }
}
