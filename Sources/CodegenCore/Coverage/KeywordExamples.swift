import JSONSchema

/// A table: for every keyword of every dialect a schema that uses it, and what Swift comes of it in words.
///
/// The table of supported keywords is made from these: what a keyword becomes is asked of planner and compiler, never
/// written down.
enum KeywordExamples {
  /// A keyword, a schema that uses it where the dialect knows it, and a sentence for people. `DEFS` stands for the
  /// dialect's word for definitions.
  struct Row {
    var keyword: String
    var schema: String
    var words: String
    /// The schema in a draft in which it is another.
    var variants: [Dialect.Draft: String]

    init(_ keyword: String, _ schema: String, _ words: String, _ variants: [Dialect.Draft: String] = [:]) {
      self.keyword = keyword
      self.schema = schema
      self.words = words
      self.variants = variants
    }

    /// The schema as a text of a dialect.
    func text(in dialect: Dialect) -> String {
      let schema = variants[dialect.draft] ?? self.schema
      let defs = dialect.draft < .draft2019 ? "definitions" : "$defs"
      return #"{"$schema": "\#(dialect.uri)", "# + schema.dropFirst().replacing("DEFS", with: defs)
    }
  }

  static let rows = references + values + numbersAndStrings + arrays + objects + logic + notes + vendor

