import JSONSchema
import SchemaAnalysis
import SchemaRuntime
import SchemaValidation

/// Evaluates values in schemas: defaults, examples, values of `enum`.
///
/// There are no verdicts for schemas that lead to an invalid regular expression or to a document that is not available,
/// and none at all for a graph with endless recursion.
struct SchemaJudge {
  private var evaluator: Evaluator?
  private var indices = Compiler.Indices()
  /// The reason why there are no verdicts at all.
  private(set) var failure: CompileError?

  init(graph: SchemaGraph, patterns: [String: PatternInsight?], options: Compiler.Options) {
    let usable = Self.usable(graph, patterns)
    do throws(CompileError) {
      let output = try Compiler.compile(usable, of: graph, options: options)
      evaluator = Evaluator(output.program, maximumIssueCount: 3)
      indices = output.indices
    } catch {
      failure = error
    }
  }

  /// Returns the schemas that do not lead to an invalid pattern or an unknown schema.
  private static func usable(_ graph: SchemaGraph, _ patterns: [String: PatternInsight?]) -> [SchemaID] {
    let invalid = graph.nodes.filter { node in
      node.defect != nil || graph.standIns.contains(node.document)
        || node.patterns.contains { source in patterns[source.source].map { $0 == nil } ?? true }
    }
    let unusable = Set(Closure.of(invalid.map(\.id), next: graph.users { $0.keywords.applied }))
    return graph.nodes.map(\.id).filter { !unusable.contains($0) }
  }

  /// The program that the verdicts come from; nil if compilation failed.
  var program: Program? { evaluator?.program }

  /// Returns the index of a schema in ``program``; nil for one without verdicts.
  func index(of schema: SchemaID) -> Program.SchemaID? { indices[schema] }

  /// Whether a schema accepts a value; nil if undecided.
  func accepts(_ value: JSONValue, _ schema: SchemaID) -> Bool? {
    guard let evaluator, let index = indices[schema] else { return nil }
    var reader = JSONReader(limits: JSONLimits(maximumDepth: JSONLimits.hardMaximumDepth))
    switch evaluator.verdict(on: value.json(), schema: index, using: &reader) {
    case .valid: return true
    case .invalid: return false
    case .undecided: return nil
    }
  }

  /// Returns a value without its sensitive parts.
  func shown(_ value: JSONValue, _ schema: SchemaID) -> JSONValue {
    guard let evaluator, let index = indices[schema] else { return .redacted }
    return evaluator.redacted(value.json(), schema: index) ?? .redacted
  }

  /// Returns at most three issues of a value; nil if undecided.
  func issues(_ value: JSONValue, _ schema: SchemaID) -> [ValidationIssue]? {
    guard let evaluator, let index = indices[schema] else { return nil }
    let limits = JSONLimits(maximumDepth: JSONLimits.hardMaximumDepth)
    return try? evaluator.issues(in: value.json(), schema: index, limits: limits)
  }
}

extension SchemaJudge {
  /// Returns the first issue of a value, for a union the one of the branch that fits best; nil if there is none, or if
  /// it is undecided.
  func reason(against value: JSONValue, _ schema: SchemaID) -> ValidationIssue? {
    issues(value, schema)?.withClosestCauses.first
  }
}

extension ValidationIssue {
  /// The issue in one line, with its instance location unless that is the root.
  var words: String { (instanceLocation.tokens.isEmpty ? "" : "at '\(instanceLocation)' ") + message }
}
