package import JSONSchema

/// What the meta-schema of a dialect of the user's own refuses.
package enum MetaSchemaViolation: LintRule {
  package static let id = "meta-schema-violation"
  package static let summary = "a schema that the meta-schema of its own dialect refuses"
  package static let explanation = """
    `$schema` may name a meta-schema of your own, which may ask for anything: a title everywhere, no keyword of some
    kind. Every schema of such a dialect is held against it.
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
