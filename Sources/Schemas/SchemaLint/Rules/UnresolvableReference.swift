package import JSONSchema

/// References without a target.
package enum UnresolvableReference: FactRule {
  package static let id = "unresolvable-reference"
  package static let summary = "a reference to a schema that does not exist"
  package static let explanation = """
    A reference is a URI, resolved against the nearest enclosing `$id`. Nothing is fetched: known documents are those in
    the folder, those listed under `references` in the configuration, and the meta-schemas of the drafts.

    A reference to an unknown document on the web is reported only as a note. To check the reference too, list the
    document under `references`.
    """
  package static let severity = Diagnostic.Severity.error
  package static let bad = ##"{ "$ref": "#/$defs/user", "$defs": { "users": { "type": "object" } } }"##
  package static let good = ##"{ "$ref": "#/$defs/users", "$defs": { "users": { "type": "object" } } }"##

  static func severity(of fact: ResolveError, _ context: LintContext) -> Diagnostic.Severity? {
    fact.isUnavailable ? .note : nil
  }
}
