package import JSONSchema

/// Lists of names that have one of them twice.
package enum RepeatedValue: FactRule {
  package static let id = "repeated-value"
  package static let summary = "a name or value twice in a list whose elements must be unique"
  package static let explanation = """
    `required`, `dependentRequired` and a list under `type` hold each name once, and in draft-04 `enum` holds each
    value once; the meta-schema refuses others. The second one says nothing that the first has not said.

    `--fix` removes the second one.
    """
  package static let severity = Diagnostic.Severity.error
  package static let bad = #"{ "type": "object", "required": ["id", "id"], "properties": { "id": true } }"#
  package static let good = #"{ "type": "object", "required": ["id"], "properties": { "id": true } }"#

  static func fix(_ fact: ResolveError, _ context: LintContext) -> Fix? {
    context.fixes.removal(fact.document, fact.pointer, "remove the second one")
  }
}
