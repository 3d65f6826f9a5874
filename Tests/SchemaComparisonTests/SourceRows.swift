// A table: changes that affect Swift source, and data not at all or differently.
extension ComparisonRow {
  private static func object(_ properties: String, _ rest: String = "") -> String {
    #"{"type": "object", "additionalProperties": false, "properties": {"# + properties + "}"
      + (rest.isEmpty ? "" : ", " + rest) + "}"
  }

  private static func branch(_ kind: String, _ more: String = "x") -> String {
    #"{"required": ["k"], "properties": {"k": {"const": "\#(kind)"}, "\#(kind)": {}, "\#(more)": {}}}"#
  }

  /// A vehicle, and a car and a truck that include its members or repeat them.
  private static func vehicles(_ truck: String) -> String {
    #"""
    {"type": "object", "properties": {"any": {"$ref": "#/$defs/vehicle"}, "car": {"$ref": "#/$defs/car"},
     "truck": {"$ref": "#/$defs/truck"}}, "$defs": {
     "vehicle": {"type": "object", "properties": {"wheels": {"type": "integer"}}},
     "car": {"allOf": [{"$ref": "#/$defs/vehicle"}], "properties": {"doors": {"type": "integer"}}},
     "truck": {\#(truck), "properties": {"wheels": {"type": "integer"}, "load": {"type": "integer"}}}}}
    """#
  }

  static let sources: [ComparisonRow] = [
    Self(
      "one struct fewer includes the members of another, so that there is no protocol",
      vehicles(##""allOf": [{"$ref": "#/$defs/vehicle"}]"##), vehicles(#""type": "object""#), .holds, .holds, .broken,
      ["conformance-removed", "type-removed"]),
    Self(
      "two structs include the members of another, so that there is a protocol", vehicles(#""type": "object""#),
      vehicles(##""allOf": [{"$ref": "#/$defs/vehicle"}]"##), .holds, .holds, .holds,
      ["conformance-added", "type-added"]),
    Self(
      "a property is named otherwise in Swift", object(#""id": {"type": "string"}"#),
      object(#""id": {"type": "string", "x-swift": {"name": "identifier"}}"#), .holds, .holds, .broken,
      ["member-renamed"]),
    Self(
      "the type is named otherwise in Swift", object(#""id": {"type": "string"}"#),
      object(#""id": {"type": "string"}"#, #""x-swift": {"name": "Other"}"#), .holds, .holds, .broken, ["type-renamed"]),
    Self(
      "the type becomes Identifiable", object(#""key": {"type": "string"}"#, #""required": ["key"]"#),
      object(#""key": {"type": "string"}"#, #""required": ["key"], "x-swift": {"id": "key"}"#), .holds, .holds, .holds,
      ["conformance-added"]),
    Self(
      "the type is Identifiable no more",
      object(#""key": {"type": "string"}"#, #""required": ["key"], "x-swift": {"id": "key"}"#),
      object(#""key": {"type": "string"}"#, #""required": ["key"]"#), .holds, .holds, .broken, ["conformance-removed"]),
    Self(
      "the type never leaves the device", object(#""id": {"type": "string"}"#),
      object(#""id": {"type": "string"}"#, #""x-localOnly": true"#), .holds, .holds, .broken, ["conformance-removed"]),
    Self(
      "a required member gets a constant", object(#""kind": {"type": "string"}"#, #""required": ["kind"]"#),
      object(#""kind": {"const": "a"}"#, #""required": ["kind"]"#), .broken, .holds, .broken, ["member-read-only"]),
    Self(
      "a case is named otherwise in Swift", #"{"enum": ["a", "b"]}"#,
      #"{"enum": ["a", "b"], "x-enum-varnames": ["first", "second"]}"#,
      .holds, .holds, .broken, ["enum-case-renamed"]),
    Self(
      "members change their order", object(#""a": {"type": "string"}, "b": {"type": "string"}"#),
      object(#""b": {"type": "string"}, "a": {"type": "string"}"#), .holds, .holds, .broken,
      ["initializer-parameters-reordered"]),
    Self(
      "a member is deprecated", object(#""a": {"type": "string"}"#),
      object(#""a": {"type": "string", "deprecated": true}"#),
      .holds, .holds, .holds, ["deprecation-changed"]),
    Self(
      "a twin for partial updates is added", object(#""a": {"type": "string"}"#),
      object(#""a": {"type": "string"}"#, #""x-patch": true"#), .holds, .holds, .holds, ["type-added"]),
    Self(
      "the twin for partial updates is gone", object(#""a": {"type": "string"}"#, #""x-patch": true"#),
      object(#""a": {"type": "string"}"#), .holds, .holds, .broken, ["type-removed"]),
    Self(
      "an optional member may be null as well", object(#""a": {"type": "string"}"#),
      object(#""a": {"type": ["string", "null"]}"#), .holds, .broken, .broken, ["member-optionality-changed"]),
    Self(
      "the default is another", object(#""a": {"type": "integer", "default": 1}"#),
      object(#""a": {"type": "integer", "default": 2}"#), .holds, .holds, .holds, ["default-changed"]),
    Self(
      "a branch next to members gets another one",
      #"{"type": "object", "properties": {"n": {}}, "oneOf": [\#(branch("a")), \#(branch("b"))]}"#,
      #"{"type": "object", "properties": {"n": {}}, "oneOf": [\#(branch("a", "y")), \#(branch("b"))]}"#, .holds, .holds,
      .broken, ["member-removed"]),
    Self(
      "a branch has more members than the function of its case takes",
      #"{"oneOf": [\#(branch("a", #"x": {}, "y": {}, "z"#)), \#(branch("b"))]}"#,
      #"{"oneOf": [\#(branch("a", #"x": {}, "y": {}, "z": {}, "u": {}, "v": {}, "w"#)), \#(branch("b"))]}"#, .holds,
      .holds, .broken, ["member-removed"]),
    Self(
      "integers replace the strings of an enum", #"{"enum": ["1", "2"]}"#, #"{"enum": [1, 2]}"#, .broken, .broken,
      .broken, ["raw-type-changed"]),
  ]
}
