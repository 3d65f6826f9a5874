/// A table: for every keyword of every dialect, a schema that uses it, a value that satisfies the schema, one that
/// the keyword alone rejects, and a description of the generated Swift.
///
/// The table of supported keywords is generated from these rows, and tests check every tool against them. The use of
/// a keyword is determined by running the stages.
package enum KeywordExamples {
  /// A keyword with its example. `DEFS` stands for the dialect's keyword for definitions.
  package struct Row: Sendable {
    package let keyword: String
    let schema: String
    /// The schema in a draft that requires a different one.
    let variants: [Dialect.Draft: String]
    /// A value that satisfies the schema, and one that does so only without the keyword; nil for a keyword that
    /// rejects nothing.
    package let example: (accepted: String, refused: String)?
    /// The use of the keyword, as a sentence.
    package let words: String

    init(
      _ keyword: String, _ schema: String, accepts accepted: String, refuses refused: String, _ words: String,
      _ variants: [Dialect.Draft: String] = [:]
    ) {
      (self.keyword, self.schema, self.words, self.variants) = (keyword, schema, words, variants)
      example = (accepted, refused)
    }

    init(_ keyword: String, _ schema: String, _ words: String, _ variants: [Dialect.Draft: String] = [:]) {
      (self.keyword, self.schema, self.words, self.variants) = (keyword, schema, words, variants)
      example = nil
    }

    /// Returns the schema as text of a dialect.
    package func text(in dialect: Dialect) -> String {
      let schema = variants[dialect.draft] ?? self.schema
      let defs = dialect.draft < .draft2019 ? "definitions" : "$defs"
      return #"{"$schema": "\#(dialect.uri)", "# + schema.dropFirst().replacing("DEFS", with: defs)
    }
  }

  package static let rows = references + values + numbersAndStrings + arrays + objects + logic + notes + vendor + hosts

  private static let references = [
    Row("$schema", #"{"type": "string"}"#, "Chooses the dialect."),
    Row(
      "$id", #"{"$id": "https://example.com/a", "type": "string"}"#,
      "The schema's URI, which generated code mentions."),
    Row(
      "id", #"{"id": "https://example.com/a", "type": "string"}"#, "The schema's URI; replaced by `$id` in draft-06."),
    Row("$vocabulary", #"{"$vocabulary": {}, "type": "string"}"#, "The vocabularies of a custom dialect."),
    Row("$anchor", ##"{"$ref": "#a", "$defs": {"a": {"$anchor": "a", "type": "string"}}}"##, "A name for references."),
    Row(
      "$ref", ##"{"$ref": "#/DEFS/a", "DEFS": {"a": {"type": "object", "properties": {"b": {"type": "null"}}}}}"##,
      accepts: #"{"b": null}"#, refuses: #"{"b": 1}"#,
      "The referenced schema's type, also across files; sibling keywords are merged."),
    Row(
      "$dynamicAnchor",
      ##"{"$dynamicAnchor": "node", "type": "object", "properties": {"child": {"$dynamicRef": "#node"}}}"##,
      "A target of `$dynamicRef`."),
    Row(
      "$dynamicRef",
      ##"{"$dynamicAnchor": "node", "type": "object", "properties": {"child": {"$dynamicRef": "#node"}}}"##,
      accepts: #"{"child": {}}"#, refuses: #"{"child": 1}"#,
      "The referenced schema's type; each dynamic scope that changes the target has a separate type."),
    Row(
      "$recursiveAnchor",
      ##"{"$recursiveAnchor": true, "type": "object", "properties": {"child": {"$recursiveRef": "#"}}}"##,
      "A target of `$recursiveRef`.", [.draft2020: #"{"$recursiveAnchor": "a", "type": "string"}"#]),
    Row(
      "$recursiveRef",
      ##"{"$recursiveAnchor": true, "type": "object", "properties": {"child": {"$recursiveRef": "#"}}}"##,
      accepts: #"{"child": {}}"#, refuses: #"{"child": 1}"#, "Like `$dynamicRef`.",
      [.draft2020: ##"{"type": "object", "properties": {"child": {"$recursiveRef": "#"}}}"##]),
    Row(
      "$defs", ##"{"$ref": "#/$defs/a", "$defs": {"a": {"type": "string"}}}"##,
      "Definitions; a referenced definition becomes a type nested in the document's type."),
    Row("definitions", ##"{"$ref": "#/definitions/a", "definitions": {"a": {"type": "string"}}}"##, "Like `$defs`."),
    Row("$comment", #"{"$comment": "a", "type": "string"}"#, "A comment for schema authors."),
  ]

  private static let values = [
    Row(
      "type", #"{"type": "string"}"#, accepts: #""a""#, refuses: "1",
      "`String`, `Int`, `Double`, `Bool`, an array or a struct; with `null`, an optional."
    ),
    Row(
      "enum", #"{"type": "string", "enum": ["a", "b"]}"#, accepts: #""a""#, refuses: #""c""#,
      "A Swift `enum` with raw values. If `anyOf` also admits any string, the case `unknown` preserves other values."),
    Row(
      "const", #"{"type": "object", "properties": {"a": {"const": "b"}}, "required": ["a"]}"#, accepts: #"{"a": "b"}"#,
      refuses: #"{"a": "c"}"#,
      "The constant's type. A required member is a read-only computed property, and is always encoded."),
  ]

  private static let oldMaximum = old(#"{"type": "integer", "maximum": 5, "exclusiveMaximum": true}"#)
  private static let oldMinimum = old(#"{"type": "integer", "minimum": 5, "exclusiveMinimum": true}"#)

  private static func old(_ schema: String) -> [Dialect.Draft: String] { [.draft3: schema, .draft4: schema] }

  private static let numbersAndStrings = [
    Row(
      "divisibleBy", #"{"type": "number", "divisibleBy": 0.01}"#, accepts: "0.05", refuses: "0.005",
      "Replaced by `multipleOf` in draft-04."),
    Row(
      "multipleOf", #"{"type": "number", "multipleOf": 0.01}"#, accepts: "0.05", refuses: "0.005",
      "Checked exactly, for any number of digits."),
    Row(
      "maximum", #"{"type": "integer", "maximum": 5}"#, accepts: "5", refuses: "6",
      "Checked; the type is still `Int` or `Double`."),
    Row(
      "exclusiveMaximum", #"{"type": "integer", "exclusiveMaximum": 5}"#, accepts: "4", refuses: "5", "Like `maximum`.",
      oldMaximum),
    Row("minimum", #"{"type": "integer", "minimum": 5}"#, accepts: "5", refuses: "4", "Like `maximum`."),
    Row(
      "exclusiveMinimum", #"{"type": "integer", "exclusiveMinimum": 5}"#, accepts: "6", refuses: "5", "Like `maximum`.",
      oldMinimum),
    Row(
      "maxLength", #"{"type": "string", "maxLength": 5}"#, accepts: #""abcde""#, refuses: #""abcdef""#,
      "A limit in Unicode scalars."),
    Row(
      "minLength", #"{"type": "string", "minLength": 5}"#, accepts: #""abcde""#, refuses: #""a""#,
      "A limit in Unicode scalars."),
    Row(
      "pattern", #"{"type": "string", "pattern": "^a"}"#, accepts: #""ab""#, refuses: #""b""#,
      "An ECMA-262 regular expression; most are compiled to automata, which take linear time."),
    Row(
      "format", #"{"type": "string", "format": "date-time"}"#, accepts: #""2026-01-01T00:00:00Z""#,
      refuses: #""today""#,
      "Checked if listed in `formats.assert` or asserted by the dialect; mapped to a Swift type by `types`."
    ),
    Row(
      "contentEncoding", #"{"type": "string", "contentEncoding": "base64"}"#, accepts: #""YQ==""#, refuses: #""%""#,
      "Checked if `content.assert` is set; otherwise documented."),
    Row(
      "contentMediaType", #"{"type": "string", "contentMediaType": "application/json"}"#, accepts: #""{}""#,
      refuses: #""{""#, "Like `contentEncoding`."),
    Row(
      "contentSchema",
      #"{"type": "string", "contentMediaType": "application/json", "contentSchema": {"type": "integer"}}"#,
      accepts: #""1""#, refuses: #""{}""#, "Like `contentEncoding`; the content is checked against the schema."),
  ]

  private static let arrays = [
    Row(
      "items", #"{"type": "array", "items": {"type": "string"}}"#, accepts: #"["a"]"#, refuses: "[1]",
      "The elements' type; before 2020-12, also a list of schemas like `prefixItems`."),
    Row(
      "prefixItems", #"{"type": "array", "prefixItems": [{"type": "string"}]}"#, accepts: #"["a"]"#, refuses: "[1]",
      "A struct with a property for each item."),
    Row(
      "additionalItems", #"{"type": "array", "items": [{"type": "string"}], "additionalItems": {"type": "null"}}"#,
      accepts: #"["a", null]"#, refuses: #"["a", 1]"#,
      "Checks the elements after those that a list under `items` describes."),
    Row(
      "contains", #"{"type": "array", "contains": {"type": "string"}}"#, accepts: #"["a"]"#, refuses: "[1]", "Checked."),
    Row(
      "maxContains", #"{"type": "array", "contains": {"type": "string"}, "maxContains": 2}"#, accepts: #"["a", "b"]"#,
      refuses: #"["a", "b", "c"]"#, "Checked."),
    Row(
      "minContains", #"{"type": "array", "contains": {"type": "string"}, "minContains": 2}"#, accepts: #"["a", "b"]"#,
      refuses: #"["a"]"#, "Checked."),
    Row(
      "maxItems", #"{"type": "array", "maxItems": 5}"#, accepts: "[1, 2, 3, 4, 5]", refuses: "[1, 2, 3, 4, 5, 6]",
      "Checked."),
    Row("minItems", #"{"type": "array", "minItems": 5}"#, accepts: "[1, 2, 3, 4, 5]", refuses: "[]", "Checked."),
    Row(
      "uniqueItems", #"{"type": "array", "uniqueItems": true}"#, accepts: "[1, 2]", refuses: "[1, 1]",
      "Checked by JSON equality; the type is still an array."
    ),
    Row(
      "unevaluatedItems", #"{"type": "array", "unevaluatedItems": {"type": "string"}}"#, accepts: #"["a"]"#,
      refuses: "[1]", "Checked."),
  ]

  private static let objects = [
    Row(
      "properties", #"{"type": "object", "properties": {"a": {"type": "string"}}}"#, accepts: #"{"a": "b"}"#,
      refuses: #"{"a": 1}"#, "A struct with a property for each member."),
    Row(
      "required", #"{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}"#,
      accepts: #"{"a": "b"}"#, refuses: "{}",
      "Required members are not optional. Others are optional, or `Presence` if they can be null.",
      [.draft3: #"{"type": "object", "properties": {"a": {"type": "string", "required": true}}}"#]),
    Row(
      "additionalProperties", #"{"type": "object", "additionalProperties": {"type": "string"}}"#,
      accepts: #"{"a": "b"}"#, refuses: #"{"a": 1}"#,
      "`JSONMap<Value>`, named `additionalMembers` next to `properties`; `false` rejects undeclared members."),
    Row(
      "patternProperties", #"{"type": "object", "patternProperties": {"^a": {"type": "string"}}}"#,
      accepts: #"{"ab": "c"}"#, refuses: #"{"ab": 1}"#,
      "`JSONMap<Value>` if every permitted name has a type; otherwise `patternMembers`."),
    Row(
      "propertyNames", #"{"type": "object", "propertyNames": {"maxLength": 5}}"#, accepts: #"{"a": 1}"#,
      refuses: #"{"abcdef": 1}"#, "Checked."),
    Row(
      "maxProperties", #"{"type": "object", "maxProperties": 5}"#, accepts: "{}",
      refuses: #"{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6}"#, "Checked."),
    Row(
      "minProperties", #"{"type": "object", "minProperties": 5}"#,
      accepts: #"{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}"#, refuses: "{}", "Checked."),
    Row(
      "dependentRequired", #"{"type": "object", "dependentRequired": {"a": ["b"]}}"#, accepts: #"{"a": 1, "b": 2}"#,
      refuses: #"{"a": 1}"#, "Checked."),
    Row(
      "dependentSchemas", #"{"type": "object", "dependentSchemas": {"a": {"required": ["b"]}}}"#,
      accepts: #"{"a": 1, "b": 2}"#, refuses: #"{"a": 1}"#, "Checked."),
    Row(
      "dependencies", #"{"type": "object", "dependencies": {"a": ["b"]}}"#, accepts: #"{"a": 1, "b": 2}"#,
      refuses: #"{"a": 1}"#, "Checked."),
    Row(
      "unevaluatedProperties",
      #"{"type": "object", "properties": {"a": {"type": "string"}}, "unevaluatedProperties": false}"#,
      accepts: #"{"a": "b"}"#, refuses: #"{"b": 1}"#,
      "Like `additionalProperties`, unless a branch decides which members are unevaluated; always checked."),
  ]

  private static let logic = [
    Row(
      "extends", #"{"extends": {"type": "object", "properties": {"a": {"type": "string"}}}}"#, accepts: #"{"a": "b"}"#,
      refuses: #"{"a": 1}"#, "Replaced by `allOf` in draft-04."),
    Row("disallow", #"{"disallow": "string"}"#, accepts: "1", refuses: #""a""#, "Replaced by `not` in draft-04."),
    Row(
      "allOf", #"{"allOf": [{"type": "object", "properties": {"a": {"type": "string"}}}]}"#, accepts: #"{"a": "b"}"#,
      refuses: #"{"a": 1}"#, "Merged into one flat struct; members of the merged schemas come first."),
    Row(
      "anyOf", #"{"anyOf": [{"type": "string"}, {"type": "integer"}]}"#, accepts: #""a""#, refuses: "null",
      "An `enum` with associated values; with `null`, an optional."),
    Row(
      "oneOf", #"{"oneOf": [{"type": "string"}, {"type": "integer"}]}"#, accepts: #""a""#, refuses: "null",
      "Like `anyOf`; a tag, the type or a required member determines the case."),
    Row("not", #"{"type": "string", "not": {"maxLength": 1}}"#, accepts: #""ab""#, refuses: #""a""#, "Checked."),
    Row(
      "if", #"{"type": "string", "if": {"maxLength": 1}, "then": {"pattern": "a"}}"#, accepts: #""a""#,
      refuses: #""b""#, "Checked."),
    Row(
      "then", #"{"type": "string", "if": {"maxLength": 1}, "then": {"pattern": "a"}}"#, accepts: #""a""#,
      refuses: #""b""#, "Checked."),
    Row(
      "else", #"{"type": "string", "if": {"maxLength": 1}, "else": {"pattern": "a"}}"#, accepts: #""ab""#,
      refuses: #""bb""#, "Checked."),
  ]

  private static let notes = [
    Row(
      "title", #"{"type": "object", "title": "a"}"#,
      "The doc comment, if there is no description; also the name of a branch."
    ),
    Row("description", #"{"type": "object", "description": "a"}"#, "The doc comment and the documentation."),
    Row(
      "default", #"{"type": "object", "properties": {"a": {"type": "string", "default": "b"}}}"#,
      "The property returns the default when the member is absent; the member remains absent in JSON."),
    Row(
      "examples", #"{"type": "string", "examples": ["a"]}"#,
      "Documentation; generating it checks the examples."),
    Row(
      "deprecated", #"{"type": "object", "properties": {"a": {"type": "string", "deprecated": true}}}"#,
      "`@available(*, deprecated)` for a member; a note for a type."),
    Row(
      "readOnly", #"{"type": "object", "properties": {"a": {"type": "string", "readOnly": true}}}"#,
      "Documentation; with `views`, the Swift types for requests omit the member."),
    Row(
      "writeOnly", #"{"type": "object", "properties": {"a": {"type": "string", "writeOnly": true}}}"#,
      "Documentation; with `views`, the Swift types for responses omit the member."),
  ]

  private static let vendor = [
    Row(
      "x-maxUTF8Bytes", #"{"type": "string", "x-maxUTF8Bytes": 5}"#, accepts: #""abcde""#, refuses: #""ééé""#,
      "A limit in UTF-8 bytes."),
    Row(
      "x-minUTF8Bytes", #"{"type": "string", "x-minUTF8Bytes": 5}"#, accepts: #""ééé""#, refuses: #""a""#,
      "A limit in UTF-8 bytes."),
    Row(
      "x-localOnly", #"{"type": "object", "properties": {"a": {"type": "string", "x-localOnly": true}}}"#,
      accepts: "{}", refuses: #"{"a": "b"}"#,
      "On a member: it is never decoded or encoded; on a type: its values cannot be sent."
    ),
    Row(
      "x-swift", #"{"type": "object", "properties": {"a": {"type": "string", "x-swift": {"name": "b"}}}}"#,
      "The Swift name, the Swift type, or the member that serves as `id` for `Identifiable`."),
    Row("x-enum-varnames", #"{"type": "string", "enum": ["1"], "x-enum-varnames": ["one"]}"#, "The names of cases."),
    Row(
      "x-patch", #"{"type": "object", "properties": {"a": {"type": "string"}}, "x-patch": true}"#,
      "An additional type for partial updates, `Type.Patch`."),
    Row(
      "x-open", #"{"type": "string", "enum": ["a", "b"], "x-open": true}"#,
      "Admits unlisted values of an `enum`, or unknown tags of a union, as `.unknown`."),
    Row(
      "x-lossy", #"{"type": "array", "items": {"type": "string"}, "x-lossy": true}"#,
      "`init(json:lossy:)` drops invalid elements and reports them."),
    Row(
      "x-errorMessage", #"{"type": "string", "minLength": 1, "x-errorMessage": "say a name"}"#,
      "Replaces the schema's error messages, as one text or by keyword: `{\"minLength\": \"…\"}`."),
    Row("x-sensitive", #"{"type": "string", "x-sensitive": true}"#, "The value is never shown."),
  ]

  /// Keywords of the formats that contain schemas: OpenAPI (from 4.8.24) and AsyncAPI.
  private static let hosts = [
    Row(
      "discriminator", #"{"oneOf": [{"type": "object"}], "discriminator": {"propertyName": "a"}}"#,
      "An annotation."),
    Row("xml", #"{"type": "object", "xml": {"name": "a"}}"#, "An annotation."),
    Row("externalDocs", #"{"type": "object", "externalDocs": {"url": "https://example.com"}}"#, "An annotation."),
    Row("example", #"{"type": "string", "example": "a"}"#, "An annotation."),
  ]
}
