package import JSONSchema
import SchemaDemands
import SchemaRuntime

/// Keywords that look at values of other types than the schema's.
package enum InapplicableKeyword: SchemaRule {
  package static let id = "inapplicable-keyword"
  package static let summary = "a keyword that cannot apply to the schema's type"
  package static let explanation = """
    Most keywords look at values of one type and let all others pass: `minLength` says nothing about numbers. Beside
    a `type` that admits no such value it has no effect, and often another keyword was meant, or another type.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "type": "integer", "minLength": 1 }"#
  package static let good = #"{ "type": "integer", "minimum": 1 }"#

  static func check(_ context: LintContext) -> [Violation] {
    context.nodes.flatMap { node -> [Violation] in
      guard let types = node.types else { return [] }
      return node.keywords.written.names.compactMap { name in
        guard let rule = node.dialect.keyword(named: name) else { return nil }
        let kinds = kinds(of: rule, in: node)
        guard kinds.isDisjoint(with: ValueKinds(types)) else { return nil }
        let found = types.types.map(\.rawValue).joined(separator: ", ")
        return Violation(
          context.nameLocation(node, name),
          "expected 'type' to include \(kinds.words.quoted), at which \(name.quoted) looks, found \(found)")
      }
    }
  }

  private static func kinds(of rule: KeywordRule, in node: SchemaNode) -> ValueKinds {
    // Formats that are not known may be about anything.
    if rule.vocabulary == .format, node.keywords.format.flatMap(Format.init(keyword:)) == nil { return .all }
    return rule.kinds
  }
}
