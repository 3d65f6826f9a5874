package import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Conditions that hold without the member that they are about.
package enum VacuousCondition: SchemaRule {
  package static let id = "vacuous-condition"
  package static let summary = "an 'if' that tests a property, but also holds when the property is absent"
  package static let explanation = """
    `properties` checks only members that are present, so the `then` below also applies to objects without `kind`. Add
    `required` to the condition.

    The `if` is reported if `then` rejects an object only because the property is absent, unless the property is
    required anyway or its `default` satisfies the condition.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = """
    {
      "properties": { "kind": { "enum": ["a", "b"] } },
      "if": { "properties": { "kind": { "const": "a" } } },
      "then": { "required": ["size"] }
    }
    """
  package static let good = """
    {
      "properties": { "kind": { "enum": ["a", "b"] } },
      "if": { "properties": { "kind": { "const": "a" } }, "required": ["kind"] },
      "then": { "required": ["size"] }
    }
    """

  static func check(_ context: LintContext) -> [Violation] {
    let conditional = context.nodes.filter { $0.keywords.if != nil && $0.keywords.then != nil }
    if conditional.isEmpty { return [] }
    return conditional.compactMap { node in
      guard let condition = node.keywords.if, let then = node.keywords.then else { return nil }
      let members = context.graph[condition].keywords.properties
      // With an empty object, the condition holds for no other reason than that the members are absent.
      guard !members.isEmpty, context.judge.accepts([:], condition) == true, context.judge.accepts([:], then) == false
      else { return nil }
      let related = context.relation.related(to: node.id).filter { $0 != condition && $0 != then }.map {
        context.graph[$0]
      }
      let names = members.map(\.name)
      let isPresent = related.contains { !Set($0.keywords.required).isDisjoint(with: names) }
      if isPresent || members.contains(where: { hasFittingDefault($0, related, context) }) { return nil }
      let listed =
        names.count > 3 ? "its \(names.count) properties" : names.map(\.quoted).joined(separator: ", ")
      let required = JSONValue.array(names.prefix(3).map { .string($0) }).text().onOneLine
      return Violation(
        context.nameLocation(node, "if"),
        "this 'if' also holds when \(listed) \(names.count == 1 ? "is" : "are") absent, and 'then' rejects such an "
          + "object; add \"required\": \(required) to 'if'", example: [:])
    }
  }

  /// Whether an absent member counts as one that satisfies the condition.
  private static func hasFittingDefault(
    _ member: Keywords.Member, _ related: [SchemaNode], _ context: LintContext
  ) -> Bool {
    related.flatMap(\.keywords.properties).contains { other in
      guard other.name.isIdentical(to: member.name), let value = context.graph[other.schema].keywords.default else {
        return false
      }
      return context.judge.accepts(value, member.schema) != false
    }
  }
}
