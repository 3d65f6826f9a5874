import SchemaRuntime

/// A schema, a payload, and the expected result with a small step budget for patterns.
struct LimitRow: Sendable, CustomStringConvertible {
  let name: String
  let schema: String
  let payload: String
  let verdict: SchemaVerdict
  /// Where the deciding limits were exceeded: `#instance #keyword`, by the location in the schema.
  let locations: [String]

  init(_ name: String, _ schema: String, _ payload: String, _ verdict: SchemaVerdict, _ locations: [String] = []) {
    self.name = name
    self.schema = schema
    self.payload = payload
    self.verdict = verdict
    self.locations = locations
  }

  var description: String { name }

  /// The step budget of one match: enough for short texts, but not for ``long``.
  static let stepBudget = 2_000

  /// A pattern that matches ``long`` after far more steps, and one that fails to match after as many.
  static let matching = "^(?:(?:a+)+b|a*!)$(?<=.)"
  static let missing = "^(?:a+)+b$(?<=.)"
  static let long = String(repeating: "a", count: 12) + "!"

  /// The rows, in which `M` and `N` stand for the two patterns and `T` for the text.
  static let all: [LimitRow] = rows.map { row in
    func spelled(_ text: String) -> String {
      text.replacing("«M»", with: matching).replacing("«N»", with: missing).replacing("«T»", with: long)
    }
    return LimitRow(
      row.name, spelled(row.schema), spelled(row.payload), row.verdict, row.locations.map { spelled($0) })
  }

  private static let rows = negations + choices + arrays + names + unevaluated + contents

