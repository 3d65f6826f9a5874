import CodegenCore
import CodegenTemplates
import JSONSchema
import SchemaRuntime
import Testing

/// Schemas that give no Swift: each an error with its place.
@Suite struct CodegenFailureTests {
  /// What is wrong, the members of a schema that are, and how the first error begins.
  static let rows: [(name: String, members: String, error: String)] = [
    (
      "a sent type reaches a local-only one",
      ##""properties": {"a": {"type": "array", "items": {"$ref": "#/$defs/view"}}}"##,
      "case.schema.json:1:1: error: expected 'Case', which may be sent, to hold nothing that is local only, found "
        + "'Case.View' in member 'a'"
    ),
    (
      "a map of a sent type reaches a local-only one",
      ##""properties": {"b": {"type": "object", "additionalProperties": {"$ref": "#/$defs/view"}}}"##,
      "case.schema.json:1:1: error: expected 'Case', which may be sent"
    ),
    (
      "a union reaches a local-only type",
      ##""properties": {"c": {"oneOf": [{"type": "null"}, {"type": "string"}, {"$ref": "#/$defs/view"}]}}"##,
      "case.schema.json:1:"
    ),
    (
      "two types have one explicit name",
      #""properties": {"a": {"type": "object", "properties": {"n": true}, "x-swift": {"name": "One"}}, "#
        + #""b": {"type": "object", "properties": {"n": true}, "x-swift": {"name": "One"}}}"#,
      "case.schema.json:1:"
    ),
    (
      "an explicit name is no name of a type", #""properties": {"a": true}, "x-swift": {"name": "not a name"}"#,
      "case.schema.json:1:"
    ),
    (
      "the identity is no member", #""properties": {"a": true}, "x-swift": {"id": "b"}"#,
      "case.schema.json:1:"
    ),
    (
      "a pattern is no regular expression", #""properties": {"a": {"type": "string", "pattern": "(a"}}"#,
      "case.schema.json:1:"
    ),
  ]

  @Test(arguments: rows)
  func saysWhatIsWrong(_ row: (name: String, members: String, error: String)) throws {
    let view = #""$defs": {"view": {"type": "object", "properties": {"n": true}, "x-localOnly": true}}"#
    let text = "{\"type\": \"object\", \(row.members), \(view)}"
    let document = SchemaDocument(
      uri: "https://cases.example/case.schema.json", name: "case.schema.json",
      source: try JSONDocument(parsing: Array(text.utf8)))
    var configuration = Configuration()
    configuration.outputs.models = "Models"
    let graph: SchemaGraph
    do throws(ResolveErrors) {
      graph = try SchemaResolver.resolve([document]).graph
    } catch {
      #expect("\(error)".hasPrefix(row.error), "\(error)")
      return
    }
    do throws(CodegenFailure) {
      _ = try CodegenPipeline.run(
        CodegenPipeline.Input(
          graph: graph, configuration: configuration, folder: "", lock: nil, templates: BuiltInTemplates.all))
      Issue.record("expected an error, found none")
    } catch {
      let first = error.diagnostics.first?.description ?? error.messages.first ?? "nothing"
      #expect(first.hasPrefix(row.error) && first.contains("error: "), "\(first)")
    }
  }
}
