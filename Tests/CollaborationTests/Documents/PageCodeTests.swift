import Foundation
import SwiftCompilation
import Testing

/// The code on the pages about this library compiles.
@Suite struct PageCodeTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/Collaboration/Collaboration/Documentation.docc").standardized

  /// The pages with code, by name.
  private static let pages: [(name: String, text: String)] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted().compactMap { name in
      (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)).map { (name, $0) }
    }
  }()

  /// The code of one page: declarations and statements, which become the body of a function.
  struct Code: Equatable {
    var declarations: [Substring] = []
    var statements: [Substring] = []

    /// Adds a block.
    mutating func append(_ block: [Substring]) {
      var isDeclaration = false
      for line in block {
        if Self.startsDeclaration(line) { isDeclaration = true }
        if isDeclaration { declarations.append(line) } else { statements.append(line) }
        if line == "}" || line == "#endif" || Self.isWhole(line) { isDeclaration = false }
      }
    }

    /// A source file.
    func file(_ number: Int) -> String {
      // Several pages have a name in common.
      let lines = declarations.map { Self.isNamed($0) ? "private " + $0 : String($0) }
      let body = ["private func page\(number)() async throws {"] + statements.map(String.init) + ["}"]
      return (lines + (statements.isEmpty ? [] : body)).joined(separator: "\n") + "\n"
    }

    private static let types = ["struct", "final", "class", "actor", "enum", "protocol", "func"]

    /// The first word of a line that is not indented.
    private static func word(_ line: Substring) -> String {
      String(line.prefix { $0.isLetter || $0 == "#" || $0 == "@" || $0 == "/" })
    }

    private static func isNamed(_ line: Substring) -> Bool { types.contains(word(line)) }

    private static func startsDeclaration(_ line: Substring) -> Bool {
      isNamed(line) || ["extension", "import", "#if", "///"].contains(word(line)) || line.hasPrefix("@")
    }

    private static func isWhole(_ line: Substring) -> Bool {
      let isClosed = line.hasSuffix("}") && line.count { $0 == "{" } == line.count { $0 == "}" }
      return startsDeclaration(line) && (isClosed || word(line) == "import")
    }
  }

  /// The fenced blocks of a page, with what follows the fence.
  static func blocks(in text: String) -> [(info: String, lines: [Substring])] {
    var blocks: [(info: String, lines: [Substring])] = []
    var isOpen = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if !isOpen { blocks.append((String(line.dropFirst(3)), [])) }
        isOpen.toggle()
      } else if isOpen {
        blocks[blocks.count - 1].lines.append(line)
      }
    }
    return blocks
  }

  @Test(
    "the blocks of all pages compile",
    .enabled(if: SwiftCompiler() != nil, "needs the modules that 'swift build' makes"))
  func compiles() async throws {
    let compiler = try #require(SwiftCompiler())
    let folder = FileManager.default.temporaryDirectory.appending(path: "pages-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var files: [URL] = []
    for (number, page) in Self.pages.enumerated() {
      var code = Code()
      for block in Self.blocks(in: page.text) where block.info == "swift" { code.append(block.lines) }
      guard code != Code() else { continue }
      let file = folder.appending(path: page.name + ".swift")
      try code.file(number).write(to: file, atomically: false, encoding: .utf8)
      files.append(file)
    }
    #expect(files.count == 5)
    let result = try await compiler.typecheck(files, languageMode: "6")
    #expect(result.status == 0, "\(result.output)")
  }

  @Test("code that is not compiled here is compiled by another test")
  func namesOtherCode() {
    for page in Self.pages {
      for block in Self.blocks(in: page.text) where block.info.hasPrefix("swift") && block.info != "swift" {
        // The code for ALSA is compiled by the tests of that module.
        #expect(block.info == "swift alsa", "\(page.name)")
      }
    }
  }

  @Test("declarations are told from statements")
  func splits() {
    var code = Code()
    code.append(["import A", "", "struct B {", "  var c = 1", "}", "func d() {}", "for e in f {", "  g()", "}"])
    #expect(code.declarations == ["import A", "struct B {", "  var c = 1", "}", "func d() {}"])
    #expect(code.statements == ["", "for e in f {", "  g()", "}"])
  }
}
