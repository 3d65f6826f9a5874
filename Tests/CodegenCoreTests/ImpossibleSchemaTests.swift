import CodegenCore
import CodegenTemplates
import JSONSchema
import SchemaRuntime
import Testing

/// Warnings about schemas that nothing can satisfy.
@Suite struct ImpossibleSchemaTests {
  static let rows: [(schema: String, warnings: [String])] = [
    (#"{"enum": []}"#, ["1:84: warning: no value satisfies this schema: 'enum' is empty"]),
    (
      #"{"type": "integer", "minimum": 100, "maximum": 99}"#,
      ["1:106: warning: no number satisfies this schema: it would be at least 100 and at most 99"]
    ),
    (
      #"{"type": "string", "minLength": 3, "maxLength": 2}"#,
      ["1:107: warning: no string satisfies this schema: a string would have at least 3 and at most 2 characters"]
    ),
    (
      #"{"type": "object", "properties": {"a": true}, "required": ["b"], "additionalProperties": false}"#,
      ["1:164: warning: no object satisfies this schema: it requires 'b', which 'additionalProperties' forbids"]
    ),
    (
      ##"{"$ref": "#/$defs/few", "minItems": 3}"##,
      ["1:111: warning: no array satisfies this schema: an array would have at least 3 and at most 2 items"]
    ),
    (#"{"type": "string", "minimum": 3, "maximum": 2}"#, []),
    (#"{"type": "integer", "minimum": 1, "maximum": 1}"#, []),
    (#"{"type": "object", "patternProperties": {"^b": true}, "required": ["b"], "additionalProperties": false}"#, []),
  ]

  @Test("a build warns of a schema that nothing can satisfy", arguments: rows)
  func warns(_ row: (schema: String, warnings: [String])) throws {
    let text = ##"{"type": "object", "$defs": {"few": {"maxItems": 2}}, "properties": {"a": \##(row.schema)}}"##
    let document = SchemaDocument(
      uri: "https://cases.example/case.schema.json", name: "case.schema.json",
      source: try JSONDocument(parsing: Array(text.utf8)))
    var configuration = Configuration()
    configuration.outputs.models = "Models"
    let input = CodegenPipeline.Input(
      graph: try SchemaResolver.resolve([document]).graph, configuration: configuration, folder: "", lock: nil,
      templates: SwiftTemplates.all)
    let warnings = try CodegenPipeline.run(input).diagnostics.filter { $0.severity == .warning }
    #expect(warnings.map { String("\($0)".drop { $0 != ":" }.dropFirst()) } == row.warnings)
  }
}
