package import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Unknown keywords.
package enum UnknownKeyword: FactRule, SchemaRule {
  package static let id = "unknown-keyword"
  package static let summary = "a keyword that no dialect defines"
  package static let explanation = """
    An unknown keyword constrains nothing. The prefix `x-` shows that the keyword is intended. `nullable`,
    `discriminator` and `example` come from OpenAPI. In v1, an unknown keyword without the prefix is an error.
    """
  package static let severity = Diagnostic.Severity.note
  package static let bad = #"{ "type": "string", "nullable": true }"#
  package static let good = #"{ "type": ["string", "null"] }"#

  /// The JSON Schema equivalents of some keywords.
  private static let successors = [
    "nullable": "'type' with \"null\" among its types", "example": "'examples'",
    "optional": "'required' of the object",
  ]

  static func check(_ context: LintContext) -> [Violation] {
    context.nodes.filter(\.dialect.permitsUnknownKeywords).flatMap { node in
      let written = node.keywords.written
      return written.compactMap { name, value -> Violation? in
        guard node.dialect.keyword(named: name) == nil, !name.hasPrefix("x-"), !name.hasPrefix("$"),
          // Other rules report keywords of other dialects and misspelled ones.
          !Dialect.all.contains(where: { $0.keyword(named: name) != nil }),
          node.dialect.keyword(misspelledAs: name, value: value, isPresent: { written[$0] != nil }) == nil
        else { return nil }
        let advice = successors[name].map { "use \($0)" } ?? "name it \("x-\(name)".quoted) if that is intended"
        return Violation(
          context.nameLocation(node, name),
          "\(node.dialect) has no keyword \(name.quoted), so it is only an annotation; \(advice)")
      }
    }
  }
}
