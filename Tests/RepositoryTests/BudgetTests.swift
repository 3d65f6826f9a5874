import Testing

/// Files and functions stay small (ARCHITECTURE.md, invariant 7; STYLE.md, sections B and D).
@Suite struct BudgetTests {
  private static let fileLimit = 600
  private static let functionLimit = 80

  @Test("no hand-written file has more than 600 lines, except tables and flat switches")
  func filesAreSmall() {
    for file in Repository.swiftFiles {
      guard let text = file.text else { continue }
      let count = text.split(separator: "\n", omittingEmptySubsequences: false).count - (text.hasSuffix("\n") ? 1 : 0)
      guard count > Self.fileLimit else { continue }
      let outline = file.outline
      #expect(
        Self.isExempt(Self.block(of: outline.comments, from: outline.comments.first?.line ?? 0)),
        "\(file.path) has \(count) lines: divide it, or say in its first comment that it is a table or a flat switch")
    }
  }

  @Test("no function has more than 80 lines, except tables and flat switches")
  func functionsAreSmall() {
    for file in Repository.swiftFiles {
      let long = file.outline.functions.filter { $0.length > Self.functionLimit }
      guard !long.isEmpty, let lines = file.text?.split(separator: "\n", omittingEmptySubsequences: false) else {
        continue
      }
      for function in long {
        let before = lines.prefix(function.line - 1).reversed().prefix { line in
          let trimmed = line.drop { $0 == " " }
          return trimmed.hasPrefix("//") || trimmed.hasPrefix("@")
        }
        #expect(
          Self.isExempt(before.joined()),
          """
          \(file.path):\(function.line): '\(function.name)' has \(function.length) lines: divide it, or say in the \
          comment before it that it is a table or a flat switch
          """)
      }
    }
  }

  @Test("exceeded limits are found where they are")
  func noticesLongFunctions() {
    let body = String(repeating: "  a()\n", count: 79)
    #expect(SwiftOutline("func a() {\n\(body)}").functions.map(\.length) == [81])
  }

  private static func isExempt(_ comment: String) -> Bool {
    let words = comment.lowercased()
    return words.contains("table") || words.contains("flat switch")
  }

  /// The comment that starts on a line and continues without a gap.
  private static func block(of comments: [(line: Int, text: String)], from first: Int) -> String {
    var text = ""
    var next = first
    for comment in comments where comment.line == next {
      text += comment.text + "\n"
      next += comment.text.split(separator: "\n", omittingEmptySubsequences: false).count
    }
    return text
  }
}
