package import JSONSchema

/// Suppressions without a reason.
package enum UnexplainedSuppression: SettingsRule {
  package static let id = "unexplained-suppression"
  package static let summary = "a suppression without a reason"
  package static let explanation = """
    Without a reason, later readers cannot tell whether a suppression is still needed. In a schema, the reason is the
    value of the rule under `x-lint`; in the configuration, it is `reason` under `suppressions`.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "type": "string", "default": 1, "x-lint": { "ignore": { "invalid-default": "" } } }"#
  package static let good = """
    { "type": "string", "default": 1, "x-lint": { "ignore": { "invalid-default": "set by the server" } } }
    """
}
