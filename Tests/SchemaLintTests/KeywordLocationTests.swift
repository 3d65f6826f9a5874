import JSONSchema
import SchemaRuntime
import SchemaTestSuite
import Testing

@testable import SchemaLint

/// Findings can point to every keyword of every dialect, using the example in its row.
@Suite struct KeywordLocationTests {
  @Test(
    "a keyword that occurs twice in one schema is found at its second occurrence",
    arguments: Dialect.all + [.openAPI, .asyncAPI])
  func isLocated(_ dialect: Dialect) throws {
    for row in KeywordExamples.rows where dialect.keyword(named: row.keyword) != nil {
      let text = row.text(in: dialect)
      let (name, first) = try #require(Self.member(row.keyword, in: text))
      let doubled = text[..<first] + "\(name): 0, " + text[first...]
      let found = Linter.findings(of: DuplicateKey.self, in: String(doubled))
      let second = text.utf8.distance(from: text.startIndex, to: first) + name.utf8.count + 5
      #expect(found.map(\.location.position.offset) == [second], "\(row.keyword) in \(dialect)")
      #expect(found.map(\.location.pointer.tokens.last) == [row.keyword], "\(row.keyword) in \(dialect)")
    }
  }

  @Test(
    "a keyword with a value that its dialect does not allow is found at its location",
    arguments: Dialect.all + [.openAPI, .asyncAPI])
  func isChecked(_ dialect: Dialect) throws {
    for row in KeywordExamples.rows {
      guard let rule = dialect.keyword(named: row.keyword) else { continue }
      let schema = try JSONValue(parsing: row.text(in: dialect))
      // No keyword accepts both.
      let found = [0, "a b"].flatMap { (wrong: JSONValue) in
        Linter().lint([LintSource(schema.replacingMembers(named: row.keyword, with: wrong).text())]).findings
      }
      let isFound = found.contains { $0.severity == .error && $0.location.pointer.tokens.last == row.keyword }
      #expect(isFound != rule.takesAnything, "\(row.keyword) in \(dialect): \(found.map(\.message))")
    }
  }

  /// The quoted name of a keyword, and its first occurrence.
  private static func member(_ keyword: String, in text: String) -> (name: String, index: String.Index)? {
    let name = "\"\(keyword)\""
    return text.firstRange(of: name + ":").map { (name, $0.lowerBound) }
  }
}

extension KeywordRule {
  /// Whether the keyword accepts any value: a constant, or an annotation.
  fileprivate var takesAnything: Bool {
    if case .any = value { return true }
    if case .annotation = value { return true }
    return false
  }
}
