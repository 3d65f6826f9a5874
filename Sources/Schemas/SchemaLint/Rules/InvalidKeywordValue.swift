package import JSONSchema
import SchemaAnalysis

/// Values that their keywords do not permit.
package enum InvalidKeywordValue: FactRule {
  package static let id = "invalid-keyword-value"
  package static let summary = "a keyword whose value does not have the form that the dialect requires"
  package static let explanation = """
    The dialect's meta-schema and validators reject such a schema. `--fix` corrects a misspelled type name if it is
    close to only one type.
    """
  package static let severity = Diagnostic.Severity.error
  package static let bad = #"{ "type": "string", "maxLength": "20" }"#
  package static let good = #"{ "type": "string", "maxLength": 20 }"#

  static func severity(of fact: ResolveError, _ context: LintContext) -> Diagnostic.Severity? {
    // In OpenAPI, a keyword without its companion has no effect.
    if case .missingCompanion = fact.kind { .warning } else { nil }
  }

  static func fix(_ fact: ResolveError, _ context: LintContext) -> Fix? {
    guard case .unknownType(_, let actual, let nearest?) = fact.kind,
      let edit = context.fixes.replacing(fact.document, fact.pointer, with: FixWriter.literal(nearest))
    else { return nil }
    return Fix(summary: "replace \(actual.quoted) with \(nearest.quoted)", edits: [edit])
  }
}
