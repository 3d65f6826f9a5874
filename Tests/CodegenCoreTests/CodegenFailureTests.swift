import CodegenCore
import CodegenTemplates
import JSONSchema
import SchemaRuntime
import Testing

/// Schemas for which no Swift can be generated: each gives an error with its location.
@Suite struct CodegenFailureTests {
  /// The mistake, the members of the schema with it, and the beginning of the first error.
  static let rows: [(name: String, members: String, error: String)] = [
    (
      "a sent type reaches a local-only one",
      ##""properties": {"a": {"type": "array", "items": {"$ref": "#/$defs/view"}}}"##,
      "case.schema.json:1:1: error: 'Case' may be sent, but contains the local-only type 'Case.View' in member 'a'; "
        + "mark 'Case' or that member as x-localOnly"
    ),
    (
      "a map of a sent type reaches a local-only one",
      ##""properties": {"b": {"type": "object", "additionalProperties": {"$ref": "#/$defs/view"}}}"##,
      "case.schema.json:1:1: error: 'Case' may be sent, but contains "
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
      "an explicit name is not a type name", #""properties": {"a": true}, "x-swift": {"name": "not a name"}"#,
      "case.schema.json:1:"
    ),
    (
      "an explicit name is not a property name",
      #""properties": {"a": {"type": "string", "x-swift": {"name": "b: Int = { fatalError() }()"}}}"#,
      "case.schema.json:1:79: error: expected a valid Swift property name, found 'b: Int = { fatalError() }()'; "
        + "did you mean 'bIntFatalError'?"
    ),
    (
      "a type of Swift is more than a type",
      #""properties": {"a": {"x-swift": {"type": "String; let pwn = 1"}}}"#,
      "case.schema.json:1:61: error: expected 'x-swift/type' to be a Swift type: expected the end of the type at "
        + "character 7, found ';'"
    ),
    (
      "a NUL in the name of a member", #""properties": {"a\u0000b": {"type": "string"}}"#,
      "case.schema.json:1:47: error: the name 'a\\u{0}b' at '/properties/a\\u{0}b' contains U+0000, which the name "
        + "lock (codegen.lock.json) cannot store; rename it"
    ),
    (
      "a pattern of names leads a sent type to a local-only one",
      ##""properties": {"a": {"type": "string"}}, "patternProperties": {"^b": {"$ref": "#/$defs/view"}}"##,
      "case.schema.json:1:"
    ),
    (
      "unevaluated members lead a sent type to a local-only one",
      ##""properties": {"a": {"type": "string"}}, "unevaluatedProperties": {"$ref": "#/$defs/view"}"##,
      "case.schema.json:1:"
    ),
    (
      "a condition leads a sent type to a local-only one",
      ##""properties": {"a": true}, "if": {"required": ["a"]}, "then": {"$ref": "#/$defs/view"}"##,
      "case.schema.json:1:"
    ),
    (
      "a dependency leads a sent type to a local-only one",
      ##""properties": {"a": true}, "dependentSchemas": {"a": {"properties": {"b": {"$ref": "#/$defs/view"}}}}"##,
      "case.schema.json:1:"
    ),
    (
      "items of a tuple lead a sent type to a local-only one",
      ##""properties": {"a": {"type": "array", "prefixItems": [{"$ref": "#/$defs/view"}]}}"##,
      "case.schema.json:1:"
    ),
    (
      "a property of JSON alone is local only deep inside of a sent type",
      ##""properties": {"a": {"anyOf": [true, {"items": {"x-localOnly": true}}]}}"##,
      "case.schema.json:1:"
    ),
    (
      "the identity is not a member", #""properties": {"a": true}, "x-swift": {"id": "b"}"#,
      "case.schema.json:1:"
    ),
    (
      "a pattern is not a regular expression", #""properties": {"a": {"type": "string", "pattern": "(a"}}"#,
      "case.schema.json:1:"
    ),
  ]

  /// Names in a lock that are not type names.
  static let lockedNames = ["A {} ; let pwn = 1", "", "A\n", "class", "String", "A.B", "`A`"]

  @Test(arguments: lockedNames)
  func `a name lock puts only type names into code`(_ name: String) throws {
    let text = #"{"type": "object", "properties": {"a": {"type": "object", "properties": {"n": true}}}}"#
    let document = SchemaDocument(
      uri: "https://cases.example/case.schema.json", name: "case.schema.json",
      source: try JSONDocument(parsing: Array(text.utf8)))
    let graph = try SchemaResolver.resolve([document]).graph
    var configuration = Configuration()
    configuration.outputs.models = "Models"
    for location in ["", "/properties/a"] {
      let types = JSONValue.object([document.uri + "#" + location: .string(name)])
      let input = CodegenPipeline.Input(
        graph: graph, configuration: configuration, folder: "", lock: ["version": 2, "types": types],
        templates: SwiftTemplates.all)
      let failure = #expect(throws: CodegenFailure.self) { _ = try CodegenPipeline.run(input) }
      let message = failure?.diagnostics.first?.message ?? ""
      #expect(
        message.hasPrefix("expected a valid Swift type name for this schema in the name lock, found '"), "\(message)")
    }
  }

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
          graph: graph, configuration: configuration, folder: "", lock: nil, templates: SwiftTemplates.all))
      Issue.record("expected an error, found none")
    } catch {
      let first = error.diagnostics.first?.description ?? error.messages.first ?? "nothing"
      #expect(first.hasPrefix(row.error) && first.contains("error: "), "\(first)")
    }
  }
}
