import Foundation
import Testing

@testable import SchemaLoading

/// Nothing that the tool writes, and no configuration, is read as a schema.
@Suite struct OwnFilesTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The folder of the configuration.
    var folder = ""
    let outputs: String
    var more = ""
    /// The schema, relative to the configuration.
    var schema = "schemas/order.schema.json"
    var notes = 0
  }

  static let everything =
    #"{"outside": true, "documentation": "docs", "models": "Models", "docc": "Docs.docc", "#
    + #""openapi": "api.schema.json", "testSupport": "Support"}"#

  static let rows = [
    Row(testDescription: "at the root of the project", outputs: #"{"documentation": "docs", "models": "Models"}"#),
    Row(testDescription: "with all outputs", outputs: everything),
    Row(testDescription: "in the folder of the schemas", outputs: everything, schema: "order.schema.json"),
    Row(testDescription: "in a folder", folder: "a/b/", outputs: everything),
    Row(
      testDescription: "in a folder, with outputs next to it", folder: "Schemas/",
      outputs: #"{"documentation": "../docs", "models": "../Models", "openapi": "../api.json"}"#),
    Row(
      testDescription: "with patterns that match everything", outputs: everything,
      more: #", "schemas": {"include": ["**/*.json"]}"#),
    Row(
      testDescription: "with another name of the lock, and patterns that match everything", outputs: everything,
      more: #", "lock": "names.json", "schemas": {"include": ["**/*.json"]}"#),
    Row(
      testDescription: "with models in the folder itself", outputs: #"{"documentation": "docs", "models": "."}"#,
      schema: "order.schema.json"),
    Row(
      testDescription: "with documentation in a folder around it", folder: "a/b/",
      outputs: #"{"documentation": "..", "models": "Models"}"#),
    Row(
      testDescription: "with outputs in the folder of schemas", outputs: #"{"documentation": "schemas/docs"}"#),
  ]

  static let order = #"{"type": "object", "properties": {"id": {"type": "string", "maxLength": 9}}}"#

  private func folder(_ row: Row) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    // A project is around the configuration.
    try folder.write("", to: "Package.swift")
    try folder.write(#"{"outputs": \#(row.outputs)\#(row.more)}"#, to: row.folder + "codegen.json")
    try folder.write(Self.order, to: row.folder + row.schema)
    return folder
  }

  @Test("a second run changes nothing, and the check is clean", arguments: rows)
  func fixedPoint(_ row: Row) throws {
    let folder = try folder(row)
    let config = row.folder + "codegen.json"
    let first = folder.run("--config", config)
    #expect(first.code == 0 && first.errors.isEmpty && first.output.contains("from 1 schema:"), "\(first)")
    let names = folder.names()
    let texts = names.map(folder.text)
    let check = folder.run("generate", "--check", "--config", config)
    #expect(check == Outcome(0), "\(check)")
    for _ in 0..<2 {
      let again = folder.run("--config", config)
      #expect(again.code == 0 && again.errors.isEmpty && again.output.contains("from 1 schema: 0 written"), "\(again)")
    }
    #expect(folder.names() == names && names.map(folder.text) == texts)
  }

  @Test("lint and diff read the schema alone", arguments: rows)
  func otherVerbs(_ row: Row) throws {
    let folder = try folder(row)
    let config = row.folder + "codegen.json"
    #expect(folder.run("--quiet", "--config", config).code == 0)
    let (lint, named) = (
      folder.run("lint", "--config", config), folder.run("lint", row.folder.isEmpty ? "." : row.folder)
    )
    #expect(lint.output == named.output, "\(lint) \(named)")
    #expect(!lint.output.contains("docs") && !lint.errors.contains("error:"), "\(lint)")
    let diff = folder.run("diff", row.folder.isEmpty ? "." : row.folder, "--config", config)
    #expect(diff.code == 0 && diff.errors.isEmpty, "\(diff)")
    // Without a configuration, the header tells.
    try FileManager.default.removeItem(atPath: folder.path + "/" + config)
    let whole = folder.run("diff", ".", ".")
    #expect(whole.code == 0 && !whole.errors.contains("docs"), "\(whole)")
  }

  @Test("a reference to an output is an error")
  func reference() throws {
    let folder = try ScratchFolder()
    try folder.write(#"{"outputs": {"documentation": "docs"}}"#, to: "codegen.json")
    try folder.write(Self.order, to: "docs/schemas/a.schema.json")
    try folder.write(#"{"$ref": "docs/schemas/a.schema.json"}"#, to: "b.schema.json")
    let result = folder.run("--config", "codegen.json")
    #expect(
      result.errors
        == "docs/schemas/a.schema.json: error: a reference leads to this file, which codegen writes or reads itself "
        + "(an output, its configuration or its name lock) and which is not a schema; correct the reference\n",
      "\(result)")
  }

  @Test("schemas in an output folder, and copies of generated schemas, are skipped with a note")
  func notes() throws {
    let folder = try ScratchFolder()
    try folder.write(#"{"outputs": {"documentation": "docs"}}"#, to: "codegen.json")
    try folder.write(Self.order, to: "docs/mine.schema.json")
    try folder.write(Self.order, to: "b.schema.json")
    try folder.write(#"{ "x-generated-by" : "codegen", "type": "string" }"#, to: "copies/c.schema.json")
    let result = folder.run("--config", "codegen.json")
    #expect(
      result.errors == """
        codegen.json: note: skipped 1 file in an output folder: docs/mine.schema.json (a schema)
        codegen.json: note: skipped 1 file marked as generated ('x-generated-by'): copies/c.schema.json (a schema)

        """, "\(result)")
    #expect(result.code == 0 && result.output.contains("from 1 schema:"))
    try FileManager.default.removeItem(atPath: folder.path + "/b.schema.json")
    #expect(
      folder.run("--config", "codegen.json").errors
        == ".: error: only outputs, configurations and name locks of codegen match '**/*.schema.{json,yaml,yml}', and "
        + "no schemas\n")
  }

  @Test("an output does not replace a schema, even by force")
  func force() throws {
    let folder = try ScratchFolder()
    try folder.write(#"{"outputs": {"documentation": "."}}"#, to: "codegen.json")
    try folder.write(Self.order, to: "schemas/order.schema.json")
    let result = folder.run("--force", "--config", "codegen.json")
    #expect(result.code == 2 && result.errors.contains("expected an output that replaces no schema"), "\(result)")
    #expect(folder.text("schemas/order.schema.json") == Self.order)
  }

  @Test(
    "the header of a JSON text is found however it is formatted",
    arguments: [
      ("{\n  \"x-generated-by\": \"codegen\",", true), ("{\"openapi\":\"3.1.0\",\"x-generated-by\":\"codegen\"}", true),
      ("{\t\"x-generated-by\"  :\r\n\"codegen\"}", true), ("{\"a\":{\"x-generated-by\":\"codegen\"}}", false),
      ("{\"description\":\"Generated by codegen\"}", false), ("[\"x-generated-by\"]", false), ("", false),
    ])
  func header(_ text: String, _ isFound: Bool) {
    #expect(GeneratedHeader.isFound(in: Array(text.utf8)) == isFound)
  }
}
