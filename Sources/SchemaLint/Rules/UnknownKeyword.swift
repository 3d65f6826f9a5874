package import JSONSchema
import SchemaRuntime

/// Keywords that nothing knows.
package enum UnknownKeyword: SchemaRule {
  package static let id = "unknown-keyword"
  package static let summary = "a keyword that no dialect knows"
  package static let explanation = """
    A keyword that nothing knows is an annotation: it forbids nothing. Names that begin with `x-` say that this is
    meant; later drafts may give any other name a meaning. Some names come from elsewhere: `nullable`,
    `discriminator` and `example` are OpenAPI's, `divisibleBy`, `disallow` and `extends` are those of the drafts
    before draft-04.
    """
  package static let severity = Diagnostic.Severity.note
  package static let bad = #"{ "type": "string", "nullable": true }"#
  package static let good = #"{ "type": ["string", "null"] }"#

  /// What says the same in JSON Schema.
  private static let successors = [
    "nullable": "'type' with \"null\" among its types", "example": "'examples'", "divisibleBy": "'multipleOf'",
    "disallow": "'not'", "extends": "'allOf'", "optional": "'required' of the object",
  ]

  static func check(_ context: LintContext) -> [Violation] {
    context.nodes.flatMap { node in
      node.keywords.written.names.compactMap { name -> Violation? in
        guard node.dialect.keyword(named: name) == nil, !name.hasPrefix("x-"), !name.hasPrefix("$"),
          // Names of other dialects and names that are nearly known have rules of their own.
          !Dialect.all.contains(where: { $0.keyword(named: name) != nil }),
          Spelling.nearest(to: name, among: node.dialect.keywordNames) == nil
        else { return nil }
        let hint = successors[name].map { "; JSON Schema has \($0)" } ?? ""
        return Violation(
          context.nameLocation(node, name),
          "expected a keyword of \(node.dialect) or a name that begins with 'x-', found \(name.quoted)" + hint)
      }
    }
  }
}
