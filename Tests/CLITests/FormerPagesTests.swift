import Foundation
import SchemaAnalysis
import SchemaRuntime
import Testing

@testable import CodegenProject

/// A run builds only the pages that may have changed. The pages of the first run get a mark that no run writes, so that
/// pages that are not built again are known by it.
@Suite struct FormerPagesTests {
  let folder: ScratchFolder

  private static let mark = "<!-- not built again -->"
  private static let notes = ".build/codegen/codegen.json.notes"

  /// Each schema refers to the next one; `alone` has no part in that.
  private static let files = [
    "codegen.json": #"{"outputs": {"models": "Models", "documentation": "Site", "docc": "Guide.docc"}}"#,
    "first.schema.json": """
    {"title": "First", "type": "object", "properties": {"second": {"$ref": "second.schema.json"}}}
    """,
    "second.schema.json": """
    {"title": "Second", "type": "object", "properties": {"third": {"items": {"$ref": "third.schema.json"}}}}
    """,
    "third.schema.json": """
    {"title": "Third", "allOf": [{"$ref": "base.schema.json"}], "properties": {"fourth": {"$ref": "fourth.schema.json"}}}
    """,
    "fourth.schema.json": #"{"title": "Fourth", "description": "The last.", "type": "string", "maxLength": 9}"#,
    "base.schema.json": """
    {"title": "Base", "type": "object", "properties": {"id": {"description": "A name.", "type": "string"}}}
    """,
    "alone.schema.json": #"{"title": "Alone", "enum": ["a", "b"], "description": "Nobody refers to it."}"#,
  ]
  private static let names = ["alone", "base", "first", "fourth", "second", "third"]

  init() throws {
    folder = try ScratchFolder()
    for (name, text) in Self.files { try folder.write(text, to: name) }
    let first = folder.run()
    #expect(first.code == 0, "\(first)")
    var notes = try JSONValue(parsing: Array(#require(folder.text(Self.notes)).utf8))
    for name in Self.names {
      let text = try #require(folder.text("Site/\(name).html")) + Self.mark
      try folder.write(text, to: "Site/\(name).html")
      notes["files"]?["Site/\(name).html"] = .string(FileHashing.hash(of: Array(text.utf8)).text)
    }
    try folder.write(String(decoding: notes.json(), as: UTF8.self), to: Self.notes)
  }

  /// The pages that the last run did not build.
  private var kept: [String] {
    Self.names.filter { folder.text("Site/\($0).html")?.hasSuffix(Self.mark) == true }
  }

  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var file: String
    var old = ""
    var new: String
    /// The pages that are the same.
    var kept: [String]

    init(_ testDescription: String, _ file: String, _ old: String, _ new: String, kept: [String]) {
      (self.testDescription, self.file, self.old, self.new, self.kept) = (testDescription, file, old, new, kept)
    }
  }

  static let changes = [
    Change(
      "a description is on the pages of the schema and of those whose members and elements have it",
      "fourth.schema.json", "The last.", "The very last.", kept: ["alone", "base", "first"]),
    Change(
      "a description of an inherited member may be on the pages of heirs, and of what leads to these in two steps",
      "base.schema.json", "A name.", "Its name.", kept: ["alone", "fourth"]),
    Change(
      "a limit decides about samples and errors of all that lead to it", "fourth.schema.json", "9", "8",
      kept: ["alone", "base"]),
    Change("a title names the type wherever it is", "fourth.schema.json", "Fourth", "Last", kept: ["alone", "base"]),
    Change(
      "a description of what nothing refers to is on its own page",
      "alone.schema.json", "Nobody", "No schema", kept: ["base", "first", "fourth", "second", "third"]),
    Change(
      "a new reference is on both pages", "alone.schema.json", #""enum""#,
      #""$defs": {"a": {"$ref": "first.schema.json"}}, "enum""#, kept: ["base", "fourth", "second", "third"]),
    Change("white space changes no page", "alone.schema.json", "{", "{ ", kept: names),
    Change("a new schema changes the neighbors and the numbers of pages", "new.schema.json", "", "{}", kept: []),
    Change(
      "a title of the site is on all pages", "codegen.json", "{", #"{"documentation": {"title": "All"}, "#, kept: []),
    Change(
      "a page that somebody has edited is built", "Site/base.html", mark, "edited", kept: names.filter { $0 != "base" }),
    Change("so is a page without its notes", notes, #""first""#, #""none""#, kept: names.filter { $0 != "first" }),
    Change("notes that are cut off count for nothing", notes, #"{"settings""#, #""settings""#, kept: []),
  ]

  @Test("after a change, a page is built again only if it may differ:", arguments: changes)
  func changed(_ change: Change) throws {
    let text = folder.text(change.file) ?? ""
    let new = change.old.isEmpty ? change.new : text.replacing(change.old, with: change.new, maxReplacements: 1)
    #expect(new != text)
    try folder.write(new, to: change.file)
    #expect(folder.run().code == 0)
    #expect(kept == change.kept)
    // Beside the marks, the output is that of a run without notes.
    let files = output()
    try FileManager.default.removeItem(atPath: folder.path + "/.build")
    #expect(folder.run().code == 0)
    #expect(kept.isEmpty && output() == files)
  }

  /// The pages and indexes without the marks.
  private func output() -> [String: String] {
    let names = folder.names().filter { $0.hasPrefix("Site/") || $0.hasPrefix("Guide.docc/") }
    return names.reduce(into: [:]) { $0[$1] = folder.text($1)?.replacing(Self.mark, with: "") }
  }

  @Test("a check builds every page")
  func check() {
    #expect(folder.run("--check").code == 1)
  }
}
