import Foundation
import Testing

/// The page that lists the documents' statements.
@Suite struct DocumentPageTests {
  private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/Collaboration/Collaboration/Documentation.docc/Documents.md").standardized

  @Test("the page lists each number once, and its sentence counts the rows")
  func countsRows() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let rows = text.matches(of: /(?m)^(\d+) \| (.+) \| (differs: |screen$)?(.*)$/)
    #expect(rows.compactMap { Int($0.output.1) }.sorted() == Array(1...234))
    func count(_ verdict: String?) -> Int { rows.count { $0.output.3.map(String.init) == verdict } }
    let sentence =
      "Of \(rows.count) statements, \(count(nil)) work, \(count("differs: ")) differ, and \(count("screen")) need a screen."
    #expect(text.contains(sentence), "expected: \(sentence)")
    for row in rows {
      #expect(row.output.4.isEmpty == (row.output.3 == "screen"), "row \(row.output.1) needs an API or a reason")
    }
  }
}
