import Testing

/// The code on the page about other people's APIs is that of the example, which `make examples` builds and runs.
@Suite struct TutorialTests {
  private static let page = "Sources/Tool/codegen/Documentation.docc/An-API-of-others.md"
  private static let example = "Examples/VendorAPI/"

  @Test("the page shows the files of the example as they are")
  func isTheExample() throws {
    let page = try #require(Repository.File(path: Self.page).text)
    var shown: [String] = []
    var open: (path: String, lines: [Substring])?
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```", let block = open {
        let text = Repository.File(path: Self.example + block.path).text
        #expect(text == block.lines.joined(separator: "\n") + "\n", "\(block.path)")
        shown.append(block.path)
        open = nil
      } else if line.hasPrefix("```"), let path = line.split(separator: " ").dropFirst().first {
        open = (String(path), [])
      } else {
        open?.lines.append(line)
      }
    }
    let files = Repository.files.map(\.path).filter { path in
      path.hasPrefix(Self.example) && !path.hasSuffix("README.md") && !path.hasSuffix(".lock.json")
    }
    #expect(Set(shown) == Set(files.map { String($0.dropFirst(Self.example.count)) }))
  }
}
