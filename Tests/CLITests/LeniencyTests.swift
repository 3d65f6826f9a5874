import Testing

@testable import codegen

/// Schemas of others: documents that are not available.
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
    "Schemas/user.schema.json:3:35: warning: nothing is checked by references to 'https://example.com/card.json', "
    + "which is replaced by a stub\n"

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
}
