import TestSupport
import Testing

@testable import SchemaRuntime

/// Patterns that are designed to be expensive are compiled or refused in bounded time, and never trap.
@Suite struct PatternCostTests {
  /// The result of compiling a pattern.
  enum Fate: Sendable {
    /// It answers in time linear in the text.
    case linear
    /// Its steps are limited, so that a text may remain undecided.
    case limited
    case tooLarge
    case tooDeep
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var source: String
    var fate: Fate
    var matching: [String]
    var failing: [String]

    init(_ name: String, _ source: String, _ fate: Fate, matches: [String] = [], fails: [String] = []) {
      testDescription = name
      self.source = source
      self.fate = fate
      matching = matches
      failing = fails
    }
  }

  @Test(arguments: counts + long + nested)
  func costsLittle(_ row: Row) {
    #expect(ProcessorTime.measure { check(row) } < .seconds(60))
  }

  private func check(_ row: Row) {
    do {
      let pattern = try Pattern(row.source)
      #expect(row.fate == (pattern.isLinear ? .linear : .limited))
      for text in row.matching { #expect(pattern.outcome(of: text) == .match, "\(text.prefix(40))") }
      for text in row.failing { #expect(pattern.outcome(of: text) == .noMatch, "\(text.prefix(40))") }
    } catch {
      switch error.kind {
      case .tooLarge: #expect(row.fate == .tooLarge)
      case .tooDeep: #expect(row.fate == .tooDeep)
      default: Issue.record("\(error)")
      }
    }
    // Whatever it costs to run, it is a regular expression.
    #expect(Format.regex.isValid(row.source))
  }

  private static let counts = [
    Row(
      "a count of a count", "^(a{1,1000}){1,1000}$", .limited, matches: ["a", repeated("a", 200)],
      fails: ["", repeated("a", 200) + "b"]),
    Row(
      "a count of a count that must be long", "^(\\p{L}{20,40}){10,20}$", .linear,
      matches: [repeated("é", 200), repeated("é", 800)], fails: [repeated("é", 199), repeated("é", 801)]),
    Row(
      "a count of a count of letters, searched", "(\\p{L}{1,500}){1,500}x", .limited,
      matches: ["éx", repeated("é", 100) + "x"], fails: ["x", repeated("é", 100)]),
    Row("counts in three levels", "((a{1,1000}){1,1000}){1,1000}", .tooLarge),
    Row("counts in four levels of few", "^((((a?){9}){9}){9}){9}$", .limited, matches: ["", "aaa"], fails: ["b"]),
    Row("a count of nothing", "^(){1000}$", .linear, matches: [""], fails: ["a"]),
    Row("a huge count of an empty group", "(){2147483647}", .tooLarge),
    Row(
      "an immense count of a set", "^a{2,2147483647}$", .linear, matches: ["aa", repeated("a", 5_000)],
      fails: ["a"]),
    Row("a minimum that no text has", "^a{99999999999}$", .linear, fails: ["a", repeated("a", 5_000)]),
    Row("an immense count of an immense count", "(a{2147483647}){2147483647}", .tooLarge),
    Row("an immense count of pairs", "(ab){2,99999999}", .tooLarge),
    Row("a long count of any letter", "^\\p{L}{1,1000}$", .linear, matches: [repeated("é", 1_000)], fails: ["", "1"]),
    Row("a long count that occurs many times", repeated("\\p{L}{0,1000}x?", 400), .limited, matches: ["", "x"]),
    Row("a count with look-ahead", "(?=(a{1,1000}){1,1000}b)", .limited, matches: ["ab"], fails: ["a"]),
  ]

  private static let long = [
    Row("forty thousand characters", "^" + repeated("a", 40_000), .limited, fails: ["a", repeated("a", 2_000)]),
    Row("a hundred thousand characters", repeated("a", 100_000), .tooLarge),
    Row("thirty thousand alternatives", repeated("ab|", 30_000), .tooLarge),
    Row("ten thousand alternatives", repeated("ab|", 10_000) + "c", .linear, matches: ["ab", "c"], fails: ["a"]),
    Row("thousands of empty alternatives", repeated("|", 24_000), .linear, matches: [""]),
    Row("thousands of characters that all differ", scalars(4_000) { "\($0)|" } + "x", .limited, matches: ["x"]),
    Row("ten thousand characters that all differ", scalars(10_000) { "\($0)|" } + "x", .tooLarge),
    Row("thousands of negated classes that all differ", scalars(10_000) { "[^\($0)]" }, .tooLarge),
    Row("thousands of classes with letters", scalars(1_000) { "[\($0)\\p{L}]?" }, .linear, matches: [""]),
    Row(
      "one class of ten thousand ranges", "[" + scalars(10_000) { "\($0)" } + "]", .linear, matches: ["一"], fails: ["a"]
    ),
    Row("thousands of properties", repeated("\\P{L}?", 9_000), .linear, matches: ["", "1"]),
    Row("thousands of boundaries", repeated("\\b", 30_000) + "a", .linear, matches: ["a"], fails: ["1"]),
    Row("thousands of stars", "^" + repeated("a*", 5_000) + "$", .linear, matches: ["", "a"], fails: ["b"]),
    Row(
      "thousands of groups and a reference", repeated("(a)", 5_000) + "\\1", .limited,
      fails: [repeated("b", 20_000)]),
    Row("thousands of references", "(a)" + repeated("\\1", 10_000), .limited, fails: [repeated("a", 500)]),
    Row("thousands of look-aheads", repeated("(?=a)", 10_000) + "a", .limited, matches: ["a"], fails: ["b"]),
    Row("look-aheads in one another", repeated("(?=", 250) + "a" + repeated(")", 250), .limited, matches: ["a"]),
  ]

  private static let nested = [
    Row("a hundred thousand groups in one another", repeated("(", 100_000) + repeated(")", 100_000), .tooDeep),
    Row("stars of stars", repeated("(?:", 250) + "a" + repeated(")*", 250) + "$", .linear, matches: ["a", "b"]),
    Row(
      "pluses of pluses", "^" + repeated("(?:", 249) + "a" + repeated(")+", 249) + "$", .linear, matches: ["aa"],
      fails: ["b"]),
    Row("doubled and doubled", repeated("(?:", 40) + "a" + repeated("){2}", 40), .tooLarge),
    Row(
      "optional and optional", "^" + repeated("(?:a", 250) + repeated(")?", 250) + "$", .linear, matches: ["aaa"],
      fails: ["b"]),
  ]

  private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  /// The text of the first ideographs.
  private static func scalars(_ count: UInt32, _ text: (Unicode.Scalar) -> String) -> String {
    (0x4E00..<0x4E00 + count).compactMap(Unicode.Scalar.init).map(text).joined()
  }
}
