package import JSONSchema

/// Suppressions without a reason.
package enum UnexplainedSuppression: SettingsRule {
  package static let id = "unexplained-suppression"
  package static let summary = "a suppression without a reason"
  package static let explanation = """
    The reason is the value of the rule under `x-lint` in a schema, and `reason` under `suppressions` in the
    configuration.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "type": "string", "default": 1, "x-lint": { "ignore": { "invalid-default": "" } } }"#
  package static let good = """
    { "type": "string", "default": 1, "x-lint": { "ignore": { "invalid-default": "set by the server" } } }
    """
}
