package import JSONSchema

/// Keywords that stand beside `$ref` before 2019-09.
package enum IgnoredBesideReference: FactRule {
  package static let id = "ignored-beside-reference"
  package static let summary = "keywords beside '$ref' in a dialect that ignores them"
  package static let explanation = """
    Up to draft-07, an object with `$ref` is a reference and nothing else (draft-07 core, section 8.3): what stands
    beside it forbids nothing. Put the reference under `allOf`, or use a newer dialect.
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
