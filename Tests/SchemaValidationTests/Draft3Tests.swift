import JSONSchema
import SchemaRuntime
import SchemaValidation
import Testing

/// What only draft-03 has: verdicts, and issues where the author wrote the keyword.
@Suite struct Draft3Tests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let schema: String
    /// Values, each with the absolute locations of its issues.
    let values: [(text: String, issues: [String])]

    init(_ sentence: String, _ schema: String, _ values: [(text: String, issues: [String])]) {
      (testDescription, self.schema, self.values) = (sentence, schema, values)
    }
  }

  static let rows = [
    Row(
      "a member is required by its own schema", #"{"properties": {"a": {"required": true}, "b": {"required": true}}}"#,
      [("{}", ["#/properties/a/required", "#/properties/b/required"]), (#"{"a": 1, "b": 2}"#, []), ("1", [])]),
    Row(
      "a member is required by what its schema refers to or extends",
      ##"{"properties": {"a": {"$ref": "#/r"}, "b": {"extends": [{}, {"$ref": "#/r"}]}}, "r": {"required": true}}"##,
      [("{}", ["#/properties/a/required", "#/properties/b/required"])]),
    Row(
      "nothing is required next to a reference, in a branch, or of elements",
      ##"{"properties": {"a": {"$ref": "#/r", "required": true}, "b": {"type": ["null", {"required": true}]}}, "items": {"required": true}, "patternProperties": {"c": {"required": true}}, "r": {}, "required": true}"##,
      [("{}", []), ("[]", [])]),
    Row(
      "a schema extends another, or several",
      #"{"properties": {"a": {"extends": {"minimum": 1}}, "b": {"extends": [{"minimum": 1}, {"maximum": 2}]}, "c": {"extends": []}}}"#,
      [
        (#"{"a": 1, "b": 1, "c": 0}"#, []), (#"{"a": 0}"#, ["#/properties/a/extends/minimum"]),
        (#"{"b": 3}"#, ["#/properties/b/extends/1/maximum"]),
      ]),
    Row(
      "a type is disallowed, or several, or schemas",
      #"{"properties": {"a": {"disallow": "string"}, "b": {"disallow": ["string", "null"]}, "c": {"disallow": ["null", {"minimum": 1}]}, "d": {"disallow": "any"}, "e": {"disallow": ["any", {"type": "null"}]}}}"#,
      [
        (#"{"a": 1, "b": 1, "c": 0}"#, []), (#"{"a": ""}"#, ["#/properties/a/disallow"]),
        (#"{"b": null}"#, ["#/properties/b/disallow"]), (#"{"c": null}"#, ["#/properties/c/disallow"]),
        (#"{"c": 1}"#, ["#/properties/c/disallow"]), (#"{"d": 1}"#, ["#/properties/d/disallow"]),
        (#"{"e": 1}"#, ["#/properties/e/disallow"]),
      ]),
    Row(
      "a type is any, or one of several schemas and names",
      #"{"properties": {"a": {"type": "any"}, "b": {"type": ["null", "any"]}, "c": {"type": ["null", {"type": "object", "properties": {"d": {"type": "null"}}}]}, "e": {"type": ["any", {"minimum": 1}]}}}"#,
      [
        (#"{"a": 1, "b": 1, "c": null, "e": 0}"#, []),
        (#"{"c": {"d": 1}}"#, ["#/properties/c/type"]), (#"{"c": 1}"#, ["#/properties/c/type"]),
      ]),
    Row(
      "a reference leads to a name in a list", ##"{"type": ["null", {"items": {"$ref": "#/type/0"}}]}"##,
      [("[null]", []), ("[1]", ["#/type"])]),
    Row(
      "a dependency is a name, a list of names or a schema",
      #"{"dependencies": {"a": "b", "c": ["b", "d"], "e": {"minimum": 1}, "f": []}}"#,
      [
        (#"{"a": 1, "b": 1, "e": 1, "f": 1}"#, []), (#"{"a": 1}"#, ["#/dependencies"]),
        (#"{"c": 1, "d": 1}"#, ["#/dependencies"]),
      ]),
    Row(
      "a divisor, exclusive limits, an integer without a fraction",
      #"{"items": [{"divisibleBy": 0.1}, {"minimum": 1, "exclusiveMinimum": true}, {"type": "integer"}]}"#,
      [
        ("[0.3, 2, 1]", []), ("[0.35]", ["#/items/0/divisibleBy"]), ("[0, 1]", ["#/items/1/exclusiveMinimum"]),
        ("[0, 2, 1.0]", ["#/items/2/type"]),
      ]),
    Row(
      "a list of no schemas has only additional items", #"{"items": [], "additionalItems": {"type": "null"}}"#,
      [("[null]", []), ("[1]", ["#/additionalItems/type"])]),
    Row(
      "formats have other names, and a time has no zone",
      #"{"items": [{"format": "host-name"}, {"format": "ip-address"}, {"format": "time"}, {"format": "color"}]}"#,
      [
        (#"["a.example", "10.0.0.1", "08:30:06", "puce"]"#, []),
        (#"["-", "1"]"#, ["#/items/0/format", "#/items/1/format"]),
      ]
    ),
    Row(
      "keywords of later drafts have no effect",
      #"{"allOf": [false], "anyOf": [false], "not": {}, "multipleOf": 2, "const": 1, "minProperties": 9}"#,
      [("{}", []), ("3", [])]),
  ]

  @Test("both engines read a schema of draft-03", arguments: rows)
  func verdicts(_ row: Row) throws {
    let document = SchemaDocument(
      uri: "https://example.com/a", name: "a.json", source: try JSONDocument(parsing: Array(row.schema.utf8)))
    let options = SchemaResolver.Options(defaultDialect: .draft3)
    let graph = try SchemaResolver.resolve([document], options: options).graph
    let checks = Compiler.Options(assertedFormats: Set(Format.allCases))
    let validator = try SchemaValidator(graph: graph, schema: graph.roots[0], options: checks)
    var reader = JSONReader(limits: JSONLimits())
    for (text, expected) in row.values {
      let result = validator.validate(text)
      let issues: [ValidationIssue] = if case .invalid(let issues) = result { issues } else { [] }
      let locations = issues.map { String($0.absoluteKeywordLocation.drop { $0 != "#" }) }
      #expect(locations == expected, "\(text): \(result)")
      #expect(
        result.isValid == expected.isEmpty && validator.isValid(Array(text.utf8), using: &reader) == result.isValid)
    }
  }

  @Test("in practice, siblings of a reference and keywords that draft-03 lacks count")
  func practice() throws {
    let schema = ##"{"properties": {"a": {"$ref": "#/r", "required": true}}, "r": {}, "minProperties": 2, "not": {}}"##
    let document = SchemaDocument(
      uri: "https://example.com/a", name: "a.json", source: try JSONDocument(parsing: Array(schema.utf8)))
    var options = SchemaResolver.Options(defaultDialect: .draft3)
    options.reading = { _ in SchemaResolver.Reading(authority: .practice) }
    let graph = try SchemaResolver.resolve([document], options: options).graph
    let validator = try SchemaValidator(graph: graph, schema: graph.roots[0])
    #expect(validator.validate(#"{"a": 1, "b": 2}"#).isValid)
    #expect(!validator.validate(#"{"b": 1, "c": 2}"#).isValid)
    #expect(!validator.validate(#"{"a": 1}"#).isValid)
  }

  @Test("mistakes have locations")
  func mistakes() throws {
    let schema = #"""
      {"type": ["strin", {}], "disallow": {"type": "null"}, "extends": 1, "required": ["a"], "divisibleBy": 0,
      "properties": {"a": {"type": [], "disallow": []}}}
      """#
    let document = SchemaDocument(
      uri: "https://example.com/a", name: "a.json", source: try JSONDocument(parsing: Array(schema.utf8)))
    let errors = #expect(throws: ResolveErrors.self) {
      try SchemaResolver.resolve([document], options: SchemaResolver.Options(defaultDialect: .draft3))
    }
    #expect(
      errors?.errors.map(\.pointer.description) == [
        "/type/0", "/disallow", "/extends", "/required", "/divisibleBy", "/properties/a/type", "/properties/a/disallow",
      ])
  }
}
