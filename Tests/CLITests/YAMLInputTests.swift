import Testing

/// Schemas, configurations and payloads in YAML, through every verb that reads them.
@Suite struct YAMLInputTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(
      """
      # A deployment.
      title: Deployment
      type: object
      required: [name]
      properties:
        name: {type: string, maxLength: 5}
        replicas:
          $ref: count.schema.json
        on: {$ref: '#/$defs/trigger'}
      $defs:
        trigger: &trigger
          type: string
          enum: [push, no]
        other: *trigger

      """, to: "Schemas/deployment.schema.yaml")
    try folder.write(#"{"type": "integer", "minimum": 1}"#, to: "Schemas/count.schema.json")
    try folder.write("outputs:\n  models: ../Models\n", to: "Schemas/codegen.yaml")
    try folder.write("name: web\nreplicas: 2\non: no\n", to: "good.yaml")
    try folder.write("name: web\n---\n# too many\nname: toolong\nreplicas: 0\n---\nname: db\n", to: "deploy.yaml")
  }

  @Test(
    "a tag that YAML does not define is a warning, once for a file",
    arguments: [
      ("title: !Ref Name\n", "the value at line 1, column 13 has the unknown tag '!Ref'; it is read as a string"),
      (
        "allOf: !all [{type: string}]\ntitle: !t x\n",
        "the value at line 1, column 13 has the unknown tag '!all'; it is read without the tag"
      ),
      ("title: !!str 1\ndescription: ! x\ndefault: !!binary aGk=\n", nil),
    ])
  func unknownTag(_ text: String, _ warning: String?) throws {
    try folder.write(text, to: "Schemas/tagged.schema.yaml")
    let result = folder.run()
    #expect(result.code == 0)
    let line = warning.map { "Schemas/tagged.schema.yaml:1:1: warning: " + $0 }
    #expect(result.errors.split(separator: "\n").first { $0.contains("tag") }.map(String.init) == line)
  }

  @Test("a folder of schemas in YAML and JSON with a configuration in YAML gives models")
  func generates() throws {
    let result = folder.run()
    #expect(result.code == 0, "\(result)")
    let models = try #require(folder.text("Models/Deployment.swift"))
    #expect(models.contains("public struct Deployment") && models.contains("public enum Trigger"))
    #expect(models.contains("case push") && models.contains("case no"))
    #expect(folder.run("generate", "--check").code == 0)
  }

  @Test("a mistake in a schema has a position in the YAML text")
  func schemaMistake() throws {
    try folder.write("type: object\nproperties:\n  a:\n    type: strng\n", to: "Schemas/bad.schema.yml")
    let result = folder.run()
    #expect(result.code == 2)
    #expect(result.errors.contains("Schemas/bad.schema.yml:4:11: error: expected 'type' to be one of"), "\(result)")
  }

  @Test("a mistake in the configuration has a position in the YAML text")
  func configurationMistake() throws {
    try folder.write("outputs:\n  models: ../Models\n  modls: x\n", to: "Schemas/codegen.yaml")
    let result = folder.run()
    #expect(result.code == 2 && result.errors.contains("Schemas/codegen.yaml:3:"), "\(result)")
  }

  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let arguments: [String]
    var code: Int32 = 1
    let expected: [String]
  }

  static let rows = [
    Row(
      testDescription: "a valid payload says nothing", arguments: ["--schema", "deployment", "good.yaml"], code: 0,
      expected: []),
    Row(
      testDescription: "each document of a file is a payload", arguments: ["--schema", "deployment", "deploy.yaml"],
      expected: [
        "deploy.yaml:4:7: error: /name: expected at most 5 characters, found 7 (maxLength)",
        "deploy.yaml:5:11: error: /replicas: expected at least 1, found 0 (minimum)",
      ]),
    Row(
      testDescription: "documents are told apart by their lines",
      arguments: ["--schema", "deployment", "--output", "json", "deploy.yaml"],
      expected: [#""line":1,"valid":true"#, #""line":4,"valid":false"#, #""line":7,"valid":true"#]),
    Row(
      testDescription: "a schema outside of the configured folder, in YAML",
      arguments: ["--schema", "lone.yaml", "good.yaml"],
      expected: ["good.yaml:1:1: error: expected member 'size', found none (required)"]),
    Row(
      testDescription: "a file of any name by the format that is given",
      arguments: ["--schema", "deployment", "--input", "yaml", "payload.txt"],
      expected: ["payload.txt:1:7: error: /name: expected string, found array (type)"]),
    Row(
      testDescription: "a text that is not well-formed", arguments: ["--schema", "deployment", "broken.yaml"],
      expected: [
        "broken.yaml:2:1: error: expected well-formed YAML, found an error: flow sequence without a closing bracket "
          + "(parse)"
      ]),
    Row(
      testDescription: "a text without a document", arguments: ["--schema", "deployment", "empty.yaml"],
      expected: ["empty.yaml:1:1: error: expected a YAML document, found none (parse)"]),
    Row(
      testDescription: "a byte order mark is skipped, and offsets count it",
      arguments: ["--schema", "deployment", "--output", "json", "mark.json"],
      expected: [#""line":1,"column":1,"offset":3"#]),
    Row(
      testDescription: "another encoding is named", arguments: ["--schema", "deployment", "utf16.json"],
      expected: [
        "utf16.json:1:1: error: expected UTF-8, found UTF-16BE; convert it, for example with "
          + "'iconv -f UTF-16BE -t UTF-8' (parse)"
      ]),
  ]

  @Test("payloads are validated", arguments: rows)
  func validates(_ row: Row) throws {
    try folder.write("type: object\nrequired: [size]\n", to: "lone.yaml")
    try folder.write("name: [x\n", to: "broken.yaml")
    try folder.write("# nothing\n", to: "empty.yaml")
    try folder.write("\u{feff}{\"nam\": 1}", to: "mark.json")
    try folder.write("\0{\0}\0 ", to: "utf16.json")
    try folder.write("name: [x]\n", to: "payload.txt")
    let result = folder.run(["validate"] + row.arguments)
    #expect(result.code == row.code, "\(result)")
    if row.arguments.contains("json") {
      #expect(row.expected.allSatisfy(result.output.contains), "\(result)")
    } else {
      #expect(result.output.split(separator: "\n").map(String.init) == row.expected, "\(result)")
    }
  }

  @Test("lines are JSON", arguments: [["validate", "--schema", "deployment"], ["infer"]])
  func refusesLinesOfYAML(_ command: [String]) throws {
    try folder.write("{}\n", to: "lines.txt")
    let result = folder.run(command + ["--lines", "--input", "yaml", "lines.txt"])
    #expect(result.code == 2 && result.output.isEmpty)
    #expect(
      result.errors == "codegen: error: expected JSON with '--lines', one payload per line; found '--input yaml'\n")
    let accepted = folder.run(command + ["--lines", "--input", "json", "lines.txt"])
    #expect(accepted.code != 2, "\(accepted)")
  }

  @Test("lint reports positions in the YAML text, and does not edit it")
  func lint() throws {
    let text = "type: object\nproperties:\n  a: {type: string, minLenght: 1}\n"
    try folder.write(text, to: "Schemas/odd.schema.yaml")
    let result = folder.run("lint", "--rule", "misspelled-keyword", "--fix")
    #expect(result.output.contains("Schemas/odd.schema.yaml:3:21: warning: unknown keyword 'minLenght'"), "\(result)")
    #expect(folder.text("Schemas/odd.schema.yaml") == text)
    try folder.write("a: [\n", to: "Schemas/odd.schema.yaml")
    let broken = folder.run("lint")
    #expect(broken.output.contains("Schemas/odd.schema.yaml:2:1: error: expected well-formed YAML"), "\(broken)")
  }

  @Test("diff compares a schema in YAML with one in JSON")
  func diff() throws {
    try folder.write("type: string\nmaxLength: 5\n", to: "new/a.schema.yaml")
    try folder.write(#"{"type": "string", "maxLength": 9}"#, to: "old/a.schema.json")
    let result = folder.run("diff", "old/a.schema.json", "new/a.schema.yaml", "--breaking", "new-reads-old")
    #expect(result.code == 1 && result.output.contains("new new/a.schema.yaml:2:12 /maxLength"), "\(result)")
  }

  @Test("an OpenAPI description in YAML, in several files, gives types and verdicts")
  func openAPI() throws {
    try folder.write(
      """
      openapi: 3.0.3
      info: {title: Shop, version: '1'}
      paths: {}
      components:
        schemas:
          Order:
            type: object
            required: [id]
            properties:
              id: {type: integer, minimum: 0, exclusiveMinimum: true}
              note: {$ref: 'models/note.yml'}

      """, to: "api/api.yaml")
    try folder.write("type: string\nnullable: true\nmaxLength: 3\n", to: "api/models/note.yml")
    try folder.write(
      ##"{"schemas": {"include": ["api.yaml"], "root": "#/components/schemas"}, "outputs": {"models": "../Models"}}"##,
      to: "api/codegen.json")
    let result = folder.run("generate", "--config", "api/codegen.json")
    #expect(result.code == 0, "\(result)")
    #expect(folder.text("Models/API+Order.swift")?.contains("public var note: Presence<") ?? false)
    try folder.write("id: 0\nnote: long\n", to: "order.yaml")
    let verdict = folder.run("validate", "--config", "api/codegen.json", "--schema", "api/Order", "order.yaml")
    #expect(
      verdict.output.split(separator: "\n") == [
        "order.yaml:1:5: error: /id: expected more than 0, found 0 (exclusiveMinimum)",
        "order.yaml:2:7: error: /note: expected at most 3 characters, found 4 (maxLength)",
      ], "\(verdict)")
  }

  @Test("a schema may be named by the URI that the configuration sends to a file")
  func byURI() throws {
    try folder.write("$id: https://example.com/size.json\ntype: integer\n", to: "vendor/size.yaml")
    try folder.write(
      "outputs: {models: ../Models}\nreferences:\n  https://example.com/: ../vendor\n"
        + "  https://example.com/size.json: ../vendor/size.yaml\n", to: "Schemas/codegen.yaml")
    try folder.write("x\n", to: "size.yaml")
    let result = folder.run("validate", "--schema", "https://example.com/size.json", "size.yaml")
    #expect(result.output == "size.yaml:1:1: error: expected integer, found string (type)\n", "\(result)")
    let unknown = folder.run("validate", "--schema", "https://example.com/other.json", "size.yaml")
    #expect(unknown.code == 2 && unknown.errors.contains("expected '--schema' to be a file or the name of a schema"))
  }

  @Test("dump shows what YAML is in JSON, a line for each document")
  func dump() throws {
    let result = folder.run("dump", "json", "deploy.yaml")
    #expect(
      result.output.split(separator: "\n") == [
        #"{"name":"web"}"#, #"{"name":"toolong","replicas":0}"#, #"{"name":"db"}"#,
      ], "\(result)")
    #expect(folder.run("dump", "plan", "deploy.yaml").code == 2)
  }

  @Test("infer reads payloads in YAML, each document as one")
  func infer() throws {
    let result = folder.run("infer", "--required-evidence", "1", "deploy.yaml")
    #expect(result.code == 0 && result.output.contains(#""replicas""#), "\(result)")
    #expect(result.output.contains(#""required": ["#) && !result.output.contains("toolong"), "\(result)")
  }
}
