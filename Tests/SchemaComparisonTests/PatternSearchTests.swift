import SchemaAnalysis
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
    Row(["^[à-ü]$"], .length(.scalars, .atMost(1)), isEmpty: true),
    Row(["^[à-ü]{2}$"], .length(.scalars, .atMost(1)), isEmpty: false),
    Row(["^\\u{1f600}{3}$"], .length(.scalars, .atLeast(3)), isEmpty: true),
    Row(["^(ab)*$"], .length(.scalars, .atLeast(2)), isEmpty: true, minLength: 1),
    Row(["^(ab)*$"], .nothing, isEmpty: true, minLength: 3, maxLength: 3),
    Row(["^[a-z]{100}$"], .pattern("^[a-z]{100,101}$"), isEmpty: true),
    Row(["^[a-z]{100,101}$"], .pattern("^[a-z]{100}$"), isEmpty: false),
    Row(["^([a-z]{2,40}-[0-9]{2,40}){2}$"], .pattern("^[a-z]{2,40}-[0-9a-z]+-[0-9]{2,40}$"), isEmpty: true),
    Row(["\\bfoo\\b"], .pattern("foo"), isEmpty: true),
    Row(["foo"], .pattern("\\bfoo\\b"), isEmpty: false),
    Row([], .pattern("^[\\s\\S]*$"), isEmpty: true),
    Row(["^é{3}$"], .length(.utf8Bytes, .atMost(6)), isEmpty: true),
    Row(["^é{3}$"], .length(.utf8Bytes, .atMost(5)), isEmpty: false),
    Row(["^[aé]{3}$"], .length(.utf8Bytes, .atLeast(4)), isEmpty: false),
    Row(["^[éü]{3}$"], .length(.utf8Bytes, .atLeast(6)), isEmpty: true),
    Row(["^a{3}$"], .length(.scalars, .atMost(100_000)), isEmpty: true),
    Row(["^(?=.*b)[abc]{2,5}$"], .pattern("b"), isEmpty: true),
    Row(["^[abc]{2,5}$"], .pattern("^(?=.*b)[abc]+$"), isEmpty: false),
    Row(["^[abc]*b[abc]*$"], .pattern("^(?=.*b)(?!.*d)[abc]+$"), isEmpty: true),
    Row(["^(a)\\1$"], .pattern("^a"), isEmpty: true),
  ]

  @Test("a text that some patterns admit and another refuses is found exactly if there is one", arguments: rows)
  func search(_ row: Row) throws {
    var library = StringSearch()
    var acceptance = StringSearch.Acceptance(patterns: row.patterns)
    acceptance.lengths.add(.scalars, .atLeast(row.minLength))
    acceptance.lengths.add(.scalars, .atMost(row.maxLength))
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
      case .length(let measure, let limit): #expect(!limit.admits(try #require(measure.count(in: .string(text)))))
      }
    }
  }

  @Test("patterns without an automaton are undecided")
  func undecided() {
    var library = StringSearch()
    let all = StringSearch.Acceptance(patterns: [])
    #expect(library.search(all, refusal: .pattern("^(a|b)\\1$")) != .none)
    #expect(library.search(StringSearch.Acceptance(patterns: ["^aa$"]), refusal: .pattern("^(a)\\1$")) == .undecided)
    #expect(library.search(all, refusal: .pattern("(")) == .undecided)
    #expect(library.search(all, refusal: .length(.scalars, .atMost(100_000))) == .undecided)
  }
}
