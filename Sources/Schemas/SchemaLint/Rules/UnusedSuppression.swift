package import JSONSchema

/// Suppressions that suppress no finding.
package enum UnusedSuppression: SettingsRule {
  package static let id = "unused-suppression"
  package static let summary = "a suppression without a matching finding"
  package static let explanation = """
    An unused suppression would hide the next finding of its rule at this location. A suppression that misspells the
    rule hides nothing.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "type": "string", "x-lint": { "ignore": { "invalid-default": "set by the server" } } }"#
  package static let good = """
    { "type": "string", "default": 1, "x-lint": { "ignore": { "invalid-default": "set by the server" } } }
    """
}
