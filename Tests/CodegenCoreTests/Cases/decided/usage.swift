import SchemaRuntime

/// A member that must be accepted with the first values, and refused with the others for the reason beside them.
func member(_ name: String, _ valid: [String], _ invalid: [(value: String, issue: String)], line: UInt = #line) {
  for value in valid { accept(ADecided.self, #"{"\#(name)":\#(value)}"#, line: line) }
  for row in invalid { refuse(ADecided.self, #"{"\#(name)":\#(row.value)}"#, "/\(name)\(row.issue)", line: line) }
}

// Branches that are true or false.
member("oneOfNone", [], [("1", " oneOf")])
member("oneOfOne", ["1", "null", #""text""#], [])
member("oneOfTwo", [], [("1", " oneOf"), (#""text""#, " oneOf")])
member("oneOfRest", ["1", "[]"], [(#""text""#, " oneOf")])
member("anyOfNone", [], [("1", " anyOf")])
member("anyOfOne", [#""ab""#], [(#""a""#, " anyOf"), ("1", " anyOf")])
member("anyOfAll", [#""a""#, "1", "null"], [])
member("enumNone", [], [("1", " enum"), ("null", " enum")])
// Names that only `required` or a dependency mentions are additional properties.
member("undeclared", [#"{"a":"x"}"#, #"{"a":"x","b":"y"}"#], [(#"{"a":1}"#, "/a type"), (#"{"b":"y"}"#, " required")])
member("refused", [], [(#"{"a":1}"#, "/a additionalProperties"), ("{}", " required")])
// Names that no object may have.
member("forbidden", [], [(#"{"a":1}"#, "/a false"), (#"{"b":1}"#, " required")])
member(
  "needsForbidden", ["{}", #"{"b":1}"#],
  [(#"{"c":1}"#, " dependentRequired"), (#"{"d":1}"#, "/d additionalProperties")])
member("dependent", ["{}", #"{"a":1}"#], [(#"{"b":1}"#, "/b additionalProperties")])
member("anyNames", [#"{"a":"x"}"#, "{}"], [(#"{"a":1}"#, "/a type")])
// Texts that Swift's == takes for listed ones: KELVIN SIGN, and A with a combining ring.
member(
  "closedText", [#""K""#, #""Å""#], [("\"\u{212a}\"", " enum"), ("\"A\u{30a}\"", " enum"), ("\"\u{212b}\"", " enum")])
member("constantText", [#"{"k":"K"}"#], [("{\"k\":\"\u{212a}\"}", "/k const")])
for text in ["\u{212a}", "A\u{30a}", "\u{212b}"] {
  let value = accept(ADecided.self, "{\"openText\":\"\(text)\"}")?.openText
  expect(value.map { Array($0.rawValue.unicodeScalars) }, Array(text.unicodeScalars))
  if case .unknown? = value {
  } else {
    fail("expected \(text.unicodeScalars) to be unknown, found \(String(describing: value))", #line)
  }
}
