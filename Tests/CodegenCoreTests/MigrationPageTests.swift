import CodegenCore
import CodegenDocumentation
import CodegenTemplates
import Foundation
import JSONSchema
import SchemaRuntime
import SwiftCompilation
import Testing

/// The code on the migration pages compiles: the "before" by itself, the "after" with the models of the page's schemas;
/// the latter also runs to its end.
@Suite struct MigrationPageTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/Tool/codegen/Documentation.docc").resolvingSymlinksInPath()

  static let pages: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasPrefix("Coming-from-") }.sorted()
  }()

  /// The output of the programs, as stated on the pages.
  private static let printed = [
    "Coming-from-Codable.md": ["42\n", "/order_id: expected at least 1 "],
    "Coming-from-OpenAPI.md": ["Ulm 7\na@example.com\n", "/zip: expected a match for the pattern '^[0-9]{5}$', "],
    "Coming-from-quicktype.md": ["Hello 2026-11-21T10:00:00.250Z\n", "/payload: expected "],
  ]

  /// The fenced code blocks of a page: the info string, and the lines.
  private func blocks(of page: String) throws -> [(info: String, text: String)] {
    let text = try String(contentsOf: Self.folder.appending(path: page), encoding: .utf8)
    var blocks: [(info: String, text: String)] = []
    var open: (info: String, lines: [Substring])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```"), let block = open {
        blocks.append((block.info, block.lines.joined(separator: "\n") + "\n"))
        open = nil
      } else if line.hasPrefix("```") {
        open = (String(line.dropFirst(3)), [])
      } else {
        open?.lines.append(line)
      }
    }
    return blocks
  }

  private func generate(_ blocks: [(info: String, text: String)]) throws -> [GeneratedFile] {
    var configuration = Configuration()
    var documents: [SchemaDocument] = []
    for (info, text) in blocks where info.hasPrefix("json ") {
      let name = String(info.dropFirst(5))
      let bytes = Array(text.utf8)
      if name == "codegen.json" {
        configuration = try Configuration(JSONDocument(parsing: bytes), name: name)
      } else {
        documents.append(
          SchemaDocument(uri: "https://pages.example/" + name, name: name, source: try JSONDocument(parsing: bytes)))
      }
    }
    configuration.outputs.models = "Models"
    let output = try CodegenPipeline.run(
      CodegenPipeline.Input(
        graph: try SchemaResolver.resolve(documents).graph, configuration: configuration, folder: "", lock: nil,
        templates: SwiftTemplates.all))
    #expect(output.diagnostics.isEmpty && CodegenPipeline.coverage(output.planned, configuration).count(of: nil) == 0)
    return output.files
  }

  @Test("there are three migration pages") func three() { #expect(Self.pages.count == 3) }

  @Test(.enabled(if: SwiftCompiler() != nil, "needs the modules that 'swift build' makes"), arguments: pages)
  func compiles(_ page: String) async throws {
    let compiler = try #require(SwiftCompiler())
    let folder = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ name: String, _ text: String) throws -> URL {
      let file = folder.appending(path: name)
      try text.write(to: file, atomically: false, encoding: .utf8)
      return file
    }
    let blocks = try blocks(of: page)
    for block in blocks where block.info == "swift before" {
      let result = try await compiler.typecheck(
        [write("Before.swift", "import Foundation\n" + block.text)], languageMode: "6")
      #expect(result.status == 0, "\(page): \(result.output.prefix(2_000))")
    }
    // A page shows the value of an expression; a program must use it.
    let after = blocks.filter { $0.info == "swift" }.map(\.text).joined(separator: "\n")
    let lines = after.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("order.") && !line.contains(" = ") ? "_ = " + line : String(line)
    }
    var sources = try generate(blocks).map { try write($0.path, $0.contents) }
    sources.append(try write("main.swift", lines.joined(separator: "\n")))
    let program = folder.appending(path: "page")
    let compiled = try await compiler.compile(sources, to: program, languageMode: "6")
    guard compiled.status == 0 else {
      let errors = compiled.output.split(separator: "\n").filter { $0.contains("error:") }
      Issue.record("\(page): \(errors.prefix(10).joined(separator: "\n"))")
      return
    }
    let ran = try await compiler.run(program.path)
    #expect(ran.status == 0, "\(page): \(ran.output)")
    for words in Self.printed[page] ?? ["a row for the page"] { #expect(ran.output.contains(words), "\(ran.output)") }
  }
}
