package import JSONSchema

/// Suppressions that let nothing pass.
package enum UnusedSuppression: SettingsRule {
  package static let id = "unused-suppression"
  package static let summary = "a suppression that lets nothing pass"
  package static let explanation = """
    A suppression that nothing needs any more would hide the next finding of its rule at its place. So would one
    whose rule is misspelt, without anybody knowing.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "type": "string", "x-lint": { "ignore": { "invalid-default": "set by the server" } } }"#
  package static let good = """
    { "type": "string", "default": 1, "x-lint": { "ignore": { "invalid-default": "set by the server" } } }
    """
}
