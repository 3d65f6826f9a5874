import Foundation
import Testing

@testable import SchemaLint

/// The pages of rules are made from the rules; `make rules` writes them.
@Suite struct RulePageTests {
  private static let folder = Repository.root + "/Sources/SchemaLint/Documentation.docc"

  @Test func pagesAreUpToDate() throws {
    let records = ProcessInfo.processInfo.environment["LINT_RECORD"] != nil
    for page in RulePage.pages {
      let file = URL(fileURLWithPath: Self.folder + "/" + page.path)
      if records {
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(page.text.utf8).write(to: file)
      }
      let written = try? String(contentsOf: file, encoding: .utf8)
      #expect(written == page.text, "\(page.path) is out of date; run: make rules")
    }
  }

  @Test("No page of a removed rule remains")
  func noPageIsLeftOver() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder + "/Rules")
    #expect(names.sorted() == LintRules.all.map { $0.id + ".md" }.sorted())
  }
}
