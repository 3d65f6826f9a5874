import Testing

@testable import SchemaRuntime

/// The layout of JSON text.
@Suite struct JSONFormatTests {
  @Test(
    "a value has the layout of the format",
    arguments: [
      Row("compact", .compact, "[1,{\"b\":[],\"a\":{\"c\":null}},\"x\"]"),
      Row(
        "pretty", .pretty,
        """
        [
          1,
          {
            "b": [],
            "a": {
              "c": null
            }
          },
          "x"
        ]
        """),
      Row("sorted", .sortedKeys, "[1,{\"a\":{\"c\":null},\"b\":[]},\"x\"]"),
      Row(
        "sorted with an indentation of one", [.indented(by: 1), .sortedKeys],
        """
        [
         1,
         {
          "a": {
           "c": null
          },
          "b": []
         },
         "x"
        ]
        """),
      Row(
        "lines without indentation", .indented(by: 0),
        """
        [
        1,
        {
        "b": [],
        "a": {
        "c": null
        }
        },
        "x"
        ]
        """),
      Row(
        "an indentation below zero is none", .indented(by: -3),
        "[\n1,\n{\n\"b\": [],\n\"a\": {\n\"c\": null\n}\n},\n\"x\"\n]"),
    ])
  func laysOut(_ row: Row) throws {
    let value = try JSONValue(parsing: #" [1, {"b": [], "a": {"c": null}}, "x"] "#)
    #expect(value.text(row.format) == row.expected)
    #expect(value.json(row.format) == Array(row.expected.utf8))
    #expect(try JSONValue(parsing: row.expected) == value)
  }

  @Test("scalars and empty containers have no line breaks in any format")
  func keepsShortValuesShort() throws {
    for text in ["null", "1.50", "\"a\\n\"", "[]", "{}"] {
      #expect(try JSONValue(parsing: text).text(.pretty) == text)
    }
  }

  @Test("names are sorted by their Unicode scalars, not as Swift sorts strings or as UTF-16 would")
  func sortsByScalars() throws {
    let sorted = ["", "\u{0}", "A", "Z", "a", "a\u{0}", "aa", "e\u{301}", "\u{e9}", "\u{ffee}", "\u{1f600}"]
    let object = JSONValue.object(JSONObject(sorted.reversed().map { ($0, .null) }))
    let written = object.text(.sortedKeys)
    #expect(try JSONValue(parsing: written).object?.keys.map { Array($0.utf8) } == sorted.map { Array($0.utf8) })
    #expect(object.object?.keys.map { Array($0.utf8) } == sorted.reversed().map { Array($0.utf8) })
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let format: JSONFormat
    let expected: String

    init(_ name: String, _ format: JSONFormat, _ expected: String) {
      self.name = name
      self.format = format
      self.expected = expected
    }

    var testDescription: String { name }
  }
}
