package import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Limits that contradict one another.
package enum ContradictoryBounds: SchemaRule {
  package static let id = "contradictory-bounds"
  package static let summary = "limits that contradict one another"
  package static let explanation = """
    A schema rejects every value of its type if a minimum is greater than the corresponding maximum, if fewer members
    are permitted than are required, or if `minLength` exceeds `x-maxUTF8Bytes`. Limits from `$ref` and `allOf` count
    too.
    """
  package static let severity = Diagnostic.Severity.error
  package static let bad = #"{ "type": "string", "minLength": 10, "maxLength": 5 }"#
  package static let good = #"{ "type": "string", "minLength": 5, "maxLength": 10 }"#

  /// The types with limits, and the keywords that limit their values.
  private static let groups: [(type: JSONType, keywords: Set<String>)] = [
    (.number, Set(NumberLimit.allCases.map(\.keyword) + ["multipleOf"])),
    (.string, lengths(.string)),
    (.array, lengths(.array).union(["minContains", "maxContains"])),
    (.object, lengths(.object).union(["required"])),
  ]

  private static func lengths(_ type: JSONType) -> Set<String> {
    Set(Measure.measures(of: type).flatMap { [$0.keyword(of: .atLeast(0)), $0.keyword(of: .atMost(0))] })
  }

  static func check(_ context: LintContext) -> [Violation] {
    context.nodes.flatMap { node in
      groups.indices.compactMap { group -> Violation? in
        // Reported at the last of the limits.
        guard let keyword = node.keywords.written(among: groups[group].keywords).last,
          let reason = reason(group, node, context),
          // A contradiction within a conjunct is reported there.
          !node.keywords.conjuncts.contains(where: { self.reason(group, context.graph[$0], context) == reason })
        else { return nil }
        return Violation(context.nameLocation(node, keyword), "these limits contradict one another: \(reason)")
      }
    }
  }

  /// Whether limits of a schema and its conjuncts contradict one another.
  static func isContradictory(_ node: SchemaNode, _ context: LintContext) -> Bool {
    groups.indices.contains {
      !node.keywords.written(among: groups[$0].keywords).isEmpty && reason($0, node, context) != nil
    }
  }

  private static func reason(_ group: Int, _ node: SchemaNode, _ context: LintContext) -> String? {
    let nodes = context.satisfiability.conjunction(of: node.id).map { context.graph[$0] }
    let facts = JoinedFacts(nodes, graph: context.graph)
    switch groups[group].type {
    case .number: return numbers(facts)
    case .array: return arrays(facts)
    case let type: return facts.demands.contradiction(of: type)
    }
  }

  private static func numbers(_ facts: JoinedFacts) -> String? {
    guard let reason = facts.numberRejection(isInteger: true) else { return nil }
    return facts.demands.kinds.contains(.fraction) && facts.numberRejection(isInteger: false) == nil ? nil : reason
  }

  private static func arrays(_ facts: JoinedFacts) -> String? {
    if let contradiction = facts.demands.contradiction(of: .array) { return contradiction }
    for keywords in facts.nodes.map(\.keywords) where keywords.contains != nil {
      let fewest = keywords.minContains ?? 1
      let demand = "\(Measure.items.words(.atLeast(fewest))) must match 'contains', but "
      if let most = keywords.maxContains, fewest > most { return demand + "at most \(most) may" }
      let most = facts.demands.lengths.most(.items)
      if fewest > most { return demand + "an array may have " + Measure.items.words(.atMost(most)) }
    }
    return nil
  }
}
