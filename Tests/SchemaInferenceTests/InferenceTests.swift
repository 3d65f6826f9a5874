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

  /// Some texts, repeated.
  private static func times(_ count: Int, _ texts: [String]) -> [String] {
    Array(repeating: texts.map { "\"\($0)\"" }, count: count).flatMap { $0 }
  }

  static let scalars: [Row] = [
    Row("integers, one of them written with a fraction", ["1", "2.0", "3e2"], "/type", #""number""#),
    Row("numbers", ["1", "2.5"], "/type", #""number""#),
    Row("numbers and text", ["1", #""a""#], "/type", #"["integer", "string"]"#),
    Row("null alone", ["null"], "/type", #""null""#),
    Row("a member that is only null", [#"{"a":null}"#], "/properties/a", "{}"),
    Row("text or null", ["null", #""a""#], "/type", #"["string", "null"]"#),
    Row(
      "a number that Int does not hold keeps its text", ["12345678901234567890123"], "/x-swift/type", #""JSONNumber""#),
    Row("a decimal that Double rounds keeps its text", ["0.1234567890123456789"], "/x-swift/type", #""JSONNumber""#),
    Row("a decimal that Double holds is a Double", ["0.1234567890123456"], "/x-swift", nil),
    Row("twenty numbers, none negative", (0..<20).map { "\($0)" }, "/minimum", "0"),
    Row("nineteen numbers are too few for a bound", (0..<19).map { "\($0)" }, "/minimum", nil),
    Row("one negative number of many", (-1..<30).map { "\($0)" }, "/minimum", nil),
    Row(
      "points in time", [#""2026-01-01T00:00:00Z""#, #""2025-01-01T00:00:00+01:00""#, #""2026-05-01T12:00:00Z""#],
      "/format", #""date-time""#),
    Row(
      "two points in time, often",
      Array(repeating: [#""2026-01-01T00:00:00Z""#, #""2026-01-02T00:00:00Z""#], count: 20)
        .flatMap { $0 }, "/format", nil),
    Row("two points in time are no words either", times(20, ["2026-01-01", "2026-01-02"]), "/enum", nil),
    Row("days", [#""2026-01-01""#, #""2025-01-02""#, #""2025-01-03""#], "/format", #""date""#),
    Row("an invalid day", [#""2026-01-01""#, #""2025-02-30""#, #""2025-02-28""#], "/format", nil),
    Row("mail addresses", [#""a@b.example""#, #""c@d.example""#, #""e@f.example""#], "/format", #""email""#),
    Row("addresses of the network", [#""1.2.3.4""#, #""5.6.7.8""#, #""9.9.9.9""#], "/format", #""ipv4""#),
    Row("newer ones", [#""::1""#, #""fe80::2""#, #""fe80::3""#], "/format", #""ipv6""#),
    Row("URIs", [#""https://a.example/b""#, #""pptx://c/d""#, #""https://a.example/c""#], "/format", #""uri""#),
    Row("a colon makes no URI", [#""a:b""#, #""c:d""#, #""e:f""#], "/format", nil),
    Row(
      "UUIDs",
      [
        #""6b0de6c4-5d60-4b0f-9a0b-7f1f6c1e0c55""#, #""5ee1f0b2-0c44-4f7f-b3a8-9d1c22d7a6c0""#,
        #""0b9d6a3e-2f1c-4d8b-8a5e-3c7f9e1d2b40""#,
      ], "/format", #""uuid""#),
    Row("few words that come again", times(10, ["on", "off"]), "/enum", #"["on", "off"]"#),
    Row("a word that came four times", times(4, ["off"]) + times(20, ["on"]), "/enum", nil),
    Row("nineteen words", times(5, ["off"]) + times(14, ["on"]), "/enum", nil),
    Row("names with spaces are no words", times(20, ["Ann Smith", "Bob Jones"]), "/enum", nil),
    Row("digits are no words", times(20, ["11", "13"]), "/enum", nil),
    Row("one repeated word is not an enumeration", times(40, ["on"]), "/enum", nil),
    Row("long texts are no words", times(20, [String(repeating: "a", count: 41), "b"]), "/enum", nil),
    Row("words or null", times(10, ["on", "off"]) + ["null"], "/enum", #"["on", "off", null]"#),
  ]

  static let containers: [Row] = [
    Row(
      "a member of twenty objects is required", (0..<20).map { #"{"a": \#($0)}"# }, "/required", #"["a"]"#),
    Row("a member of nineteen objects is not", (0..<19).map { #"{"a": \#($0)}"# }, "/required", nil),
    Row(
      "a member that one of thirty objects lacks is not", ["{}"] + (0..<29).map { #"{"a": \#($0)}"# }, "/required", nil),
    Row(
      "required members in the order in which they came",
      [#"{"b": 1, "c": 1}"#] + (0..<20).map { #"{"a": 2, "c": \#($0), "b": 3}"# }, "/required", #"["b", "c"]"#),
    Row(
      "objects in one payload count, too",
      ["[" + Array(repeating: #"{"a": 1}"#, count: 20).joined(separator: ",") + "]"],
      "/items/required", #"["a"]"#),
    Row(
      "the objects of a shared definition count together",
      Array(repeating: #"{"from": {"x": 1, "y": 2}, "to": {"y": 3, "x": 4}}"#, count: 10), "/$defs/from/required",
      #"["x", "y"]"#),
    Row("an element of each kind", [#"[1, "a", null]"#], "/items/type", #"["integer", "string", "null"]"#),
    Row("arrays that were always empty", ["[]"], "/items", nil),
    Row("objects or text", [#"{"a": [{"b": 1}, "c"]}"#], "/properties/a/items/anyOf/0/type", #""string""#),
    Row(
      "names that are numbers", [#"{"1": true, "22": false}"#, #"{"3": true}"#], "/propertyNames",
      #"{"pattern": "^[0-9]+$"}"#),
    Row(
      "names that are days", [#"{"2026-01-01": 1, "2026-01-02": 2, "2026-01-03": 3}"#], "/propertyNames",
      #"{"format": "date"}"#),
    Row("two numbers say little of other names", [#"{"1": true, "22": false}"#], "/propertyNames", nil),
    Row("a single id is data", [#"{"1": true}"#], "/additionalProperties/type", #""boolean""#),
    Row("names that are numbers, with values that differ", [#"{"1": true, "2": "a", "3": 1}"#], "/propertyNames", nil),
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
      "a discriminator is required", ["circle", "box"].map { #"{"type": "\#($0)", "\#($0)": 1}"# },
      "/$defs/box/required", #"["type"]"#),
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

  /// Two payloads per tag, unless a row says otherwise.
  static let choices: [Row] = [
    Row(
      "payloads with members of their own",
      events(2, #"{"id": 1, "name": "a"}"#, #"{"id": 1, "reason": "b"}"#), "/oneOf",
      ##"[{"$ref": "#/$defs/created"}, {"$ref": "#/$defs/deleted"}]"##),
    Row(
      "the payload of one of them", events(2, #"{"id": 1, "name": "a"}"#, #"{"id": 1, "reason": "b"}"#),
      "/$defs/deleted",
      #"""
      {"type": "object", "properties": {"type": {"const": "deleted"}, "at": {"type": "integer"}, "payload":
       {"type": "object", "properties": {"id": {"type": "integer"}, "reason": {"type": "string"}}}},
       "required": ["type"]}
      """#),
    Row("equal payloads", events(30, #"{"id": 1, "name": "a"}"#, #"{"id": 2, "name": "b"}"#), "/oneOf", nil),
    Row("payloads that came once", events(1, #"{"id": 1, "name": "a"}"#, #"{"id": 1, "reason": "b"}"#), "/oneOf", nil),
    Row(
      "payloads without a common member, once", events(1, #"{"name": "a", "age": 1}"#, #"{"reason": "b"}"#),
      "/oneOf/1/$ref", ##""#/$defs/deleted""##),
    Row("payloads that may be maps, once", events(1, #"{"name": "a"}"#, #"{"reason": "b"}"#), "/oneOf", nil),
    Row(
      "members deeper within, once",
      events(1, #"{"of": {"name": "a", "age": 1}}"#, #"{"of": {"reason": "b"}}"#), "/oneOf", nil),
    Row(
      "kinds of which most have no member of their own",
      [#"{"type": "a", "x": 1}"#, #"{"type": "b", "y": 1}"#, #"{"type": "c"}"#, #"{"type": "d"}"#], "/oneOf", nil),
    Row(
      "kinds of which one has no member of its own",
      [#"{"type": "a", "x": 1}"#, #"{"type": "b", "y": 1}"#, #"{"type": "c", "z": 1}"#, #"{"type": "d"}"#],
      "/oneOf/3/$ref", ##""#/$defs/d""##),
    Row("an object and a text, once", events(1, #"{"id": 1}"#, #""a""#), "/oneOf/1/$ref", ##""#/$defs/deleted""##),
    Row("a text and a number, once", events(1, #""a""#, "1"), "/oneOf", nil),
    Row("a text and a number, twice", events(2, #""a""#, "1"), "/oneOf/1/$ref", ##""#/$defs/deleted""##),
    Row("a text, and a text or null", events(9, #""a""#, "null") + events(9, "null", #""a""#), "/oneOf", nil),
    Row("null and an object, twice", events(2, #"{"id": 1}"#, "null"), "/oneOf", nil),
    Row("null and an object, thrice", events(3, #"{"id": 1}"#, "null"), "/oneOf/1/$ref", ##""#/$defs/deleted""##),
    Row("one member more, twice", events(2, #"{"id": 1, "name": "a"}"#, #"{"id": 1}"#), "/oneOf", nil),
    Row(
      "one member more, thrice", events(3, #"{"id": 1, "name": "a"}"#, #"{"id": 1}"#), "/oneOf/1/$ref",
      ##""#/$defs/deleted""##),
    Row(
      "one member more, sometimes", events(9, #"{"id": 1, "name": "a"}"#, #"{"id": 1}"#) + events(1, "{}", "{}"),
      "/oneOf", nil),
    Row(
      "members deeper within", events(2, #"{"of": {"item": {"a": 1}}}"#, #"{"of": {"item": {"b": 1}}}"#),
      "/oneOf/1/$ref", ##""#/$defs/deleted""##),
    Row(
      "elements that differ", events(2, #"[{"a": 1}]"#, #"[{"b": 1}]"#), "/oneOf/1/$ref", ##""#/$defs/deleted""##),
    Row(
      "maps with other names", events(2, #"{"1": 1, "2": 2}"#, #"{"3": 1, "4": 2}"#), "/oneOf", nil),
    Row(
      "names of things, not of kinds", (0..<10).map { #"{"type": "t\#($0)", "payload": {"a\#($0)": 1}}"# }, "/oneOf",
      nil),
  ]

  /// Events of two types that have the same members, with one payload each.
  private static func events(_ count: Int, _ created: String, _ deleted: String) -> [String] {
    (0..<count).flatMap { number in
      [("created", created), ("deleted", deleted)].map {
        #"{"type": "\#($0.0)", "at": \#(number), "payload": \#($0.1)}"#
      }
    }
  }

  @Test(arguments: scalars + containers + choices)
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

  @Test("a schema is no longer than one written by hand")
  func text() throws {
    let payload = #"""
      {"id": 1, "note": null, "tags": [], "owner": {"name": "Ann"}, "lines": [{"sku": "a", "parts": [[{"n": 1}]]}],
       "prices": {"2026-01-01": {"net": 1.5}}, "extra": [{"a": 1}, 2], "from": {"x": 1, "y": 2}, "to": {"x": 1, "y": 2}}
      """#
    #expect(
      try inferred([payload])
        == JSONValue(
          parsing: #"""
            {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Test", "type": "object",
             "properties": {
               "id": {"type": "integer"}, "note": {"description": "Null in all payloads."},
               "tags": {"description": "Empty in all payloads.", "type": "array"},
               "owner": {"type": "object", "properties": {"name": {"type": "string"}}},
               "lines": {"type": "array", "items": {"type": "object", "properties": {"sku": {"type": "string"},
                 "parts": {"type": "array", "items": {"type": "array", "items": {"title": "Part Item", "type": "object",
                   "properties": {"n": {"type": "integer"}}}}}}}},
               "prices": {"type": "object", "additionalProperties": {"type": "object",
                 "properties": {"net": {"type": "number"}}}},
               "extra": {"type": "array", "items": {"anyOf": [{"type": "integer"},
                 {"title": "Extra Item", "type": "object", "properties": {"a": {"type": "integer"}}}]}},
               "from": {"$ref": "#/$defs/from"}, "to": {"$ref": "#/$defs/from"}},
             "$defs": {"from": {"title": "From", "type": "object",
               "properties": {"x": {"type": "integer"}, "y": {"type": "integer"}}}}}
            """#))
  }

  @Test("the schema contains no texts from the payloads")
  func secrets() throws {
    let schema = try inferred([#"{"secretName": "s3cr3t-value", "inner": {"a": ["s3cr3t-value"], "b": {}}}"#])
    #expect(!schema.text().contains("s3cr3t"))
  }

  @Test("the evidence for required members is an option")
  func requiredEvidence() throws {
    var options = InferenceOptions()
    options.minimumRequiredEvidence = 1
    #expect(try inferred([#"{"a": 1, "b": {"c": 1}}"#], options: options)["required"] == ["a", "b"])
    options.minimumRequiredEvidence = 3
    #expect(try inferred([#"{"a": 1}"#, #"{"a": 1}"#], options: options)["required"] == nil)
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
