// A table: changes of objects.
extension ComparisonRow {
  /// An object schema with members and other keywords.
  private static func object(_ properties: String, _ rest: String = "") -> String {
    #"{"type": "object", "properties": {"# + properties + "}" + (rest.isEmpty ? "" : ", " + rest) + "}"
  }

  private static let name = #""name": {"type": "string"}"#
  private static let age = #""age": {"type": "integer"}"#
  private static let isClosed = #""additionalProperties": false"#

  static let objects: [ComparisonRow] = [
    Self(
      "an optional member is added to an open object", object(name), object("\(name), \(age)"), .beyond, .holds, .holds,
      ["property-added", "member-added"]),
    Self(
      "an optional member is removed from an open object", object("\(name), \(age)"), object(name), .holds, .beyond,
      .broken, ["property-removed", "member-removed"]),
    Self(
      "an optional member is added to a closed object", object(name, isClosed), object("\(name), \(age)", isClosed),
      .holds, .broken, .holds, ["property-added"]),
    Self(
      "an optional member is removed from a closed object", object("\(name), \(age)", isClosed), object(name, isClosed),
      .broken, .holds, .broken, ["property-removed", "member-removed"]),
    Self(
      "a required member is added", object(name), object("\(name), \(age)", #""required": ["age"]"#), .broken, .holds,
      .broken, ["required-added", "initializer-parameter-added"]),
    Self(
      "a member becomes required", object(name), object(name, #""required": ["name"]"#), .broken, .holds, .broken,
      ["required-added", "member-optionality-changed"]),
    Self(
      "a member becomes optional", object(name, #""required": ["name"]"#), object(name), .holds, .broken, .broken,
      ["required-removed", "member-optionality-changed"]),
    Self(
      "an object is closed", object(name), object(name, isClosed), .beyond, .holds, .broken,
      ["closed", "member-removed"]),
    Self(
      "an object is opened", object(name, isClosed), object(name), .holds, .beyond, .holds, ["opened"]),
    Self(
      "a member's bound is tightened", object(#""age": {"type": "integer", "maximum": 200}"#),
      object(#""age": {"type": "integer", "maximum": 150}"#), .broken, .holds, .holds, ["maximum-lowered"]),
    Self(
      "a member's type changes", object(name), object(#""name": {"type": "integer"}"#), .broken, .broken, .broken,
      ["type-changed", "member-type-changed"]),
    Self(
      "a member deep inside changes",
      object(#""a": {"type": "object", "properties": {"b": {"type": "object", "properties": {"c": {"minimum": 1}}}}}"#),
      object(#""a": {"type": "object", "properties": {"b": {"type": "object", "properties": {"c": {"minimum": 2}}}}}"#),
      .broken, .holds, .holds, ["minimum-raised"]),
    Self(
      "a member is renamed", object(name, isClosed), object(#""title": {"type": "string"}"#, isClosed), .broken,
      .broken,
      .broken, ["property-removed", "property-added"]),
    Self(
      "a member is refused", object(name), object(#""name": false"#), .broken, .holds, .broken, ["schema-closed"]),
    Self(
      "a schema for undeclared members is added", object(name),
      object(name, #""additionalProperties": {"type": "integer"}"#),
      .beyond, .holds, .broken, ["type-narrowed"]),
    Self(
      "a map's values are narrowed", #"{"type": "object", "additionalProperties": {"type": ["integer", "string"]}}"#,
      #"{"type": "object", "additionalProperties": {"type": "integer"}}"#, .broken, .holds, .broken, ["type-narrowed"]),
    Self(
      "a map's values get a bound", #"{"type": "object", "additionalProperties": {"type": "integer"}}"#,
      #"{"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}}"#, .broken, .holds, .holds,
      ["minimum-added"]),
    Self(
      "a declared member satisfies the schema of the undeclared",
      object(name, #""additionalProperties": {"type": "string"}"#),
      #"{"type": "object", "additionalProperties": {"type": "string"}}"#, .holds, .holds, .broken),
    Self(
      "a pattern of names is added", #"{"type": "object"}"#,
      #"{"type": "object", "patternProperties": {"^x-": {"type": "string"}}}"#, .broken, .holds, .broken),
    Self(
      "the schema of a pattern of names is widened",
      #"{"type": "object", "patternProperties": {"^x-": {"type": "string"}}}"#,
      #"{"type": "object", "patternProperties": {"^x-": {"type": ["string", "null"]}}}"#, .holds, .broken, .broken,
      ["type-widened"]),
    Self(
      "a pattern of names is wider",
      #"{"type": "object", "patternProperties": {"^x-": {"type": "string"}}, "additionalProperties": false}"#,
      #"{"type": "object", "patternProperties": {"^x": {"type": "string"}}, "additionalProperties": false}"#, .holds,
      .broken, .holds),
    Self(
      "a pattern covers what was declared", object(#""x-a": {"type": "string"}"#, isClosed),
      #"{"type": "object", "patternProperties": {"^x-": {"type": "string"}}, "additionalProperties": false}"#, .holds,
      .broken, .broken),
    Self(
      "names get a pattern", #"{"type": "object"}"#, #"{"type": "object", "propertyNames": {"pattern": "^[a-z]+$"}}"#,
      .broken, .holds, .holds, ["property-names-added"]),
    Self(
      "the pattern of names is widened", #"{"type": "object", "propertyNames": {"pattern": "^[a-z]+$"}}"#,
      #"{"type": "object", "propertyNames": {"pattern": "^[a-z0-9]+$"}}"#, .holds, .broken, .holds),
    Self(
      "the names of a closed object fit", object(name, isClosed),
      object(name, #""additionalProperties": false, "propertyNames": {"maxLength": 4}"#), .holds, .holds, .holds),
    Self(
      "fewer members are allowed", #"{"type": "object", "maxProperties": 5}"#,
      #"{"type": "object", "maxProperties": 3}"#,
      .broken, .holds, .holds, ["max-properties-lowered"]),
    Self(
      "required members are enough members", object(name, #""required": ["name"]"#),
      object(name, #""required": ["name"], "minProperties": 1"#), .holds, .holds, .holds),
    Self(
      "a closed object has no more members than it declares", object(name, isClosed),
      object(name, #""additionalProperties": false, "maxProperties": 1"#), .holds, .holds, .holds),
    Self(
      "members are asked for", #"{"type": "object"}"#, #"{"type": "object", "minProperties": 1}"#, .broken, .holds,
      .holds,
      ["min-properties-added"]),
    Self(
      "a dependency is added", object("\(name), \(age)"),
      object("\(name), \(age)", #""dependentRequired": {"name": ["age"]}"#),
      .broken, .holds, .holds, ["dependent-required-added"]),
    Self(
      "a dependency on a required member says nothing", object("\(name), \(age)", #""required": ["age"]"#),
      object("\(name), \(age)", #""required": ["age"], "dependentRequired": {"name": ["age"]}"#), .holds, .holds, .holds
    ),
    Self(
      "a dependency of a required member requires", object("\(name), \(age)", #""required": ["name", "age"]"#),
      object("\(name), \(age)", #""required": ["name"], "dependentRequired": {"name": ["age"]}"#), .holds, .holds,
      .holds),
    Self(
      "a dependent schema is added", object(name),
      object(name, #""dependentSchemas": {"name": {"required": ["age"]}}"#),
      .broken, .holds, .holds, ["required-added"]),
    Self(
      "dependencies of draft-07 say the same",
      #"{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "dependencies": {"a": ["b"]}}"#,
      #"{"type": "object", "dependentRequired": {"a": ["b"]}}"#, .holds, .holds, .holds),
    Self(
      "a default is added", object(name), object(#""name": {"type": "string", "default": "x"}"#), .holds, .holds,
      .broken,
      ["default-changed", "member-optionality-changed"]),
    Self(
      "a member of both sides of allOf is split", object("\(name), \(age)", #""required": ["name"]"#),
      #"{"allOf": [{"type": "object", "properties": {\#(name)}, "required": ["name"]}, {"type": "object", "properties": {\#(age)}}]}"#,
      .holds, .holds, .holds),
    Self(
      "a definition is put in between", object(name),
      ##"{"$ref": "#/$defs/it", "$defs": {"it": \##(object(name))}}"##, .holds, .holds, .holds),
    Self(
      "a definition that is used changes",
      object(##""a": {"$ref": "#/$defs/n"}"##, #""$defs": {"n": {"type": "integer", "minimum": 0}}"#),
      object(##""a": {"$ref": "#/$defs/n"}"##, #""$defs": {"n": {"type": "integer", "minimum": 1}}"#), .broken, .holds,
      .holds, ["minimum-raised"]),
    Self(
      "a definition that nothing here uses changes", #"{"$defs": {"n": {"type": "integer"}}}"#,
      #"{"$defs": {"n": {"type": "string"}}}"#, .broken, .broken, .holds, ["type-changed"]),
    Self(
      "an unused definition changes, and the root has requirements",
      #"{"type": "object", "$defs": {"n": {"type": "integer"}}}"#,
      #"{"type": "object", "$defs": {"n": {"type": "string"}}}"#, .holds, .holds, .holds, ["type-changed"]),
    Self(
      "a tree is the same tree by another name", tree("node"), tree("branch"), .holds, .holds, .holds),
    Self(
      "the leaves of a tree are narrowed", tree("node"), tree("node", #"{"type": "integer", "minimum": 0}"#), .broken,
      .holds, .holds, ["minimum-added"]),
    Self(
      "two trees call each other",
      ##"{"$ref": "#/$defs/a", "$defs": {"a": {"type": "object", "properties": {"next": {"$ref": "#/$defs/b"}}}, "b": {"type": "object", "properties": {"next": {"$ref": "#/$defs/a"}}}}}"##,
      ##"{"$ref": "#/$defs/a", "$defs": {"a": {"type": "object", "properties": {"next": {"$ref": "#/$defs/a"}}}}}"##,
      .holds, .holds, .broken),
    Self(
      "unevaluated members are refused where additional ones were", object(name, isClosed),
      object(name, #""unevaluatedProperties": false"#), .holds, .holds, .holds),
    Self(
      "unevaluated members are refused across allOf",
      #"{"type": "object", "properties": {\#(name), \#(age)}, "additionalProperties": false}"#,
      #"{"allOf": [{"properties": {\#(name)}}], "type": "object", "properties": {\#(age)}, "unevaluatedProperties": false}"#,
      .holds, .holds, .holds),
    Self(
      "a member that is closed away can have any bound", object(name, isClosed),
      object(#"\#(name), "other": {"type": "integer"}"#, #""additionalProperties": false, "maxProperties": 2"#), .holds,
      .broken, .holds),
    Self(
      "no object can satisfy the old schema", object(#""a": false"#, #""required": ["a"]"#), object(name, isClosed),
      .holds, .broken, .broken),
    Self(
      "a member becomes local only", object("\(name), \(age)", isClosed),
      object(#"\#(name), "age": {"type": "integer", "x-localOnly": true}"#, isClosed), .broken, .holds, .holds,
      ["local-only-added"]),
    Self(
      "names that only look alike differ", object(#""\u00e9": {"type": "string"}"#, isClosed),
      object(#""e\u0301": {"type": "string"}"#, isClosed), .broken, .broken, .broken),
  ]

  private static func tree(_ name: String, _ leaf: String = #"{"type": "integer"}"#) -> String {
    ##"{"$ref": "#/$defs/\##(name)", "$defs": {"\##(name)": {"type": "object", "properties": {"value": \##(leaf), "##
      + ##""children": {"type": "array", "items": {"$ref": "#/$defs/\##(name)"}}}, "additionalProperties": false}}}"##
  }
}
