import Foundation
import JSONSchema
import SchemaRuntime
import SchemaValidation
import Testing

@testable import CodegenProject
@testable import CommandLineTool

/// `generate --json`: every line satisfies the schema of events, which is documented on a page.
@Suite struct GenerateEventTests {
  let folder: ScratchFolder
  private let validator: SchemaValidator

  init() throws {
    folder = try ScratchFolder()
    try folder.write(#"{"outputs": {"models": "../Models"}}"#, to: "Schemas/codegen.json")
    try folder.write(#"{"type": "object", "minlength": 1}"#, to: "Schemas/a.schema.json")
    let page = CodegenProcess.root.appending(path: "Sources/Tool/codegen/Documentation.docc/generate-event.schema.json")
    let document = SchemaDocument(
      uri: "events.json", name: "events.json", source: try JSONDocument(parsing: Array(Data(contentsOf: page))))
    let graph = try SchemaResolver.resolve([document]).graph
    validator = try SchemaValidator(graph: graph, schema: graph.roots[0])
  }

  /// The events of a run, all of them valid.
  private func events(_ arguments: String..., code: Int32) throws -> [JSONValue] {
    let outcome = folder.run(["generate", "--json"] + arguments)
    #expect(outcome.code == code && outcome.errors.isEmpty, "\(outcome.errors)")
    return try outcome.output.split(separator: "\n").map { line in
      #expect(validator.validate(Array(line.utf8)).isValid, "\(line)")
      return try JSONValue(parsing: String(line))
    }
  }

  @Test("a run reports findings with their locations, written and unchanged files, and counts")
  func run() throws {
    let first = try events(code: 0)
    #expect(first.first == ["event": "started", "verb": "generate", "version": .string(Release.version)])
    #expect(
      first.dropFirst().first == [
        "event": "diagnostic", "severity": "warning",
        "message": "unknown keyword 'minlength'; did you mean 'minLength'?", "file": "Schemas/a.schema.json",
        "line": 1, "column": 20, "pointer": "",
      ] || first.dropFirst().first?["file"] == "Schemas/a.schema.json")
    #expect(first.contains(["event": "written", "path": "Models/A.swift"]))
    #expect(first.last?["event"] == "finished" && first.last?["code"] == 0 && first.last?["unchanged"] == 0)
    #expect(first.last?["coverage"]?["keywords"] == 2 && first.last?["coverage"]?["neither"] == 1)
    let second = try events(code: 0)
    #expect(second.contains(["event": "unchanged", "path": "Models/A.swift"]) && second.last?["written"] == 0)
    try folder.write("{}", to: "Schemas/b.schema.json")
    let stale = try events("--check", code: 1)
    #expect(stale.contains(["event": "stale", "path": "Models/B.swift"]) && stale.last?["code"] == 1)
    _ = try events(code: 0)
  }

  @Test("a failed run reports the reason, with the location, and ends with its exit code")
  func failures() throws {
    try folder.write("{\n\"type\" 1}", to: "Schemas/a.schema.json")
    let broken = try events(code: 2)
    #expect(
      broken.dropFirst() == [
        [
          "event": "diagnostic", "severity": "error", "message": "expected ':', found '1'",
          "file": "Schemas/a.schema.json", "line": 2, "column": 8,
        ], ["event": "finished", "code": 2],
      ])
    try folder.write(#"{"$ref": "b.json"}"#, to: "Schemas/a.schema.json")
    let unresolved = try events(code: 2)
    #expect(unresolved.dropFirst().first?["pointer"] == "/$ref" && unresolved.last?["code"] == 2)
    try folder.write(#"{"type": "string", "then": {}}"#, to: "Schemas/a.schema.json")
    let strict = try events("--strict", code: 1)
    #expect(strict.dropFirst().first?["pointer"] == "/then" && strict.last?["coverage"]?["neither"] == 1)
    #expect(folder.text("Models/A.swift") == nil)
  }

  @Test(
    "a line for people is parsed into its parts",
    arguments: [
      ("a.json:3:5: error: expected b", "a.json", 3, 5, Message.Severity.error, "expected b"),
      ("a.json: warning: b: note: c", "a.json", nil, nil, .warning, "b: note: c"),
      ("a:b.json:7:1: note: x", "a:b.json", 7, 1, .note, "x"),
      ("no place at all", nil, nil, nil, .error, "no place at all"),
    ] as [(String, String?, Int?, Int?, Message.Severity, String)])
  func messageLine(
    _ line: String, _ file: String?, _ number: Int?, _ column: Int?, _ severity: Message.Severity, _ text: String
  ) {
    let parts = Message(line)
    #expect(parts.file == file && parts.line == number && parts.column == column)
    #expect(parts.severity == severity && parts.statement == text)
  }
}
