import CodegenCore
import CodegenPageTemplates
import CodegenTemplates
import Foundation
import JSONSchema
import SchemaRuntime
import SwiftCompilation
import TestSupport
import Testing

/// The generator's output for untrusted schemas: Swift that parses and compiles, and documentation that shows their
/// text as text.
///
/// `make fuzz-source` uses 10,000 schemas, of which 300 are type-checked.
@Suite
struct HostileTextTests {
  /// The number of schemas, of schemas per run of the generator, and of schemas that are type-checked.
  private static let count = 500 * Effort.factor
  private static let bundle = 10
  private static let checkedCount = min(Effort.rounds(10, soak: 15), 300)

  @Test(.enabled(if: SwiftCompiler() != nil, "needs the modules that 'swift build' makes"))
  func `hostile text stays in its slot`() async throws {
    let compiler = try #require(SwiftCompiler())
    let folder = FileManager.default.temporaryDirectory.appending(path: "hostile-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let htmlTags = MarkupCheck.known(in: PageTemplates.all.filter { $0.name.hasPrefix("HTML/") }.map(\.source))
      .union(MarkupCheck.ofDescriptions)
    let markdownTags = MarkupCheck.known(
      in: PageTemplates.all.filter { $0.name.hasPrefix("Markdown/") }.map(\.source)
    )
    .union(["br"])
    var parsed: [URL] = []
    var refused: [String] = []
    for start in stride(from: 0, to: Self.count, by: Self.bundle) {
      // Documentation takes longer than models, so a partial run includes only some of it.
      let isDocumented = Effort.factor > 1 || start % ((Effort.isThorough ? 5 : 20) * Self.bundle) == 0
      let (files, failures) = try Self.generate(
        start..<min(start + Self.bundle, Self.count), isDocumented: isDocumented)
      refused += failures
      var swift: [URL] = []
      for file in files {
        switch file.kind {
        case .models, .testSupport:
          check(swift: file.contents, of: file.path, from: start)
          let name = "b\(start)_\(parsed.count + swift.count).swift"
          let url = folder.appending(path: file.kind == .models ? name : "samples/" + name)
          try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
          try file.contents.write(to: url, atomically: false, encoding: .utf8)
          swift.append(url)
        case .documentation where file.path.hasSuffix(".html"):
          let faults = MarkupCheck.faults(inHTML: file.contents, known: htmlTags)
          #expect(faults.isEmpty, "schemas \(start)…, \(file.path): \(faults.prefix(3))")
        case .documentation where file.path.hasSuffix(".md"), .docc:
          let faults = MarkupCheck.faults(inMarkdown: file.contents, tags: file.kind == .docc ? [] : markdownTags)
          #expect(faults.isEmpty, "schemas \(start)…, \(file.path): \(faults.prefix(3))")
        case .documentation where file.path == "pages.js" || file.path == "search.js" || file.path.hasPrefix("search/"):
          check(script: file.contents, of: file.path, from: start)
        case .documentation: break
        case .openapi: #expect(throws: Never.self) { try JSONValue(parsing: file.contents) }
        }
      }
      if start < Self.checkedCount {
        let models = swift.filter { $0.deletingLastPathComponent().lastPathComponent != "samples" }
        let checked = try await compiler.typecheck(models, languageMode: "6")
        #expect(checked.status == 0, "schemas \(start)…: \(checked.output.prefix(3_000))")
      }
      parsed += swift
      if parsed.count >= 400 || start + Self.bundle >= Self.count {
        try await parse(parsed, compiler)
        parsed = []
        try? FileManager.default.removeItem(at: folder)
      }
    }
    #expect(refused.count * 50 <= Self.count, "\(refused.count) schemas were refused: \(refused.prefix(5))")
  }

  @Test(
    "the check itself distinguishes code and escapes from markup",
    arguments: [
      ("/// `$pwned`|\\*/", true), ("/// `$pwned`@Comment", true), ("/// a \\\\`$pwned` b", true),
      ("/// \\[a](b)", true),
      ("/// \\\\[a](b)", false), ("/// [a](b)", false), ("/// | a |", true), ("/// @Comment", false),
      ("/// \\`a", true), ("/// [a](https://b.example)", true), ("/// [a](javascript:b)", false),
      ("/// - Parameter a: b", false), ("/// - Parameter a\\: b", true), ("/// ![a](doc:b)", false),
    ])
  func check(line: String, isHarmless: Bool) {
    #expect((MarkupCheck.fault(inComment: line) == nil) == isHarmless)
  }

  @Test func `HTML templates leave no tag unescaped, except descriptions that are HTML`() {
    for template in PageTemplates.all where template.name.hasSuffix(".html.mustache") {
      let source = template.source.replacing(/\{\{\{[a-z]+Description\}\}\}/, with: "")
      #expect(!source.contains("{{{") && !source.contains("{{&"), "\(template.name)")
    }
  }

  /// Parses files individually, each as a complete file.
  private func parse(_ files: [URL], _ compiler: SwiftCompiler) async throws {
    let parsed = try await compiler.parse(files)
    #expect(parsed.status == 0, "\(parsed.output.prefix(3_000))")
  }

  /// Whether the code of a file contains no schema text, and its comments contain only words and code.
  private func check(swift text: String, of path: String, from start: Int) {
    let parts = SwiftParts(text)
    #expect(parts.faults.isEmpty, "schemas \(start)…, \(path): \(parts.faults)")
    #expect(!parts.code.contains(HostileSchema.canary), "schemas \(start)…, \(path)")
    #expect(!parts.code.contains(";") && !parts.code.contains("#"), "schemas \(start)…, \(path)")
    if let fault = MarkupCheck.fault(inComments: parts.comments) {
      Issue.record("schemas \(start)…, \(path): \(fault)")
    }
  }

  /// Whether a script is one assignment of JSON that cannot end the script.
  private func check(script: String, of path: String, from start: Int) {
    let assignment = script.split(separator: "\n", maxSplits: 2).last ?? ""
    let json = assignment.drop { $0 != "=" }.dropFirst().trimmingCharacters(in: CharacterSet(charactersIn: "; \n"))
    #expect(throws: Never.self, "schemas \(start)…, \(path)") { try JSONValue(parsing: json) }
    #expect(!script.contains("</") && !script.contains("<!--"), "schemas \(start)…, \(path)")
  }

  /// The files of some schemas together, or of each alone if one is refused, and the reasons.
  private static func generate(_ seeds: Range<Int>, isDocumented: Bool) throws -> (
    files: [GeneratedFile], failures: [String]
  ) {
    var documents: [SchemaDocument] = []
    for seed in seeds {
      var hostile = HostileSchema(seed: UInt64(seed))
      let path = hostile.path(seed)
      let text = hostile.schema().text()
      documents.append(
        SchemaDocument(
          uri: "https://hostile.example/\(seed)", name: path, source: try JSONDocument(parsing: Array(text.utf8))))
    }
    do {
      return (try files(of: documents, isDocumented: isDocumented), [])
    } catch {
      var all: [GeneratedFile] = []
      var failures: [String] = []
      for document in documents {
        do {
          let files = try files(of: [document], isDocumented: isDocumented)
          if all.isEmpty { all = files }
        } catch let error as ResolveErrors {
          failures.append("\(document.uri) \(error.errors[0])")
        } catch let error as CodegenFailure {
          failures.append("\(document.uri) \(error.diagnostics.first.map(\.description) ?? error.messages.first ?? "")")
        }
      }
      if failures.isEmpty { failures.append("\(seeds) together: \(error)") }
      return (all, failures)
    }
  }

  private static func files(of documents: [SchemaDocument], isDocumented: Bool) throws -> [GeneratedFile] {
    var configuration = Configuration()
    configuration.outputs.models = "Models"
    configuration.outputs.testSupport = "Samples"
    if isDocumented {
      configuration.outputs.documentation = "Documentation"
      configuration.outputs.docc = "Schemas.docc"
      configuration.outputs.openapi = "openapi.json"
    }
    configuration.formats.assert = ["date-time"]
    configuration.types = [.string("date-time"): "Timestamp"]
    if !isDocumented { configuration.naming = .title }
    return try CodegenPipeline.documented(
      CodegenPipeline.Input(
        graph: try SchemaResolver.resolve(documents).graph, configuration: configuration, folder: "", lock: nil,
        templates: SwiftTemplates.all)
    ).files
  }
}
