import JSONSchema

/// A schema, and the expected result of sampling it.
struct SamplerRow: CustomStringConvertible {
  enum Expected {
    case value
    case admitsNothing
    /// No sample, and no proof that there is none.
    case notFound
  }

  let description: String
  let schema: String
  var expected = Expected.value
  var dialect = Dialect.draft2020

  init(_ description: String, _ schema: String, _ expected: Expected = .value, _ dialect: Dialect = .draft2020) {
    self.description = description
    self.schema = schema
    self.expected = expected
    self.dialect = dialect
  }

  /// Sixty branches, of which an outer constant admits one.
  private static let manyBranches: String = {
    let branches = (0..<60).map { number in
      #"{"properties": {"k": {"const": \#(number)}, "v\#(number)": {"type": "null"}}, "required": ["v\#(number)"]}"#
    }
    return #"{"type": "object", "properties": {"k": {"const": 57}}, "required": ["k"], "oneOf": ["#
      + branches.joined(separator: ",") + "]}"
  }()

  /// Twenty conditions of which at most one holds for a value.
  static let manyConditions: String = {
    let conditions = (0..<20).map { number in
      #"{"if": {"properties": {"k": {"const": "k\#(number)"}}, "required": ["k"]}, "then": {"properties": "#
        + #"{"k": true, "a\#(number)": {"type": "integer"}}, "additionalProperties": false}}"#
    }
    return #""properties": {"k": {"type": "string"}}, "allOf": ["# + conditions.joined(separator: ",") + "]"
  }()

