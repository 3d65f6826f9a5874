package import JSONSchema

/// Siblings of `$ref` before 2019-09.
package enum IgnoredBesideReference: FactRule {
  package static let id = "ignored-beside-reference"
  package static let summary = "keywords next to '$ref' in a dialect that ignores them"
  package static let explanation = """
    Up to draft-07, an object with `$ref` is only a reference (draft-07 core, section 8.3): the other keywords are
    ignored. Put the reference under `allOf`, or use a newer dialect.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = ##"""
    {
      "$schema": "http://json-schema.org/draft-07/schema#",
      "properties": { "name": { "$ref": "#/definitions/text", "maxLength": 20 } },
      "definitions": { "text": { "type": "string" } }
    }
    """##
  package static let good = ##"""
    {
      "$schema": "http://json-schema.org/draft-07/schema#",
      "properties": { "name": { "allOf": [{ "$ref": "#/definitions/text" }], "maxLength": 20 } },
      "definitions": { "text": { "type": "string" } }
    }
    """##
}
