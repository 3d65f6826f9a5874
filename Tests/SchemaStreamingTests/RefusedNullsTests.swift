import SchemaRuntime
@testable import SchemaStreaming
import Testing

/// Nulls that stand for the absence of a member.
@Suite struct RefusedNullsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var schema: String
    var text: String
    /// The text with a tilde for each byte that becomes a space.
    var blanked: String

    init(_ sentence: String, _ schema: String, _ text: String, _ blanked: String) {
      (testDescription, self.schema, self.text, self.blanked) = (sentence, schema, text, blanked)
    }
  }

  private static let note = #"{"properties": {"note": {"type": "string"}, "n": {"type": ["integer", "null"]}}}"#

  static let blankedRows: [Row] = [
    Row("a text without null stays", note, #"{"note": "a"}"#, #"{"note": "a"}"#),
    Row("the only member", note, #"{ "note": null }"#, #"{ ~~~~~~~~~~~~ }"#),
    Row("with the comma after it", note, #"{"note": null, "n": 1}"#, #"{~~~~~~~~~~~~~ "n": 1}"#),
    Row("with the comma before it", note, #"{"n": 1 , "note": null}"#, #"{"n": 1 ~~~~~~~~~~~~~~}"#),
    Row("a null that is a value stays", note, #"{"n": null}"#, #"{"n": null}"#),
    Row(
      "members next to each other",
      #"{"additionalProperties": {"type": "string"}}"#, #"{"a":null,"b":"x","c":null,"d":null}"#,
      #"{~~~~~~~~~"b":"x"~~~~~~~~~~~~~~~~~~}"#),
    Row(
      "line breaks stay, so that positions do", note, "{\n  \"note\":\n    null,\n  \"n\": true\n}",
      "{\n  ~~~~~~~\n    ~~~~~\n  \"n\": true\n}"),
    Row(
      "a name with an escape", note, #"{"n\u006fte": null}"#, #"{~~~~~~~~~~~~~~~~~}"#),
    Row(
      "below other members and elements",
      #"{"items": {"properties": {"a": {"properties": {"b": {"type": "integer"}}}}}}"#,
      #"[{"a": {"b": null}}, {"a": {"b": 1}}, null]"#, #"[{"a": {~~~~~~~~~}}, {"a": {"b": 1}}, null]"#),
    Row(
      "a member that is required stays, so that the issue is about its value",
      #"{"properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "required": ["a"]}"#,
      #"{"a": null, "b": null}"#, #"{"a": null~~~~~~~~~~~}"#),
    Row(
      "a member that no schema declares stays", #"{"properties": {"a": true}, "additionalProperties": false}"#,
      #"{"b": null}"#, #"{"b": null}"#),
    Row(
      "in the branches of a choice",
      #"{"oneOf": [{"properties": {"k": {"const": "a"}, "x": {"type": "string"}}, "required": ["k"]}, {"properties": {"k": {"const": "b"}, "y": {"type": "string"}}, "required": ["k", "y"]}]}"#,
      #"{"k": "a", "x": null}"#, #"{"k": "a"~~~~~~~~~~~}"#),
    Row(
      "also where something else is wrong", note, #"{"note": null, "n": "x"}"#, #"{~~~~~~~~~~~~~ "n": "x"}"#),
    Row("a text that is no JSON stays", note, #"{"note": null"#, #"{"note": null"#),
  ]

  @Test(
    "a member is left out if it is null, its schema rejects null, and no object requires it", arguments: blankedRows)
  func blanks(_ row: Row) throws {
    let evaluator = try StreamVerdictTests.validation(row.schema).evaluator
    let schema = try StreamVerdictTests.schema(row.schema)
    let blanked = RefusedNulls(schema, JSONLimits()).blanked(Array(row.text.utf8))
    #expect(String(decoding: blanked, as: UTF8.self) == row.blanked.replacing("~", with: " "))
    // Nothing that was valid changes, and what is left is JSON if the text was.
    #expect((try? JSONValue(parsing: blanked)) != nil || (try? JSONValue(parsing: row.text)) == nil)
    var reader = JSONReader()
    if evaluator.isValid(Array(row.text.utf8), using: &reader) { #expect(blanked == Array(row.text.utf8)) }
  }

  @Test("more nulls than one list of issues has are all left out")
  func many() throws {
    let text = "[" + (0..<500).map { _ in #"{"note": null}"# }.joined(separator: ",") + "]"
    let schema = try StreamVerdictTests.schema(#"{"items": \#(Self.note)}"#)
    let blanked = RefusedNulls(schema, JSONLimits()).blanked(Array(text.utf8))
    #expect(try JSONValue(parsing: blanked) == .array(Array(repeating: [:], count: 500)))
  }

  @Test("a filter passes on what is blanked in the whole text, however it is cut", arguments: blankedRows)
  func filters(_ row: Row) throws {
    let schema = try StreamVerdictTests.schema(row.schema)
    for size in 1...3 {
      var filter = NullFilter(schema, JSONLimits())
      let text = Array(row.text.utf8)
      var passed: [UInt8] = []
      for start in stride(from: 0, to: text.count, by: size) {
        passed += filter.filtered(text[start..<min(start + size, text.count)])
      }
      #expect(filter.text == text)
      if filter.isUncertain { continue }
      // A comma before a member is replaced rather than the one after it.
      let whole = RefusedNulls(schema, JSONLimits()).blanked(text)
      #expect(passed.count == text.count && (try? JSONValue(parsing: passed)) == (try? JSONValue(parsing: whole)))
    }
  }

  @Test("nothing is passed on after a null that may be a value in one branch of a choice")
  func uncertain() throws {
    let schema = try StreamVerdictTests.schema(
      #"{"anyOf": [{"properties": {"a": {"type": "string"}}, "required": ["b"]}, {"properties": {"a": {"type": "null"}}, "required": ["c"]}]}"#
    )
    var filter = NullFilter(schema, JSONLimits())
    let passed = filter.filtered(Array(#"{"x": 1, "a": null, "c": 1}"#.utf8))
    #expect(String(decoding: passed, as: UTF8.self) == #"{"x": 1"#)
  }
}
