import JSONSchema
import SchemaRuntime
import SchemaSampling
import SchemaValidation

/// One of the compared graphs, with an evaluator for its schemas.
final class Side: Sendable {
  let graph: SchemaGraph
  let options: Compiler.Options
  /// The schemas, by their indices.
  private let nodes: [Node]
  private let standIns: StandIns
  /// The branches of choices.
  private let anyOf: [SchemaID: Branches]
  private let oneOf: [SchemaID: Branches]
  private let evaluator: Evaluator
  /// An evaluator that leaves schemas with unknown keywords undecided.
  private let cautious: Evaluator
  private let indices: Compiler.Indices
  /// The schemas that have unknown keywords, or apply one that does.
  private let opaque: Set<SchemaID>
  /// Whether any schema is sensitive.
  let hasSensitive: Bool
  /// Whether `type` distinguishes `1` from `1.0` in some schema.
  let tellsIntegersApart: Bool

  init(
    graph: SchemaGraph, options: Compiler.Options, roles: KeywordRoles = .standard
  ) throws(CompileError) {
    self.graph = graph
    self.options = options
    let localNames = graph.localOnlyNames
    let unavailable = Set(graph.standIns)
    nodes = graph.nodes.map {
      Node(
        $0, localOnly: localNames[$0.id] ?? [], asserting: options.assertedFormats, roles: roles,
        isUnavailable: unavailable.contains($0.document))
    }
    opaque = Self.opaque(nodes, in: graph)
    standIns = StandIns(count: graph.nodes.count) { index in Self.parts(of: graph.nodes[index]).map(\.index) }
    let target = { [standIns] (schema: SchemaID) in graph.nodes[standIns[schema.index]].id }
    oneOf = Self.branches(graph) { $0.oneOf.map(target) }
    anyOf = Self.branches(graph) { keywords in
      // Branches with the same target are one branch.
      var seen: Set<SchemaID> = []
      return keywords.anyOf.map(target).filter { seen.insert($0).inserted }
    }
    tellsIntegersApart = graph.nodes.contains { $0.dialect.draft <= .draft4 }
    hasSensitive = graph.nodes.contains { $0.keywords.vendor.sensitive }
    let output = try Compiler.compile(graph.nodes.map(\.id), of: graph, options: options)
    evaluator = Evaluator(output.program, maximumIssueCount: 1)
    indices = output.indices
    let unknown = zip(graph.nodes, nodes).filter { !$1.unknown.isEmpty }.compactMap { output.indices[$0.0.id] }
    cautious =
      unknown.isEmpty ? evaluator : Evaluator(output.program.leavingUndecided(unknown), maximumIssueCount: 1)
  }

  func node(_ schema: SchemaID) -> Node { nodes[schema.index] }

  /// Returns the schema that a schema replaces.
  func target(of schema: SchemaID) -> SchemaID { graph.nodes[standIns[schema.index]].id }

  /// The branches of a choice by their targets. A class, so that nothing is copied.
  final class Branches: Sendable {
    let schemas: [SchemaID]
    let distinct: Set<SchemaID>

    init(_ schemas: [SchemaID]) {
      self.schemas = schemas
      distinct = Set(schemas)
    }
  }

  private static func branches(
    _ graph: SchemaGraph, _ targets: (Keywords) -> [SchemaID]
  ) -> [SchemaID: Branches] {
    var branches: [SchemaID: Branches] = [:]
    for node in graph.nodes {
      let targets = targets(node.keywords)
      if !targets.isEmpty { branches[node.id] = Branches(targets) }
    }
    return branches
  }

  /// Returns the branches of `anyOf`; nil for a schema without them.
  func anyOf(of schema: SchemaID) -> Branches? { anyOf[schema] }

  /// Returns the branches of `oneOf`; nil for a schema without them.
  func oneOf(of schema: SchemaID) -> Branches? { oneOf[schema] }

  /// Returns the only schemas on which the values of a schema depend; empty if it has other assertions.
  private static func parts(of node: SchemaNode) -> [SchemaID] {
    let keywords = node.keywords
    switch node.asserting {
    case ["$ref"]: return [keywords.ref].compactMap { $0 }
    case ["allOf"]: return keywords.allOf
    case ["anyOf"]: return keywords.anyOf
    // If all three have the same target, the condition has no effect.
    case ["if", "then", "else"]: return [keywords.if, keywords.then, keywords.else].compactMap { $0 }
    default: return []
    }
  }

  var program: Program { evaluator.program }

  /// Returns the index of a schema in ``program``.
  func index(of schema: SchemaID) -> Program.SchemaID? { indices[schema] }

  /// Whether any schema has unknown keywords.
  var hasUnknownKeywords: Bool { !opaque.isEmpty }

  /// Returns an unknown keyword of the schema.
  func unknownKeyword(of schema: SchemaID) -> String? { opaque.isEmpty ? nil : node(schema).unknown.keys.min() }

  /// Whether the schema has unknown keywords, or applies one that does, to its value or to a part of it.
  func isOpaque(_ schema: SchemaID) -> Bool { opaque.contains(schema) }

  private static func opaque(_ nodes: [Node], in graph: SchemaGraph) -> Set<SchemaID> {
    let unknown = zip(graph.nodes, nodes).filter { !$1.unknown.isEmpty }.map(\.0.id)
    if unknown.isEmpty { return [] }
    return Set(Closure.of(unknown, next: graph.users { $0.keywords.applied + $0.subschemas.map(\.schema) }))
  }

  /// Returns a payload without its sensitive parts.
  func shown(_ value: JSONValue, _ schema: SchemaID) -> JSONValue {
    guard let index = indices[schema] else { return .redacted }
    return evaluator.redacted(value.json(), schema: index) ?? .redacted
  }

  /// Whether a schema admits a value.
  func admits(_ text: [UInt8], _ schema: SchemaID) -> Bool { verdict(on: text, schema) == .valid }

  /// Whether a schema rejects a value.
  func refuses(_ text: [UInt8], _ schema: SchemaID) -> Bool { verdict(on: text, schema) == .invalid }

  private func verdict(on text: [UInt8], _ schema: SchemaID) -> SchemaVerdict {
    guard let index = indices[schema] else { return .undecided }
    var reader = JSONReader()
    return cautious.verdict(on: text, schema: index, using: &reader)
  }
}
