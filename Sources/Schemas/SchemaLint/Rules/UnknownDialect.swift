package import JSONSchema

/// Unknown or unusable values of `$schema`.
package enum UnknownDialect: FactRule {
  package static let id = "unknown-dialect"
  package static let summary = "a '$schema' that does not name a usable dialect"
  package static let explanation = """
    `$schema` determines the meaning of every keyword. Its value is an identifier, compared character by character:
    `http` instead of `https` names another dialect.

    `--fix` writes the identifier as in the dialect's specification, if only the scheme, `www.` or the end of the URI
    differs.
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

  /// Returns the part of a URI that distinguishes dialects.
  private static func key(_ uri: String) -> String {
    var key = uri[...]
    for prefix in ["https://", "http://", "www."] where key.hasPrefix(prefix) { key = key.dropFirst(prefix.count) }
    for suffix in ["#", "/", ".json"] where key.hasSuffix(suffix) { key = key.dropLast(suffix.count) }
    return String(key)
  }
}
