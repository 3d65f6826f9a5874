import JSONSchema
import SchemaRuntime
import SchemaValidation
import Testing

/// Mistakes in lenient files: each is an error in others, and here a warning that leaves something out.
@Suite struct LenientTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let dialect: Dialect
    let schema: String
    /// The end of each warning.
    let warnings: [String]
    let valid: [String]
    let invalid: [String]

    init(
      _ name: String, in dialect: Dialect = .draft2020, _ schema: String, _ warnings: [String], valid: [String],
      invalid: [String] = []
    ) {
      testDescription = name
      self.dialect = dialect
      self.schema = schema
      self.warnings = warnings
      self.valid = valid
      self.invalid = invalid
    }
  }

  private static let reason = "because the file is lenient"

  static let rows = [
    Row(
      "a number as text", #"{"minLength": "3", "maxLength": 4}"#, [#"found "3"; ignored, \#(reason)"#],
      valid: [#""a""#], invalid: [#""abcde""#]),
    Row(
      "a type that is none", #"{"type": "strin", "maxLength": 1}"#, ["did you mean 'string'?; ignored, \(reason)"],
      valid: ["1", #""a""#], invalid: [#""ab""#]),
    Row(
      "a list of types of which one is none", #"{"type": ["string", "any"]}"#, ["found 'any'; ignored, \(reason)"],
      valid: ["1", #""a""#]),
    Row(
      "a Boolean limit of draft-04", #"{"minimum": 1, "exclusiveMinimum": true}"#, ["found true; ignored, \(reason)"],
      valid: ["1"], invalid: ["0"]),
    Row(
      "a limit that should be a Boolean in draft-04", in: .draft4, #"{"minimum": 1, "exclusiveMinimum": 1}"#,
      ["found 1; ignored, \(reason)"], valid: ["1"], invalid: ["0"]),
    Row(
      "a Boolean limit alone in draft-04", in: .draft4, #"{"exclusiveMinimum": true}"#,
      ["next to 'exclusiveMinimum', found none; ignored, \(reason)"], valid: ["1"]),
    Row(
      "a Boolean required", #"{"properties": {"a": {"required": true}}, "required": ["a"]}"#,
      ["found true; ignored, \(reason)"], valid: [#"{"a": 1}"#], invalid: ["{}"]),
    Row(
      "values that are not schemas",
      #"{"properties": {"a": 1, "b": "x"}, "additionalProperties": false, "items": null}"#,
      [
        "found a number; treated as 'true', \(reason)", "found a string; treated as 'true', \(reason)",
        "found null; treated as 'true', \(reason)",
      ],
      valid: [#"{"a": 1, "b": 2}"#, "[1]"], invalid: [#"{"c": 1}"#]),
    Row(
      "values that are not schemas, where true refuses values",
      #"{"not": 1, "contains": [], "if": "a", "then": false}"#,
      [
        "found a number; ignored, \(reason)", "found an array; ignored, \(reason)",
        "found a string; ignored, \(reason)",
      ],
      valid: ["1", "[]"]),
    Row(
      "an alternative that is no schema", #"{"anyOf": [{"type": "null"}, 1]}"#,
      ["found a number; treated as 'true', \(reason)"],
      valid: ["1", "null"]),
    Row(
      "a Boolean schema in draft-04", in: .draft4, #"{"properties": {"a": true}, "required": ["a"]}"#,
      ["found a Boolean; treated as 'true', \(reason)"], valid: [#"{"a": 1}"#], invalid: ["{}"]),
    Row(
      "lists without elements", in: .draft4,
      #"{"required": [], "enum": [], "items": [], "additionalItems": false, "allOf": []}"#,
      [
        "found []; ignored, \(reason)", "found []; ignored, \(reason)", "found []; ignored, \(reason)",
        "found []; ignored, \(reason)",
      ],
      valid: ["[1]", "{}"]),
    Row(
      "an invalid pattern", #"{"pattern": "(", "maxLength": 2}"#, ["at offset 0; ignored, \(reason)"],
      valid: [#""a""#],
      invalid: [#""abc""#]),
    Row(
      "an escape of a letter", #"{"pattern": "^\\ya\\-"}"#, ["at offset 1; ignored, \(reason)"], valid: [#""a""#]),
    Row(
      "an invalid pattern of names, and what depends on it",
      #"{"patternProperties": {"(": {"type": "null"}, "^b": {"type": "null"}}, "additionalProperties": false}"#,
      [
        "at offset 0; ignored, with 'additionalProperties' and 'unevaluatedProperties' next to it, \(reason)"
      ], valid: [#"{"a": 1, "b": null}"#], invalid: [#"{"b": 1}"#]),
    Row(
      "names that are none", #"{"dependentRequired": {"a": ["b"], "c": 1}}"#, ["ignored, \(reason)"],
      valid: [#"{"c": 1}"#, #"{"a": 1, "b": 1}"#], invalid: [#"{"a": 1}"#]),
    Row(
      "a reference that is none", #"{"$ref": 5, "type": "null"}"#, ["found 5; ignored, \(reason)"], valid: ["null"],
      invalid: ["1"]),
    Row(
      "an unknown dialect", #"{"$schema": "https://example.com/unknown", "type": "null"}"#,
      ["found 'https://example.com/unknown'; ignored, \(reason)"], valid: ["null"], invalid: ["1"]),
    Row(
      "a reference that leads nowhere", ##"{"properties": {"a": {"$ref": "#/x"}, "b": {"type": "null"}}}"##,
      ["the file is lenient, so validating against this schema gives no verdict"], valid: [#"{"b": null}"#],
      invalid: [#"{"b": 1}"#]),
  ]

  private static func resolve(_ row: Row, isLenient: Bool) throws -> SchemaResolver.Resolution {
    let source = try JSONDocument(parsing: Array(row.schema.utf8))
    var options = SchemaResolver.Options(defaultDialect: row.dialect, requiresSchemas: false)
    options.reading = { document in SchemaResolver.Reading(isLenient: document.name == "a.json" && isLenient) }
    return try SchemaResolver.resolve(
      [SchemaDocument(uri: "https://example.com/a.json", name: "a.json", source: source)], options: options)
  }

  @Test("a mistake is a warning, and the rest of the schema counts", arguments: rows)
  func lenient(row: Row) throws {
    let resolution = try Self.resolve(row, isLenient: true)
    let warnings = resolution.concessions
    #expect(warnings.count == row.warnings.count, "\(warnings)")
    for (warning, end) in zip(warnings, row.warnings) {
      #expect(warning.severity == .warning && warning.message.hasSuffix(end), "\(warning)")
    }
    let validator = try SchemaValidator(graph: resolution.graph, schema: resolution.graph.roots[0])
    for text in row.valid { #expect(validator.validate(text).isValid, "\(text)") }
    for text in row.invalid {
      guard case .invalid = validator.validate(text) else {
        Issue.record("\(text) is not invalid")
        continue
      }
    }
  }

  @Test("the same is an error in other files", arguments: rows)
  func strict(row: Row) throws {
    do {
      let graph = try Self.resolve(row, isLenient: false).graph
      #expect(throws: CompileError.self) { try SchemaValidator(graph: graph, schema: graph.roots[0]) }
    } catch let error as ResolveErrors {
      #expect(error.errors.count == row.warnings.count)
    }
  }

  @Test(
    "our own keywords, equal names and equal identifiers stay errors",
    arguments: [
      #"{"x-localOnly": 1}"#, #"{"x-swift": {"name": 1}}"#, #"{"enum": [1], "x-enum-varnames": ["a", "b"]}"#,
      #"{"x-maxUTF8Bytes": "1"}"#, #"{"type": "null", "type": "null"}"#,
      #"{"$defs": {"a": {"$id": "x"}, "b": {"$id": "x"}}}"#,
      "[1]",
    ])
  func errors(_ schema: String) {
    let row = Row("", schema, [], valid: [])
    #expect(throws: ResolveErrors.self) { try Self.resolve(row, isLenient: true) }
  }

  @Test("what a custom meta-schema refuses is a warning in a lenient file")
  func customDialect() throws {
    let texts = [
      "a.json": #"{"$schema": "https://example.com/b.json", "type": "strin", "properties": {"a": 1}}"#,
      "b.json":
        #"{"$schema": "http://json-schema.org/draft-07/schema#", "$ref": "http://json-schema.org/draft-07/schema#"}"#,
      "c.json": #"{"$schema": "https://example.com/d.json"}"#,
      "d.json": #"{"$schema": "http://json-schema.org/draft-07/schema#", "required": ["title"]}"#,
    ]
    let documents = try texts.mapValues { try JSONDocument(parsing: Array($0.utf8)) }.map { name, source in
      SchemaDocument(uri: "https://example.com/" + name, name: name, source: source)
    }
    for (name, expected) in [("a.json", []), ("c.json", ["required"])] {
      for isLenient in [true, false] where isLenient || name == "c.json" {
        var options = SchemaResolver.Options()
        options.reading = { _ in SchemaResolver.Reading(isLenient: isLenient) }
        let given = documents.filter { $0.name == name }
        let resolution = try SchemaResolver.resolve(given, options: options) { uri in
          documents.first { $0.uri == uri }
        }
        let found = MetaSchemaCheck.diagnostics(of: resolution)
        #expect(found.count == expected.count)
        #expect(found.allSatisfy { $0.severity == (isLenient ? .warning : .error) })
        #expect(found.allSatisfy { $0.message.hasSuffix("; ignored, \(Self.reason)") == isLenient })
      }
    }
  }
}
