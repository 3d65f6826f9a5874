import SchemaInference
import SchemaRuntime
import SchemaValidation
import Testing

/// Inferred schemas that further payloads widen.
@Suite struct WideningTests {
  struct Row: CustomTestStringConvertible {
    let name: String
    let old: [String]
    let new: [String]
    /// The widened schema at this location; nil if there is none.
    let pointer: String
    let expected: String?

    var testDescription: String { name }

    init(_ name: String, _ old: [String], _ new: [String], _ pointer: String, _ expected: String?) {
      (self.name, self.old, self.new, self.pointer, self.expected) = (name, old, new, pointer, expected)
    }
  }

  private static let words = Array(repeating: [#""on""#, #""off""#], count: 10).flatMap { $0 }

  private static let days = (1...3).map { #""2026-01-0\#($0)""# }
  private static let objects = Array(repeating: #"{"a": 1, "b": 2}"#, count: 20)

  static let rows: [Row] = [
    Row("a number instead of integers", ["1"], ["1.5"], "/type", #""number""#),
    Row("elements where none were", [#"{"a": []}"#], [#"{"a": [1]}"#], "/properties/a", #"{"type": "array"}"#),
    Row(
      "text where empty arrays were", [#"{"a": []}"#], [#"{"a": "b"}"#], "/properties/a",
      #"{"anyOf": [{"description": "Empty in all payloads.", "type": "array"}, {"type": "string"}]}"#),
    Row("null where none was", ["1"], ["null"], "/type", #"["integer", "null"]"#),
    Row("text where numbers were", ["1"], [#""a""#], "/anyOf/1/type", #""string""#),
    Row("a negative number", (0..<20).map { "\($0)" }, ["-1"], "/minimum", nil),
    Row("a further word", words, [#""dimmed""#], "/enum", #"["on", "off", "dimmed"]"#),
    Row("no word at all", words, [#""\#(String(repeating: "a", count: 50))""#], "/enum", nil),
    Row("null in addition to words", words, ["null"], "/enum", #"["on", "off", null]"#),
    Row("text without the format", days, [#""soon""#], "/format", nil),
    Row("another day", days, [#""2026-01-04""#], "/format", #""date""#),
    Row("an object without a member", objects, [#"{"a": 1}"#], "/required", #"["a"]"#),
    Row("objects with all members", objects, [#"{"a": 1, "b": 2}"#], "/required", #"["a", "b"]"#),
    Row("required members do not come later", [#"{"a": 1}"#], objects, "/required", nil),
    Row(
      "an object with a further member", [#"{"a": 1}"#], [#"{"a": 1, "b": "x"}"#], "/properties/b/type", #""string""#),
    Row("a further member is not required", objects, [#"{"a": 1, "b": 2, "c": "x"}"#], "/required", #"["a", "b"]"#),
    Row("another element", [#"[1]"#], [#"["a"]"#], "/items/anyOf/1/type", #""string""#),
    Row(
      "a name of another look", [#"{"1": true, "22": false, "3": true}"#], [#"{"1": true, "x": false}"#],
      "/propertyNames", nil),
    Row(
      "a value of another kind in a map", [#"{"1": true, "22": false}"#], [#"{"3": null}"#],
      "/additionalProperties/type",
      #"["boolean", "null"]"#),
    Row(
      "a branch with a further member",
      [#"{"type": "a", "x": 1}"#, #"{"type": "b", "y": 1}"#], [#"{"type": "b", "y": 1, "z": 2}"#],
      "/$defs/b/properties/z/type", #""integer""#),
    Row(
      "a further branch", [#"{"type": "a", "x": 1}"#, #"{"type": "b", "y": 1}"#], [#"{"type": "c", "z": 2}"#],
      "/oneOf/2/$ref", ##""#/$defs/c""##),
    Row(
      "a further event",
      ["a", "b"].flatMap { Array(repeating: #"{"type": "\#($0)", "payload": {"\#($0)": 1}}"#, count: 2) },
      [#"{"type": "c", "payload": {"z": 2}}"#], "/$defs/c/properties/payload/properties/z/type", #""integer""#),
    Row(
      "something deep within its like", [#"{"id": 1, "name": "a", "next": {"id": 2, "name": "b"}}"#],
      [#"{"id": 1, "name": "a", "next": {"id": 2, "name": "b", "next": {"id": 3, "name": null}}}"#],
      "/properties/name/type", #"["string", "null"]"#),
    Row(
      "a definition changes for all that refer to it", [#"{"from": {"x": 1, "y": 2}, "to": {"y": 3, "x": 4}}"#],
      [#"{"from": {"x": 1, "y": 2.5}, "to": {"y": 3, "x": 4}}"#], "/$defs/from/properties/y/type", #""number""#),
    Row(
      "a choice or null", [#"{"a": {"type": "b", "x": 1}}"#, #"{"a": {"type": "c", "y": 1}}"#], [#"{"a": null}"#],
      "/properties/a/oneOf/2/type", #""null""#),
  ]

  @Test(arguments: rows)
  func widens(_ row: Row) throws {
    let old = try inferred(row.old)
    let schema = try widening(old, row.new)
    let validator = try validator(schema)
    for payload in row.old + row.new {
      #expect(validator.validate(Array(payload.utf8)).isValid, "\(payload) by \(schema.text(.pretty))")
    }
    let pointer = try #require(JSONPointer(row.pointer))
    let expected = try row.expected.map { try JSONValue(parsing: $0) }
    #expect(schema[pointer] == expected, "\(schema.text(.pretty))")
  }

  @Test("payloads that a schema accepts leave it unchanged byte for byte", arguments: PayloadGroup.all)
  func changesNothing(_ group: PayloadGroup) throws {
    let schema = try group.inferred()
    var inference = SchemaInference()
    for payload in group.payloads { inference.observe(try JSONDocument(parsing: payload)) }
    #expect(try inference.widening(schema).text() == schema.text())
  }

  @Test("a schema of some payloads, widened by the others, accepts all", arguments: PayloadGroup.all)
  func acceptsAll(_ group: PayloadGroup) throws {
    for first in group.payloads {
      var inference = SchemaInference()
      inference.observe(try JSONDocument(parsing: first))
      var schema = inference.schema(title: group.schema)
      for payload in group.payloads {
        var next = SchemaInference()
        next.observe(try JSONDocument(parsing: payload))
        schema = try next.widening(schema)
      }
      let validator = try validator(schema)
      for payload in group.payloads {
        let result = validator.validate(payload)
        #expect(result.isValid, "\(result) for \(schema.text(.pretty))")
      }
    }
  }

  @Test(
    "keywords that are never inferred are refused with their location",
    arguments: [
      (#"{"type": "string", "pattern": "^a$"}"#, "/pattern"),
      (#"{"type": "object", "properties": {"a": {"allOf": [{}]}}}"#, "/properties/a/allOf"),
      (#"{"$ref": "other.json"}"#, "/$ref"), (#"{"type": "integer", "minimum": 5}"#, "/minimum"),
      (#"{"$schema": "http://json-schema.org/draft-07/schema#", "type": "string"}"#, "/$schema"), ("3", ""),
    ])
  func refuses(_ schema: String, _ location: String) throws {
    var inference = SchemaInference()
    for text in [#"{"a": 1}"#, "true"] { inference.observe(try JSONDocument(parsing: Array(text.utf8))) }
    let error = #expect(throws: WideningError.self) { try inference.widening(try JSONValue(parsing: schema)) }
    #expect(error?.pointer.description == location)
  }

  private func widening(_ schema: JSONValue, _ payloads: [String]) throws -> JSONValue {
    var inference = SchemaInference()
    for payload in payloads { inference.observe(try JSONDocument(parsing: Array(payload.utf8))) }
    return try inference.widening(schema)
  }
}
