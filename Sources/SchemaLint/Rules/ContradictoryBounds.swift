package import JSONSchema
import SchemaRuntime

/// Limits between which nothing lies.
package enum ContradictoryBounds: SchemaRule {
  package static let id = "contradictory-bounds"
  package static let summary = "limits between which there is nothing"
  package static let explanation = """
    A minimum above its maximum, a count of members below the number of those that are required, a length that
    cannot be reached within a limit of bytes: each keyword is in order by itself, and together they refuse every
    value of the type that they are about. Limits that a `$ref` or `allOf` brings along count too.
    """
  package static let severity = Diagnostic.Severity.error
  package static let bad = #"{ "type": "string", "minLength": 10, "maxLength": 5 }"#
  package static let good = #"{ "type": "string", "minLength": 5, "maxLength": 10 }"#

  private static let groups: [Set<String>] = [
    ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf"],
    ["minLength", "maxLength", "x-minUTF8Bytes", "x-maxUTF8Bytes"],
    ["minItems", "maxItems", "minContains", "maxContains"],
    ["minProperties", "maxProperties", "required"],
  ]

  static func check(_ context: LintContext) -> [Violation] {
    context.nodes.flatMap { node in
      groups.indices.compactMap { group -> Violation? in
        // Reported where one of the limits stands, the last of them.
        guard let keyword = node.keywords.written(among: groups[group]).last,
          let reason = reason(group, node, context),
          // A contradiction of what is joined is reported there.
          !node.conjuncts.contains(where: { self.reason(group, context.graph[$0], context) == reason })
        else { return nil }
        return Violation(
          context.nameLocation(node, keyword), "expected limits between which there is something, found that \(reason)")
      }
    }
  }

  /// Whether limits of a schema and what it joins contradict one another.
  static func isContradictory(_ node: SchemaNode, _ context: LintContext) -> Bool {
    groups.indices.contains { !node.keywords.written(among: groups[$0]).isEmpty && reason($0, node, context) != nil }
  }

  private static func reason(_ group: Int, _ node: SchemaNode, _ context: LintContext) -> String? {
    let nodes = context.satisfiability.conjunction(of: node.id).map { context.graph[$0] }
    let facts = JoinedFacts(nodes, graph: context.graph)
    switch group {
    case 0: return numbers(facts)
    case 1: return facts.stringRefusal([:])
    case 2: return arrays(facts)
    default: return objects(facts)
    }
  }

  private static func numbers(_ facts: JoinedFacts) -> String? {
    let admitted = facts.nodes.compactMap(\.keywords.type).reduce(into: ValueKinds.all) {
      $0.formIntersection(ValueKinds(types: $1))
    }
    guard let reason = facts.numberRefusal(isInteger: true) else { return nil }
    return admitted.contains(.fraction) && facts.numberRefusal(isInteger: false) == nil ? nil : reason
  }

  private static func arrays(_ facts: JoinedFacts) -> String? {
    if let minimum = facts.minItems, let maximum = facts.maxItems, minimum > maximum {
      return "an array would have at least \(minimum) and at most \(maximum) elements"
    }
    for keywords in facts.nodes.map(\.keywords) where keywords.contains != nil {
      let fewest = keywords.minContains ?? 1
      if let most = keywords.maxContains, fewest > most {
        return "an array would contain at least \(fewest) and at most \(most) of its elements"
      }
      if let most = facts.maxItems, fewest > most {
        return "an array would contain at least \(fewest) of at most \(most) elements"
      }
    }
    return nil
  }

  private static func objects(_ facts: JoinedFacts) -> String? {
    guard let maximum = facts.maxProperties else { return nil }
    if let minimum = facts.minProperties, minimum > maximum {
      return "an object would have at least \(minimum) and at most \(maximum) members"
    }
    let count = facts.requiredNames.count
    return count > maximum ? "an object must have \(count) members and at most \(maximum)" : nil
  }
}
