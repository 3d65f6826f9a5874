package import JSONSchema
import SchemaRuntime

/// Defaults that their schema rejects.
package enum InvalidDefault: SchemaRule {
  package static let id = "invalid-default"
  package static let summary = "a 'default' that does not validate"
  package static let explanation = """
    Generated properties return the default if the member is absent, so an invalid default could be read but never
    written. JSON Schema Validation (section 9.2) recommends valid defaults. A default of `null` or `{}` often stands
    for "none", and is reported only as a note.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "type": "integer", "default": "3" }"#
  package static let good = #"{ "type": "integer", "default": 3 }"#

  static func check(_ context: LintContext) -> [Violation] {
    context.nodes.compactMap { node in
      guard let value = node.keywords.default, let issue = context.judge.reason(against: value, node.id) else {
        return nil
      }
      return Violation(
        context.location(node, "default"), "the schema rejects this default: \(issue.words)",
        severity: value == .null || value == [:] ? .note : nil)
    }
  }
}
