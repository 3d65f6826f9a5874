package import JSONSchema

/// References that lead nowhere.
package enum UnresolvableReference: FactRule {
  package static let id = "unresolvable-reference"
  package static let summary = "a reference to a schema that is not there"
  package static let explanation = """
    A reference is a URI, resolved against the nearest `$id` around it. Nothing is fetched: documents are those of
    the folder, those that the configuration names under `references`, and the meta-schemas of the drafts. The
    message says how far the reference leads and what is near.
    """
  package static let severity = Diagnostic.Severity.error
  package static let bad = ##"{ "$ref": "#/$defs/user", "$defs": { "users": { "type": "object" } } }"##
  package static let good = ##"{ "$ref": "#/$defs/users", "$defs": { "users": { "type": "object" } } }"##
}
