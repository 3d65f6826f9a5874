import Testing

/// `generate --changes-since`: the pages list the changes since a revision.
@Suite struct DocumentationChangesTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(#"{"outputs": {"documentation": "../Docs"}}"#, to: "Schemas/codegen.json")
    try folder.write(Self.user(maximum: 9, description: "Years."), to: "Schemas/users/user.schema.json")
    try folder.write(#"{"title": "Room", "type": "object"}"#, to: "Schemas/room.schema.json")
    try folder.commit(tag: "v1")
  }

  private static func user(maximum: Int, description: String) -> String {
    #"{"title": "User", "type": "object", "properties": {"age": {"type": "integer", "maximum": \#(maximum), "description": "\#(description)"}}}"#
  }

  @Test("changes since a revision are listed on the schema's page only, and nowhere without the option")
  func changes() throws {
    try folder.write(Self.user(maximum: 5, description: "Full years."), to: "Schemas/users/user.schema.json")
    #expect(folder.run("--changes-since", "v1").code == 0)
    let page = try #require(folder.text("Docs/users/user.html"))
    #expect(
      page.contains(
        ##"<span class="badge breaking">breaking</span> <a href="#/properties/age">&#39;maximum&#39; is lowered from 9 to 5</a>"##
      ))
    #expect(page.contains(#"<span class="badge wording">wording</span>"#))
    #expect(folder.text("Docs/users/user.md")?.contains("- **breaking**: 'maximum' is lowered from 9 to 5") == true)
    #expect(folder.text("Docs/room.html")?.contains("Changes") == false)
    #expect(folder.run("--changes-since", "v1:Schemas", "--check") == Outcome(0))
    #expect(folder.run().code == 0)
    #expect(folder.text("Docs/users/user.html")?.contains("Changes") == false)
  }

  @Test("a missing revision is reported as an error")
  func missing() {
    let outcome = folder.run("--changes-since", "v9")
    #expect(
      outcome.code == 2 && outcome.errors.contains("unknown git revision 'v9'"),
      "\(outcome.errors)")
  }
}
