package import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Schemas that no value satisfies.
package enum UnsatisfiableSchema: SchemaRule {
  package static let id = "unsatisfiable-schema"
  package static let summary = "a schema that provably rejects every value"
  package static let explanation = """
    `false` and `{ "not": {} }` are deliberate and not reported, nor are schemas that are unsatisfiable only because of
    another one. `contradictory-bounds` reports contradictory limits.

    Every finding is proven. Possible reasons are types, patterns, formats or lengths that exclude one another; an
    `enum` whose values are all rejected; a required member that can have no value; a pattern that matches nothing; a
    list that must have more distinct elements than there are possible values; or a required member with the same
    schema, which would make every value infinitely deep.
    """
  package static let severity = Diagnostic.Severity.error
  package static let bad = #"{ "allOf": [{ "type": "string" }, { "type": "integer" }] }"#
  package static let good = #"{ "anyOf": [{ "type": "string" }, { "type": "integer" }] }"#

  static func check(_ context: LintContext) -> [Violation] {
    let proofs = EmptinessProofs(context)
    var explained: Set<SchemaID> = []
    var violations: [Violation] = []
    // Subschemas come after their parents, so the reverse order visits causes before effects.
    for node in context.graph.nodes.reversed() where proofs.contains(node.id) {
      if node.boolean != nil || node.saysNever(context.graph) || node.loneReference != nil { continue }
      if isExplained(node, explained, proofs, context.graph) {
        explained.insert(node.id)
        continue
      }
      explained.insert(node.id)
      guard node.dynamicScope.isEmpty, !ContradictoryBounds.isContradictory(node, context) else { continue }
      violations.append(
        Violation(context.location(node), "no value satisfies this schema: \(reason(node, context))"))
    }
    let reported = Set(context.nodes.map { context.graph.documents[$0.document].name })
    return violations.filter { reported.contains($0.location.document) }.reversed()
  }

  /// Whether the cause is a part that is unsatisfiable itself and reported.
  private static func isExplained(
    _ node: SchemaNode, _ explained: Set<SchemaID>, _ proofs: EmptinessProofs, _ graph: SchemaGraph
  ) -> Bool {
    node.keywords.applied.contains { part in
      guard proofs.contains(part) else { return false }
      // A part that is only a reference stands for its target.
      let target = Closure.of([part], limit: 100) { [graph[$0].loneReference].compactMap { $0 } }.last ?? part
      return target != node.id && explained.contains(target)
    }
  }

  private static func reason(_ node: SchemaNode, _ context: LintContext) -> String {
    let parts = context.satisfiability.conjunction(of: node.id).map { context.graph[$0] }
    let facts = JoinedFacts(parts, graph: context.graph)
    let kinds = parts.compactMap(\.types).reduce(into: ValueKinds.all) { $0.formIntersection(ValueKinds($1)) }
    if kinds.isEmpty { return "its types are mutually exclusive" }
    if let values = facts.demands.values {
      if values.isEmpty {
        if parts.contains(where: { $0.keywords.const != nil }) {
          return "no value is in every 'const' and 'enum' that applies"
        }
        return parts.contains { $0.keywords.enumeration == [] }
          ? "'enum' is empty" : "no value is in every 'enum'"
      }
      if !values.contains(where: { context.judge.accepts($0, node.id) ?? true }) {
        return "its other keywords reject all values of 'enum' or 'const'"
      }
    }
    for part in parts where part.boolean == false { return "\(part.location.quoted) rejects all values" }
    let reasons = ValueKinds.each.filter(kinds.contains).compactMap { context.satisfiability.rejection(of: $0, facts) }
    if !context.satisfiability.isEmpty(node.id) {
      if EmptinessProofs.hasChoices(node) { return "its other keywords contradict each of its branches" }
      let tests = EmptinessProofs.tests(node, context)
      let kind = tests.contains("uniqueItems") ? "array" : "string"
      let words = tests.map { "'\($0)'" }
      return Set(words).count == 1
        ? "no \(kind) satisfies each \(words[0]) that applies here"
        : "no \(kind) satisfies \(words.joined(separator: " and ")) together"
    }
    return reasons.first
      ?? "its 'anyOf', 'oneOf' or 'not' rules out every type"
      + (kinds == .all ? "" : " that 'type' allows: \(kinds.words)")
  }
}

extension SchemaNode {
  /// Whether the schema rejects everything on purpose: `{ "not": {} }`, as draft-04 writes `false`, perhaps with a
  /// description.
  fileprivate func saysNever(_ graph: SchemaGraph) -> Bool {
    asserting == ["not"] && keywords.not.map { graph[$0].boolean == true || graph[$0].asserting.isEmpty } ?? false
  }
}
