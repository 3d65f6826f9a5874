package import JSONSchema

/// Suppressions without a reason.
package enum UnexplainedSuppression: SettingsRule {
  package static let id = "unexplained-suppression"
  package static let summary = "a suppression without a reason"
  package static let explanation = """
    Who comes later has to know whether a suppression still holds. `x-lint` in a schema has the reason as the value
    beside the rule, `suppressions` of the configuration as `reason`.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "type": "string", "default": 1, "x-lint": { "ignore": { "invalid-default": "" } } }"#
  package static let good = """
    { "type": "string", "default": 1, "x-lint": { "ignore": { "invalid-default": "set by the server" } } }
    """
}
