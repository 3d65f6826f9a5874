import Testing

/// Every code block of the README and the guide is run, or says why not.
@Suite struct PageBlockTests {
  private static let pages = Repository.files.filter { file in
    file.path == "README.md" || file.path == "Documentation/" + file.name && file.name.hasSuffix(".md")
  }

  /// The kinds of blocks that `make examples` runs, or another test.
  private static func kinds() throws -> Set<String> {
    let script = try #require(Repository.File(path: "Scripts/page-blocks.py").text)
    let list = try #require(script.firstMatch(of: /KINDS = \[([^\]]*)\]/)).output.1
    return Set(list.matches(of: /"([^"]*)"/).map { String($0.output.1) })
  }

  @Test("a block is of a kind that is run, or says why it is not", arguments: pages)
  func isRun(_ page: Repository.File) throws {
    let kinds = try Self.kinds()
    for block in Self.blocks(in: try #require(page.text)) {
      #expect(Self.isRun(block.info, kinds), "\(page.path):\(block.line): '\(block.info)'; see Scripts/page-blocks.py")
    }
  }

  @Test("each kind is on a page, and each page of generated code has a test")
  func kindsAreUsed() throws {
    var pages: [String: Set<String>] = [:]
    for page in Self.pages {
      for block in Self.blocks(in: try #require(page.text)) { pages[block.info, default: []].insert(page.name) }
    }
    #expect(try Self.kinds().filter { pages[$0] == nil } == [])
    #expect(pages["swift generated"] == ["Mapping.md", "Unions.md"])
    // The quick starts, of which there is one each.
    for kind in ["main", "manifest", "server"] { #expect(pages["swift " + kind] == ["README.md"]) }
  }

  @Test(
    "what follows a fence decides",
    arguments: [
      ("sh", true), ("swift", true), ("json schema", true), ("", true), ("json", false), ("swift fragment", false),
      ("bash", false), ("sh not run: needs Docker", true), ("sh not run:", false), ("not run: needs Docker", false),
      ("json not run", false),
    ])
  func decides(_ info: String, _ expected: Bool) throws {
    #expect(Self.isRun(info, try Self.kinds()) == expected)
  }

  @Test(
    "blocks are found with the line of their fence",
    arguments: [
      ("a\n```sh\nls\n```\n```\n1\n```", ["2 sh", "5 "]), ("- a\n\n  ```swift\n  b\n  ```", ["3 swift"]), ("a `b`", []),
    ])
  func finds(_ text: String, _ expected: [String]) {
    #expect(Self.blocks(in: text).map { "\($0.line) \($0.info)" } == expected)
  }

  /// Whether a block is run, gives a reason, or is output, which has no language.
  private static func isRun(_ info: String, _ kinds: Set<String>) -> Bool {
    info.isEmpty || kinds.contains(info) || info.wholeMatch(of: /\w+ not run: .+/) != nil
  }

  /// The fences that open a block, and what follows them.
  private static func blocks(in text: String) -> [(line: Int, info: String)] {
    var blocks: [(line: Int, info: String)] = []
    var isOpen = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let content = line.drop { $0 == " " }
      guard content.hasPrefix("```") else { continue }
      isOpen.toggle()
      if isOpen { blocks.append((index + 1, String(content.dropFirst(3)))) }
    }
    return blocks
  }
}
