import JSONSchema
import SchemaRuntime
import SchemaTestSuite
import SchemaValidation
import Testing

/// Schemas of custom dialects checked against their meta-schemas: documents in, messages out.
@Suite struct MetaSchemaCheckTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Documents `a.json`, `b.json`, … at `https://example.com/`; the first is given, the others are looked up.
    let schemas: [String]
    let lines: [String]

    init(_ name: String, _ schemas: String..., lines: [String]) {
      testDescription = name
      self.schemas = schemas
      self.lines = lines
    }
  }

  /// Every object schema of this dialect has a description.
  private static let described = """
    {
      "$schema": "http://json-schema.org/draft-07/schema#",
      "$id": "https://example.com/b.json",
      "allOf": [{"$ref": "http://json-schema.org/draft-07/schema#"}],
      "if": {"type": "object"},
      "then": {
        "required": ["description"],
        "properties": {"properties": {"additionalProperties": {"$ref": "#"}}, "title": {"maxLength": 3}}
      }
    }
    """

  static let rows = [
    Row(
      "a schema that satisfies its meta-schema",
      #"{"$schema": "https://example.com/b.json", "description": "d", "properties": {"a": {"description": "x"}}}"#,
      described, lines: []),
    Row(
      "findings are located at the value, and name the keyword of the meta-schema",
      """
      {
        "$schema": "https://example.com/b.json",
        "description": "d",
        "title": "long",
        "properties": {
          "a": {"title": "four"}, "b": true
        }
      }
      """, described,
      lines: [
        "a.json:4:12: error: expected at most 3 characters, found 4, according to 'maxLength' in the meta-schema at b.json:8:98",
        "a.json:6:10: error: expected member 'description', found none, according to 'required' in the meta-schema at "
          + "b.json:7:17",
        "a.json:6:20: error: expected at most 3 characters, found 4, according to 'maxLength' in the meta-schema at b.json:8:98",
      ]),
    Row(
      "a dialect that extends v1 by keywords",
      ##"{"$schema": "https://example.com/b.json", "unit": "m", "not": {"unit": 1, "units": "m", "x-a": 1}}"##,
      ##"{"$schema": "https://json-schema.org/v1", "$id": "https://example.com/b.json", "$dynamicAnchor": "meta", "$ref": "https://json-schema.org/v1", "$defs": {"own": {"$dynamicAnchor": "extension", "properties": {"unit": {"type": "string"}}}}}"##,
      lines: [
        "a.json:1:72: error: expected string, found integer, according to 'type' in the meta-schema at b.json:1:225",
        "a.json:1:84: error: expected a declared member, found 'units'; did you mean 'unit'?, according to "
          + "'unevaluatedProperties' in the meta-schema at https://json-schema.org/v1#/unevaluatedProperties",
      ]),
    Row(
      "an embedded resource of another dialect answers to its own meta-schema",
      ##"{"$schema": "https://example.com/b.json", "description": "d", "properties": {"a": {"$id": "i", "$schema": "http://json-schema.org/draft-07/schema#", "title": "no description"}}}"##,
      described, lines: []),
    Row(
      "an embedded resource of the dialect in a document of another",
      ##"{"$schema": "http://json-schema.org/draft-07/schema#", "definitions": {"a": {"$id": "i", "$schema": "https://example.com/b.json"}}}"##,
      described,
      lines: [
        "a.json:1:77: error: expected member 'description', found none, according to 'required' in the meta-schema at "
          + "b.json:7:17"
      ]),
    Row(
      "a schema that only a reference makes one",
      ##"{"$schema": "https://example.com/b.json", "description": "d", "not": {"$ref": "#/u", "description": "x"}, "u": {}}"##,
      described,
      lines: [
        "a.json:1:112: error: expected member 'description', found none, according to 'required' in the meta-schema at "
          + "b.json:7:17"
      ]),
    Row(
      "what the resolver has warned of is no error, but a rule of the custom meta-schema is",
      """
      {
        "$schema": "https://example.com/b.json",
        "description": null,
        "required": ["a", "a"],
        "properties": {
          "a": {"description": 1, "$comment": 2},
          "b": {"$comment": []},
          "c": {"description": "d", "title": ["long"], "examples": {}}
        }
      }
      """, described,
      lines: [
        "a.json:7:10: error: expected member 'description', found none, according to 'required' in the meta-schema at "
          + "b.json:7:17"
      ]),
    Row(
      "a meta-schema that breaks its own", #"{"$schema": "https://example.com/b.json"}"#,
      #"{"$schema": "https://example.com/c.json", "title": "long"}"#,
      #"{"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"title": {"maxLength": 3}}}"#,
      lines: [
        "b.json:1:52: error: expected at most 3 characters, found 4, according to 'maxLength' in the meta-schema at c.json:1:94"
      ]),
    Row(
      "a meta-schema that does not compile", #"{"$schema": "https://example.com/b.json"}"#,
      #"{"$schema": "http://json-schema.org/draft-07/schema#", "pattern": "("}"#,
      lines: [
        "b.json:1:67: error: expected a regular expression, found '(': expected ')' to close the group, "
          + "found the end of the pattern, at offset 0"
      ]),
    Row("dialects that are built in ask for no run", #"{"title": "x"}"#, lines: []),
  ]

  private static let core = "https://json-schema.org/draft/2020-12/"

  /// The dynamic scope begins at the user's meta-schema, so its additions apply at every depth.
  static let dynamicRows = [
    Row(
      "a meta-schema of draft 2020-12 with vocabularies",
      ##"{"$schema": "https://example.com/b.json", "title": "t", "properties": {"a": {"title": "x"}, "b": {"type": 1}}}"##,
      """
      {
        "$schema": "\(core)schema", "$dynamicAnchor": "meta",
        "$vocabulary": {"\(core)vocab/core": true, "\(core)vocab/applicator": true},
        "allOf": [{"$ref": "\(core)meta/core"}, {"$ref": "\(core)meta/applicator"}],
        "required": ["title"]
      }
      """,
      lines: [
        "a.json:1:98: error: expected member 'title', found none, according to 'required' in the meta-schema at b.json:5:15"
      ])
  ]

  @Test(arguments: dynamicRows)
  func `a meta-schema with a dynamic anchor is enforced at every depth`(row: Row) throws { try check(row) }

  @Test(arguments: rows)
  func `a custom meta-schema is enforced`(row: Row) throws { try check(row) }

  private func check(_ row: Row) throws {
    let documents = try row.schemas.enumerated().map { index, text in
      let name = ["a.json", "b.json", "c.json"][index]
      return SchemaDocument(
        uri: "https://example.com/" + name, name: name, source: try JSONDocument(parsing: Array(text.utf8)))
    }
    let resolution = try SchemaResolver.resolve([documents[0]]) { uri in documents.first { $0.uri == uri } }
    #expect(MetaSchemaCheck.diagnostics(of: resolution).map(\.description) == row.lines)
  }
}
