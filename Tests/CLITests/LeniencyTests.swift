import Testing

/// Schemas of others: documents that are not available, and mistakes.
@Suite struct LeniencyTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  private static let user = ##"""
    {
      "type": "object",
      "properties": {"card": {"$ref": "https://example.com/card.json#/$defs/Card"}, "age": {"type": "integer"}}
    }
    """##
  private static let warning =
    "Schemas/user.schema.json:3:35: warning: references to 'https://example.com/card.json' accept every value, "
    + "because 'references' maps it to null or --offline-stub names it\n"

  @Test(
    "null under 'references', or --offline-stub, replaces a document by a stub",
    arguments: [
      (#"{"https://example.com/card.json": null}"#, []), (#"{"https://example.com/": null}"#, []),
      ("{}", ["--offline-stub", "https://example.com/card.json"]),
      ("{}", ["--offline-stub", "https://example.org/", "--offline-stub", "https://example.com/"]),
      (#"{"https://example.com/": "../vendor"}"#, ["--offline-stub", "https://example.com/card.json"]),
    ] as [(String, [String])])
  func stub(references: String, arguments: [String]) throws {
    try folder.write(Self.user, to: "Schemas/user.schema.json")
    try folder.write("{}", to: "vendor/other.json")
    try folder.write(
      #"{"references": \#(references), "outputs": {"models": "../Models"}}"#, to: "Schemas/codegen.json")
    let generated = folder.run(["generate"] + arguments)
    #expect(generated.code == 0)
    #expect(generated.errors.contains(Self.warning))
    #expect(folder.names().filter { $0.hasPrefix("Models/") && !$0.contains("Schemas.") } == ["Models/User.swift"])
    #expect(folder.text("Models/User.swift")?.contains("public var card: JSONValue?\n") ?? false)
    try folder.write(#"{"card": [1], "age": "x"}"#, to: "payload.json")
    #expect(
      folder.run(["validate", "--schema", "user", "payload.json"] + arguments)
        == Outcome(
          1, "payload.json:1:22: error: /age: expected integer, found string (type)\n", errors: Self.warning))
    #expect(folder.run(["sample", "--schema", "user"] + arguments).code == 0)
    #expect(folder.run(["coverage"] + arguments).code == 0)
    #expect(folder.run(["dump", "graph"] + arguments).code == 0)
  }

  @Test("the longest entry of the map counts")
  func longest() throws {
    try folder.write(Self.user, to: "Schemas/user.schema.json")
    try folder.write(#"{"$defs": {"Card": {"type": "string"}}}"#, to: "Schemas/card.json")
    try folder.write(
      #"{"references": {"https://example.com/": null, "https://example.com/card.json": "card.json"}}"#,
      to: "Schemas/codegen.json")
    try folder.write(#"{"card": 1}"#, to: "payload.json")
    #expect(
      folder.run("validate", "--schema", "user", "payload.json")
        == Outcome(1, "payload.json:1:10: error: /card: expected string, found integer (type)\n"))
  }

  @Test("lint takes stubs from the configuration, and diff compares their documents by URI")
  func others() throws {
    try folder.write(Self.user, to: "Schemas/user.schema.json")
    try folder.write(#"{"references": {"https://example.com/card.json": null}}"#, to: "Schemas/codegen.json")
    #expect(folder.run("lint").code == 0)
    try folder.write(Self.user.replacing("card.json", with: "card2.json"), to: "old.json")
    let diff = folder.run("diff", "old.json", "Schemas/user.schema.json")
    #expect(diff.output.contains("undecided"))
  }

  @Test("an option that is no absolute URI")
  func invalid() throws {
    #expect(
      folder.run("generate", "--offline-stub", "card.json").errors
        == "codegen: error: expected '--offline-stub' to be an absolute URI without a fragment, found 'card.json'\n")
  }

  private static let faulty = ##"""
    {
      "type": "object",
      "properties": {"a": {"type": "string", "minLength": "3"}, "b": {"$ref": "#/definitions/none"}}
    }
    """##
  private static let warnings =
    #"Schemas/vendor/faulty.schema.json:3:55: warning: expected 'minLength' to be a non-negative integer, found "3"; "#
    + "ignored, because the file is lenient\n"
    + "Schemas/vendor/faulty.schema.json:3:75: warning: expected '$ref' to name a schema, found '#/definitions/none', "
    + "which resolves to 'URI#/definitions/none': '#' exists but has no 'definitions'; the file is lenient, "
    + "so validating against this schema gives no verdict\n"

  private func warnings() -> String {
    Self.warnings.replacing("URI", with: "file://\(folder.path)/Schemas/vendor/faulty.schema.json")
  }

  @Test(
    "'lenient' in the configuration, or --lenient, makes mistakes warnings",
    arguments: [
      (#"["vendor/**"]"#, []), (#"["other.json", "**/faulty*"]"#, []), ("[]", ["--lenient"]),
    ] as [(String, [String])])
  func lenient(patterns: String, arguments: [String]) throws {
    try folder.write(Self.faulty, to: "Schemas/vendor/faulty.schema.json")
    try folder.write(
      #"{"lenient": \#(patterns), "outputs": {"models": "../Models"}}"#, to: "Schemas/codegen.json")
    let generated = folder.run(["generate"] + arguments)
    #expect(generated.code == 0)
    #expect(generated.errors.contains(warnings()))
    #expect(
      folder.text("Models/Vendor+Faulty.swift")?.contains("public var b: JSONValue?\n") ?? false, "\(folder.names())")
    try folder.write(#"{"a": "b"}"#, to: "good.json")
    try folder.write(#"{"b": 1}"#, to: "bad.json")
    let validated = folder.run(["validate", "--schema", "vendor/faulty", "good.json", "bad.json"] + arguments)
    #expect(validated.code == 1)
    #expect(validated.errors == warnings())
    #expect(
      validated.output
        == "bad.json:1:7: error: /b: undecided, because the schema at "
        + "'file://\(folder.path)/Schemas/vendor/faulty.schema.json#/properties/b' has a mistake: "
        + "its '$ref' leads to no schema: '#/definitions/none' (unusableSchema)\n")
    #expect(folder.run(["sample", "--schema", "vendor/faulty"] + arguments).code == 0)
    #expect(folder.run(["coverage"] + arguments).code == 0)
    #expect(folder.run(["dump", "program"] + arguments).code == 0)
    let diff = folder.run(["diff", "Schemas", "Schemas"] + (arguments.filter { $0 == "--lenient" }))
    #expect(diff.code == 0)
  }

  @Test("other files stay strict, and lint reports every mistake")
  func strict() throws {
    try folder.write(Self.faulty, to: "Schemas/vendor/faulty.schema.json")
    try folder.write(#"{"lenient": ["vendor/*.json", "Vendor/**"]}"#, to: "Schemas/codegen.json")
    #expect(folder.run("generate").code == 0)
    try folder.write(#"{"lenient": ["*.json", "vendor/**/x.json"]}"#, to: "Schemas/codegen.json")
    #expect(folder.run("generate").code == 2)
    try folder.write(#"{"lenient": ["vendor/**"]}"#, to: "Schemas/codegen.json")
    let lint = folder.run("lint")
    #expect(lint.code == 1)
    #expect(lint.output.contains("[invalid-keyword-value]") && lint.output.contains("[unresolvable-reference]"))
  }

  @Test(
    "diff proves nothing about a schema whose reference leads nowhere, except that it equals itself",
    arguments: [
      (##"{"$ref": "#/none"}"##, #"{"type": "string"}"#, "undecided", "undecided"),
      (##"{"$ref": "#/none"}"##, ##"{"$ref": "#/none"}"##, "yes", "yes"),
      (##"{"$ref": "#/none"}"##, ##"{"$ref": "#/other"}"##, "undecided", "undecided"),
      (##"{"not": {"$ref": "#/none"}}"##, "true", "yes", "undecided"),
    ])
  func diff(old: String, new: String, newReadsOld: String, oldReadsNew: String) throws {
    try folder.write(#"{"type": "object", "properties": {"a": \#(old)}}"#, to: "old.json")
    try folder.write(#"{"type": "object", "properties": {"a": \#(new)}}"#, to: "new.json")
    let lines = folder.run("diff", "--lenient", "old.json", "new.json").output.split(separator: "\n")
    #expect(lines.contains("new readers can read old data: \(newReadsOld)"))
    #expect(lines.contains("old readers can read new data: \(oldReadsNew)"))
    #expect(folder.run("diff", "old.json", "new.json").code == 2)
  }

  @Test("lint does not call a schema unsatisfiable that negates one whose reference leads nowhere")
  func lint() throws {
    try folder.write(##"{"type": "object", "$defs": {"a": {"not": {"$ref": "#/none"}}}}"##, to: "a.json")
    let lint = folder.run("lint", "a.json")
    #expect(lint.output.contains("[unresolvable-reference]") && !lint.output.contains("[unsatisfiable-schema]"))
  }
}
