package import JSONSchema
package import SchemaRuntime
import SchemaValidation

/// Decides which members read as their default when absent, and by which Swift expression.
struct DefaultPlanner {
  private let graph: SchemaGraph
  private let isValid: (JSONValue, SchemaID) -> Bool
  private let expressions: SwiftExpressions
  private(set) var diagnostics: [Diagnostic] = []
  /// Compiling long literals takes Swift a long time.
  private static let longestExpression = 1_000

  /// Returns nil if there are no defaults, or if a schema cannot be compiled, which is reported where all are.
  init?(_ types: [TypeDeclaration], in graph: SchemaGraph, options: Compiler.Options) {
    let schemas = Self.schemas(judgedIn: types, graph)
    guard !schemas.isEmpty, let compiled = try? Compiler.compile(schemas.sorted(), of: graph, options: options) else {
      return nil
    }
    self.graph = graph
    isValid = compiled.verdicts
    expressions = SwiftExpressions(types, areExamples: false, isValid: isValid)
  }

  /// Returns the schemas whose values are judged: those of members with defaults or that null resets, and those that tell
  /// the branches of a default's type apart.
  private static func schemas(judgedIn types: [TypeDeclaration], _ graph: SchemaGraph) -> Set<SchemaID> {
    let members = types.flatMap { type -> [MemberPlan] in
      guard case .structure(let plan) = type.kind else { return [] }
      return type.base?.wireMembers ?? plan.members.filter { graph.default(of: $0.schema) != nil }
    }
    if members.isEmpty { return [] }
    let types = Dictionary(types.map { ($0.key, $0) }) { first, _ in first }
    // A schema may name a partial-update twin as its type.
    let inside = Closure.of(members.flatMap(\.type.models) + types.keys.filter(\.isPatch)) { key in
      types[key]?.references.flatMap(\.models) ?? []
    }
    return inside.reduce(into: Set(members.map(\.schema))) { schemas, key in
      switch types[key]?.kind {
      case .structure(let plan): schemas.formUnion(plan.members.filter(\.isConditional).map(\.schema))
      case .union(let plan): schemas.formUnion(plan.cases.flatMap(\.schemas))
      case .enumeration, .tuple, .wrapper, nil: break
      }
    }
  }

  /// Adds the defaults. A default that is invalid or has no Swift expression is omitted, with a note.
  mutating func addDefaults(to files: inout [FilePlan]) {
    var structures: [TypeKey: StructurePlan] = [:]
    files.updateTypes { type in
      guard case .structure(var structure) = type.kind, type.base == nil else { return }
      for member in structure.members.indices { addDefault(to: &structure.members[member]) }
      type.kind = .structure(structure)
      structures[type.key] = structure
    }
    // Partial-update twins know the type that they update.
    files.updateTypes { type in
      guard type.base != nil else { return }
      type.base = structures[TypeKey(schema: type.key.schema)]
      type.resets = type.base.map { resets(of: $0) } ?? []
    }
  }

  /// Returns the values of the required members that null resets in a partial update.
  private func resets(of plan: StructurePlan) -> [(name: String, value: SwiftExpression)] {
    plan.wireMembers.compactMap { member in
      guard case .required = member.presence else { return nil }
      let value = graph.default(of: member.schema)?.value ?? .null
      guard isValid(value, member.schema) else { return nil }
      return expressions.expression(value, .scalar("JSONValue")).map { (member.wireName, $0) }
    }
  }

  private mutating func addDefault(to member: inout MemberPlan) {
    guard !member.isConditional, let (schema, value) = graph.default(of: member.schema) else { return }
    var type = member.type
    switch member.presence {
    case .required, .constant, .defaulted: return
    case .optional: if member.keepsNull { type = .optional(type) }
    case .optionalOrNull: type = .optional(type)
    }
    guard isValid(value, member.schema) else {
      note(schema, "this default does not satisfy its schema")
      return
    }
    guard let expression = expressions.expression(value, type), expression.source.count <= Self.longestExpression else {
      note(schema, "this default is too long or complex for a Swift expression")
      return
    }
    member.presence = .defaulted(expression)
    member.keepsNull = false
    member.type = type
  }

  private mutating func note(_ schema: SchemaID, _ message: String) {
    let diagnostic = graph.diagnostic(
      .note, at: schema, keyword: "default", message + ", so the property is nil when the member is absent")
    if !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
  }
}

extension SchemaGraph {
  /// Returns the default of a schema, or of the one that it references, and its location.
  func `default`(of schema: SchemaID) -> (schema: SchemaID, value: JSONValue)? {
    var schema = schema
    var seen: Set<SchemaID> = []
    while seen.insert(schema).inserted {
      let keywords = self[schema].keywords
      if let value = keywords.default { return (written(schema), value) }
      guard keywords.references.count == 1 else { return nil }
      schema = keywords.references[0]
    }
    return nil
  }
}

extension Compiler.Output {
  /// Returns whether a value satisfies a schema, if the program contains that schema.
  package var verdicts: (JSONValue, SchemaID) -> Bool {
    var made: Evaluator?
    var reader = JSONReader()
    return { value, schema in
      guard let index = indices[schema] else { return true }
      let evaluator = made ?? Evaluator(program, maximumIssueCount: 1)
      made = evaluator
      return evaluator.isValid(Array(value.text().utf8), schema: index, using: &reader)
    }
  }
}
