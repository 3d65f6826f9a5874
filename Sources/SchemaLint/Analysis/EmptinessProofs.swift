import JSONSchema
import SchemaRuntime
import SchemaSampling

/// The schemas of which it is proven that no value satisfies them: those that ``Satisfiability`` finds, and those whose
/// branches have to be looked at together with what stands around them.
struct EmptinessProofs {
  private var proven: Set<SchemaID> = []

  /// Proofs that are tried: each may take long.
  private static let maximumProofs = 200

  init(_ context: LintContext) {
    let graph = context.graph
    proven = Set(graph.nodes.map(\.id).filter(context.satisfiability.isEmpty))
    // A proof goes over the whole program first.
    var left = min(Self.maximumProofs, 2_000_000 / (graph.nodes.count + 1))
    for node in context.nodes where left > 0 && !proven.contains(node.id) && Self.hasChoices(node) {
      guard let (program, index) = context.judge.program(with: node.id) else { continue }
      left -= 1
      if Emptiness.admitsNothing(program, schema: Int32(truncatingIfNeeded: index)) { proven.insert(node.id) }
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
