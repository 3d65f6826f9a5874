import JSONSchema
import SchemaRuntime
import SchemaValidation
import Testing

/// The schema for editors agrees with the tables on every keyword.
@Suite struct EditorSchemaTests {
  @Test("it has exactly the keywords of draft 2020-12 and our own")
  func keywords() throws {
    let schema = try JSONValue(parsing: EditorSchema.text)
    #expect(Set(schema["properties"]?.object?.keys ?? []) == Set(Dialect.draft2020.keywordNames))
    #expect(schema["$schema"] == "http://json-schema.org/draft-07/schema#")
  }

  @Test("every keyword of our own vocabulary has a description")
  func descriptions() throws {
    let schema = try JSONValue(parsing: EditorSchema.text)
    let own = Dialect.draft2020.keywordNames.filter { $0.hasPrefix("x-") }
    #expect(own.count == 10)
    for name in own { #expect(schema["properties"]?[name]?["description"]?.string?.isEmpty == false, "\(name)") }
    for member in schema["properties"]?["x-swift"]?["properties"]?.object ?? JSONObject() {
      #expect(member.value["description"] != nil)
    }
  }

  @Test("it uses only draft-07: references have no siblings, and none leaves the document")
  func references() throws {
    var pending = [try JSONValue(parsing: EditorSchema.text)]
    while let value = pending.popLast() {
      if let object = value.object, object["$ref"]?.string != nil {
        #expect(object.keys == ["$ref"] && value["$ref"] == "#")
      }
      pending += value.array ?? value.object?.map(\.value) ?? []
    }
  }

  private static let values = [
    "null", "true", "-1", "0", "1.5", "3", #""""#, #""a""#, ##""#a""##, #""string""#, #""https://a.example/b""#,
    #""[""#, "[]",
    "[1]", #"["a"]"#, #"["a", "a"]"#, #"["string", "null"]"#, "[{}]", "[true, false]", "{}", #"{"a": {}}"#,
    #"{"a": 1}"#,
    #"{"a": ["b"]}"#, #"{"name": ""}"#, #"{"name": "A", "id": "b"}"#,
  ]

  @Test("editors refuse the values that the reader of keywords refuses", arguments: Dialect.draft2020.keywordNames)
  func values(_ keyword: String) throws {
    let editor = try validator(EditorSchema.text)
    let vendor = try validator(VendorVocabulary.metaSchema)
    let standard = try validator(#"{"$ref": "https://json-schema.org/draft/2020-12/schema"}"#)
    for value in Self.values {
      let schema = Array(#"{"\#(keyword)": \#(value)}"#.utf8)
      let expected = vendor.validate(schema).isValid && standard.validate(schema).isValid
      #expect(editor.validate(schema).isValid == expected, "\(keyword): \(value)")
    }
  }

  private func validator(_ text: String) throws -> SchemaValidator {
    let document = SchemaDocument(
      uri: "https://editor.example/schema.json", name: "schema.json",
      source: try JSONDocument(parsing: Array(text.utf8)))
    let graph = try SchemaResolver.resolve([document]).graph
    return try SchemaValidator(
      graph: graph, schema: graph.roots[0], options: Compiler.Options(assertedFormats: Set(Format.allCases)))
  }
}
