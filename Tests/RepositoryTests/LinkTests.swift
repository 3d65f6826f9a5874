import Foundation
import Testing

/// Links between the pages of the repository.
@Suite struct LinkTests {
  /// A link in a page: `[text](target)` or an image.
  struct Link: Hashable {
    let line: Int
    let target: String
  }

  /// The pages that people read on GitHub; those of the generated site have their own test.
  private static let pages = Repository.files.filter { file in
    file.name.hasSuffix(".md") && !file.path.hasPrefix("Generated/") && !file.path.hasPrefix("Templates/Markdown")
      && !file.path.hasPrefix("Templates/DocC")
  }

  @Test("every link leads to a file, and its fragment to a heading", arguments: pages)
  func leadsSomewhere(_ page: Repository.File) throws {
    let text = try #require(page.text)
    for link in Self.links(in: text) where !link.target.contains(":") {
      let parts = link.target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let path = parts[0].removingPercentEncoding ?? parts[0]
      let target = path.isEmpty ? page.url : page.url.deletingLastPathComponent().appending(path: path).standardized
      let message: Comment = "\(page.path):\(link.line): \(link.target)"
      guard FileManager.default.fileExists(atPath: target.path) else {
        Issue.record(message)
        continue
      }
      guard parts.count > 1 else { continue }
      let anchors = Self.anchors(in: (try? String(contentsOf: target, encoding: .utf8)) ?? "")
      #expect(anchors.contains(parts[1]), message)
    }
  }

  @Test("an index names every page of its folder", arguments: ["Documentation/", "Documentation/Internals/"])
  func indexIsComplete(_ folder: String) throws {
    let index = try #require(Repository.File(path: folder + "README.md").text)
    let linked = Set(Self.links(in: index).map(\.target))
    let pages = Self.pages.filter { $0.path == folder + $0.name && $0.name != "README.md" }
    #expect(pages.count > 10)
    for page in pages { #expect(linked.contains(page.name), "\(page.path)") }
  }

  @Test("a Swift file that a page about the sources names exists")
  func namedFilesExist() throws {
    let pages = Self.pages.filter {
      ["ARCHITECTURE.md", "Sources/README.md"].contains($0.path) || $0.path.hasPrefix("Documentation/Internals/")
    }
    for page in pages {
      for match in try #require(page.text).matches(of: /`([A-Za-z\/+]+\.swift)`/) {
        let name = "/" + match.output.1
        #expect(Repository.files.contains { $0.path.hasSuffix(name) }, "\(page.path): \(match.output.1)")
      }
    }
  }

  @Test("the page about the targets names every folder of Sources")
  func targetsAreListed() throws {
    let page = try #require(Repository.File(path: "Sources/README.md").text)
    let folders = Set(
      Repository.files.filter { $0.path.hasPrefix("Sources/") && $0.path != "Sources/README.md" }
        .compactMap { $0.path.split(separator: "/").dropFirst(2).first })
    #expect(folders.count > 20)
    for folder in folders { #expect(page.contains("`\(folder)`"), "\(folder)") }
  }

  @Test(
    "links and anchors are found",
    arguments: [
      ("a [b](c.md), ![d](e.png)", ["c.md", "e.png"]), ("[a\nb](c)", ["c"]), ("`[a](b)` [c](d#e)", ["d#e"]),
      ("```\n[a](b)\n```\n[c](d)", ["d"]), ("[a](<b c.md>)", ["b c.md"]), ("(a)[b] [c]", []),
    ])
  func findsLinks(text: String, expected: [String]) {
    #expect(Self.links(in: text).map(\.target) == expected)
  }

  @Test(
    "headings have GitHub's anchors",
    arguments: [
      ("# The `mapping` law", ["the-mapping-law"]), ("## A, b & C\n## A, b & C", ["a-b--c", "a-b--c-1"]),
      ("```\n# No\n```\n### Yes_1", ["yes_1"]), ("# [Link](x)", ["link"]),
    ])
  func findsAnchors(text: String, expected: [String]) {
    #expect(Self.anchors(in: text) == Set(expected))
  }

  /// The links of a page outside of code.
  static func links(in text: String) -> [Link] {
    var links: [Link] = []
    let code = outsideOfFences(text).replacing(/`[^`\n]*`/) { String(repeating: " ", count: $0.output.count) }
    for match in code.matches(of: /\[[^\[\]]*\]\((?:<([^>]*)>|([^()\s]*))\)/) {
      let line = code[..<match.range.lowerBound].count { $0 == "\n" } + 1
      links.append(Link(line: line, target: String(match.output.1 ?? match.output.2 ?? "")))
    }
    return links
  }

  /// The anchors that GitHub gives headings.
  static func anchors(in text: String) -> Set<String> {
    var counts: [String: Int] = [:]
    var anchors: Set<String> = []
    for line in outsideOfFences(text).split(separator: "\n") where line.hasPrefix("#") {
      let heading = line.drop { $0 == "#" }.drop { $0 == " " }
      let words = String(heading).replacing(/\[([^\]]*)\]\([^)]*\)/) { String($0.output.1) }.lowercased()
      let anchor = words.compactMap { character in
        character == " " ? "-" : character.isLetter || character.isNumber || "-_".contains(character) ? character : nil
      }
      let name = String(anchor)
      let count = counts[name, default: 0]
      counts[name] = count + 1
      anchors.insert(count == 0 ? name : "\(name)-\(count)")
    }
    return anchors
  }

  /// The text with empty lines in place of fenced code.
  private static func outsideOfFences(_ text: String) -> String {
    var isCode = false
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let isFence = line.drop { $0 == " " }.hasPrefix("```")
      if isFence { isCode.toggle() }
      return isFence || isCode ? "" : String(line)
    }
    return lines.joined(separator: "\n")
  }
}
