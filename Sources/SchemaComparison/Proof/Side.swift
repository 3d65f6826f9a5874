import JSONSchema
import SchemaRuntime
import SchemaValidation

/// One of the graphs that are compared, with the engine that says which values its schemas admit.
final class Side: Sendable {
  let graph: SchemaGraph
  let options: Compiler.Options
  /// The schemas, by their numbers.
  private let nodes: [Node]
  private let evaluator: Evaluator
  private let indexes: [SchemaID: Int]

  init(graph: SchemaGraph, options: Compiler.Options) throws(CompileError) {
    self.graph = graph
    self.options = options
    nodes = graph.nodes.map { Node($0, in: graph, asserting: options.assertedFormats) }
    let output = try Compiler.compile(graph.nodes.map(\.id), of: graph, options: options)
    evaluator = Evaluator(output.program, maximumIssueCount: 1)
    indexes = output.indexes
  }

  func node(_ schema: SchemaID) -> Node { nodes[schema.index] }

  var program: Program { evaluator.program }

  /// The place of a schema in ``program``.
  func index(of schema: SchemaID) -> Int? { indexes[schema] }

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
