import Foundation
import TestSupport
import Testing

/// The guarantees of the main job about files.
@Suite struct RegenerationTests {
  /// The repository's schemas, or a folder of them, and their output.
  private func project() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      at: CodegenProcess.root.appending(path: "Schemas").resolvingSymlinksInPath(),
      to: folder.url.appending(path: "Schemas"))
    if !Effort.isThorough {
      for name in ["attachments", "participants", "video", "whiteboard"] {
        try FileManager.default.removeItem(at: folder.url.appending(path: "Schemas/" + name))
      }
    }
    let outcome = try CodegenProcess.run([], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return folder
  }

  private func contents(_ folder: TemporaryFolder, below path: String) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for file in folder.files() where file.hasPrefix(path) {
      contents[file] = try Data(contentsOf: folder.url.appending(path: file))
    }
    return contents
  }

  private func dates(_ folder: TemporaryFolder) throws -> [String: Date] {
    var dates: [String: Date] = [:]
    for file in folder.files() {
      let values = try FileManager.default.attributesOfItem(atPath: folder.url.appending(path: file).path)
      dates[file] = values[.modificationDate] as? Date
    }
    return dates
  }

  @Test("derived files are up to date; 'make derived' writes them")
  func derivedFilesAreUpToDate() throws {
    let script = CodegenProcess.root.appending(path: "Scripts/derived.py").path
    let outcome = try CodegenProcess.run(
      ["python3", script, "--check", "--codegen", CodegenProcess.executable().path], of: "/usr/bin/env")
    #expect(outcome.status == 0, "\(outcome.output.prefix(4_000))\(outcome.errors)")
  }

  @Test func aSecondRunTouchesNothing() throws {
    let folder = try project()
    let before = try dates(folder)
    let outcome = try CodegenProcess.run([], in: folder.url)
    #expect(outcome.status == 0)
    #expect(try dates(folder) == before)
  }

  @Test func anotherFolderAndAnotherLocaleGiveTheSameBytes() throws {
    let first = try contents(try project(), below: "Generated")
    let second = try contents(try project(), below: "Generated")
    #expect(!first.isEmpty)
    #expect(first == second)
    for (path, data) in first {
      let text = String(decoding: data, as: UTF8.self)
      #expect(!text.contains("codegen-tests"), "\(path) tells where it was made")
    }
  }

  @Test func deletedFilesComeBack() throws {
    let folder = try project()
    let before = try contents(folder, below: "Generated")
    try FileManager.default.removeItem(at: folder.url.appending(path: "Generated"))
    #expect(try CodegenProcess.run([], in: folder.url).status == 0)
    #expect(try contents(folder, below: "Generated") == before)
  }

  @Test func anEditOfASchemaIsStaleWithAReadableDiff() throws {
    let folder = try project()
    let schema = folder.url.appending(path: "Schemas/users/user-info.schema.json")
    let text = String(decoding: try Data(contentsOf: schema), as: UTF8.self)
    try #require(text.contains("\"x-maxUTF8Bytes\": 32"))
    let edited = text.replacingOccurrences(of: "\"x-maxUTF8Bytes\": 32", with: "\"x-maxUTF8Bytes\": 33")
    try Data(edited.utf8).write(to: schema)
    let outcome = try CodegenProcess.run(["generate", "--check"], in: folder.url)
    #expect(outcome.status == 1)
    #expect(
      outcome.output.contains("-      case 4: guard value.isString(atMost: 32, .utf8Bytes) else { return false }"))
    #expect(
      outcome.output.contains("+      case 4: guard value.isString(atMost: 33, .utf8Bytes) else { return false }"))
  }

  @Test func aSchemaThatIsGoneTakesItsFileAlongAndLeavesHandKeptOnes() throws {
    let folder = try project()
    try folder.write(["Generated/Models/Kept.swift": "// by hand\n"])
    try folder.write(["Schemas/extra.schema.json": #"{"title": "Extra", "type": "object"}"#])
    #expect(try CodegenProcess.run([], in: folder.url).status == 0)
    #expect(folder.files().contains("Generated/Models/Extra.swift"))
    try FileManager.default.removeItem(at: folder.url.appending(path: "Schemas/extra.schema.json"))
    #expect(try CodegenProcess.run([], in: folder.url).status == 0)
    #expect(!folder.files().contains("Generated/Models/Extra.swift"))
    #expect(folder.files().contains("Generated/Models/Kept.swift"))
  }
}
