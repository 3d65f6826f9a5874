import JSONSchema
import SchemaSampling

/// The schemas that are proven to admit no value: those that ``Satisfiability`` finds, and those whose branches
/// contradict their siblings.
struct EmptinessProofs {
  private var proven: Set<SchemaID> = []

  /// The maximum number of steps of all proofs.
  private static let budget = 2_000_000

  init(_ context: LintContext) {
    let graph = context.graph
    proven = Set(graph.nodes.map(\.id).filter(context.satisfiability.isEmpty))
    guard var prover = context.prover?.with(budget: Self.budget) else { return }
    for node in context.nodes where !prover.isExhausted && !proven.contains(node.id) && Self.hasChoices(node) {
      guard let index = context.judge.index(of: node.id) else { continue }
      if prover.admitsNothing(schema: Int32(truncatingIfNeeded: index)) { proven.insert(node.id) }
    }
  }

  func contains(_ schema: SchemaID) -> Bool { proven.contains(schema) }

  /// Whether a schema has branches that may exclude one another, or other keywords that may contradict all of them.
  private static func hasChoices(_ node: SchemaNode) -> Bool {
    let keywords = node.keywords
    let choices = [keywords.not, keywords.if].compactMap { $0 } + keywords.anyOf + keywords.oneOf
    return !choices.isEmpty && (keywords.written.count > 1 || keywords.oneOf.count > 1)
  }
}
