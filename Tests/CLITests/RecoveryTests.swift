import Foundation
import SchemaRuntime
import Testing

@testable import CodegenProject
@testable import CommandLineTool

/// The recovery by the next run after one was killed while it wrote.
@Suite struct RecoveryTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(#"{"outputs": {"models": "../Models"}}"#, to: "Schemas/codegen.json")
    try folder.write(#"{"type": "string"}"#, to: "Schemas/a.schema.json")
    for name in ["A", "B", "C"] { try folder.write("old \(name)", to: name) }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The changes that were made before the process was killed.
    var done: Set<String> = []
    var hasJournal = true
    /// Contents that a user wrote afterwards.
    var edited: [String: String] = [:]
    /// Whether the folder was copied, so that the journal belongs to another one.
    var isCopied = false
    /// The contents of A and B, which are replaced, of C, which is deleted, and of `d/D`, which is new.
    let expected: [String?]
  }

  private static let old: [String?] = ["old A", "old B", "old C", nil]
  private static let new: [String?] = ["new A", "new B", nil, "new D"]

  static let rows = [
    Row(testDescription: "nothing was done yet", expected: new),
    Row(testDescription: "one file was replaced", done: ["A"], expected: new),
    Row(testDescription: "one file was deleted", done: ["C"], expected: new),
    Row(testDescription: "all but one", done: ["A", "C", "d/D"], expected: new),
    Row(testDescription: "everything was done", done: ["A", "B", "C", "d/D"], expected: new),
    Row(testDescription: "it was killed before the journal was there", hasJournal: false, expected: old),
    Row(
      testDescription: "files that were changed since then stay", done: ["A"], edited: ["A": "my A", "C": "my C"],
      expected: ["my A", "new B", "my C", "new D"]),
    Row(
      testDescription: "a copy of the folder has no journal", done: ["A"], isCopied: true,
      expected: ["new A"] + old.dropFirst()),
  ]

  @Test("the next run completes the changes, and cleans up", arguments: rows)
  func completes(_ row: Row) throws {
    try kill(row)
    #expect(
      folder.run("validate", "--schema", "a", "--config", "Schemas/codegen.json", "Schemas/a.schema.json").code == 1)
    #expect(["A", "B", "C", "d/D"].map(folder.text) == row.expected)
    #expect(!folder.names().contains { $0.contains(Transaction.folderName) }, "\(folder.names())")
  }

  @Test("--check also completes the changes before it compares")
  func check() throws {
    try kill(Row(testDescription: "", done: ["A"], expected: []))
    #expect(folder.run("--check").code == 1)
    #expect(["A", "B", "C", "d/D"].map(folder.text) == Self.new)
  }

  @Test("a journal that leads outside the project is ignored")
  func boundary() throws {
    try kill(Row(testDescription: "", expected: []), outside: true)
    #expect(folder.run("--quiet").code == 0)
    #expect(["A", "B", "C", "d/D"].map(folder.text) == Self.old)
    #expect(!folder.names().contains { $0.contains(Transaction.folderName) })
    #expect(!FileManager.default.fileExists(atPath: folder.path + "-outside"))
  }

  @Test("a link that replaces the staging folder is removed, and its target is kept")
  func linkedStaging() throws {
    try folder.write("mine", to: "elsewhere/journal.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/Schemas/.codegen-staging", withDestinationPath: "../elsewhere")
    #expect(folder.run("--quiet").code == 0)
    #expect(folder.text("elsewhere/journal.json") == "mine")
    #expect(!folder.names().contains { $0.contains(Transaction.folderName) })
  }

  @Test("a folder given by a build has its own journal")
  func models() throws {
    try folder.write("debris", to: "out/.codegen-staging/0")
    #expect(folder.run("--models", "out", "--quiet").code == 0)
    #expect(!folder.names().contains { $0.contains(Transaction.folderName) })
    #expect(folder.text("out/A.swift") != nil)
  }

  @Test("files of a linter without a project are completed by the next run")
  func lint() throws {
    try FileManager.default.moveItem(atPath: folder.path + "/Schemas", toPath: folder.path + "/loose")
    try FileManager.default.removeItem(atPath: folder.path + "/loose/codegen.json")
    for name in ["A", "B", "C"] {
      try FileManager.default.moveItem(atPath: folder.path + "/" + name, toPath: folder.path + "/loose/" + name)
    }
    try kill(Row(testDescription: "", done: ["B"], expected: []), home: "loose", base: "loose/")
    _ = folder.run("lint", "loose")
    #expect(["A", "B", "C", "d/D"].map { folder.text("loose/" + $0) } == Self.new)
  }

  /// Leaves the disk as a killed process would.
  private func kill(_ row: Row, home: String = "Schemas", base: String = "", outside: Bool = false) throws {
    let home = folder.path + "/" + home
    let staging = home + "/" + Transaction.folderName
    try FileManager.default.createDirectory(atPath: staging, withIntermediateDirectories: true)
    var journal = Journal(entries: [], folders: [])
    for (index, name) in ["A", "B", "C", "d/D"].enumerated() {
      let path = folder.path + "/" + base + name
      journal.entries.append(Journal.Entry(path: path, old: FileStamp(at: path), isWritten: name != "C"))
      if name != "C" { try Data("new \(name.suffix(1))".utf8).write(to: URL(fileURLWithPath: staging + "/\(index)")) }
    }
    if outside {
      journal.entries.append(Journal.Entry(path: folder.path + "-outside", old: nil, isWritten: true))
      try Data("4".utf8).write(to: URL(fileURLWithPath: staging + "/4"))
    }
    if row.hasJournal {
      let stamp = try #require(FileStamp(at: staging))
      let text = journal.text(in: row.isCopied ? try #require(FileStamp(at: home)) : stamp, home: home)
      try Data(text).write(to: URL(fileURLWithPath: staging + "/" + Transaction.journalName))
    }
    for (index, entry) in journal.entries.enumerated()
    where row.done.contains(where: { entry.path == folder.path + "/" + base + $0 }) {
      if entry.old != nil { Foundation.link(entry.path, staging + "/\(index).old") }
      if entry.isWritten {
        mkdir(folder.paths.folder(of: entry.path), 0o777)
        rename(staging + "/\(index)", entry.path)
      } else {
        unlink(entry.path)
      }
    }
    // Rewritten as editors do.
    for (name, text) in row.edited { try folder.write(text, to: name) }
  }
}
