import Foundation
import TestSupport
import Testing

@testable import SchemaRuntime

/// Common patterns with a few characters changed: none stops the process.
@Suite struct PatternMutationTests {
  @Test(
    "Changed patterns are compiled or refused, and can be matched",
    arguments: 0..<UInt64(Effort.rounds(quick: 2, thorough: 4)))
  func mutatedPatterns(seed: UInt64) {
    var generator = PatternGenerator(seed: seed + 77)
    let options = PatternOptions(stepBudget: 2_000, maximumAutomatonByteCount: 4_096, maximumStateCount: 1_000)
    var compiledCount = 0
    for _ in 0..<250 {
      let source = Self.mutated(generator.pick(Self.sources), &generator)
      let isRegex = Format.regex.isValid(source)
      do {
        let pattern = try Pattern(source, options: options)
        compiledCount += 1
        #expect(throws: Never.self, "'\(source)'") { try Pattern.check(source) }
        // Needless escapes compile, but are not regular expressions with flag `u`.
        #expect(isRegex == Pattern.needlessEscapes(in: source).isEmpty, "'\(source)'")
        #expect(Format.regex.isValid(Pattern.withoutNeedlessEscapes(source)), "'\(source)' without needless escapes")
        for _ in 0..<4 { Self.ask(pattern, &generator) }
      } catch {
        #expect(error.offset <= source.unicodeScalars.count)
        switch error.kind {
        case .tooDeep, .tooLarge: #expect(isRegex == Pattern.needlessEscapes(in: source).isEmpty, "'\(source)'")
        default:
          #expect(!isRegex, "'\(source)' is a regular expression, and refused: \(error)")
          #expect(throws: error, "'\(source)'") { try Pattern.check(source) }
        }
      }
    }
    // Most changes leave a valid pattern; otherwise the seeds would test nothing.
    #expect(compiledCount > 50)
  }

  private static func ask(_ pattern: Pattern, _ generator: inout PatternGenerator) {
    let text = (0..<generator.below(40)).map { _ in generator.pick(texts) }.joined()
    var bytes = Array(text.utf8)
    if generator.below(4) == 0, !bytes.isEmpty { bytes[generator.below(bytes.count)] = UInt8(generator.below(256)) }
    let outcome = pattern.outcome(of: bytes)
    #expect(outcome != .exhausted || !pattern.isLinear, "'\(pattern.source)'")
  }

  private static func mutated(_ source: String, _ generator: inout PatternGenerator) -> String {
    var scalars = Array(source.unicodeScalars)
    for _ in 0...generator.below(3) {
      let index = generator.below(scalars.count + 1)
      switch generator.below(5) {
      case 0 where index < scalars.count: scalars.remove(at: index)
      case 1 where index < scalars.count: scalars[index] = generator.pick(Array(pieces.joined().unicodeScalars))
      case 2: scalars.insert(contentsOf: generator.pick(pieces).unicodeScalars, at: index)
      case 3 where index < scalars.count:
        let end = min(scalars.count, index + generator.below(8) + 1)
        scalars.insert(contentsOf: scalars[index..<end], at: generator.below(scalars.count + 1))
      default: scalars.insert(contentsOf: generator.pick(sources).unicodeScalars, at: index)
      }
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  private static let pieces = [
    "(", ")", "[", "]", "{", "}", "*", "+", "?", "|", "^", "$", "\\", ".", "-", ",", "{2,}", "{0,900}", "{9,1}", "(?:",
    "(?=", "(?!", "(?<=", "(?<!", "(?<x>", "\\k<x>", "\\1", "\\p{sc=Grek}", "\\P{Lu}", "\\p{", "\\u{", "\\uD83D",
    "\\x4",
    "\\c", "\\0", "\\b", "\\B", "é", "🐲", "\u{2028}", "\0",
  ]

  private static let texts = ["a", "b", "Z", "0", "-", ".", "@", " ", "\n", "é", "α", "€", "🐲", "\u{301}", "aaaa", "_"]

  /// Patterns of the official suite, if available, after some of ours.
  private static let sources: [String] =
    [
      "^[a-z]+(?:-[a-z0-9]+)*$", "^\\d{4}-\\d{2}-\\d{2}$", "^(?=.*\\d)(?!.*\\s).{8,64}$", "(\\w+)\\s\\1",
      "^(?<q>['\"]).*?\\k<q>$", "(?<=\\$)\\d+(?:\\.\\d\\d)?", "^\\p{L}[\\p{L}\\p{M}'’ -]{0,99}$",
      "^[^\\s@]+@[^\\s@]+\\.[^\\s@]{2,}$", "^\\p{Script=Greek}*\\p{Emoji}?$", "\\u{1F432}|\\uD83D\\uDC09",
      "^(a+)+$", "([ab]{1,40}){1,40}c",
    ] + Set(PatternSuite.cases.map(\.pattern)).sorted()
}
