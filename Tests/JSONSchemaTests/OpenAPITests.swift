import JSONSchema
import SchemaRuntime
import Testing

/// The dialects of OpenAPI 3.0 and Swagger 2.0.
@Suite struct OpenAPITests {
  /// Resolves the schemas of a description, which is `a.json`, with other files beside it.
  private static func resolve(
    _ description: String, root: [String], _ files: [String: String] = [:]
  ) throws -> SchemaResolver.Resolution {
    let document = SchemaDocument(
      uri: "file:///a.json", name: "a.json", source: try JSONDocument(parsing: description),
      extent: .members(of: JSONPointer(root)))
    return try SchemaResolver.resolve([document]) { uri in
      guard let text = files[String(uri.dropFirst("file:///".count))] else { return nil }
      return (try? JSONDocument(parsing: text)).map { SchemaDocument(uri: uri, name: uri, source: $0) }
    }
  }

  private static func openAPI(_ schema: String) -> String {
    #"{"openapi": "3.0.3", "components": {"schemas": {"A": "# + schema + #", "B": {}}}}"#
  }

  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let schema: String
    var type: [JSONType]? = nil
    var examples: [JSONValue] = []
    var bounds: [String] = []
    var diagnostics: [String] = []
  }

  static let rows = [
    Row(testDescription: "a type alone", schema: #"{"type": "string"}"#, type: [.string]),
    Row(
      testDescription: "a nullable type admits null", schema: #"{"nullable": true, "type": "string"}"#,
      type: [.string, .null]),
    Row(
      testDescription: "one that is not nullable does not", schema: #"{"type": "string", "nullable": false}"#,
      type: [.string]),
    Row(
      testDescription: "'nullable' without a type has no effect", schema: #"{"nullable": true, "enum": ["a"]}"#,
      diagnostics: ["warning: expected 'type' next to 'nullable', found none"]),
    Row(
      testDescription: "a limit is exclusive by a Boolean", schema: #"{"minimum": 1, "exclusiveMinimum": true}"#,
      bounds: ["exclusiveMinimum"]),
    Row(
      testDescription: "a Boolean without its limit has no effect", schema: #"{"exclusiveMinimum": true}"#,
      diagnostics: ["warning: expected 'minimum' next to 'exclusiveMinimum', found none"]),
    Row(testDescription: "an example", schema: #"{"example": {"a": 1}}"#, examples: [["a": 1]]),
    Row(
      testDescription: "siblings of '$ref' are ignored",
      schema: ##"{"$ref": "#/components/schemas/B", "type": "null"}"##,
      diagnostics: ["warning: OpenAPI 3.0 ignores the siblings of '$ref': 'type'"]),
    Row(
      testDescription: "keywords of later drafts have no meaning", schema: #"{"const": 1}"#,
      diagnostics: ["warning: keyword 'const' has no meaning in OpenAPI 3.0; it belongs to draft-06 and later"]),
    Row(
      testDescription: "'id' is no identifier", schema: #"{"id": "https://example.com/a"}"#,
      diagnostics: ["warning: keyword 'id' has no meaning in OpenAPI 3.0; it belongs to draft-04"]),
  ]

  @Test("a schema of OpenAPI 3.0 is read", arguments: rows)
  func reads(_ row: Row) throws {
    let resolution = try Self.resolve(Self.openAPI(row.schema), root: ["components", "schemas"])
    let keywords = resolution.graph[resolution.graph.roots[0]].keywords
    #expect(keywords.type == row.type)
    #expect(keywords.examples == row.examples)
    let limits = NumberLimit.allCases.filter { keywords.bounds[$0] != nil }
    #expect(limits.map(\.keyword) == row.bounds)
    #expect(resolution.diagnostics.map { "\($0.severity): \($0.message)" } == row.diagnostics)
  }

  @Test("Swagger 2.0 has 'x-nullable', and no choices")
  func swagger() throws {
    let resolution = try Self.resolve(
      #"{"swagger": 2.0, "definitions": {"A": {"type": "string", "x-nullable": true, "oneOf": [{}]}}}"#,
      root: ["definitions"])
    let keywords = resolution.graph[resolution.graph.roots[0]].keywords
    #expect(keywords.type == [.string, .null] && keywords.oneOf.isEmpty)
    #expect(
      resolution.diagnostics.map(\.message) == [
        "keyword 'oneOf' has no meaning in Swagger 2.0; it belongs to draft-04 and later"
      ])
  }

  @Test("files to which a description refers are of its dialect, unless they name another")
  func otherFiles() throws {
    let resolution = try Self.resolve(
      Self.openAPI(#"{"properties": {"b": {"$ref": "b.json"}, "c": {"$ref": "c.json"}}}"#),
      root: ["components", "schemas"],
      [
        "b.json": #"{"type": "string", "nullable": true}"#,
        "c.json": ##"{"$schema": "http://json-schema.org/draft-07/schema#", "type": "string", "nullable": true}"##,
      ])
    let types = resolution.graph.nodes.compactMap(\.keywords.type)
    #expect(types == [[.string, .null], [.string]])
  }
}
