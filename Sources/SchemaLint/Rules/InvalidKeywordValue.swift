package import JSONSchema

/// Values that their keywords do not have.
package enum InvalidKeywordValue: FactRule {
  package static let id = "invalid-keyword-value"
  package static let summary = "a keyword whose value is not of the form that the dialect asks for"
  package static let explanation = """
    The dialect's meta-schema refuses such a schema, and so do validators. The message says which form the keyword
    has and what stands there instead.

    `--fix` repairs the name of a type that is misspelt and near to one type alone.
    """
  package static let severity = Diagnostic.Severity.error
  package static let bad = #"{ "type": "string", "maxLength": "20" }"#
  package static let good = #"{ "type": "string", "maxLength": 20 }"#

  static func fix(_ fact: ResolveError, _ context: LintContext) -> Fix? {
    guard case .unknownType(_, let actual, let nearest?) = fact.kind,
      let edit = context.fixes.replacing(fact.document, fact.pointer, with: FixWriter.literal(nearest))
    else { return nil }
    return Fix(summary: "replace \(actual.quoted) by \(nearest.quoted)", edits: [edit])
  }
}
