// A table: changes of arrays.
extension ComparisonRow {
  private static func array(_ rest: String) -> String { #"{"type": "array", "# + rest + "}" }

  static let arrays: [ComparisonRow] = [
    Self(
      "elements get a bound", array(#""items": {"type": "integer"}"#),
      array(#""items": {"type": "integer", "minimum": 0}"#),
      .broken, .holds, .holds, ["minimum-added"]),
    Self(
      "elements change their type", array(#""items": {"type": "integer"}"#), array(#""items": {"type": "string"}"#),
      .broken, .broken, .broken, ["type-changed"]),
    Self(
      "elements are described", #"{"type": "array"}"#, array(#""items": {"type": "string"}"#), .broken, .holds, .broken,
      ["type-narrowed"]),
    Self(
      "more elements are allowed", array(#""maxItems": 3"#), array(#""maxItems": 4"#), .holds, .broken, .holds,
      ["max-items-raised"]),
    Self(
      "an element is asked for", #"{"type": "array"}"#, array(#""minItems": 1"#), .broken, .holds, .holds,
      ["min-items-added"]),
    Self(
      "elements have to differ", array(#""items": {"type": "integer"}"#),
      array(#""items": {"type": "integer"}, "uniqueItems": true"#), .broken, .holds, .holds, ["unique-items-added"]),
    Self(
      "one element always differs", array(#""maxItems": 1"#), array(#""maxItems": 1, "uniqueItems": true"#), .holds,
      .holds, .holds),
    Self(
      "a tuple is closed", array(#""prefixItems": [{"type": "string"}]"#),
      array(#""prefixItems": [{"type": "string"}], "items": false"#), .broken, .holds, .broken, ["items-closed"]),
    Self(
      "a closed tuple has a most count", array(#""prefixItems": [{"type": "string"}], "items": false"#),
      array(#""prefixItems": [{"type": "string"}], "maxItems": 1"#), .holds, .holds, .holds),
    Self(
      "a tuple is an array of its elements' type",
      array(#""prefixItems": [{"type": "string"}], "items": {"type": "string"}"#),
      array(#""items": {"type": "string"}"#), .holds, .holds, .broken),
    Self(
      "an element of a tuple is widened", array(#""prefixItems": [{"type": "string"}, {"type": "integer"}]"#),
      array(#""prefixItems": [{"type": "string"}, {"type": "number"}]"#), .holds, .broken, .broken, ["type-widened"]),
    Self(
      "a tuple of draft-07 says the same",
      #"{"$schema": "http://json-schema.org/draft-07/schema#", "type": "array", "items": [{"type": "string"}], "additionalItems": false}"#,
      array(#""prefixItems": [{"type": "string"}], "items": false"#), .holds, .holds, .holds),
    Self(
      "something has to be contained", array(#""items": {"type": "integer"}"#),
      array(#""items": {"type": "integer"}, "contains": {"minimum": 5}"#), .broken, .holds, .holds, ["contains-added"]),
    Self(
      "what has to be contained is widened", array(#""contains": {"type": "integer", "minimum": 5}"#),
      array(#""contains": {"type": "integer"}"#), .holds, .broken, .holds, ["contains-changed"]),
    Self(
      "all elements are what has to be contained", array(#""items": {"type": "integer"}, "minItems": 1"#),
      array(#""items": {"type": "integer"}, "minItems": 1, "contains": {"type": "number"}"#), .holds, .holds, .holds),
    Self(
      "something contained is an element", array(#""contains": {"type": "integer"}"#),
      array(#""contains": {"type": "integer"}, "minItems": 1"#), .holds, .holds, .holds),
    Self(
      "three contained are two elements", array(#""contains": {"type": "integer"}, "minContains": 3"#),
      array(#""contains": {"type": "integer"}, "minContains": 3, "minItems": 2"#), .holds, .holds, .holds),
    Self(
      "nothing has to be contained", array(#""contains": {"type": "integer"}, "minContains": 0"#),
      array(#""contains": {"type": "integer"}, "minContains": 0, "minItems": 1"#), .broken, .holds, .holds,
      ["min-items-added"]),
    Self(
      "one contained is not two elements", array(#""contains": {"type": "integer"}"#),
      array(#""contains": {"type": "integer"}, "minItems": 2"#), .broken, .holds, .holds, ["min-items-raised"]),
    Self(
      "more have to be contained", array(#""contains": {"type": "integer"}"#),
      array(#""contains": {"type": "integer"}, "minContains": 2"#), .broken, .holds, .holds,
      ["min-contains-raised"]),
    Self(
      "fewer may be contained", array(#""contains": {"const": 1}, "maxContains": 3"#),
      array(#""contains": {"const": 1}, "maxContains": 2"#), .broken, .holds, .holds,
      ["max-contains-lowered"]),
    Self(
      "no element is what may not be contained", array(#""items": {"type": "string"}"#),
      array(#""items": {"type": "string"}, "contains": {"type": "integer"}, "minContains": 0, "maxContains": 1"#),
      .holds,
      .holds, .holds),
    Self(
      "unevaluated elements are refused where others were", array(#""prefixItems": [true], "items": false"#),
      array(#""prefixItems": [true], "unevaluatedItems": false"#), .holds, .holds, .holds),
    Self(
      "no element can be, so the array is empty", array(#""items": false"#), array(#""maxItems": 0"#), .holds, .holds,
      .holds),
  ]
}
