import JSONSchema
import SchemaRuntime
import SchemaSampling
import SchemaValidation

/// One of the graphs that are compared, with the engine that says which values its schemas admit.
final class Side: Sendable {
  let graph: SchemaGraph
  let options: Compiler.Options
  /// The schemas, by their numbers.
  private let nodes: [Node]
  private let standIns: StandIns
  private let evaluator: Evaluator
  private let indexes: [SchemaID: Int]
  /// For each schema that has unknown keywords, or applies one that does, one of these keywords.
  private let opaque: [SchemaID: String]
  /// Whether any schema is sensitive.
  let hasSensitive: Bool
  /// Whether `type` tells `1` from `1.0` in some schema.
  let tellsIntegersApart: Bool

  init(
    graph: SchemaGraph, options: Compiler.Options, roles: KeywordRoles = .standard
  ) throws(CompileError) {
    self.graph = graph
    self.options = options
    nodes = graph.nodes.map { Node($0, in: graph, asserting: options.assertedFormats, roles: roles) }
    opaque = Self.opaque(nodes, in: graph)
    standIns = StandIns(count: graph.nodes.count) { index in Self.parts(of: graph.nodes[index]).map(\.index) }
    tellsIntegersApart = graph.nodes.contains { $0.dialect.draft == .draft4 }
    hasSensitive = graph.nodes.contains { $0.keywords.vendor.sensitive }
    let output = try Compiler.compile(graph.nodes.map(\.id), of: graph, options: options)
    evaluator = Evaluator(output.program, maximumIssueCount: 1)
    indexes = output.indexes
  }

  func node(_ schema: SchemaID) -> Node { nodes[schema.index] }

  /// The schema that a schema stands in for.
  func target(of schema: SchemaID) -> SchemaID { graph.nodes[standIns[schema.index]].id }

  /// The schemas whose values are those of a schema that says no more than that.
  private static func parts(of node: SchemaNode) -> [SchemaID] {
    let keywords = node.keywords
    switch node.asserting {
    case ["$ref"]: return [keywords.ref].compactMap { $0 }
    case ["allOf"]: return keywords.allOf
    case ["anyOf"]: return keywords.anyOf
    // What holds and brings itself, or does not and has to hold.
    case ["if", "then", "else"]: return [keywords.if, keywords.then, keywords.else].compactMap { $0 }
    default: return []
    }
  }

  var program: Program { evaluator.program }

  /// The place of a schema in ``program``.
  func index(of schema: SchemaID) -> Int? { indexes[schema] }

  /// A keyword of the schema, or of one that it applies, of which nothing here knows what it refuses.
  func unknownKeyword(of schema: SchemaID) -> String? { opaque.isEmpty ? nil : opaque[schema] }

  private static func opaque(_ nodes: [Node], in graph: SchemaGraph) -> [SchemaID: String] {
    var opaque: [SchemaID: String] = [:]
    var pending: [SchemaID] = []
    for (place, node) in nodes.enumerated() {
      guard let name = node.unknown.keys.min() else { continue }
      opaque[graph.nodes[place].id] = name
      pending.append(graph.nodes[place].id)
    }
    if pending.isEmpty { return [:] }
    var users: [SchemaID: [SchemaID]] = [:]
    for node in graph.nodes {
      for inner in node.keywords.applied + node.subschemas.map(\.schema) { users[inner, default: []].append(node.id) }
    }
    while let next = pending.popLast() {
      for user in users[next] ?? [] where opaque[user] == nil {
        opaque[user] = opaque[next]
        pending.append(user)
      }
    }
    return opaque
  }

  /// A payload without what is sensitive in it.
  func shown(_ value: JSONValue, _ schema: SchemaID) -> JSONValue {
    guard let index = indexes[schema] else { return .redacted }
    return evaluator.redacted(value.json(), schema: index) ?? .redacted
  }

  /// Whether a schema admits a value.
  func admits(_ text: [UInt8], _ schema: SchemaID) -> Bool { verdict(on: text, schema) == .valid }

  /// Whether a schema refuses a value.
  func refuses(_ text: [UInt8], _ schema: SchemaID) -> Bool { verdict(on: text, schema) == .invalid }

  private func verdict(on text: [UInt8], _ schema: SchemaID) -> SchemaVerdict {
    guard let index = indexes[schema] else { return .undecided }
    var reader = JSONReader()
    return evaluator.verdict(on: text, schema: index, using: &reader)
  }
}
