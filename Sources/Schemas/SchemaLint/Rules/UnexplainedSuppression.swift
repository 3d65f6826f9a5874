package import JSONSchema

/// Suppressions without a reason.
package enum UnexplainedSuppression: SettingsRule {
  package static let id = "unexplained-suppression"
  package static let summary = "a suppression without a reason"
  package static let explanation = """
    In a schema, the reason is the value next to the rule's name under `x-lint`. In the configuration, it is the
    `reason` under `suppressions`.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "type": "string", "default": 1, "x-lint": { "ignore": { "invalid-default": "" } } }"#
  package static let good = """
    { "type": "string", "default": 1, "x-lint": { "ignore": { "invalid-default": "set by the server" } } }
    """
}
