import CodegenCore
import Foundation
import JSONSchema
import SchemaLint
import SchemaRuntime
import Testing

@testable import codegen
@testable import CommandLineTool

@Suite struct LintTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(
      """
      {"lint": {"rules": {"missing-title": "off", "missing-description": "off", "missing-dialect": "off"},
                "suppressions": [{"rule": "invalid-default", "path": "old/*", "reason": "kept for old clients"}]}}
      """, to: "Schemas/codegen.json")
    try folder.write(
      #"{"$id": "https://example.com/a.json", "type": "string", "minLenght": 1}"#, to: "Schemas/a.schema.json")
    try folder.write(#"{"type": "string", "default": 1}"#, to: "Schemas/old/b.schema.json")
    try folder.write(#"{"items": {"$ref": "https://example.com/a.json"}}"#, to: "Schemas/c.schema.json")
  }

  private static let misspelled =
    "Schemas/a.schema.json:1:57: warning: unknown keyword 'minLenght'; did you mean 'minLength'? [misspelled-keyword]\n"

  @Test(
    "an example and a default in an API description are reported where they stand, with the reason of the nearest branch"
  )
  func invalidValues() throws {
    try folder.write(
      """
      openapi: 3.0.3
      info: {title: t, version: "1"}
      paths: {}
      components:
        schemas:
          A: {type: integer, format: int64, example: x}
          B: {oneOf: [{$ref: '#/components/schemas/D'}, {required: [t], properties: {t: {enum: [b]}}}], example: {t: a}}
          C: {anyOf: [{type: array}, {type: boolean}], default: x}
          D: {required: [t, id], properties: {t: {enum: [a]}, id: {}}}
      """, to: "api.yaml")
    let lines = folder.run("lint", "api.yaml").output.split(separator: "\n").map { String($0) }
    #expect(
      lines == [
        "api.yaml:6:48: warning: the schema rejects this example: expected integer, found string [invalid-example]",
        "api.yaml:7:108: warning: the schema rejects this example: expected member 'id', found none [invalid-example]",
        "api.yaml:8:59: warning: the schema rejects this default: expected array or boolean, found string "
          + "[invalid-default]",
      ], "\(lines)")
  }

  @Test("the folder is linted with the exceptions of its configuration")
  func configuredFolder() {
    #expect(folder.run("lint") == Outcome(0, Self.misspelled))
    #expect(folder.run("lint", "--strict") == Outcome(1, Self.misspelled))
  }

  @Test("notes are counted, and reported on request")
  func notes() throws {
    try folder.write(#"{"$schema": "http://json-schema.org/draft-07/schema#", "title": "A"}"#, to: "n/a.json")
    #expect(folder.run("lint", "n/a.json") == Outcome(0, errors: "1 note is not shown; --notes shows it\n"))
    let note = "n/a.json:1:1: note: expected a 'description' of the schema, found none [missing-description]\n"
    #expect(folder.run("lint", "--notes", "n/a.json") == Outcome(0, note))
    #expect(folder.run("lint", "--notes", "--strict", "n/a.json").code == 0)
    try folder.write(#"{"lint": {"notes": true}, "schemas": {"include": ["a.json"]}}"#, to: "n/codegen.json")
    #expect(folder.run("lint", "--config", "n/codegen.json", "n/a.json") == Outcome(0, note))
  }

  @Test("formats are checked as by the other verbs: all of them, or those of the configuration")
  func formats() throws {
    let schema = #"{"$schema": "http://json-schema.org/draft-07/schema#", "format": "date", "default": "x"}"#
    try folder.write(schema, to: "f/a.json")
    try folder.write(#""x""#, to: "x.json")
    #expect(folder.run("lint", "f/a.json").output.contains("[invalid-default]"))
    #expect(folder.run("validate", "--schema", "f/a.json", "x.json").code == 1)
    try folder.write("{}", to: "Schemas/codegen.json")
    try folder.write(schema, to: "Schemas/f.schema.json")
    #expect(!folder.run("lint", "Schemas/f.schema.json").output.contains("[invalid-default]"))
    #expect(folder.run("validate", "--schema", "f", "x.json").code == 0)
  }

  @Test("individual files of the folder can refer to the other files")
  func files() {
    #expect(folder.run("lint", "Schemas/c.schema.json") == Outcome(0))
    #expect(folder.run("lint", "Schemas/a.schema.json", "Schemas/c.schema.json") == Outcome(0, Self.misspelled))
    #expect(folder.run("lint", "Schemas/old") == Outcome(0))
  }

  @Test("files outside any configured folder are linted")
  func otherFiles() throws {
    try folder.write(#"{"type": "integer", "minLength": 1, "enum": ["a"]}"#, to: "else/where.json")
    let found = folder.run("lint", "else/where.json", "--rule", "inapplicable-keyword", "--rule=rejected-enum-value")
    #expect(
      found
        == Outcome(
          0,
          """
          else/where.json:1:21: warning: 'minLength' has no effect: it applies to string, but 'type' is integer; \
          remove it, or change 'type' [inapplicable-keyword]
          else/where.json:1:46: warning: the schema rejects this value: expected integer, found string \
          [rejected-enum-value]

          """))
  }

  @Test("a file that is not JSON is a finding, and an error")
  func notJSON() throws {
    try folder.write(#"{"type": }"#, to: "x.schema.json")
    let found = folder.run("lint", "x.schema.json")
    #expect(found.code == 1)
    #expect(found.output.hasPrefix("x.schema.json:1:10: error: "))
    #expect(found.output.hasSuffix(" [json-syntax]\n"))
  }

  @Test("a fix keeps names that files outside the run may refer to")
  func referrers() throws {
    let library = ##"{"definitions": {"x": {"type": "string"}}}"##
    let user = ##"{"$ref": "a2.json#/definitions/x"}"##
    try folder.write(library, to: "defs/a2.schema.json")
    try folder.write(user.replacingOccurrences(of: "a2.json", with: "a2.schema.json"), to: "defs/user.schema.json")
    _ = folder.run("lint", "--notes", "--fix", "defs/a2.schema.json")
    #expect(folder.text("defs/a2.schema.json") == library)
    try folder.write(##"{"properties": {"x": {"$ref": "a2.schema.json#/definitions/x"}}}"##, to: "defs/other.yaml")
    _ = folder.run("lint", "--notes", "--fix", "defs")
    #expect(folder.text("defs/a2.schema.json") == library)
    try folder.write("no references", to: "defs/other.yaml")
    _ = folder.run("lint", "--notes", "--fix", "defs")
    #expect(folder.text("defs/a2.schema.json") == ##"{"$defs": {"x": {"type": "string"}}}"##)
    #expect(folder.text("defs/user.schema.json") == ##"{"$ref": "a2.schema.json#/$defs/x"}"##)
  }

  @Test("a fix changes only the affected bytes, and no files without findings")
  func fix() throws {
    let before = try folder.stamp("Schemas/c.schema.json")
    #expect(folder.run("lint", "--fix") == Outcome(0, errors: "fixed 1 finding in 1 file\n"))
    #expect(
      folder.text("Schemas/a.schema.json")
        == #"{"$id": "https://example.com/a.json", "type": "string", "minLength": 1}"#)
    #expect(try folder.stamp("Schemas/c.schema.json") == before)
    #expect(folder.run("lint", "--fix", "--strict") == Outcome(0))
    #expect(folder.names().filter { $0.hasSuffix(".tmp") } == [])
  }

  @Test func forms() throws {
    let json = try JSONValue(parsing: folder.run("lint", "--output", "json").output)
    #expect(json["findings"]?.array?.map { $0["rule"] } == ["misspelled-keyword"])
    let sarif = try JSONValue(parsing: folder.run("lint", "--output", "sarif").output)
    #expect(sarif["runs"]?.array?.first?["results"]?.array?.count == 1)
    #expect(
      folder.run("lint", "--output", "github-actions").output
        == "::warning file=Schemas/a.schema.json,line=1,col=57,title=misspelled-keyword::"
        + "unknown keyword 'minLenght'; did you mean 'minLength'?\n")
  }

  @Test("the page of every rule is printed")
  func explain() {
    for rule in LintRules.all {
      #expect(folder.run("lint", "--explain", rule.id) == Outcome(0, RulePage.text(of: rule)))
    }
  }

  @Test(
    "operations that are impossible are reported",
    arguments: [
      (["--explain", "ambigous-union"], "did you mean 'ambiguous-union'?"),
      (
        ["--explain", "missing"],
        "expected '--explain' to be the id of a rule, found 'missing'; did you mean 'missing-dialect', "
          + "'missing-title' or 'missing-description'?"
      ),
      (["--rule", "misspelt-keyword"], "; did you mean 'misspelled-keyword'?"),
      (
        ["--rule", "nonsense-of-a-rule"],
        "expected '--rule' to be the id of a rule, found 'nonsense-of-a-rule'; there are "
      ),
      (["--output", "xml"], "expected '--output' to be one of text, json, github-actions, sarif, found 'xml'"),
      (["none.schema.json"], "none.schema.json: error: cannot be read: no such file"),
      (["--config", "none.json"], "none.json: error: cannot be read: no such file"),
    ])
  func failures(arguments: [String], message: String) {
    let outcome = folder.run(["lint"] + arguments)
    #expect(outcome.code == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains(message))
  }

  @Test(
    "the configuration may only name existing rules and levels",
    arguments: [
      (#"{"lint":{"rules":{"missing-titel":"off"}}}"#, #"did you mean "missing-title"?"#),
      (#"{"lint":{"rules":{"missing-title":"of"}}}"#, #"did you mean "off"?"#),
      (#"{"lint":{"overides":[]}}"#, "unknown member 'overides'; did you mean 'overrides'?"),
      (#"{"lint":{"suppressions":[{"rule":"missing-title"}]}}"#, "path"),
      (#"{"lint":{"suppressions":[{"rule":"missing-title","path":"*","pointer":"a"}]}}"#, "pattern"),
      (#"{"lint":{"overrides":[{"paths":[],"rules":{}}]}}"#, "expected at least 1"),
    ])
  func configuration(text: String, message: String) throws {
    try folder.write(text, to: "Schemas/codegen.json")
    let outcome = folder.run("lint")
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test("an unused suppression is reported at its location")
  func unusedSuppression() throws {
    try folder.write(
      #"{"lint":{"suppressions":[{"rule":"invalid-default","path":"a*","reason":"r"}]}}"#, to: "Schemas/codegen.json")
    let found = folder.run("lint", "--rule", "invalid-default", "--rule", "unused-suppression").output
    #expect(
      found.hasSuffix(
        "Schemas/codegen.json:1:26: warning: this suppression matches no finding of 'invalid-default'; remove it "
          + "[unused-suppression]\n"))
  }

  @Test("the schema of the configuration lists the rules")
  func rulesOfTheConfiguration() throws {
    let file = CodegenProcess.root.appendingPathComponent("Schemas/codegen.schema.json")
    let schema = try JSONValue(parsing: Array(Data(contentsOf: file)))
    let ids = try #require(schema["$defs"]?["lintRule"]?["enum"]?.array)
    #expect(ids.compactMap(\.string) == LintRules.all.map { $0.id })
  }

  @Test("the schemas of this repository have no finding")
  func ownSchemas() {
    let terminal = Terminal(output: TextStream(), errors: TextStream())
    let root = CodegenProcess.root.path
    let code = Codegen.tool.run(
      ["lint", "--strict", "--notes", "Schemas", "Benchmarks/Schemas"], terminal: terminal, workingDirectory: root)
    #expect(code == .done)
    #expect(String(decoding: terminal.errors.buffer, as: UTF8.self) == "")
  }
}
