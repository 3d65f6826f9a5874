import Testing

/// `lint` and `diff` read every schema of a folder, and every verb reports what it skips.
@Suite struct WholeFolderTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    for version in ["old", "new"] {
      try folder.write(#"{"type": "string"}"#, to: version + "/a.schema.json")
      let limit = version == "old" ? 9 : 5
      try folder.write(#"{"type": "string", "maxLength": \#(limit), "minLenght": 1}"#, to: version + "/b.json")
      try folder.write("[1, 2]", to: version + "/data/list.json")
      try folder.write(#"{"name": "Ada"}"#, to: version + "/data/payload.json")
    }
  }

  private static func note(_ folder: String) -> String {
    "\(folder): note: skipped 2 files: \(folder)/data/list.json (an array), "
      + "\(folder)/data/payload.json (an object without keywords that constrain values)\n"
  }

  @Test("diff finds a break in a file of any name, and counts files that are not schemas")
  func diff() {
    let result = folder.run("diff", "old", "new", "--breaking", "new-reads-old")
    #expect(result.code == 1 && result.output.contains("new/b.json:"), "\(result)")
    #expect(result.errors == Self.note("old") + Self.note("new"))
  }

  @Test("lint finds mistakes in a file of any name, and counts files that are not schemas")
  func lint() {
    let result = folder.run("lint", "new", "--rule", "misspelled-keyword")
    #expect(result.output.hasPrefix("new/b.json:1:36: warning: unknown keyword 'minLenght'"), "\(result)")
    #expect(result.errors == Self.note("new"))
  }

  @Test("many files are summarized")
  func folded() throws {
    for number in 10..<30 { try folder.write("1", to: "new/data/\(number).json") }
    let result = folder.run("lint", "new", "--rule", "misspelled-keyword")
    #expect(result.errors.contains("skipped 22 files: new/data/10.json (a number), "))
    #expect(result.errors.hasSuffix("new/data/14.json (a number), and 17 more\n"))
  }

  @Test(
    "where the configuration chooses, schemas that it accidentally omits are counted, but not those that are referred to"
  )
  func configured() throws {
    try folder.write(
      #"{"schemas": {"exclude": ["d.json"]}, "outputs": {"models": "../Models"}}"#, to: "Schemas/codegen.json")
    try folder.write(##"{"$ref": "c.json"}"##, to: "Schemas/a.schema.json")
    for name in ["b", "c", "d"] { try folder.write(#"{"type": "string"}"#, to: "Schemas/\(name).json") }
    try folder.write(#"{"name": "Ada"}"#, to: "Schemas/payload.json")
    func note(_ files: String) -> String {
      "Schemas/codegen.json: note: skipped \(files) not matched by 'include': Schemas/b.json (a schema)"
    }
    #expect(folder.run().errors == note("1 file") + "\n")
    #expect(folder.run("coverage").errors == note("1 file") + "\n")
    #expect(folder.run("--quiet").errors == "")
    // Only chosen files are linted.
    let both = note("2 files") + ", Schemas/c.json (a schema)\n"
    #expect(folder.run("lint", "--notes").errors == both)
    #expect(folder.run("lint", "--notes", "Schemas").errors == both)
  }
}
