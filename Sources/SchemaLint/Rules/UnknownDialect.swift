package import JSONSchema

/// `$schema` that names no dialect.
package enum UnknownDialect: FactRule {
  package static let id = "unknown-dialect"
  package static let summary = "a '$schema' that names no dialect that can be used"
  package static let explanation = """
    `$schema` decides what every keyword means. Its value is an identifier, compared letter by letter: `http` where
    the dialect says `https` names another one.

    `--fix` writes the identifier of the dialect as its specification does, where nothing but the scheme, `www.` or
    the end of the URI differs.
    """
  package static let severity = Diagnostic.Severity.error
  package static let bad = #"{ "$schema": "https://json-schema.org/draft-07/schema#", "type": "string" }"#
  package static let good = #"{ "$schema": "http://json-schema.org/draft-07/schema#", "type": "string" }"#

  static func fix(_ fact: ResolveError, _ context: LintContext) -> Fix? {
    guard case .unknownDialect(let actual, _) = fact.kind,
      let dialect = Dialect.all.first(where: { key($0.uri) == key(actual) }),
      let edit = context.fixes.replacing(
        fact.document, fact.pointer,
        with: FixWriter.literal(dialect.uri + (dialect.draft <= .draft7 ? "#" : "")))
    else { return nil }
    return Fix(summary: "write the URI of \(dialect.name) as its specification does", edits: [edit])
  }

  /// What tells URIs of dialects apart.
  private static func key(_ uri: String) -> String {
    var key = uri[...]
    for prefix in ["https://", "http://", "www."] where key.hasPrefix(prefix) { key = key.dropFirst(prefix.count) }
    for suffix in ["#", "/", ".json"] where key.hasSuffix(suffix) { key = key.dropLast(suffix.count) }
    return String(key)
  }
}
