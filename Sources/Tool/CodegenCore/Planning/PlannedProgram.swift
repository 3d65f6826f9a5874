import JSONSchema
import SchemaRuntime
package import SchemaValidation

/// The program of a plan: its schemas, and those of types that represent only changes to the values of a schema, or only
/// some of its values.
package struct PlannedProgram {
  package let output: Compiler.Output
  /// The indexes of schemas used in place of a type's own: partial-update twins, types without null.
  let derived: [TypeKey: Program.SchemaID]
  /// The schemas of parts of partial-update twins, and the twins whose types contain their validators.
  let partsOfPatches: [Program.SchemaID: TypeKey]

  init(of plan: TypePlan, in graph: SchemaGraph, options: Compiler.Options) throws(CompileError) {
    let roots = plan.names.keys.map(\.schema).sorted() + plan.memberSchemas(in: graph).sorted()
    var output = try Compiler.compile(roots, of: graph, options: options)
    var compiler = DerivedSchemaCompiler(program: output.program, indices: output.indices)
    let types = plan.files.flatMap(\.types)
    compiler.addPatches(types, in: graph)
    for type in types where (type.isBesideNull || type.key.part != nil) && !type.key.isPatch { compiler.addPart(type) }
    output.program = compiler.program
    self.output = output
    (derived, partsOfPatches) = (compiler.derived, compiler.partsOfPatches)
  }
}

/// Adds the schemas of such types to a program.
private struct DerivedSchemaCompiler {
  var program: Program
  let indices: Compiler.Indices
  var derived: [TypeKey: Program.SchemaID] = [:]
  var partsOfPatches: [Program.SchemaID: TypeKey] = [:]
  var null: Program.SchemaID = 0

  /// Adds the schema of a type that represents only some of its schema's values: those other than null, which an optional
  /// of the type represents, or those of one JSON type. The type uses its verdicts and issues.
  mutating func addPart(_ type: TypeDeclaration) {
    guard let schema = indices[type.key.schema] else { return }
    let admitted = type.key.part.map { TypeSet($0) } ?? TypeSet(JSONType.allCases).subtracting(.null)
    let original = program.schemas[schema.index]
    var steps = Array(program.steps[original.steps])
    let typeStep = steps.firstIndex { if case .anyType(.type) = $0.instruction { true } else { false } }
    if let typeStep, case .anyType(.type(let types)) = steps[typeStep].instruction {
      steps[typeStep].instruction = .anyType(.type(types.intersection(admitted)))
    } else {
      steps.insert(program.step("type", .anyType(.type(admitted))), at: 0)
    }
    let part = program.addSchema(at: original.location)
    program.define(part, steps, isSensitive: original.isSensitive, isLossy: original.isLossy)
    program.messages[part] = program.messages[schema]
    derived[type.key] = part
  }

  /// Adds the schemas of partial-update twins: the members of the type, all optional, and null where the type may lack
  /// the member or has a default for it. All other constraints of the type are checked on the complete value, after
  /// applying the update.
  ///
  /// - Parameter graph: the schemas, of which some have a twin as their Swift type.
  mutating func addPatches(_ types: [TypeDeclaration], in graph: SchemaGraph) {
    let types = types.filter { $0.base != nil && indices[$0.key.schema] != nil }
    if types.isEmpty { return }
    for type in types { derived[type.key] = program.addSchema(at: type.location) }
    null = program.addSchema(at: types[0].location)
    define(null, [program.step("type", .anyType(.type(.null)))])
    for type in types { define(type) }
    let names = Dictionary(types.map { ($0.name.qualified, $0.key) }) { first, _ in first }
    for node in graph.nodes {
      guard let type = node.keywords.vendor.swift.type, let key = names[SwiftSource(type).text],
        let twin = derived[key], let index = indices[node.id]
      else { continue }
      let reference = program.step("x-swift", .inPlace(.ref(twin)))
      define(index, program.steps[program.schemas[index.index].steps] + [reference], like: index)
    }
  }

  private mutating func define(_ type: TypeDeclaration) {
    guard case .structure(let plan) = type.kind, let twin = derived[type.key], let base = indices[type.key.schema]
    else {
      return
    }
    var members: [Program.Row] = []
    for member in plan.members {
      guard let index = indices[member.schema] else { continue }
      let isNullable: Bool = if case .optionalOrNull = member.presence { true } else { false }
      let schema = member.isConditional ? any(instead: index) : schema(of: member.type, index, in: type.key)
      let isNull = isNullable && !member.isConditional
      members.append(
        Program.Row(
          name: program.add(name: member.wireName), schema: isNull ? nullable(schema, in: type.key) : schema))
    }
    var steps = [program.step("type", .anyType(.type(.object)))]
    let named = program.add(rows: members)
    if !members.isEmpty { steps.append(program.step("properties", .object(.properties(named)))) }
    var patterned = Instruction.Run(start: 0, count: 0)
    if let reference = plan.patterned?.type {
      var rows: [Program.Row] = []
      for application in applications(by: base) {
        guard case .members(.matching(let pattern)) = application.part else { continue }
        rows.append(Program.Row(name: pattern, schema: schema(of: reference, application.schema, in: type.key)))
      }
      patterned = program.add(rows: rows)
      if !rows.isEmpty { steps.append(program.step("patternProperties", .object(.patternProperties(patterned)))) }
    }
    let rest: Program.SchemaID?
    switch plan.additional {
    case .kept: rest = nil
    case .refused:
      let never = program.addSchema(at: type.location + "/additionalProperties")
      define(never, [program.step(nil, .anyType(.never))])
      rest = never
    case .typed(let reference): rest = others(base).map { schema(of: reference, $0, in: type.key) }
    }
    if let rest {
      steps.append(
        program.step(
          "additionalProperties",
          .object(.additionalProperties(rest, named: named, patterned: patterned))))
    }
    define(twin, steps, like: base)
  }

