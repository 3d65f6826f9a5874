package import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Keywords for other types than the schema's.
package enum InapplicableKeyword: SchemaRule {
  package static let id = "inapplicable-keyword"
  package static let summary = "a keyword that cannot apply to the schema's type"
  package static let explanation = """
    Most keywords constrain only values of one type: `minLength` does not constrain numbers. If `type` excludes this
    type, the keyword has no effect.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "type": "integer", "minLength": 1 }"#
  package static let good = #"{ "type": "integer", "minimum": 1 }"#

  static func check(_ context: LintContext) -> [Violation] {
    context.nodes.flatMap { node -> [Violation] in
      guard let types = node.types, !types.types.isEmpty else { return [] }
      return node.keywords.written.keys.compactMap { name in
        guard let rule = node.dialect.keyword(named: name) else { return nil }
        let kinds = kinds(of: rule, in: node)
        guard kinds.isDisjoint(with: ValueKinds(types)) else { return nil }
        let found = types.types.map(\.rawValue).joined(separator: " or ")
        return Violation(
          context.nameLocation(node, name),
          "\(name.quoted) has no effect: it applies to \(kinds.words), but 'type' is \(found); remove it, or change "
            + "'type'")
      }
    }
  }

  private static func kinds(of rule: KeywordRule, in node: SchemaNode) -> ValueKinds {
    guard rule.vocabulary == .format else { return rule.kinds }
    // Unknown formats may apply to any type; numbers in strings are numbers first of all (OpenAPI's registry).
    let format = node.keywords.format.flatMap(Format.init(keyword:))
    return format.map { !$0.facts.isOfNumbers } ?? false ? rule.kinds : .all
  }
}
