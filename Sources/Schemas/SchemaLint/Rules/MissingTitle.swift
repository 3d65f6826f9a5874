package import JSONSchema

/// Documents without a title.
package enum MissingTitle: SchemaRule {
  package static let id = "missing-title"
  package static let summary = "a document whose schema has no 'title'"
  package static let explanation = """
    Without a title, documentation, editors and error messages can show only the file name.
    """
  package static let severity = Diagnostic.Severity.note
  package static let bad = #"{ "type": "string", "description": "What a user is called." }"#
  package static let good = #"{ "title": "Nick Name", "type": "string", "description": "What a user is called." }"#

  static func check(_ context: LintContext) -> [Violation] {
    context.nodes.filter { $0.parent == nil && $0.boolean == nil && isBlank($0.keywords.title) }.map {
      Violation(context.location($0), "expected a 'title', found none")
    }
  }

  static func isBlank(_ text: String?) -> Bool { text?.allSatisfy(\.isWhitespace) ?? true }
}