  /// A table.
  static let all: [SamplerRow] = [
    // Several demands at once
    SamplerRow("an email address in a domain", #"{"type": "string", "format": "email", "pattern": "@example\\.com$"}"#),
    SamplerRow("a URI with a port", #"{"type": "string", "format": "uri", "pattern": "^ftp://[a-z]+:21/"}"#),
    SamplerRow(
      "few elements that match, among many",
      #"{"type": "array", "items": {"type": "integer"}, "contains": {"minimum": 10}, "minContains": 2, "maxContains": 3, "minItems": 6}"#
    ),
    SamplerRow(
      "more members than names that a pattern has",
      #"{"type": "object", "patternProperties": {"^[ABC]$": true}, "additionalProperties": false, "minProperties": 4}"#,
      .admitsNothing),
    SamplerRow(
      "as many members as names that a pattern and a declaration have",
      #"{"type": "object", "properties": {"d": true}, "patternProperties": {"^[ABC]$": true}, "additionalProperties": false, "minProperties": 4}"#
    ),
    // Numbers
    SamplerRow("a multiple between bounds", #"{"type": "integer", "minimum": 101, "maximum": 119, "multipleOf": 17}"#),
    SamplerRow(
      "no multiple between bounds", #"{"type": "integer", "minimum": 103, "maximum": 118, "multipleOf": 17}"#,
      .admitsNothing),
    SamplerRow(
      "two multiples of fractions",
      #"{"type": "number", "allOf": [{"multipleOf": 0.6}, {"multipleOf": 0.8}], "minimum": 1}"#),
    SamplerRow(
      "bounds that exclude each other", #"{"type": "number", "minimum": 2, "exclusiveMaximum": 2}"#, .admitsNothing),
    SamplerRow(
      "an integer between neighbors", #"{"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2}"#,
      .admitsNothing),
    SamplerRow("a number between neighbors", #"{"type": "number", "exclusiveMinimum": 1, "exclusiveMaximum": 2}"#),
    SamplerRow(
      "a number between close neighbors",
      #"{"type": "number", "exclusiveMinimum": 1.00001, "exclusiveMaximum": 1.00002}"#),
    SamplerRow("numbers beyond Double", #"{"type": "number", "exclusiveMinimum": 1e308}"#),
    SamplerRow(
      "digits beyond any word", #"{"type": "integer", "minimum": 123456789012345678901234567890123456789012345}"#),
    SamplerRow("no integer and a number", #"{"type": "number", "not": {"type": "integer"}}"#),
    SamplerRow(
      "draft-04 has integral numbers that are not integers",
      #"{"type": "number", "not": {"type": "integer"}, "multipleOf": 1}"#,
      .value, .draft4),
    SamplerRow(
      "draft-04 has one such number between 1 and 1",
      #"{"type": "number", "not": {"type": "integer"}, "minimum": 1, "maximum": 1}"#, .value, .draft4),
    SamplerRow(
      "draft-04 has an array of one such number",
      #"{"type": "array", "minItems": 1, "maxItems": 1, "items": {"minimum": 1, "maximum": 1, "type": "number", "not": {"type": "integer"}}}"#,
      .value, .draft4),
    SamplerRow(
      "since draft-06 it is one", #"{"type": "number", "not": {"type": "integer"}, "multipleOf": 1}"#, .admitsNothing),
    SamplerRow(
      "every value of a small range is excluded",
      #"{"type": "integer", "minimum": 1, "maximum": 3, "not": {"enum": [1, 2, 3]}}"#, .admitsNothing),
    // Strings
    SamplerRow(
      "two patterns and a length",
      #"{"type": "string", "allOf": [{"pattern": "^[a-f]+$"}, {"pattern": "bad"}], "minLength": 9, "maxLength": 9}"#),
    SamplerRow(
      "patterns that exclude each other", #"{"type": "string", "allOf": [{"pattern": "^a"}, {"pattern": "^b"}]}"#,
      .admitsNothing),
    SamplerRow(
      "a pattern longer than the length", #"{"type": "string", "pattern": "^a{5}", "maxLength": 4}"#, .admitsNothing),
    SamplerRow(
      "a pattern that must not match", #"{"type": "string", "pattern": "^[ab]{2}$", "not": {"pattern": "a"}}"#),
    SamplerRow(
      "a rule for passwords", #"{"type": "string", "pattern": "^(?=.*[0-9])(?=.*[a-z])(?=.*[A-Z])(?!.*pass).{8,12}$"}"#),
    SamplerRow("a back-reference", #"{"type": "string", "pattern": "^(a|bc)-\\1$"}"#),
    SamplerRow("a long count", #"{"type": "string", "pattern": "^\\p{L}{90,100}$"}"#),
    SamplerRow("bytes without characters", #"{"type": "string", "maxLength": 3, "x-minUTF8Bytes": 10}"#),
    SamplerRow(
      "more bytes than characters hold", #"{"type": "string", "maxLength": 2, "x-minUTF8Bytes": 10}"#, .admitsNothing),
    SamplerRow(
      "a format of some length", #"{"type": "string", "format": "uri", "minLength": 300, "pattern": "^https://"}"#),
    SamplerRow(
      "an encoded text",
      #"{"type": "string", "contentEncoding": "base64", "contentMediaType": "application/json", "contentSchema": {"type": "object", "required": ["a"]}}"#
    ),
    SamplerRow(
      "a format and a pattern at once", #"{"type": "string", "format": "email", "pattern": "^river.*\\.org$"}"#),
    SamplerRow(
      "a format and lengths that only some of its texts have",
      #"{"type": "string", "format": "date-time", "minLength": 31, "maxLength": 31}"#),
    SamplerRow(
      "a length that no text of the format has", #"{"type": "string", "format": "uuid", "minLength": 37}"#,
      .admitsNothing),
    SamplerRow(
      "a format within one that it may not have",
      #"{"type": "string", "format": "uri", "not": {"format": "uri-reference"}}"#, .admitsNothing),
    SamplerRow(
      "the text that may not be empty and is", #"{"type": "string", "maxLength": 0, "format": "uuid"}"#, .admitsNothing),
    // Values
    SamplerRow("an enum value that contradicts the type", #"{"type": "string", "enum": [1, 2]}"#, .admitsNothing),
    SamplerRow("enumerations that share one value", #"{"allOf": [{"enum": [1, 2, "a"]}, {"enum": ["a", 3]}]}"#),
    SamplerRow("enumerations that share none", #"{"allOf": [{"enum": [1, 2]}, {"enum": ["a", 3]}]}"#, .admitsNothing),
    SamplerRow("every Boolean is excluded", #"{"type": "boolean", "not": {"enum": [true, false]}}"#, .admitsNothing),
    // Arrays
    SamplerRow(
      "unique elements of few", #"{"type": "array", "items": {"enum": [1, 2, 3]}, "uniqueItems": true, "minItems": 3}"#),
    SamplerRow(
      "unique Booleans", #"{"type": "array", "items": {"type": "boolean"}, "uniqueItems": true, "minItems": 2}"#),
    SamplerRow(
      "three of a kind",
      #"{"type": "array", "contains": {"type": "integer"}, "minContains": 3, "maxContains": 3, "minItems": 5}"#),
    SamplerRow(
      "nothing to contain", #"{"type": "array", "items": {"type": "string"}, "contains": {"type": "integer"}}"#,
      .admitsNothing),
    SamplerRow(
      "a tuple that ends",
      #"{"type": "array", "prefixItems": [{"const": 1}, {"const": 2}], "items": false, "minItems": 2}"#),
    SamplerRow(
      "a tuple that ends too early",
      #"{"type": "array", "prefixItems": [{"const": 1}], "items": false, "minItems": 2}"#, .admitsNothing),
    SamplerRow(
      "only contained elements",
      #"{"type": "array", "contains": {"type": "string"}, "unevaluatedItems": false, "minItems": 2}"#),
    SamplerRow("more elements than memory", #"{"type": "array", "minItems": 1000000000}"#, .notFound),
    SamplerRow(
      "more elements than there may be", #"{"type": "array", "minItems": 1000000000, "maxItems": 5}"#, .admitsNothing),
    SamplerRow("equal elements", #"{"type": "array", "not": {"uniqueItems": true}}"#),
    // Objects
    SamplerRow(
      "a member that is refused and required", #"{"type": "object", "required": ["a"], "properties": {"a": false}}"#,
      .admitsNothing),
    SamplerRow(
      "a name that no member may have", #"{"type": "object", "required": ["a"], "propertyNames": {"minLength": 2}}"#,
      .admitsNothing),
    SamplerRow(
      "names of patterns",
      #"{"type": "object", "patternProperties": {"^x-[a-z]{3}$": {"type": "integer"}}, "additionalProperties": false, "minProperties": 3}"#
    ),
    SamplerRow(
      "more members than names",
      #"{"type": "object", "properties": {"a": true, "b": true}, "additionalProperties": false, "minProperties": 3}"#,
      .admitsNothing),
    SamplerRow(
      "a chain of dependencies",
      #"{"type": "object", "required": ["a"], "dependentRequired": {"a": ["b"], "b": ["c"]}, "properties": {"c": {"const": 7}}}"#
    ),
    SamplerRow(
      "a dependency on a rejected member",
      #"{"type": "object", "required": ["a"], "dependentRequired": {"a": ["b"]}, "properties": {"b": false}}"#,
      .admitsNothing),
    SamplerRow(
      "names and values",
      #"{"type": "object", "propertyNames": {"pattern": "^[A-Z]{2}$"}, "additionalProperties": {"type": "integer"}, "minProperties": 4}"#
    ),
    SamplerRow(
      "a member of an unevaluated object",
      #"{"type": "object", "anyOf": [{"properties": {"a": true}}, {"properties": {"b": true}}], "unevaluatedProperties": false, "required": ["a", "b"]}"#
    ),
    SamplerRow("more members than memory", #"{"type": "object", "minProperties": 1000000000}"#, .notFound),
    // Logic
    SamplerRow(
      "one branch of overlapping ones", #"{"oneOf": [{"type": "integer"}, {"type": "number", "minimum": 5}]}"#),
    SamplerRow("one branch of equal ones", #"{"oneOf": [{"type": "integer"}, {"type": "integer"}]}"#, .admitsNothing),
    SamplerRow(
      "a condition that holds",
      #"{"properties": {"kind": {"enum": ["a", "b"]}, "a": {"type": "string"}}, "required": ["kind"], "if": {"properties": {"kind": {"const": "a"}}}, "then": {"required": ["a"]}, "else": {"maxProperties": 1}}"#
    ),
    SamplerRow(
      "a branch without a value", #"{"anyOf": [{"allOf": [{"type": "string"}, {"type": "null"}]}, false]}"#,
      .admitsNothing),
    SamplerRow("anything but everything", #"{"not": {}}"#, .admitsNothing),
    SamplerRow("one branch of many", manyBranches),
    SamplerRow(
      "a member with more conditions than sequences of choices",
      #"{"type": "object", "required": ["a"], "properties": {"a": {"type": "object", \#(manyConditions)}}}"#),
    // Recursion
    SamplerRow(
      "a tree",
      ##"{"type": "object", "properties": {"children": {"type": "array", "items": {"$ref": "#"}}, "value": {"type": "integer"}}, "required": ["children"]}"##
    ),
    SamplerRow(
      "a way out of recursion",
      ##"{"anyOf": [{"type": "array", "items": {"$ref": "#"}, "minItems": 2}, {"type": "null"}]}"##),
    SamplerRow(
      "no way out of recursion", ##"{"type": "object", "properties": {"next": {"$ref": "#"}}, "required": ["next"]}"##,
      .admitsNothing),
    SamplerRow(
      "no way out of two",
      ##"{"type": "array", "minItems": 1, "items": {"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#"}}}}"##,
      .admitsNothing),
    // Nonsense
    SamplerRow("an unreachable length", #"{"type": "string", "minLength": 9223372036854775807}"#, .notFound),
    SamplerRow("a pattern of more text than the limit", #"{"type": "string", "pattern": "^a{40000}$"}"#, .notFound),
  ]
}
