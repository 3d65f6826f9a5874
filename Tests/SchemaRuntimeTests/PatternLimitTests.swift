@_spi(Generated) import SchemaRuntime
import Testing

/// Matching takes time proportional to the text, and no input can stop the process.
@Suite struct PatternLimitTests {
  @Test(
    "The number of steps is linear in the text",
    arguments: ["^(a+)+$", "(a*)*c", "(?:a|a)*b$", "^(?:a?){20}a{20}c", "(x+x+)+y", "\\b(?:a+\\b)*c"])
  func stepsAreLinear(_ source: String) throws {
    for engine in [Pattern.Engine.automaton, .simulation] {
      guard let pattern = try Pattern(source, options: PatternOptions(), engine: engine) else { continue }
      let counts = engine == .automaton ? [1_000, 10_000, 100_000, 1_000_000] : [1_000, 10_000, 100_000]
      let perByte = counts.map { count in
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: count) + [UInt8(ascii: "b")]
        let (_, steps) = text.withUnsafeBufferPointer { pattern.matchCountingSteps($0) }
        return Double(steps) / Double(count)
      }
      #expect(perByte.allSatisfy { $0 <= perByte[0] * 1.1 + 0.1 }, "\(engine): \(perByte)")
    }
  }

  @Test("Nested loops take one step per byte with a table, and a few with simulation", arguments: 0...6)
  func nestedLoops(_ exponent: Int) throws {
    let count = (0..<exponent).reduce(1) { product, _ in product * 10 }
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: count) + [UInt8(ascii: "b")]
    for (engine, most) in [(Pattern.Engine.automaton, 1), (.scalars, 1), (.simulation, 8)] {
      let pattern = try #require(try Pattern("^(a+)+$", options: PatternOptions(), engine: engine))
      let (outcome, steps) = text.withUnsafeBufferPointer { pattern.matchCountingSteps($0) }
      #expect(outcome == .noMatch)
      #expect(steps <= most * (count + 1), "\(engine): \(steps) steps for \(count) bytes")
      if engine == .automaton { #expect(steps == count + 1) }
    }
  }

  @Test("A search ends at the first match, and where no match can follow")
  func searchesEndEarly() throws {
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: 100_000)
    for (source, most) in [("a", 1), ("aaa", 3), ("^b", 1), ("^ab", 2), ("^[^]*", 0), ("^aa$", 3)] {
      for (engine, pattern) in try Pattern.engines(for: source) where engine != "backtracker" {
        let (_, steps) = text.withUnsafeBufferPointer { pattern.matchCountingSteps($0) }
        #expect(engine == "simulation" ? steps < 100 : steps <= most, "\(engine), '\(source)': \(steps)")
      }
    }
  }

  @Test(
    "Long counts stay cheap without an automaton",
    arguments: ["^\\p{L}{1,1000}$", "\\p{L}{1000}$", "^(?:\\p{L}{1,500} ?){1,4}$", "[^ ]{300,}é", "^.{1,65535}$"])
  func longCounts(_ source: String) throws {
    let pattern = try #require(try Pattern(source, options: PatternOptions(), engine: .simulation))
    let count = 1_000
    let text = Array(String(repeating: "é", count: count).utf8)
    let (outcome, steps) = text.withUnsafeBufferPointer { pattern.matchCountingSteps($0) }
    #expect(outcome == .match)
    #expect(steps <= 40 * count, "\(steps)")
  }

  @Test("A long count of a class that is one table column needs no simulation")
  func longCountsInAutomata() throws {
    #expect(try Pattern("^.{1,1000}$").automaton != nil)
    #expect(try Pattern("^[a-z]{1,5000}$").automaton != nil)
    #expect(try Pattern("^\\p{L}{1,1000}$").automaton == nil)
    #expect(try Pattern("^.{1,65535}$").automaton == nil)
  }

  @Test("No pattern and no bytes stop the process", arguments: 0..<40 as Range<UInt64>)
  func randomPatterns(seed: UInt64) {
    var generator = PatternGenerator(seed: seed + 1_000)
    let options = PatternOptions(stepBudget: 2_000, maximumAutomatonByteCount: 4_096, maximumStateCount: 2_000)
    let pieces = Self.pieces
    for _ in 0..<150 {
      let source = (0..<generator.below(14)).map { _ in generator.pick(pieces) }.joined()
      guard let pattern = try? Pattern(source, options: options) else { continue }
      for _ in 0..<6 {
        let bytes = (0..<generator.below(24)).map { _ in
          generator.below(3) == 0 ? UInt8(generator.below(256)) : generator.pick(Array("ab1 é€🐲".utf8))
        }
        let outcome = pattern.outcome(of: bytes)
        #expect(outcome != .exhausted || !pattern.isLinear)
      }
    }
  }

  @Test("Random scalars as patterns are compiled or refused")
  func randomScalars() {
    var generator = PatternGenerator(seed: 5)
    for _ in 0..<3_000 {
      var source = ""
      for _ in 0..<generator.below(8) {
        source.unicodeScalars.append(Unicode.Scalar(UInt32(generator.below(0x3000))) ?? "a")
      }
      do {
        let pattern = try Pattern(source)
        #expect(pattern.source == source)
      } catch {
        #expect(error.offset <= source.unicodeScalars.count)
        #expect(error.message.hasPrefix("expected "))
      }
    }
  }

  @Test("Bytes that are not UTF-8 match nothing where scalars are read, and never trap")
  func malformedBytes() throws {
    let texts: [[UInt8]] = [
      [0x80], [0xc3], [0xe2, 0x82], [0xf0, 0x9f, 0x90], [0xc0, 0x80], [0xff], [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xe0, 0x80, 0x80], [0x61, 0xff, 0x61],
    ]
    for source in ["^.$", "^[^a]$", "é", "\\p{L}", "a$", "\\B", "(?<=.)$", "^(.)\\1$"] {
      for (engine, pattern) in try Pattern.engines(for: source) where engine != "automaton" {
        for text in texts where text != [0xed, 0xa0, 0x80] {
          if source == "^.$" { #expect(pattern.outcome(of: text) == .noMatch, "\(engine), \(text)") }
          _ = pattern.outcome(of: text)
        }
      }
      let chosen = try Pattern(source)
      for text in texts { #expect(chosen.outcome(of: text) != .exhausted) }
    }
  }

  private static let pieces = [
    "a", "b", "é", "🐲", ".", "^", "$", "|", "(", ")", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?<n>", "[", "]", "[^", "-",
    "*", "+", "?", "{2}", "{1,3}", "{0,}", "{2,1}", "{99999}", "{", "}", "\\d", "\\W", "\\s", "\\b", "\\B", "\\1",
    "\\2",
    "\\k<n>", "\\u0061", "\\uD83D", "\\uDC32", "\\u{1F432}", "\\x41", "\\cA", "\\0", "\\", "/", "\\p{Lu}", "\\P{ASCII}",
    "\\q", "1", " ", "a)", "(a", "b)*", "(a|b)", "[a-z]", "[^é]", ",",
  ]
}
