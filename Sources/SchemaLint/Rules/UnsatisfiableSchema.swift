package import JSONSchema
import SchemaDemands
import SchemaRuntime

/// Schemas that no value satisfies.
package enum UnsatisfiableSchema: SchemaRule {
  package static let id = "unsatisfiable-schema"
  package static let summary = "a schema that is proven to refuse every value"
  package static let explanation = """
    Nothing can be sent where such a schema stands. `false` and `{ "not": {} }` say so on purpose and are not
    reported; neither are limits that contradict one another, which are the matter of `contradictory-bounds`.

    Only what is proven is claimed: types that exclude one another, values of `enum` that are all refused, a
    required member that can have no value, a pattern that matches nothing, a required member of the schema's own
    kind, so that no value would ever end. A schema that is empty only because of another one is not reported with
    that.
    """
  package static let severity = Diagnostic.Severity.error
  package static let bad = #"{ "allOf": [{ "type": "string" }, { "type": "integer" }] }"#
  package static let good = #"{ "anyOf": [{ "type": "string" }, { "type": "integer" }] }"#

  static func check(_ context: LintContext) -> [Violation] {
    let proofs = EmptinessProofs(context)
    var explained: Set<SchemaID> = []
    var violations: [Violation] = []
    // Inner schemas come after those around them: from the last to the first, causes before effects.
    for node in context.graph.nodes.reversed() where proofs.contains(node.id) {
      if node.boolean != nil || node.saysNever || node.loneReference != nil { continue }
      if isExplained(node, explained, proofs, context.graph) {
        explained.insert(node.id)
        continue
      }
      explained.insert(node.id)
      guard node.dynamicScope.isEmpty, !ContradictoryBounds.isContradictory(node, context) else { continue }
      violations.append(
        Violation(
          context.location(node),
          "expected a schema that some value satisfies, found one that refuses all: \(reason(node, context))"))
    }
    let reported = Set(context.nodes.map { context.graph.documents[$0.document].name })
    return violations.filter { reported.contains($0.location.document) }.reversed()
  }

  /// Whether a part that is empty itself is to blame, and reported.
  private static func isExplained(
    _ node: SchemaNode, _ explained: Set<SchemaID>, _ proofs: EmptinessProofs, _ graph: SchemaGraph
  ) -> Bool {
    node.keywords.applied.contains { part in
      guard proofs.contains(part) else { return false }
      // A part that is a reference alone stands for where it leads.
      let target = Closure.of([part], limit: 100) { [graph[$0].loneReference].compactMap { $0 } }.last ?? part
      return target != node.id && explained.contains(target)
    }
  }

  private static func reason(_ node: SchemaNode, _ context: LintContext) -> String {
    let parts = context.satisfiability.conjunction(of: node.id).map { context.graph[$0] }
    let facts = JoinedFacts(parts, graph: context.graph)
    let kinds = parts.compactMap(\.types).reduce(into: ValueKinds.all) { $0.formIntersection(ValueKinds($1)) }
    if kinds.isEmpty { return "its types exclude one another" }
    if let values = facts.demands.values {
      if values.isEmpty { return "'enum' lists no value" }
      if !values.contains(where: { context.judge.accepts($0, node.id) ?? true }) {
        return "the rest of it refuses every value that 'enum' or 'const' lists"
      }
    }
    for part in parts where part.boolean == false { return "\(part.location.quoted) refuses all" }
    let reasons = ValueKinds.each.filter(kinds.contains).compactMap { context.satisfiability.refusal(of: $0, facts) }
    if !context.satisfiability.isEmpty(node.id) { return "what stands beside its branches contradicts each of them" }
    return reasons.first ?? "no branch is left" + (kinds == .all ? "" : " for \(kinds.words)")
  }
}

extension SchemaNode {
  /// Whether the schema refuses everything on purpose: `{ "not": {} }`, as draft-04 writes `false`.
  fileprivate var saysNever: Bool { keywords.written.count == 1 && keywords.not != nil }
}
