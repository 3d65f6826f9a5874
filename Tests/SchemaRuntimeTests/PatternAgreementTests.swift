@_spi(Generated) import SchemaRuntime
import TestSupport
import Testing

/// Engines that share little but the parser must agree on random patterns and texts.
@Suite struct PatternAgreementTests {
  @Test("The engines agree on random patterns", arguments: 0..<UInt64(Effort.rounds(quick: 4, thorough: 8)))
  func enginesAgree(seed: UInt64) throws {
    var generator = RandomPatterns(seed: seed)
    var tableCount = 0
    for _ in 0..<40 {
      let source = generator.pattern()
      let all = try Pattern.engines(for: source, PatternOptions(stepBudget: 20_000))
      tableCount += all.count { $0.name == "automaton" }
      for _ in 0..<12 {
        let text = generator.text()
        let outcomes = all.map { $0.pattern.outcome(of: text) }.filter { $0 != .exhausted }
        #expect(Set(outcomes).count == 1, "'\(source)' on '\(text)' (seed \(seed)): \(outcomes)")
      }
    }
    // Simulation runs nearly every pattern, and backtracking all; occasionally counts multiply to too large a table.
    #expect(tableCount > 30)
  }

  @Test("A pattern whose automaton would be too large is simulated, with the same answers")
  func simulationTakesOver() throws {
    var generator = RandomPatterns(seed: 7)
    let options = PatternOptions(maximumAutomatonByteCount: 0)
    for _ in 0..<60 {
      let source = generator.pattern()
      let small = try Pattern(source, options: options)
      #expect(small.automaton == nil)
      let text = generator.text()
      #expect(small.outcome(of: text) == (try Pattern(source)).outcome(of: text), "'\(source)' on '\(text)'")
    }
  }
}

/// Makes patterns without back-references and with no look-around but look-aheads at the start, and texts over the same
/// few characters.
private struct RandomPatterns {
  private var generator: PatternGenerator

  private static let atoms = [
    "a", "b", "c", "é", "€", "🐲", ".", "\\d", "\\w", "\\s", "\\S", "\\W", "[ab]", "[^a]", "[a-cé]", "[^é🐲]", "[b-€]",
    "[\\d ]", "1", " ", "_",
  ]
  private static let texts = ["a", "a", "b", "c", "é", "€", "🐲", "1", " ", "_", "\n", "\u{2028}", "ß"]
  private static let assertions = ["^", "$", "\\b", "\\B"]
  private static let quantifiers = [
    "*", "+", "?", "{2}", "{0,2}", "{1,3}", "{2,}", "*?", "+?", "{4,6}", "{5}", "{0,7}", "{6,}",
  ]

  init(seed: UInt64) { generator = PatternGenerator(seed: seed + 1) }

  mutating func pattern() -> String {
    let body = alternatives(depth: 3)
    switch generator.below(5) {
    case 0: return "^(?:\(body))$"
    case 1: return "^" + body
    case 2: return body + "$"
    case 3: return (0...generator.below(2)).reduce("^") { look, _ in look + lookAhead() } + body
    default: return body
    }
  }

  private mutating func lookAhead() -> String {
    let sign = generator.pick(["=", "!"])
    return "(?\(sign)\(alternatives(depth: 1)))"
  }

  mutating func text() -> String {
    (0..<generator.below(12)).map { _ in generator.pick(Self.texts) }.joined()
  }

  private mutating func alternatives(depth: Int) -> String {
    let count = generator.below(3) == 0 ? 2 : 1
    return (0..<count).map { _ in sequence(depth: depth) }.joined(separator: "|")
  }

  private mutating func sequence(depth: Int) -> String {
    (0..<generator.below(4)).map { _ in term(depth: depth) }.joined()
  }

  private mutating func term(depth: Int) -> String {
    if generator.below(8) == 0 { return generator.pick(Self.assertions) }
    let isGroup = depth > 0 && generator.below(3) == 0
    var atom = generator.pick(Self.atoms)
    if isGroup {
      let opening = generator.pick(["(", "(?:"])
      atom = opening + alternatives(depth: depth - 1) + ")"
    }
    return generator.below(2) == 0 ? atom : atom + generator.pick(Self.quantifiers)
  }
}
