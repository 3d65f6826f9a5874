// A table: changes of choices, negations and conditions.
extension ComparisonRow {
  private static let circle = branch("circle", #""radius": {"type": "number"}"#)
  private static let square = branch("square", #""side": {"type": "number"}"#)
  private static let line = branch("line", #""length": {"type": "number"}"#)

  private static func branch(_ kind: String, _ properties: String) -> String {
    #"{"type": "object", "title": "\#(kind)", "properties": {"kind": {"const": "\#(kind)"}, \#(properties)}, "required": ["kind"]}"#
  }

  private static func oneOf(_ branches: String...) -> String {
    #"{"oneOf": ["# + branches.joined(separator: ", ") + "]}"
  }

  private static func anyOf(_ branches: String...) -> String {
    #"{"anyOf": ["# + branches.joined(separator: ", ") + "]}"
  }

  static let choices: [ComparisonRow] = [
    Self(
      "a branch is added to a tagged union", oneOf(circle, square), oneOf(circle, square, line), .holds, .broken,
      .broken,
      ["branch-added", "enum-case-added"]),
    Self(
      "a branch is removed from a tagged union", oneOf(circle, square, line), oneOf(circle, square), .broken, .holds,
      .broken, ["branch-removed", "enum-case-removed"]),
    Self(
      "branches change their order", oneOf(circle, square), oneOf(square, circle), .holds, .holds, .holds),
    Self(
      "a branch of a tagged union is narrowed", oneOf(circle, square),
      oneOf(branch("circle", #""radius": {"type": "number", "minimum": 0}"#), square), .broken, .holds, .holds,
      ["minimum-added"]),
    Self("disjoint branches of oneOf are anyOf", oneOf(circle, square), anyOf(circle, square), .holds, .holds, .holds),
    Self(
      "overlapping branches of anyOf become oneOf",
      anyOf(#"{"type": "integer"}"#, #"{"type": "number", "minimum": 0}"#),
      oneOf(#"{"type": "integer"}"#, #"{"type": "number", "minimum": 0}"#), .broken, .holds, .holds,
      ["branches-overlap"]),
    Self(
      "a type list is a union", #"{"type": ["string", "integer"]}"#,
      anyOf(#"{"type": "string"}"#, #"{"type": "integer"}"#),
      .holds, .holds, .holds),
    Self(
      "a nullable type is a union with null", #"{"type": ["string", "null"]}"#,
      oneOf(#"{"type": "string"}"#, #"{"type": "null"}"#), .holds, .holds, .holds),
    Self(
      "a union is widened by null", anyOf(#"{"type": "string"}"#, #"{"type": "integer"}"#),
      anyOf(#"{"type": "string"}"#, #"{"type": "integer"}"#, #"{"type": "null"}"#), .holds, .broken, .broken),
    Self(
      "an open enumeration takes every string", #"{"anyOf": [{"enum": ["a", "b"]}, {"type": "string"}]}"#,
      #"{"anyOf": [{"enum": ["a"]}, {"type": "string"}]}"#, .holds, .holds, .broken, ["enum-case-removed"]),
    Self(
      "an enumeration is opened", #"{"enum": ["a", "b"]}"#, #"{"anyOf": [{"enum": ["a", "b"]}, {"type": "string"}]}"#,
      .holds, .broken, .broken, ["enum-opened"]),
    Self(
      "a tag's values choose the branch",
      #"{"type": "object", "properties": {"kind": {"enum": ["circle", "square"]}}, "required": ["kind"], "additionalProperties": false}"#,
      oneOf(circle, square), .holds, .broken, .broken),
    Self(
      "a union of two ranges is not a range", #"{"type": "integer", "anyOf": [{"maximum": 3}, {"minimum": 7}]}"#,
      #"{"type": "integer", "anyOf": [{"maximum": 2}, {"minimum": 7}]}"#, .broken, .holds, .holds),
    Self(
      "a union within a range",
      #"{"type": "integer", "anyOf": [{"minimum": 1, "maximum": 3}, {"minimum": 7, "maximum": 9}]}"#,
      #"{"type": "integer", "minimum": 1, "maximum": 9}"#, .holds, .broken, .holds),
    Self(
      "branches that hold one another are one", anyOf(#"{"type": "integer"}"#, #"{"type": "number"}"#),
      #"{"type": "number"}"#, .holds, .holds, .holds),
    Self(
      "a value is excluded", #"{"type": "string"}"#, #"{"type": "string", "not": {"const": "x"}}"#, .broken, .holds,
      .holds,
      ["not-added"]),
    Self(
      "an exclusion is lifted", #"{"type": "string", "not": {"const": "x"}}"#, #"{"type": "string"}"#, .holds, .broken,
      .holds, ["not-removed"]),
    Self(
      "less is excluded", #"{"type": "string", "not": {"enum": ["x", "y"]}}"#,
      #"{"type": "string", "not": {"const": "x"}}"#,
      .holds, .broken, .holds, ["not-changed"]),
    Self(
      "what is excluded is of another type", #"{"type": "string"}"#, #"{"type": "string", "not": {"type": "integer"}}"#,
      .holds, .holds, .holds),
    Self(
      "integers beyond a bound are excluded", #"{"type": "integer", "maximum": 5}"#,
      #"{"type": "integer", "not": {"minimum": 6}}"#, .holds, .holds, .holds),
    Self(
      "a member is excluded", #"{"type": "object", "properties": {"a": {"type": "string"}}}"#,
      #"{"type": "object", "properties": {"a": {"type": "string"}}, "not": {"required": ["a"]}}"#, .broken, .holds,
      .holds),
    Self(
      "a condition is added", #"{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}"#,
      #"{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "if": {"required": ["a"]}, "then": {"required": ["b"]}}"#,
      .broken, .holds, .holds, ["required-added"]),
    Self(
      "a condition that never holds says nothing", #"{"type": "string"}"#,
      #"{"type": "string", "if": {"type": "integer"}, "then": false}"#, .holds, .holds, .holds),
    Self(
      "a condition says what a type says", #"{"if": {"type": "string"}, "then": {"minLength": 1}}"#,
      #"{"minLength": 1}"#,
      .holds, .holds, .holds),
    Self(
      "the other way of a condition is narrowed",
      #"{"type": "integer", "if": {"minimum": 0}, "then": {"maximum": 9}, "else": {"minimum": -9}}"#,
      #"{"type": "integer", "if": {"minimum": 0}, "then": {"maximum": 9}, "else": {"minimum": -5}}"#, .broken, .holds,
      .holds, ["minimum-raised"]),
    Self(
      "a condition is its two ways",
      #"{"type": "integer", "if": {"minimum": 0}, "then": {"maximum": 9}, "else": {"minimum": -9}}"#,
      #"{"type": "integer", "minimum": -9, "maximum": 9}"#, .holds, .holds, .holds),
    Self(
      "a discriminated list is narrowed", #"{"type": "array", "items": \#(oneOf(circle, square))}"#,
      #"{"type": "array", "items": \#(oneOf(circle))}"#, .broken, .holds, .broken),
    Self(
      "a base gets a member",
      ##"{"allOf": [{"$ref": "#/$defs/base"}], "$defs": {"base": {"type": "object", "properties": {"id": {"type": "string"}}}}}"##,
      ##"{"allOf": [{"$ref": "#/$defs/base"}], "$defs": {"base": {"type": "object", "properties": {"id": {"type": "string"}, "at": {"type": "integer"}}}}}"##,
      .beyond, .holds, .holds, ["property-added"]),
    Self(
      "an unevaluated rest is refused in addition to branches",
      #"{"type": "object", "anyOf": [{"properties": {"a": {"type": "string"}}, "required": ["a"]}, {"properties": {"b": {"type": "string"}}, "required": ["b"]}]}"#,
      #"{"type": "object", "anyOf": [{"properties": {"a": {"type": "string"}}, "required": ["a"]}, {"properties": {"b": {"type": "string"}}, "required": ["b"]}], "unevaluatedProperties": false}"#,
      .broken, .holds, .holds),
  ]
}
