import SchemaRuntime
import Testing

@testable import CommandLineTool
@testable import codegen

@Suite struct ConsoleTests {
  @Test("five notes that differ in names, numbers and locations are three notes and a count")
  func foldsNotes() {
    let notes = (1...5).map { "a.json:\($0):1: note: 'member\($0)' has \($0) types: JSONValue" }
    let lines = [
      notes[0], "a.json:9:9: warning: something", notes[1], notes[2], notes[3], "b.json: note: other", notes[4],
    ]
    #expect(
      NoteFolding.folded(lines) == [
        notes[0], "a.json:9:9: warning: something", notes[1], notes[2],
        "note: … and 2 more like it; --verbose prints them", "b.json: note: other",
      ])
  }

  @Test("four lines of a kind, and any number of errors, are printed as they are")
  func keepsLines() {
    let notes = (1...4).map { "a.json:\($0):1: note: 'x\($0)' is unused" }
    let warnings = (1...4).map { "a.json:\($0):1: warning: 'x\($0)' is unused" }
    let errors = (1...9).map { "a.json:\($0):1: error: 'x\($0)' is unused" }
    #expect(NoteFolding.folded(notes + warnings + errors) == notes + warnings + errors)
  }

  @Test("warnings of a kind are folded apart from notes with the same words")
  func foldsWarnings() {
    let lines = ["note", "warning"].flatMap { kind in (1...5).map { "a.json:\($0):1: \(kind): 'x\($0)' is unused" } }
    let expected = [0, 5].flatMap { start -> [String] in
      lines[start..<(start + 3)] + [(start == 0 ? "note" : "warning") + ": … and 2 more like it; --verbose prints them"]
    }
    #expect(NoteFolding.folded(lines) == expected)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let word: String
    let names: [String]
    let expected: String

    init(_ description: String, _ word: String, _ names: [String], _ expected: String) {
      testDescription = description
      (self.word, self.names, self.expected) = (word, names, expected)
    }
  }

  @Test(
    "an unknown name is answered with the nearest names, or with what there is",
    arguments: [
      Row("one is near", "lnit", ["lint", "help"], "; did you mean 'lint'?"),
      Row("two are as near", "inis", ["init", "inix", "help"], "; did you mean 'init' or 'inix'?"),
      Row("at most three are listed", "aa", ["aab", "aac", "aad", "aae"], "; did you mean 'aab', 'aac' or 'aad'?"),
      Row("none is near", "zebra", ["lint", "help"], "; there are lint, help"),
      Row(
        "none is near, and there are many", "zebra", ["a", "b", "c", "d", "e", "f", "g"],
        "; there are a, b, c, d, e and 2 others"),
      Row("there is nothing", "zebra", [], ""),
    ])
  func suggests(row: Row) {
    #expect("\(Suggestions(for: row.word, among: row.names))" == row.expected)
  }

  @Test("the status line appears after a second, gives way to other output, and ends")
  func showsStatus() {
    let written = Mutex<[String]>([])
    let line = StatusLine("reading") { text in written.withLock { $0.append(text) } }
    let start = ContinuousClock.now
    line.tick(at: start)
    line.hide {}
    #expect(written.withLock(\.self) == [])
    line.tick(at: start + .seconds(2))
    line.show("planning")
    line.hide { written.withLock { $0.append("a message\n") } }
    line.hide {}
    line.tick(at: start + .seconds(3))
    line.end()
    line.tick(at: start + .seconds(9))
    #expect(
      written.withLock(\.self) == [
        "\r\u{1b}[Kreading (2 s)", "\r\u{1b}[K", "a message\n", "\r\u{1b}[Kplanning (3 s)", "\r\u{1b}[K",
      ])
  }

  @Test("a verb that waits for somebody shows nothing until it goes on, and counts from then")
  func pauses() {
    let written = Mutex<[String]>([])
    let line = StatusLine("validate") { text in written.withLock { $0.append(text) } }
    line.pause()
    line.tick(at: .now + .seconds(100))
    #expect(written.withLock(\.self) == [])
    line.show("reading")
    line.tick(at: .now + .milliseconds(1_500))
    #expect(written.withLock(\.self) == ["\r\u{1b}[Kreading (1 s)"])
  }

  @Test(
    "digits are grouped",
    arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (-1_234_567, "-1,234,567")])
  func groups(number: Int, expected: String) {
    #expect(number.grouped == expected)
  }
}

/// Options of every verb.
@Suite struct StandardOptionTests {
  private func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    let members = (1...6).map { "\"m\($0)\": {\"type\": \"string\", \"contains\": true}" }.joined(separator: ", ")
    try folder.write(#"{"outputs": {"models": "../Models"}}"#, to: "Schemas/codegen.json")
    try folder.write(#"{"type": "object", "properties": {\#(members)}}"#, to: "Schemas/a.schema.json")
    return folder
  }

  @Test("'--quiet' prints no summary, and still writes")
  func quiet() throws {
    let folder = try folder()
    #expect(folder.run("generate", "--quiet").output == "")
    #expect(folder.run("generate", "--check").code == 0)
  }

  @Test("'--color always' colors, 'never' does not")
  func colors() throws {
    let folder = try folder()
    #expect(folder.run("validate", "--schema", "none", "--color", "always", "x").errors.contains("\u{1b}["))
    #expect(!folder.run("validate", "--schema", "none", "--color", "never", "x").errors.contains("\u{1b}["))
  }

  @Test("'--quiet' and '--verbose' exclude each other")
  func conflict() throws {
    #expect(
      try folder().run("lint", "--quiet", "--verbose")
        == Outcome(2, errors: "codegen: error: expected '--quiet' or '--verbose', found both\n"))
  }

  @Test("without a configuration, 'codegen init' is named")
  func namesInit() throws {
    #expect(try ScratchFolder().run("generate").errors.contains("create one with 'codegen init'"))
  }
}
