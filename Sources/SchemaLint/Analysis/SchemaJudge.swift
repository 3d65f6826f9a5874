import JSONSchema
import SchemaRuntime
import SchemaStrings
import SchemaValidation

/// Verdicts about values that stand in schemas: defaults, examples, values of `enum`.
///
/// Schemas that lead to a pattern that is no regular expression have no verdicts, and neither has any schema of a graph
/// that applies itself without end.
struct SchemaJudge {
  private var evaluator: Evaluator?
  private var indexes: [SchemaID: Int] = [:]
  /// Why there are no verdicts at all.
  private(set) var failure: CompileError?

  init(graph: SchemaGraph, patterns: [String: PatternInsight?], options: Compiler.Options) {
    let usable = Self.usable(graph, patterns)
    do throws(CompileError) {
      let output = try Compiler.compile(usable, of: graph, options: options)
      evaluator = Evaluator(output.program, maximumIssueCount: 3)
      indexes = output.indexes
    } catch {
      failure = error
    }
  }

  /// The schemas that do not lead to a pattern that cannot be compiled.
  private static func usable(_ graph: SchemaGraph, _ patterns: [String: PatternInsight?]) -> [SchemaID] {
    var isUnusable = graph.nodes.map { node in
      node.patterns.contains { source in patterns[source.source].map { $0 == nil } ?? true }
    }
    var origins: [[Int]] = Array(repeating: [], count: graph.nodes.count)
    for node in graph.nodes {
      for target in node.keywords.applied { origins[target.index].append(node.id.index) }
    }
    var pending = isUnusable.indices.filter { isUnusable[$0] }
    while let next = pending.popLast() {
      for origin in origins[next] where !isUnusable[origin] {
        isUnusable[origin] = true
        pending.append(origin)
      }
    }
    return graph.nodes.map(\.id).filter { !isUnusable[$0.index] }
  }

  /// The program that gives the verdicts; nil where there is none.
  var program: Program? { evaluator?.program }

  /// The place of a schema in ``program``; nil for one without verdicts.
  func index(of schema: SchemaID) -> Int? { indexes[schema] }

  /// Whether a schema accepts a value; nil where nobody knows.
  func accepts(_ value: JSONValue, _ schema: SchemaID) -> Bool? {
    guard let evaluator, let index = indexes[schema] else { return nil }
    var reader = JSONReader(limits: JSONLimits(maximumDepth: JSONLimits.hardMaximumDepth))
    switch evaluator.verdict(on: value.json(), schema: index, using: &reader) {
    case .valid: return true
    case .invalid: return false
    case .undecided: return nil
    }
  }

  /// A value without what is sensitive in it.
  func shown(_ value: JSONValue, _ schema: SchemaID) -> JSONValue {
    guard let evaluator, let index = indexes[schema] else { return .redacted }
    return evaluator.redacted(value.json(), schema: index) ?? .redacted
  }

  /// What is wrong with a value, at most three issues; nil where nobody knows.
  func issues(_ value: JSONValue, _ schema: SchemaID) -> [ValidationIssue]? {
    guard let evaluator, let index = indexes[schema] else { return nil }
    let limits = JSONLimits(maximumDepth: JSONLimits.hardMaximumDepth)
    return try? evaluator.issues(in: value.json(), schema: index, limits: limits)
  }
}

extension ValidationIssue {
  /// The issue in one line, with its place in the value where that is not the value itself.
  var words: String { (instanceLocation.tokens.isEmpty ? "" : "at '\(instanceLocation)' ") + message }
}
