package import JSONSchema
import SchemaAnalysis

/// Keywords that together reject every array, or every object with members.
package enum ContradictoryKeywords: SchemaRule {
  package static let id = "contradictory-keywords"
  package static let summary = "keywords that together reject every array, or every member of an object"
  package static let explanation = """
    `contains` requires an element that `items` and `prefixItems` do not permit, or `propertyNames` requires names that
    are not strings. Every finding is proven. `"propertyNames": false` is deliberate and not reported.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "items": { "type": "string" }, "contains": { "type": "integer" } }"#
  package static let good = #"{ "items": { "type": ["string", "integer"] }, "contains": { "type": "integer" } }"#

  static func check(_ context: LintContext) -> [Violation] {
    var proofs = ContradictionProofs(context)
    return context.nodes.flatMap { node -> [Violation] in
      if context.satisfiability.isEmpty(node.id) { return [] }
      return [names(node, context), elements(node, context, &proofs)].compactMap { $0 }
    }
  }

  private static func names(_ node: SchemaNode, _ context: LintContext) -> Violation? {
    guard let names = node.keywords.propertyNames, context.graph[names].boolean == nil,
      !context.satisfiability.isEmpty(names), !context.satisfiability.admitted[names.index].contains(.string)
    else { return nil }
    return Violation(
      context.nameLocation(node, "propertyNames"),
      "'propertyNames' accepts only \(context.satisfiability.admitted[names.index].words), but names are strings"
    )
  }

  private static func elements(
    _ node: SchemaNode, _ context: LintContext, _ proofs: inout ContradictionProofs
  ) -> Violation? {
    let keywords = node.keywords
    guard keywords.contains != nil || keywords.items != nil else { return nil }
    let joined = context.satisfiability.conjunction(of: node.id).map { context.graph[$0] }
    for asking in joined {
      guard let contains = asking.keywords.contains, asking.keywords.minContains ?? 1 > 0,
        !context.satisfiability.isEmpty(contains)
      else { continue }
      for offering in joined where asking.id == node.id || offering.id == node.id {
        guard let items = offering.keywords.items else { continue }
        let elements = offering.keywords.prefixItems + [items]
        let isRejected = elements.allSatisfy {
          context.satisfiability.isEmpty($0) || proofs.areContradictory($0, contains)
        }
        // An array of no elements is a way to reject all arrays.
        guard isRejected, !elements.allSatisfy(context.satisfiability.isEmpty) else { continue }
        let keyword = asking.id == node.id ? "contains" : "items"
        return Violation(
          context.nameLocation(node, keyword),
          "no element satisfies both 'contains' and 'items', so every array is rejected")
      }
    }
    return nil
  }
}
