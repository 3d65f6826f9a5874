import JSONSchema
import SchemaRuntime
import SchemaValidation

/// Adds the schemas of partial-update twins to a program: the members of the type, all optional, and null where the
/// type may lack the member or has a default for it. All other constraints of the type are checked on the complete
/// value, after applying the update.
struct PatchCompiler {
  private var program: Program
  private let indices: [SchemaID: Program.SchemaID]
  /// The index of the schema of each twin.
  private(set) var twins: [TypeKey: Program.SchemaID] = [:]
  /// The schemas of parts of twins, and the twins whose types contain their validators.
  private(set) var parts: [Program.SchemaID: TypeKey] = [:]
  private var null: Program.SchemaID = 0

  private init(_ output: Compiler.Output) {
    program = output.program
    indices = output.indices
  }

  /// - Parameter graph: the schemas, of which some have a twin as their Swift type.
  static func addPatches(of plan: TypePlan, in graph: SchemaGraph, to output: inout Compiler.Output) -> PatchCompiler {
    var compiler = PatchCompiler(output)
    let types = plan.files.flatMap(\.types).filter { $0.base != nil && output.indices[$0.key.schema] != nil }
    if types.isEmpty { return compiler }
    for type in types { compiler.twins[type.key] = compiler.program.addSchema(at: type.location) }
    compiler.null = compiler.program.addSchema(at: types[0].location)
    compiler.define(compiler.null, [compiler.program.step("type", .anyType(.type(.null)))])
    for type in types { compiler.define(type) }
    let names = Dictionary(types.map { ($0.name.qualified, $0.key) }) { first, _ in first }
    for node in graph.nodes {
      guard let type = node.keywords.vendor.swift.type, let key = names[SwiftSource(type).text],
        let twin = compiler.twins[key], let index = output.indices[node.id]
      else { continue }
      let reference = compiler.program.step("x-swift", .inPlace(.ref(twin)))
      compiler.define(
        index, compiler.program.steps[compiler.program.schemas[index.index].steps] + [reference], like: index)
    }
    output.program = compiler.program
    return compiler
  }

  private mutating func define(_ type: TypeDeclaration) {
    guard case .structure(let plan) = type.kind, let twin = twins[type.key], let base = indices[type.key.schema] else {
      return
    }
    var members: [(name: String, schema: Program.SchemaID)] = []
    for member in plan.members {
      guard let index = indices[member.schema] else { continue }
      let isNullable: Bool = if case .optionalOrNull = member.presence { true } else { false }
      let schema = member.isConditional ? any(instead: index) : schema(of: member.type, index, in: type.key)
      members.append((member.wireName, isNullable && !member.isConditional ? nullable(schema, in: type.key) : schema))
    }
    var steps = [program.step("type", .anyType(.type(.object)))]
    let named = program.add(members: members)
    if !members.isEmpty { steps.append(program.step("properties", .object(.properties(named)))) }
    var patterned = Instruction.Run(start: 0, count: 0)
    if let reference = plan.patterned?.type {
      var rows: [(pattern: Instruction.Constant, schema: Program.SchemaID)] = []
      for application in applications(by: base) {
        guard case .members(.matching(let pattern)) = application.part else { continue }
        rows.append((pattern, schema(of: reference, application.schema, in: type.key)))
      }
      patterned = program.add(patterned: rows)
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
    case .model(let key, _): return twins[key] ?? schema
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
    var isSimple = !twins.values.contains(schema)
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
    parts[index] = host
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
