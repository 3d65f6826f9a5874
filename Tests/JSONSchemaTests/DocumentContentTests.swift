import JSONSchema
import SchemaRuntime
import Testing

@Suite("The root of a document")
struct DocumentContentTests {
  /// A text and its classification.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let content: DocumentContent

    init(_ sentence: String, _ text: String, _ content: DocumentContent) {
      testDescription = sentence
      self.text = text
      self.content = content
    }
  }

  static let schemas = [
    Row("An empty object is a schema", "{}", .schema),
    Row("A Boolean is a schema", "true", .schema),
    Row("So is its contrary", "false", .schema),
    Row("A title alone is a schema", #"{"title": "Name"}"#, .schema),
    Row("A library of definitions is a schema", #"{"$defs": {"a": {}}}"#, .schema),
    Row("So is one of an older draft", #"{"definitions": {"a": {"type": "string"}}, "version": 3}"#, .schema),
    Row("So is one without any", #"{"definitions": {}}"#, .schema),
    Row("So is one of draft-03", #"{"extends": {"divisibleBy": 2}}"#, .schema),
    Row("Vendor keywords alone are a schema", #"{"x-owner": "team", "x-sensitive": true}"#, .schema),
    Row("A name of a draft is enough", #"{"$schema": "http://json-schema.org/draft-07/schema#", "a": 1}"#, .schema),
    Row("One keyword among unknown ones is enough", #"{"type": "object", "owner": "team"}"#, .schema),
    Row("So are properties", #"{"properties": {"a": {"type": "string"}}, "version": 1}"#, .schema),
    Row("So is a reference", ##"{"$ref": "#/shared/a", "shared": {"a": {}}}"##, .schema),
    Row("A misspelled value is the resolver's to report", #"{"type": "strng"}"#, .schema),
    Row(
      "The name of a draft wins over a member of another format",
      #"{"$schema": "https://json-schema.org/draft/2020-12/schema", "openapi": "3.1.0"}"#, .schema),
    Row("A property may be called openapi", #"{"type": "object", "properties": {"openapi": {}}}"#, .schema),
  ]

  static let others = [
    Row("OpenAPI 3.0 holds its schemas below", #"{"openapi": "3.0.3", "info": {}}"#, .host(format: "OpenAPI 3.0.3")),
    Row("OpenAPI 3.1 as well", #"{"openapi": "3.1.0", "components": {}}"#, .host(format: "OpenAPI 3.1.0")),
    Row(
      "Swagger 2 has definitions but is not a schema", #"{"swagger": "2.0", "definitions": {"a": {"type": "string"}}}"#,
      .host(format: "Swagger 2.0")),
    Row("A version may be a number", #"{"swagger": 2.0}"#, .host(format: "Swagger 2.0")),
    Row("AsyncAPI is not a schema", #"{"asyncapi": "3.0.0", "channels": {}}"#, .host(format: "AsyncAPI 3.0.0")),
    Row("What extends a file is none", #"{"extends": "./base.json", "required": true}"#, .other(.object)),
    Row("A payload is none", #"{"name": "Ada", "age": 36}"#, .other(.object)),
    Row("Nor with a title among its members", #"{"title": "Dune", "author": "Herbert"}"#, .other(.object)),
    Row("Nor with items that are not schemas", #"{"order": 7, "items": [{"sku": "a"}]}"#, .other(.object)),
    Row(
      "Nor with a type of its own",
      #"{"type": "Feature", "geometry": {"type": "Point"}, "properties": {"name": "x"}}"#, .other(.object)),
    Row(
      "package.json has keywords of other meanings",
      #"{"name": "a", "description": "b", "type": "module", "dependencies": {"c": "^1.0.0"}}"#, .other(.object)),
    Row(
      "A configuration with a schema of its own is none",
      #"{"$schema": "./codegen.schema.json", "schemas": {"include": ["*.json"]}, "outputs": {}}"#, .other(.object)),
    Row("A one-letter name is not a misspelled short keyword", #"{"f": {"type": "null"}}"#, .other(.object)),
    Row("An array is none", "[{}]", .other(.array)),
    Row("A string is none", #""schema""#, .other(.string)),
    Row("A number is none", "1", .other(.integer)),
    Row("Null is none", "null", .other(.null)),
  ]

  @Test("is a schema", arguments: schemas)
  func isSchema(_ row: Row) throws {
    #expect(DocumentContent(of: try JSONValue(parsing: row.text)) == row.content)
  }

  @Test("is something else", arguments: others)
  func isOther(_ row: Row) throws {
    #expect(DocumentContent(of: try JSONValue(parsing: row.text)) == row.content)
  }

  @Test("every keyword of every dialect since draft-04 makes an object a schema")
  func everyKeyword() {
    for dialect in Dialect.all where dialect != .draft3 {
      for name in dialect.keywordNames {
        #expect(DocumentContent(of: .object(JSONObject([(name, .null)]))) == .schema, "\(dialect): \(name)")
      }
    }
  }

  static let containers: [(text: String, pointers: [String])] = [
    (
      #"{"openapi": "3.0.3", "info": {"title": "a"}, "components": {"schemas": {"Pet": {"type": "object"}}}}"#,
      ["/components/schemas"]
    ),
    (#"{"swagger": "2.0", "definitions": {"Pet": {"type": "object"}}, "paths": {}}"#, ["/definitions"]),
    (##"{"a~/b": {"x": {"$ref": "#"}}, "c": {"d": {"e": {"f": {"type": "null"}}}}}"##, ["/a~0~1b", "/c/d/e"]),
    (#"{"a": {"b": {"c": {"d": {"e": {"type": "null"}}}}}}"#, []),
    (#"{"name": "Ada"}"#, []),
  ]

  @Test("lists the objects that contain schemas", arguments: containers)
  func schemaContainers(_ row: (text: String, pointers: [String])) throws {
    let pointers = DocumentContent.schemaContainers(in: try JSONValue(parsing: row.text))
    #expect(pointers.map(\.description) == row.pointers)
  }
}
