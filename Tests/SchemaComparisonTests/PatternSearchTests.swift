import SchemaRuntime
import Testing

@testable import SchemaComparison

@Suite struct PatternSearchTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let patterns: [String]
    let minLength: Int
    let maxLength: Int
    let refused: StringSearch.Refusal
    let isEmpty: Bool

    init(
      _ patterns: [String], _ refused: StringSearch.Refusal, isEmpty: Bool, minLength: Int = 0, maxLength: Int = .max
    ) {
      self.patterns = patterns
      self.minLength = minLength
      self.maxLength = maxLength
      self.refused = refused
      self.isEmpty = isEmpty
    }

    var testDescription: String { "\(patterns) without \(refused)" }
  }

  private static let rows = [
    Row(["^a+$"], .pattern("^a*$"), isEmpty: true),
    Row(["^a*$"], .pattern("^a+$"), isEmpty: false),
    Row(["a"], .pattern("^a"), isEmpty: false),
    Row(["^a"], .pattern("a"), isEmpty: true),
    Row(["^a", "b$"], .nothing, isEmpty: false),
    Row(["^a$", "^b$"], .nothing, isEmpty: true),
    Row(["^[a-z]+$"], .pattern("^\\w+$"), isEmpty: true),
    Row(["^\\w+$"], .pattern("^[a-z]+$"), isEmpty: false),
    Row(["^.$"], .pattern("^[^\\n\\r\\u2028\\u2029]$"), isEmpty: true),
    Row(["^[^a]$"], .pattern("^[b-\\u{10ffff}]$"), isEmpty: false),
    Row(["^[à-ü]$"], .longer(than: 1), isEmpty: true),
    Row(["^[à-ü]{2}$"], .longer(than: 1), isEmpty: false),
    Row(["^\\u{1f600}{3}$"], .shorter(than: 3), isEmpty: true),
    Row(["^(ab)*$"], .shorter(than: 2), isEmpty: true, minLength: 1),
    Row(["^(ab)*$"], .nothing, isEmpty: true, minLength: 3, maxLength: 3),
    Row(["^[a-z]{100}$"], .pattern("^[a-z]{100,101}$"), isEmpty: true),
    Row(["^[a-z]{100,101}$"], .pattern("^[a-z]{100}$"), isEmpty: false),
    Row(["^([a-z]{2,40}-[0-9]{2,40}){2}$"], .pattern("^[a-z]{2,40}-[0-9a-z]+-[0-9]{2,40}$"), isEmpty: true),
    Row(["\\bfoo\\b"], .pattern("foo"), isEmpty: true),
    Row(["foo"], .pattern("\\bfoo\\b"), isEmpty: false),
    Row([], .pattern("^[\\s\\S]*$"), isEmpty: true),
  ]

  @Test("a text that some patterns admit and another refuses is found exactly where there is one", arguments: rows)
  func search(_ row: Row) throws {
    var library = PatternLibrary()
    let acceptance = StringSearch.Acceptance(
      patterns: row.patterns, minLength: row.minLength, maxLength: row.maxLength)
    let answer = library.search(acceptance, refusal: row.refused)
    if row.isEmpty {
      #expect(answer == .none)
      return
    }
    let texts = answer.values.compactMap(\.string)
    #expect(!texts.isEmpty)
    for text in texts {
      for pattern in row.patterns { #expect(try Pattern(pattern).matches(text), "\(pattern) and '\(text)'") }
      #expect(row.minLength...row.maxLength ~= text.unicodeScalars.count)
      switch row.refused {
      case .nothing: break
      case .pattern(let pattern): #expect(try !Pattern(pattern).matches(text), "\(pattern) and '\(text)'")
      case .longer(let length): #expect(text.unicodeScalars.count > length)
      case .shorter(let length): #expect(text.unicodeScalars.count < length)
      }
    }
  }

  @Test("patterns without an automaton are not decided")
  func undecided() {
    var library = PatternLibrary()
    let all = StringSearch.Acceptance(patterns: [])
    #expect(library.search(all, refusal: .pattern("^(?=a)b")) == .undecided)
    #expect(library.search(all, refusal: .pattern("(")) == .undecided)
    #expect(library.search(all, refusal: .longer(than: 100_000)) == .undecided)
  }
}