  private static let references = [
    Row("$schema", #"{"type": "string"}"#, "Chooses the dialect."),
    Row("$id", #"{"$id": "https://example.com/a", "type": "string"}"#, "The schema's URI; generated code names it."),
    Row("id", #"{"id": "https://example.com/a", "type": "string"}"#, "The schema's URI, as `$id` is since draft-06."),
    Row("$vocabulary", #"{"$vocabulary": {}, "type": "string"}"#, "The vocabularies of a dialect of one's own."),
    Row(
      "$anchor", ##"{"$ref": "#a", "$defs": {"a": {"$anchor": "a", "type": "string"}}}"##, "A name for references."),
    Row(
      "$ref", ##"{"$ref": "#/DEFS/a", "DEFS": {"a": {"type": "object", "properties": {"b": {"type": "null"}}}}}"##,
      "The type of the schema that it leads to, in another file too; beside other keywords, joined with what they say."),
    Row(
      "$dynamicAnchor",
      ##"{"$dynamicAnchor": "node", "type": "object", "properties": {"child": {"$dynamicRef": "#node"}}}"##,
      "Where `$dynamicRef` may lead."),
    Row(
      "$dynamicRef",
      ##"{"$dynamicAnchor": "node", "type": "object", "properties": {"child": {"$dynamicRef": "#node"}}}"##,
      "The type of the schema to which it leads from where it is used: one type for each such way."),
    Row(
      "$recursiveAnchor",
      ##"{"$recursiveAnchor": true, "type": "object", "properties": {"child": {"$recursiveRef": "#"}}}"##,
      "Where `$recursiveRef` may lead.", [.draft2020: #"{"$recursiveAnchor": "a", "type": "string"}"#]),
    Row(
      "$recursiveRef",
      ##"{"$recursiveAnchor": true, "type": "object", "properties": {"child": {"$recursiveRef": "#"}}}"##,
      "As `$dynamicRef`.", [.draft2020: ##"{"type": "object", "properties": {"child": {"$recursiveRef": "#"}}}"##]),
    Row(
      "$defs", ##"{"$ref": "#/$defs/a", "$defs": {"a": {"type": "string"}}}"##,
      "Types inside the document's type, as far as something refers to them."),
    Row(
      "definitions", ##"{"$ref": "#/definitions/a", "definitions": {"a": {"type": "string"}}}"##, "As `$defs`."),
    Row("$comment", #"{"$comment": "a", "type": "string"}"#, "A note for those who write schemas."),
  ]

  private static let values = [
    Row(
      "type", #"{"type": "string"}"#, "`String`, `Int`, `Double`, `Bool`, an array, a struct; with `null`, an optional."
    ),
    Row(
      "enum", #"{"type": "string", "enum": ["a", "b"]}"#,
      "An `enum` with raw values; beside `{type: string}` under `anyOf`, one that keeps other values."),
    Row(
      "const", #"{"type": "object", "properties": {"a": {"const": "b"}}, "required": ["a"]}"#,
      "The value's type; of a required member a computed property, always written."),
  ]

  private static let numbersAndStrings = [
    Row("multipleOf", #"{"type": "number", "multipleOf": 0.01}"#, "Exact, whatever the digits."),
    Row("maximum", #"{"type": "integer", "maximum": 5}"#, "The type stays `Int` or `Double`."),
    Row(
      "exclusiveMaximum", #"{"type": "integer", "exclusiveMaximum": 5}"#, "As `maximum`.",
      [.draft4: #"{"type": "integer", "maximum": 5, "exclusiveMaximum": true}"#]),
    Row("minimum", #"{"type": "integer", "minimum": 5}"#, "As `maximum`."),
    Row(
      "exclusiveMinimum", #"{"type": "integer", "exclusiveMinimum": 5}"#, "As `maximum`.",
      [.draft4: #"{"type": "integer", "minimum": 5, "exclusiveMinimum": true}"#]),
    Row("maxLength", #"{"type": "string", "maxLength": 5}"#, "Counts Unicode scalars."),
    Row("minLength", #"{"type": "string", "minLength": 5}"#, "Counts Unicode scalars."),
    Row(
      "pattern", #"{"type": "string", "pattern": "^a"}"#, "ECMA-262, in linear time; an automaton in generated code."),
    Row(
      "format", #"{"type": "string", "format": "date-time"}"#,
      "Checked where `formats.assert` names it or the dialect asserts formats; a Swift type where `formats.types` maps it."
    ),
    Row(
      "contentEncoding", #"{"type": "string", "contentEncoding": "base64"}"#,
      "Checked where `content.assert` is set; documented otherwise."),
    Row(
      "contentMediaType", #"{"type": "string", "contentMediaType": "application/json"}"#, "As `contentEncoding`."),
    Row(
      "contentSchema",
      #"{"type": "string", "contentMediaType": "application/json", "contentSchema": {"type": "integer"}}"#,
      "As `contentEncoding`; what the text holds is held to the schema."),
  ]

  private static let arrays = [
    Row(
      "items", #"{"type": "array", "items": {"type": "string"}}"#,
      "The element's type; before 2020-12 also a list, as `prefixItems`."),
    Row(
      "prefixItems", #"{"type": "array", "prefixItems": [{"type": "string"}]}"#,
      "Checked, place by place; the Swift type is `[JSONValue]`."),
    Row(
      "additionalItems", #"{"type": "array", "items": [{"type": "string"}], "additionalItems": {"type": "null"}}"#,
      "What follows a list of `items`."),
    Row("contains", #"{"type": "array", "contains": {"type": "string"}}"#, "Checked."),
    Row("maxContains", #"{"type": "array", "contains": {"type": "string"}, "maxContains": 2}"#, "Checked."),
    Row("minContains", #"{"type": "array", "contains": {"type": "string"}, "minContains": 2}"#, "Checked."),
    Row("maxItems", #"{"type": "array", "maxItems": 5}"#, "Checked."),
    Row("minItems", #"{"type": "array", "minItems": 5}"#, "Checked."),
    Row(
      "uniqueItems", #"{"type": "array", "uniqueItems": true}"#, "Checked, by JSON's equality; the type stays an array."
    ),
    Row("unevaluatedItems", #"{"type": "array", "unevaluatedItems": {"type": "string"}}"#, "Checked."),
  ]

  private static let objects = [
    Row(
      "properties", #"{"type": "object", "properties": {"a": {"type": "string"}}}"#, "A struct with a property each."),
    Row(
      "required", #"{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}"#,
      "Not optional. Members that are not required are optional, and `Presence` where null is a value, too."),
    Row(
      "additionalProperties", #"{"type": "object", "additionalProperties": {"type": "string"}}"#,
      "`JSONMap<Value>`; beside `properties`, `additionalMembers`; `false` refuses unknown members."),
    Row(
      "patternProperties", #"{"type": "object", "patternProperties": {"^a": {"type": "string"}}}"#,
      "Checked; the members stand in `additionalMembers`."),
    Row("propertyNames", #"{"type": "object", "propertyNames": {"maxLength": 5}}"#, "Checked."),
    Row("maxProperties", #"{"type": "object", "maxProperties": 5}"#, "Checked."),
    Row("minProperties", #"{"type": "object", "minProperties": 5}"#, "Checked."),
    Row("dependentRequired", #"{"type": "object", "dependentRequired": {"a": ["b"]}}"#, "Checked."),
    Row("dependentSchemas", #"{"type": "object", "dependentSchemas": {"a": {"required": ["b"]}}}"#, "Checked."),
    Row("dependencies", #"{"type": "object", "dependencies": {"a": ["b"]}}"#, "Checked."),
    Row(
      "unevaluatedProperties",
      #"{"type": "object", "properties": {"a": {"type": "string"}}, "unevaluatedProperties": false}"#,
      "As `additionalProperties`, where no branch decides; checked everywhere."),
  ]

  private static let logic = [
    Row(
      "allOf", #"{"allOf": [{"type": "object", "properties": {"a": {"type": "string"}}}]}"#,
      "Joined into one flat struct, the base's members first."),
    Row(
      "anyOf", #"{"anyOf": [{"type": "string"}, {"type": "integer"}]}"#,
      "An `enum` with associated values; with `null`, an optional."),
    Row(
      "oneOf", #"{"oneOf": [{"type": "string"}, {"type": "integer"}]}"#,
      "As `anyOf`; the case is known by a tag, the type or a required member."),
    Row("not", #"{"type": "string", "not": {"maxLength": 1}}"#, "Checked."),
    Row("if", #"{"type": "string", "if": {"maxLength": 1}, "then": {"pattern": "a"}}"#, "Checked."),
    Row("then", #"{"type": "string", "if": {"maxLength": 1}, "then": {"pattern": "a"}}"#, "Checked."),
    Row("else", #"{"type": "string", "if": {"maxLength": 1}, "else": {"pattern": "a"}}"#, "Checked."),
  ]

  private static let notes = [
    Row("title", #"{"type": "object", "title": "a"}"#, "The comment of what has no description; the name of a branch."),
    Row("description", #"{"type": "object", "description": "a"}"#, "The documentation comment, and the pages."),
    Row(
      "default", #"{"type": "object", "properties": {"a": {"type": "string", "default": "b"}}}"#,
      "The property reads as the default while absent, and stays absent on the wire."),
    Row("examples", #"{"type": "string", "examples": ["a"]}"#, "Shown on the pages, and checked there."),
    Row(
      "deprecated", #"{"type": "object", "properties": {"a": {"type": "string", "deprecated": true}}}"#,
      "`@available(*, deprecated)` for a member; a note for a type."),
    Row("readOnly", #"{"type": "string", "readOnly": true}"#, "Shown on the pages."),
    Row("writeOnly", #"{"type": "string", "writeOnly": true}"#, "Shown on the pages."),
  ]

  private static let vendor = [
    Row("x-maxUTF8Bytes", #"{"type": "string", "x-maxUTF8Bytes": 5}"#, "Counts bytes of UTF-8."),
    Row("x-minUTF8Bytes", #"{"type": "string", "x-minUTF8Bytes": 5}"#, "Counts bytes of UTF-8."),
    Row(
      "x-localOnly", #"{"type": "object", "properties": {"a": {"type": "string", "x-localOnly": true}}}"#,
      "A property that is neither read nor written; a type that cannot be sent."),
    Row(
      "x-swift", #"{"type": "object", "properties": {"a": {"type": "string", "x-swift": {"name": "b"}}}}"#,
      "The name, the type, or the member for `Identifiable`."),
    Row(
      "x-enum-varnames", #"{"type": "string", "enum": ["1"], "x-enum-varnames": ["one"]}"#, "The names of cases."),
    Row(
      "x-patch", #"{"type": "object", "properties": {"a": {"type": "string"}}, "x-patch": true}"#,
      "A partial-update twin, `Type.Patch`."),
    Row(
      "x-lossy", #"{"type": "array", "items": {"type": "string"}, "x-lossy": true}"#,
      "`init(json:lossy:)` drops elements that are not valid and reports them."),
    Row("x-sensitive", #"{"type": "string", "x-sensitive": true}"#, "Shown nowhere."),
  ]
}
