import JSONSchema
import SchemaRuntime
import SchemaTestSuite
import TestSupport
import Testing

@testable import SchemaLint

/// Damaged schemas: for any input, linting and fixing terminate, and a fix breaks nothing.
@Suite struct MutationTests {
  private static let rounds = 150 * Effort.factor

  @Test func tornTexts() {
    let rows = RecallRow.all.map { MarkedText($0.text).text }
    for round in 0..<Self.rounds {
      var random = PropertyRandom("lint", round: round)
      guard var text = random.element(of: rows) else { continue }
      for _ in 0..<Int.random(in: 1...3, using: &random) { Self.tear(&text, rows, &random) }
      PropertyTests.trace(["lint \(round)", String(decoding: text, as: UTF8.self)])
      let source = LintSource(uri: "https://lint.example/a", name: "a.schema.json", text: text)
      let linter = Linter()
      let before = linter.lint([source])
      let outcome = LintFixer(linter).fix([source])
      #expect(outcome.report.errorCount <= before.errorCount, "\(String(decoding: text, as: UTF8.self))")
      #expect(outcome.fixCount > 0 || outcome.sources == [source])
      #expect(before.textLines.allSatisfy { !$0.contains("\n") })
    }
  }

  /// Removes a part, duplicates one, or replaces one by a part of another text.
  private static func tear(_ text: inout [UInt8], _ others: [[UInt8]], _ random: inout PropertyRandom) {
    let start = Int.random(in: 0...text.count, using: &random)
    let end = min(text.count, start + Int.random(in: 0...12, using: &random))
    switch Int.random(in: 0..<4, using: &random) {
    case 0: text.removeSubrange(start..<end)
    case 1: text.insert(contentsOf: text[start..<end], at: start)
    case 2:
      guard let other = random.element(of: others), let token = random.element(of: tokens(of: other)),
        let range = random.element(of: tokens(of: text))
      else { return }
      text.replaceSubrange(range, with: other[token])
    default:
      guard
        let number = random.element(of: ["-1", "1e400", "9223372036854775807", "0.1", "null", "{}", "[]", "false"]),
        let range = random.element(of: tokens(of: text))
      else { return }
      text.replaceSubrange(range, with: Array(number.utf8))
    }
  }

  /// The locations of values in a text; empty if it is not JSON.
  private static func tokens(of text: [UInt8]) -> [Range<Int>] {
    guard let document = try? JSONDocument(parsing: text) else { return [] }
    return document.withRoot { root in
      (root.index..<root.nextIndex).map { root[at: $0].range(in: text) }
    }
  }
}
