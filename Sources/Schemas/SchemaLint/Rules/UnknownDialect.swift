package import JSONSchema

/// Unknown or unusable values of `$schema`.
package enum UnknownDialect: FactRule {
  package static let id = "unknown-dialect"
  package static let summary = "a '$schema' that does not name a usable dialect"
  package static let explanation = """
    `$schema` is an identifier, which other tools compare character by character: to them, `http` instead of `https`
    names another dialect. If a URI differs from a known one only in the scheme, `www.` or the end, the finding is only
    a warning. `--fix` writes the identifier as the specification does.
    """
  package static let severity = Diagnostic.Severity.error
  package static let bad = #"{ "$schema": "https://json-schema.org/draft-07/schema#", "type": "string" }"#
  package static let good = #"{ "$schema": "http://json-schema.org/draft-07/schema#", "type": "string" }"#

  static func severity(of fact: ResolveError, _ context: LintContext) -> Diagnostic.Severity? {
    if case .dialectSpelling = fact.kind { .warning } else { nil }
  }

  static func fix(_ fact: ResolveError, _ context: LintContext) -> Fix? {
    guard case .dialectSpelling(_, let meant) = fact.kind,
      let edit = context.fixes.replacing(fact.document, fact.pointer, with: FixWriter.literal(meant))
    else { return nil }
    return Fix(summary: "write the URI as the specification of the dialect does", edits: [edit])
  }
}
