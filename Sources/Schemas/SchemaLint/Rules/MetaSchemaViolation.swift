package import JSONSchema

/// Schemas that the meta-schema of a custom dialect rejects.
package enum MetaSchemaViolation: LintRule {
  package static let id = "meta-schema-violation"
  package static let summary = "a schema that the meta-schema of its custom dialect rejects"
  package static let explanation = """
    `$schema` may name a custom meta-schema, which may require titles or forbid some keywords. Every schema that names
    it is validated against it.
    """
  package static let severity = Diagnostic.Severity.error
  package static let bad = """
    {
      "$schema": "https://example.com/titled",
      "$id": "https://example.com/titled",
      "$vocabulary": { "https://json-schema.org/draft/2020-12/vocab/core": true },
      "$ref": "https://json-schema.org/draft/2020-12/schema",
      "type": "text"
    }
    """
  package static let good = """
    {
      "$schema": "https://example.com/titled",
      "$id": "https://example.com/titled",
      "$vocabulary": { "https://json-schema.org/draft/2020-12/vocab/core": true },
      "$ref": "https://json-schema.org/draft/2020-12/schema",
      "type": "object"
    }
    """
}
