package import JSONSchema

/// Duplicates in lists of unique values.
package enum RepeatedValue: FactRule {
  package static let id = "repeated-value"
  package static let summary = "a repeated name or value in a list whose elements must be unique"
  package static let explanation = """
    The meta-schema rejects duplicates in `required`, `dependentRequired`, a list under `type` and, until draft-04, `enum`.
    `--fix` removes them.
    """
  package static let severity = Diagnostic.Severity.error
  package static let bad = #"{ "type": "object", "required": ["id", "id"], "properties": { "id": true } }"#
  package static let good = #"{ "type": "object", "required": ["id"], "properties": { "id": true } }"#

  static func fix(_ fact: ResolveError, _ context: LintContext) -> Fix? {
    context.fixes.removal(fact.document, fact.pointer, "remove the second one")
  }
}