  private static let negations = [
    LimitRow("a pattern", #"{"pattern":"«M»"}"#, #""«T»""#, .undecided, ["# #/pattern"]),
    LimitRow("a pattern and a short text", #"{"pattern":"«M»"}"#, #""aa!""#, .valid),
    LimitRow("a pattern and another short text", #"{"pattern":"«N»"}"#, #""aa!""#, .invalid),
    LimitRow("a pattern for a value that is not a string", #"{"pattern":"«M»"}"#, "1", .valid),
    LimitRow("not", #"{"not":{"pattern":"«M»"}}"#, #""«T»""#, .undecided, ["# #/not/pattern"]),
    LimitRow(
      "not not", #"{"not":{"not":{"pattern":"«M»"}}}"#, #""«T»""#, .undecided, ["# #/not/not/pattern"]),
    LimitRow("not, and another failure", #"{"type":"integer","not":{"pattern":"«M»"}}"#, #""«T»""#, .invalid),
    LimitRow("invalid after an undecided part", #"{"not":{"pattern":"«M»"},"allOf":[false]}"#, #""«T»""#, .invalid),
    LimitRow(
      "not all of which one is invalid", #"{"not":{"allOf":[{"pattern":"«M»"},{"maxLength":1}]}}"#, #""«T»""#, .valid),
    LimitRow(
      "if it holds then false", #"{"if":{"pattern":"«M»"},"then":false}"#, #""«T»""#, .undecided, ["# #/if/pattern"]),
    LimitRow(
      "if it does not then false", #"{"if":{"pattern":"«M»"},"else":false}"#, #""«T»""#, .undecided, ["# #/if/pattern"]),
    LimitRow(
      "if, and both hold", #"{"if":{"pattern":"«M»"},"then":{"minLength":1},"else":{"type":"string"}}"#, #""«T»""#,
      .valid),
    LimitRow(
      "if, and neither holds", #"{"if":{"pattern":"«M»"},"then":{"maxLength":1},"else":false}"#, #""«T»""#, .invalid),
    LimitRow(
      "a condition that is known", #"{"if":{"maxLength":1},"then":{"pattern":"«M»"},"else":{"minLength":1}}"#,
      #""«T»""#,
      .valid),
    LimitRow(
      "the limit is named once, though it is met twice",
      ##"{"allOf":[{"not":{"$ref":"#/$defs/p"}},{"$ref":"#/$defs/p"}],"$defs":{"p":{"pattern":"«M»"}}}"##, #""«T»""#,
      .undecided, ["# #/allOf/0/not/$ref/pattern", "# #/allOf/1/$ref/pattern"]),
  ]

  private static let choices = [
    LimitRow("any of it and what holds", #"{"anyOf":[{"pattern":"«M»"},{"minLength":3}]}"#, #""«T»""#, .valid),
    LimitRow("any of what holds and it", #"{"anyOf":[{"minLength":3},{"pattern":"«M»"}]}"#, #""«T»""#, .valid),
    LimitRow(
      "any of it and what does not hold", #"{"anyOf":[{"maxLength":3},{"pattern":"«M»"}]}"#, #""«T»""#, .undecided,
      ["# #/anyOf/1/pattern"]),
    LimitRow(
      "one of it and what holds", #"{"oneOf":[{"pattern":"«M»"},{"minLength":3}]}"#, #""«T»""#, .undecided,
      ["# #/oneOf/0/pattern"]),
    LimitRow(
      "one of it and two that hold", #"{"oneOf":[{"pattern":"«M»"},{"minLength":3},{"type":"string"}]}"#, #""«T»""#,
      .invalid),
    LimitRow(
      "one of it and what does not hold", #"{"oneOf":[{"pattern":"«M»"},{"maxLength":3}]}"#, #""«T»""#, .undecided,
      ["# #/oneOf/0/pattern"]),
    LimitRow(
      "branches with tags, of which the other is asked",
      #"{"oneOf":[{"properties":{"t":{"const":"a"},"v":{"pattern":"«M»"}},"required":["t"]},{"properties":{"t":{"const":"b"}},"required":["t"]}]}"#,
      #"{"t":"b","v":"«T»"}"#, .valid),
    LimitRow(
      "branches with tags, of which it is asked",
      #"{"oneOf":[{"properties":{"t":{"const":"a"},"v":{"not":{"pattern":"«M»"}}},"required":["t"]},{"properties":{"t":{"const":"b"}},"required":["t"]}]}"#,
      #"{"t":"a","v":"«T»"}"#, .undecided, ["#/v #/oneOf/0/properties/v/not/pattern"]),
  ]

  private static let arrays = [
    LimitRow(
      "items", #"{"items":{"not":{"pattern":"«M»"}}}"#, #"["b","«T»"]"#, .undecided, ["#/1 #/items/not/pattern"]),
    LimitRow("items of which one is wrong", #"{"items":{"not":{"pattern":"«M»"}}}"#, #"["«T»","!"]"#, .invalid),
    LimitRow(
      "no such element", #"{"contains":{"pattern":"«M»"},"maxContains":0,"minContains":0}"#, #"["«T»"]"#, .undecided,
      ["#/0 #/contains/pattern"]),
    LimitRow(
      "some such element", #"{"contains":{"pattern":"«M»"}}"#, #"["«T»"]"#, .undecided, ["#/0 #/contains/pattern"]),
    LimitRow("some such element, and another", #"{"contains":{"pattern":"«M»"}}"#, #"["«T»","!"]"#, .valid),
    LimitRow(
      "two such elements of two at most", #"{"contains":{"pattern":"«M»"},"maxContains":2}"#, #"["«T»","!"]"#, .valid),
    LimitRow("two of one at most", #"{"contains":{"pattern":"«M»"},"maxContains":1}"#, #"["!","a!","«T»"]"#, .invalid),
    LimitRow("too few in any case", #"{"contains":{"pattern":"«M»"},"minContains":3}"#, #"["!","«T»"]"#, .invalid),
    LimitRow(
      "as many as wanted, maybe", #"{"contains":{"pattern":"«M»"},"minContains":2}"#, #"["!","«T»"]"#, .undecided,
      ["#/1 #/contains/pattern"]),
  ]

  private static let names = [
    LimitRow(
      "a name that may match, in a closed object", #"{"patternProperties":{"«N»":true},"additionalProperties":false}"#,
      #"{"«T»":1}"#, .undecided, ["#/«T» #/additionalProperties"]),
    LimitRow(
      "a name that may match, whose value has to be an integer in any case",
      #"{"patternProperties":{"«N»":{"type":"number"}},"additionalProperties":{"type":"integer"}}"#, #"{"«T»":1}"#,
      .valid),
    LimitRow(
      "a name that may match, whose value is right only then",
      #"{"patternProperties":{"«N»":{"type":"integer"}},"additionalProperties":{"type":"string"}}"#, #"{"«T»":1}"#,
      .undecided, ["#/«T» #/additionalProperties"]),
    LimitRow(
      "a name that may match, whose value is wrong then", #"{"patternProperties":{"«N»":{"type":"string"}}}"#,
      #"{"«T»":1}"#, .undecided, ["#/«T» #/patternProperties"]),
    LimitRow(
      "a name that may match one pattern and matches another",
      #"{"patternProperties":{"«N»":true,"!$":true},"additionalProperties":false}"#, #"{"«T»":1}"#, .valid),
    LimitRow(
      "not a closed object", #"{"not":{"patternProperties":{"«N»":true},"additionalProperties":false}}"#, #"{"«T»":1}"#,
      .undecided, ["#/«T» #/not/additionalProperties"]),
    LimitRow(
      "names that do not", #"{"propertyNames":{"not":{"pattern":"«M»"}}}"#, #"{"«T»":1}"#, .undecided,
      ["#/«T» #/propertyNames/not/pattern"]),
    LimitRow(
      "a member", #"{"properties":{"p":{"not":{"pattern":"«M»"}}}}"#, #"{"p":"«T»"}"#, .undecided,
      ["#/p #/properties/p/not/pattern"]),
    LimitRow(
      "a schema that depends on a member",
      #"{"dependentSchemas":{"p":{"not":{"properties":{"p":{"pattern":"«M»"}}}}}}"#,
      #"{"p":"«T»"}"#, .undecided, ["#/p #/dependentSchemas/p/not/properties/p/pattern"]),
    LimitRow(
      "a list that nests", ##"{"type":"object","properties":{"next":{"$ref":"#"},"v":{"not":{"pattern":"«M»"}}}}"##,
      #"{"next":{"next":{"v":"«T»"}}}"#, .undecided,
      ["#/next/next/v #/properties/next/$ref/properties/next/$ref/properties/v/not/pattern"]),
  ]

  private static let unevaluated = [
    LimitRow(
      "a name that may be evaluated", #"{"patternProperties":{"«N»":true},"unevaluatedProperties":false}"#,
      #"{"«T»":1}"#,
      .undecided, ["#/«T» #/patternProperties"]),
    LimitRow(
      "a name that may be evaluated, and need not",
      #"{"patternProperties":{"«N»":true},"unevaluatedProperties":{"type":"integer"}}"#, #"{"«T»":1}"#, .valid),
    LimitRow(
      "a member that a branch evaluates that may hold",
      #"{"anyOf":[{"properties":{"p":{"pattern":"«M»"},"q":true},"required":["p"]},{"properties":{"p":true}}],"unevaluatedProperties":false}"#,
      #"{"p":"«T»","q":1}"#, .undecided, ["#/p #/anyOf/0/properties/p/pattern"]),
    LimitRow(
      "a member that no branch evaluates",
      #"{"anyOf":[{"properties":{"p":{"pattern":"«M»"}}},{"properties":{"p":true}}],"unevaluatedProperties":false}"#,
      #"{"p":"«T»","q":1}"#, .invalid),
    LimitRow(
      "a member that every branch evaluates",
      #"{"anyOf":[{"properties":{"p":{"pattern":"«M»"}}},{"properties":{"p":true}}],"unevaluatedProperties":false}"#,
      #"{"p":"«T»"}"#, .valid),
    LimitRow(
      "a member that a condition evaluates",
      #"{"if":{"properties":{"p":{"pattern":"«M»"}}},"then":{"properties":{"q":true}},"else":true,"unevaluatedProperties":false}"#,
      #"{"p":"«T»","q":1}"#, .undecided, ["#/p #/if/properties/p/pattern"]),
    LimitRow(
      "an element that may be evaluated", #"{"contains":{"pattern":"«M»"},"unevaluatedItems":false}"#, #"["!","«T»"]"#,
      .undecided, ["#/1 #/contains/pattern"]),
    LimitRow(
      "an element that is not",
      #"{"contains":{"type":"string","pattern":"«M»"},"unevaluatedItems":false}"#, #"["!","«T»",1]"#,
      .invalid),
  ]

  private static let deep = String(repeating: "[", count: 1_025) + String(repeating: "]", count: 1_025)

  private static let contents = [
    LimitRow(
      "content", #"{"not":{"contentMediaType":"application/json","contentSchema":{"pattern":"«M»"}}}"#, #""\"«T»\"""#,
      .undecided, ["# #/not/contentSchema"]),
    LimitRow(
      "content that is negated inside",
      #"{"contentMediaType":"application/json","contentSchema":{"not":{"pattern":"«M»"}}}"#,
      #""\"«T»\"""#, .undecided, ["# #/contentSchema"]),
    LimitRow(
      "content that is known", #"{"not":{"contentMediaType":"application/json","contentSchema":{"pattern":"«M»"}}}"#,
      #""1""#, .invalid),
    LimitRow(
      "content that nests deeply", #"{"contentMediaType":"application/json"}"#,
      #""\#(String(repeating: "[", count: 1_024) + String(repeating: "]", count: 1_024))""#, .valid),
    LimitRow(
      "content that nests deeper than any reader goes", #"{"not":{"contentMediaType":"application/json"}}"#,
      "\"\(deep)\"",
      .undecided, ["# #/not/contentMediaType"]),
  ]
}
