package import JSONSchema

/// Schemas without a name for people.
package enum MissingTitle: SchemaRule {
  package static let id = "missing-title"
  package static let summary = "a document whose schema has no 'title'"
  package static let explanation = """
    Documentation, editors and error messages call a schema by its title; without one they have only the name of a
    file.
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
