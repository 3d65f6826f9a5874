import Foundation
import Testing

/// The page that lists the documents' statements.
@Suite struct DocumentPageTests {
  private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/Collaboration/Collaboration/Documentation.docc/Documents.md").standardized

  @Test("the page's sentence counts the statements, and each has an implementation or a reason")
  func countsStatements() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let lines = text.matches(of: /(?m)^- (.+?): (differs: |screen$)?(.*)$/)
    #expect(lines.count == text.matches(of: #/(?m)^- /#).count)
    func count(_ verdict: String?) -> Int {
      lines.filter { $0.output.2.map(String.init) == verdict }
        .reduce(0) { $0 + $1.output.1.split(separator: "; ").count }
    }
    let counts = [count(nil), count("differs: "), count("screen")]
    let sentence =
      "Of 234 statements, \(counts[0]) work, \(counts[1]) differ, and \(counts[2]) need a screen."
    #expect(counts.reduce(0, +) == 234)
    #expect(text.contains(sentence), "expected: \(sentence)")
    for line in lines {
      #expect(line.output.3.isEmpty == (line.output.2 == "screen"), "\(line.output.1) needs an API or a reason")
    }
  }
}
