import SchemaInference
import SchemaRuntime
import SchemaValidation
import Testing

/// One rule per row: payloads, and the inferred schema at a location.
@Suite struct InferenceTests {
  struct Row: CustomTestStringConvertible {
    let name: String
    let payloads: [String]
    let pointer: String
    /// The schema at the location, without titles and descriptions; nil if there is none.
    let expected: String?

    var testDescription: String { name }

    init(_ name: String, _ payloads: [String], _ pointer: String, _ expected: String?) {
      (self.name, self.payloads, self.pointer, self.expected) = (name, payloads, pointer, expected)
    }
  }

  static let scalars: [Row] = [
    Row("integers, one of them written with a fraction", ["1", "2.0", "3e2"], "/type", #""integer""#),
    Row("numbers", ["1", "2.5"], "/type", #""number""#),
    Row("numbers and text", ["1", #""a""#], "/type", #"["integer", "string"]"#),
    Row("null alone", ["null"], "/type", #""null""#),
    Row("text or null", ["null", #""a""#], "/type", #"["string", "null"]"#),
    Row(
      "a number that Int does not hold keeps its text", ["12345678901234567890123"], "/x-swift/type", #""JSONNumber""#),
    Row("a decimal that Double rounds keeps its text", ["0.1234567890123456789"], "/x-swift/type", #""JSONNumber""#),
    Row("a decimal that Double holds is a Double", ["0.1234567890123456"], "/x-swift", nil),
    Row("twenty numbers, none negative", (0..<20).map { "\($0)" }, "/minimum", "0"),
    Row("nineteen numbers are too few for a bound", (0..<19).map { "\($0)" }, "/minimum", nil),
    Row("one negative number of many", (-1..<30).map { "\($0)" }, "/minimum", nil),
    Row("points in time", [#""2026-01-01T00:00:00Z""#, #""2025-01-01T00:00:00+01:00""#], "/format", #""date-time""#),
    Row("one point in time, twice", Array(repeating: #""2026-01-01T00:00:00Z""#, count: 2), "/format", nil),
    Row("days", [#""2026-01-01""#, #""2025-01-02""#], "/format", #""date""#),
    Row("an invalid day", [#""2026-01-01""#, #""2025-02-30""#], "/format", nil),
    Row("mail addresses", [#""a@b.example""#, #""c@d.example""#], "/format", #""email""#),
    Row("addresses of the network", [#""1.2.3.4""#, #""5.6.7.8""#], "/format", #""ipv4""#),
    Row("newer ones", [#""::1""#, #""fe80::2""#], "/format", #""ipv6""#),
    Row("URIs", [#""https://a.example/b""#, #""pptx://c/d""#], "/format", #""uri""#),
    Row("a colon makes no URI", [#""a:b""#, #""c:d""#], "/format", nil),
    Row(
      "UUIDs", [#""6b0de6c4-5d60-4b0f-9a0b-7f1f6c1e0c55""#, #""5ee1f0b2-0c44-4f7f-b3a8-9d1c22d7a6c0""#], "/format",
      #""uuid""#),
    Row(
      "few words that come again", Array(repeating: [#""on""#, #""off""#], count: 4).flatMap { $0 }, "/enum",
      #"["on", "off"]"#),
    Row("a word that came once", Array(repeating: #""on""#, count: 9) + [#""off""#], "/enum", nil),
    Row("words that came too seldom", [#""on""#, #""off""#, #""on""#, #""off""#], "/enum", nil),
    Row("one repeated word is not an enumeration", Array(repeating: #""on""#, count: 20), "/enum", nil),
    Row(
      "long texts are no words",
      Array(repeating: #""\#(String(repeating: "a", count: 41))""#, count: 9) + [#""b""#, #""b""#], "/enum", nil),
    Row(
      "words or null", Array(repeating: [#""on""#, "null", #""off""#], count: 4).flatMap { $0 }, "/enum",
      #"["on", "off", null]"#),
  ]

  static let containers: [Row] = [
    Row("members in the order in which they came", [#"{"b": 1}"#, #"{"a": 2, "b": 3}"#], "/required", #"["b"]"#),
    Row("an element of each kind", [#"[1, "a", null]"#], "/items/type", #"["integer", "string", "null"]"#),
    Row("arrays that were always empty", ["[]"], "/items", nil),
    Row("objects or text", [#"{"a": [{"b": 1}, "c"]}"#], "/properties/a/items/anyOf/0/type", #""string""#),
    Row("names that are numbers", [#"{"1": true, "22": false}"#], "/propertyNames", #"{"pattern": "^[0-9]+$"}"#),
    Row("names that are days", [#"{"2026-01-01": 1, "2026-01-02": 2}"#], "/propertyNames", #"{"format": "date"}"#),
    Row("names that are numbers, with values that differ", [#"{"1": true, "22": "a"}"#], "/propertyNames", nil),
    Row(
      "many names of which none is in most objects", (0..<12).map { #"{"name\#($0)x": 1}"# },
      "/additionalProperties/type",
      #""integer""#),
    Row("eleven names are members", (0..<11).map { #"{"name\#($0)x": 1}"# }, "/additionalProperties", nil),
    Row(
      "an object in an object of its kind",
      [#"{"name": "a", "parts": [{"name": "b", "parts": [{"name": "c", "parts": []}]}]}"#],
      "/properties/parts/items/$ref", ##""#""##),
    Row(
      "an object that ends in one without the member", [#"{"id": 1, "name": "a", "next": {"id": 2, "name": "b"}}"#],
      "/properties/next/$ref", ##""#""##),
    Row(
      "objects within others that are not their like", [#"{"id": 1, "owner": {"id": 2, "mail": "a@b"}}"#],
      "/properties/owner/$ref", nil),
    Row(
      "similar objects at two locations", [#"{"from": {"x": 1, "y": 2}, "to": {"y": 3, "x": 4}}"#],
      "/properties/to/$ref",
      ##""#/$defs/from""##),
    Row(
      "objects of one member are not worth a definition", [#"{"from": {"x": 1}, "to": {"x": 4}}"#],
      "/properties/to/$ref",
      nil),
    Row(
      "objects distinguished by a tag",
      [#"{"type": "circle", "radius": 1}"#, #"{"type": "box", "width": 1}"#], "/oneOf",
      ##"[{"$ref": "#/$defs/circle"}, {"$ref": "#/$defs/box"}]"##),
    Row(
      "the tag of a branch", [#"{"type": "circle", "radius": 1}"#, #"{"type": "box", "width": 1}"#],
      "/$defs/box/properties/type/const", #""box""#),
    Row(
      "tags whose objects are alike", [#"{"type": "circle", "size": 1}"#, #"{"type": "box", "size": 1}"#], "/oneOf", nil
    ),
    Row(
      "tags that are no words", [#"{"type": "a b", "size": 1}"#, #"{"type": "c d", "length": 1}"#], "/oneOf", nil),
    Row(
      "objects of which one has no tag", [#"{"type": "circle", "radius": 1}"#, #"{"width": 1}"#], "/oneOf", nil),
    Row(
      "a choice that holds itself",
      [#"{"kind": "not", "of": {"kind": "and", "all": [{"kind": "not", "of": {"kind": "is", "name": "a"}}]}}"#],
      "/$defs/and/properties/all/items/$ref", ##""#""##),
    Row(
      "a choice or null", [#"{"a": null}"#, #"{"a": {"type": "b", "x": 1}}"#, #"{"a": {"type": "c", "y": 1}}"#],
      "/properties/a/oneOf/2/type", #""null""#),
  ]

  @Test(arguments: scalars + containers)
  func says(_ row: Row) throws {
    let schema = try inferred(row.payloads)
    let validator = try validator(schema)
    for payload in row.payloads {
      #expect(validator.validate(Array(payload.utf8)).isValid, "\(payload) by \(schema.text(.pretty))")
    }
    let pointer = try #require(JSONPointer(row.pointer))
    let found = schema[pointer].map(withoutWords)
    let expected = try row.expected.map { try JSONValue(parsing: $0) }
    #expect(found == expected, "\(schema.text(.pretty))")
  }

  private func withoutWords(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let object):
      .object(object.filter { $0.key != "title" && $0.key != "description" }.mapValues(withoutWords))
    case .array(let elements): .array(elements.map(withoutWords))
    case .null, .bool, .number, .string: value
    }
  }

  @Test("every object and every member has a description without observed texts")
  func words() throws {
    let schema = try inferred([#"{"secretName": "s3cr3t-value", "inner": {"a": ["s3cr3t-value"], "b": {}}}"#])
    #expect(!schema.text().contains("s3cr3t"))
    var pending = [schema]
    var count = 0
    while let next = pending.popLast() {
      for member in next["properties"]?.object ?? JSONObject() {
        count += 1
        #expect(member.value["description"]?.string?.isEmpty == false)
        pending.append(member.value)
      }
      if next["type"] == "object" { #expect(next["title"]?.string?.isEmpty == false) }
    }
    #expect(count == 4)
  }

  @Test("merged summaries of parts equal the summary of all payloads")
  func merging() throws {
    for group in PayloadGroup.all {
      var parts = try group.payloads.map { payload in
        var part = SchemaInference()
        part.observe(try JSONDocument(parsing: payload))
        return part
      }
      var joined = parts.removeFirst()
      for part in parts { joined.merge(part) }
      #expect(joined.count == group.payloads.count)
      #expect(joined.schema(title: group.schema) == (try group.inferred()))
      #expect(joined.schema(title: group.schema).text() == (try group.inferred().text()))
    }
  }

  @Test("more names than are kept become a map, however they are grouped")
  func manyNames() throws {
    let wide = "{" + (0..<300).map { #""n\#($0)": \#($0)"# }.joined(separator: ", ") + "}"
    let schema = try inferred([wide, #"{"other": 1.5}"#])
    #expect(schema["additionalProperties"]?["type"] == "number")
    #expect(try validator(schema).validate(Array(wide.utf8)).isValid)
    var joined = SchemaInference()
    joined.observe(try JSONDocument(parsing: Array(#"{"other": 1.5}"#.utf8)))
    var second = SchemaInference()
    second.observe(try JSONDocument(parsing: Array(wide.utf8)))
    joined.merge(second)
    #expect(joined.schema(title: "Test") == schema)
  }

  @Test("deeply nested values may be anything, and nothing traps")
  func depth() throws {
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      let text = String(repeating: open, count: 500) + "1" + String(repeating: close, count: 500)
      let schema = try inferred([text])
      #expect(try validator(schema).validate(Array(text.utf8)).isValid)
    }
  }

  @Test("of many payloads only the common structure is kept")
  func manyPayloads() throws {
    var inference = SchemaInference()
    var reader = JSONReader()
    for number in 0..<20_000 {
      let text = Array(#"{"id": "\#(number)-x", "at": \#(number), "tags": ["t\#(number % 7)"]}"#.utf8)
      try text.withUnsafeBufferPointer { inference.observe(try reader.read($0)) }
    }
    let schema = inference.schema(title: "Row")
    #expect(schema["properties"]?["tags"]?["items"]?["enum"]?.array?.count == 7)
    #expect(schema["properties"]?["id"]?["enum"] == nil)
    #expect(schema["properties"]?["at"]?["minimum"] == 0)
  }
}
