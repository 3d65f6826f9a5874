import JSONSchema
import SchemaRuntime
import SchemaSampling

/// The schemas of which it is proven that no value satisfies them: those that ``Satisfiability`` finds, and those whose
/// branches have to be looked at together with what stands around them.
struct EmptinessProofs {
  private var proven: Set<SchemaID> = []

  /// Steps of all proofs together.
  private static let budget = 2_000_000

  init(_ context: LintContext) {
    let graph = context.graph
    proven = Set(graph.nodes.map(\.id).filter(context.satisfiability.isEmpty))
    guard let program = context.judge.program else { return }
    var prover = EmptinessProver(program, budget: Self.budget)
    for node in context.nodes where !prover.isExhausted && !proven.contains(node.id) && Self.hasChoices(node) {
      guard let index = context.judge.index(of: node.id) else { continue }
      if prover.admitsNothing(schema: Int32(truncatingIfNeeded: index)) { proven.insert(node.id) }
    }
  }

  func contains(_ schema: SchemaID) -> Bool { proven.contains(schema) }

  /// Whether a schema has branches beside something that may contradict all of them.
  private static func hasChoices(_ node: SchemaNode) -> Bool {
    let keywords = node.keywords
    let choices = [keywords.not, keywords.if].compactMap { $0 } + keywords.anyOf + keywords.oneOf
    return !choices.isEmpty && keywords.written.count > 1
  }
}
