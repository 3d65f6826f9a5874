import JSONSchema
import SchemaRuntime
import SchemaSampling

/// The schemas that are proven to admit no value: those that ``Satisfiability`` finds, those whose branches contradict
/// their siblings, and those whose tests of a string or an array exclude one another.
struct EmptinessProofs {
  private var proven: Set<SchemaID> = []

  /// The maximum number of steps of all proofs.
  private static let budget = 2_000_000

  init(_ context: LintContext) {
    let graph = context.graph
    proven = Set(graph.nodes.map(\.id).filter(context.satisfiability.isEmpty))
    guard var prover = context.prover?.with(budget: Self.budget) else { return }
    let rest = context.nodes.filter { !proven.contains($0.id) }
    let tested = rest.filter { !Self.hasChoices($0) && !Self.tests($0, context).isEmpty }
    for node in rest.filter(Self.hasChoices) + tested where !prover.isExhausted {
      guard let index = context.judge.index(of: node.id) else { continue }
      if prover.admitsNothing(schema: index) { proven.insert(node.id) }
    }
  }

  func contains(_ schema: SchemaID) -> Bool { proven.contains(schema) }

  /// Returns the keywords of a schema, and of those that apply with it, that may exclude one another because of what they
  /// say of a string's text or of an array's elements; empty if there is one at most.
  static func tests(_ node: SchemaNode, _ context: LintContext) -> [String] {
    let parts = context.satisfiability.conjunction(of: node.id).map { context.graph[$0].keywords }
    let words = parts.flatMap { keywords in
      keywords.texts.rows.map(\.key.word) + keywords.lengths.all.map { $0.measure.keyword(of: $0.limit) }
        + (keywords.uniqueItems ? ["uniqueItems"] : [])
    }
    for type in [["pattern", "format", "minLength", "maxLength"], ["uniqueItems", "minItems"]] {
      let found = type.flatMap { word in words.filter { $0 == word } }
      if found.count > 1, type[0] == "uniqueItems" || !Set(found).isDisjoint(with: type.prefix(2)) { return found }
    }
    return []
  }

  /// Whether a schema has branches that may exclude one another, or other keywords that may contradict all of them.
  static func hasChoices(_ node: SchemaNode) -> Bool {
    let keywords = node.keywords
    let choices = [keywords.not, keywords.if].compactMap { $0 } + keywords.anyOf + keywords.oneOf
    return !choices.isEmpty && (keywords.written.count > 1 || keywords.oneOf.count > 1)
  }
}
