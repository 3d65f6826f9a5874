import Testing

/// `generate --models`, as the build plugin runs it: only models, and no change among the sources.
@Suite struct ModelsFolderTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(
      #"{"outputs": {"models": "../Models", "documentation": "../Documentation"}}"#, to: "Schemas/codegen.json")
    try folder.write(#"{"type": "object", "properties": {"name": {"type": "string"}}}"#, to: "Schemas/user.schema.json")
  }

  private static let files = ["Schemas.Catalog.swift", "Schemas.Program.swift", "User.swift"]

  @Test("the models go to the folder, and neither documentation nor lock is written")
  func writes() throws {
    let before = Set(folder.names())
    let result = folder.run("--models", "work/out", "--quiet")
    let note =
      "Schemas/codegen.lock.json: note: no name lock yet, so a further schema may rename types; "
      + "'swift package --allow-writing-to-package-directory generate-models' writes it\n"
    #expect(result == Outcome(0, errors: note))
    #expect(Set(folder.names()).subtracting(before) == Set(["work", "work/out"] + Self.files.map { "work/out/" + $0 }))
    let stamps = try Self.files.map { try folder.stamp("work/out/" + $0) }
    #expect(folder.run("--models", "work/out", "--quiet") == Outcome(0, errors: note))
    #expect(try Self.files.map { try folder.stamp("work/out/" + $0) } == stamps)
  }

  @Test(
    "the models of an executable are internal unless the configuration says otherwise",
    arguments: [
      ("an executable", "{}", ["--executable"], "\nstruct User"), ("a library", "{}", [], "\npublic struct User"),
      (
        "an executable with a configured level", #"{"accessLevel": "public"}"#, ["--executable"], "\npublic struct User"
      ),
    ] as [(String, String, [String], String)])
  func access(_ name: String, _ configuration: String, _ options: [String], _ declaration: String) throws {
    try folder.write(configuration, to: "Schemas/codegen.json")
    #expect(folder.run(["generate", "--models", "out", "--quiet"] + options).code == 0)
    #expect(folder.text("out/User.swift")?.contains(declaration) == true)
  }

  @Test("with a lock there is no note, and the names are those of the lock")
  func usesLock() throws {
    #expect(folder.run("--quiet").code == 0)
    let lock = try #require(folder.text("Schemas/codegen.lock.json"))
    #expect(folder.run("--models", "out", "--quiet") == Outcome(0))
    let renamed = lock.replacing("\"User\"", with: "\"Person\"")
    try folder.write(renamed, to: "Schemas/codegen.lock.json")
    #expect(folder.run("--models", "out", "--quiet") == Outcome(0))
    #expect(folder.text("out/User.swift")?.contains("struct Person") == true)
    #expect(folder.text("Schemas/codegen.lock.json") == renamed)
  }

  @Test("a schema missing in the lock is noted")
  func staleLock() throws {
    #expect(folder.run("--quiet").code == 0)
    try folder.write(#"{"type": "string"}"#, to: "Schemas/word.schema.json")
    let result = folder.run("--models", "out", "--quiet")
    #expect(result.code == 0 && result.errors.contains("codegen.lock.json: note: the name lock is out of date;"))
    #expect(folder.text("out/Word.swift") != nil)
  }

  @Test("the file of a removed schema is deleted, and foreign files are kept")
  func prunes() throws {
    try folder.write(#"{"type": "string"}"#, to: "Schemas/word.schema.json")
    try folder.write("let mine = 1\n", to: "out/Mine.swift")
    #expect(folder.run("--models", "out", "--quiet").code == 0)
    #expect(folder.text("out/Word.swift") != nil)
    try folder.write(#"{"schemas": {"exclude": ["word*"]}}"#, to: "Schemas/codegen.json")
    #expect(folder.run("--models", "out", "--quiet").code == 0)
    #expect(folder.text("out/Word.swift") == nil && folder.text("out/Mine.swift") != nil)
  }

  @Test("exactly the files that a build expects are written, whatever schemas there are")
  func waitsForFiles() throws {
    try folder.write(
      ##"{"schemas": {"include": ["order*"]}, "references": {"https://example.com/": "../vendor/"}}"##,
      to: "Schemas/codegen.json")
    try folder.write(
      ##"{"type": "object", "properties": {"by": {"$ref": "user.schema.json"}, "at": {"$ref": "https://example.com/a"}}}"##,
      to: "Schemas/order.schema.json")
    try folder.write(#"{"title": "Place", "type": "object", "properties": {"town": true}}"#, to: "vendor/a")
    let fixed = ["Schemas.Catalog.swift", "Schemas.Others.swift", "Schemas.Program.swift"]
    #expect(folder.run("--models", "out", "--quiet", "Order.swift").code == 0)
    #expect(folder.names().filter { $0.hasPrefix("out/") } == (["Order.swift"] + fixed).map { "out/" + $0 })
    let others = try #require(folder.text("out/Schemas.Others.swift"))
    #expect(others.contains("struct User") && others.contains("struct A"))
    #expect(folder.text("out/Order.swift")?.contains("by: User?") == true)

    // The plan is older than the configuration.
    #expect(
      folder.run("--models", "out", "--quiet", "--", "Gone.swift", "Order.swift", "User.swift", "Schemas.Program.swift")
        .code == 0)
    let names = ["Gone.swift", "Order.swift"] + fixed + ["User.swift"]
    #expect(folder.names().filter { $0.hasPrefix("out/") } == names.map { "out/" + $0 })
    #expect(folder.text("out/Gone.swift") == "// Generated by codegen 0.1.0; no schema generates models here.\n")
    #expect(folder.text("out/Schemas.Others.swift")?.contains("struct User") == false)
    #expect(folder.run("generate", "Order.swift").code == 2)
  }

  @Test("--check compares only the models")
  func checks() throws {
    #expect(folder.run("--models", "out", "--quiet").code == 0)
    #expect(folder.run("--models", "out", "--check") == Outcome(0))
    try folder.write(#"{"type": "object"}"#, to: "Schemas/user.schema.json")
    let result = folder.run("--models", "out", "--check")
    #expect(result.code == 1 && result.output.contains("--- a/out/User.swift"))
    #expect(!result.output.contains("codegen.lock.json"))
  }
}