  /// Returns the schema of a change to a value.
  ///
  /// - Parameters:
  ///   - type: The type of the change.
  ///   - schema: The schema of the complete value.
  private mutating func schema(of type: TypeReference, _ schema: Program.SchemaID, in host: TypeKey) -> Program.SchemaID
  {
    switch type {
    case .model(let key, _): return derived[key] ?? schema
    case .optional(let wrapped): return nullable(self.schema(of: wrapped, schema, in: host), in: host)
    case .scalar("JSONValue"): return any(instead: schema)
    case .scalar("JSONObject"): return map(schema, nil, in: host)
    case .map(let value): return map(schema, value == .scalar("JSONValue") ? nil : value, in: host)
    case .scalar, .array: return schema
    }
  }

  /// Adds the schema of an object without declared members.
  private mutating func map(_ schema: Program.SchemaID, _ value: TypeReference?, in host: TypeKey) -> Program.SchemaID {
    var steps = [program.step("type", .anyType(.type(.object)))]
    if let value, let others = others(schema) {
      let none = Instruction.Run(start: 0, count: 0)
      let change = self.schema(of: value, others, in: host)
      steps.append(
        program.step(
          "additionalProperties", .object(.additionalProperties(change, named: none, patterned: none))))
    }
    // Untyped values may have sensitive parts of which the new schema knows nothing.
    return add(steps, like: schema, in: host, isSensitive: value == nil && hasSensitivePart(schema))
  }

  /// Adds a schema without constraints.
  private mutating func any(instead schema: Program.SchemaID) -> Program.SchemaID {
    add([], like: schema, in: nil, isSensitive: hasSensitivePart(schema))
  }

  /// Adds a schema that also admits null. Its issues are those of the schema.
  private mutating func nullable(_ schema: Program.SchemaID, in host: TypeKey) -> Program.SchemaID {
    var steps = Array(program.steps[program.schemas[schema.index].steps])
    // The schema of a twin may not be defined yet.
    var isSimple = !derived.values.contains(schema)
    if isSimple, steps.isEmpty { return schema }
    for (index, step) in steps.enumerated() {
      switch step.instruction {
      case .anyType(.type(let types)): steps[index].instruction = .anyType(.type(types.union(.null)))
      case .number, .length, .text: break
      case .anyType, .array, .object, .inPlace: isSimple = false
      }
    }
    if !isSimple {
      steps = [program.step("if", .inPlace(.conditional(if: null, then: nil, else: schema)))]
    }
    return add(steps, like: schema, in: host)
  }

  private mutating func add(
    _ steps: [Program.Step], like schema: Program.SchemaID, in host: TypeKey?, isSensitive: Bool = false
  ) -> Program.SchemaID {
    let index = program.addSchema(at: program.schemas[schema.index].location)
    define(index, steps, like: schema, isSensitive: isSensitive)
    partsOfPatches[index] = host
    return index
  }

  private mutating func define(
    _ index: Program.SchemaID, _ steps: [Program.Step], like schema: Program.SchemaID? = nil, isSensitive: Bool = false
  ) {
    program.define(
      index, steps, isSensitive: isSensitive || schema.map { program.schemas[$0.index].isSensitive } ?? false)
  }

  private func hasSensitivePart(_ schema: Program.SchemaID) -> Bool {
    Closure.of([schema]) { Array(program.appliedSchemas(by: $0)) }.contains { program.schemas[$0.index].isSensitive }
  }

  /// Returns the schema of the additional members of a schema.
  private func others(_ schema: Program.SchemaID) -> Program.SchemaID? {
    applications(by: schema).first {
      switch $0.part {
      case .members(.others), .members(.unevaluated): true
      case .value, .members, .names, .elements, .content: false
      }
    }?.schema
  }

  /// The applications by a schema and those that it always applies to the same value.
  private func applications(by schema: Program.SchemaID) -> [Program.Application] {
    let same = Closure.of([schema]) { schema in
      program.applications(by: schema).filter { $0.part == .value && $0.condition == .always }.map(\.schema)
    }
    return same.flatMap { program.applications(by: $0) }
  }
}
