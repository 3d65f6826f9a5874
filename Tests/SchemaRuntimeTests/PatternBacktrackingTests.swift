@_spi(Generated) import SchemaRuntime
import Testing

/// Look-around and back-references, most of which only the backtracking matcher supports, and its limits.
@Suite struct PatternBacktrackingTests {
  @Test(arguments: lookAround + backReferences)
  func matches(_ row: PatternCase) throws { try row.check() }

  @Test(arguments: lookAround + backReferences)
  func isNotLinear(_ row: PatternCase) throws {
    let pattern = try Pattern(row.pattern)
    #expect(!pattern.isLinear)
    #expect(pattern.automaton == nil)
  }

  @Test(arguments: lookAheads)
  func isPartOfTheAutomaton(_ row: PatternCase) throws {
    try row.check()
    let pattern = try Pattern(row.pattern)
    #expect(pattern.isLinear)
    #expect(pattern.automaton != nil)
  }

  @Test("Look-aheads that are too many for an automaton are matched by backtracking")
  func manyLookAheads() throws {
    for count in [8, 9] {
      let pattern = try Pattern("^" + String(repeating: "(?=.*a)", count: count) + "b")
      #expect(pattern.isLinear == (count == 8))
      #expect(pattern.outcome(of: "ba") == .match)
      #expect(pattern.outcome(of: "b") == .noMatch)
    }
  }

  @Test("An exceeded budget is an outcome, and an error where the answer must be yes or no")
  func exhaustion() throws {
    let pattern = try Pattern("^(a+)+$(?<=a)", options: PatternOptions(stepBudget: 1_000))
    let text = String(repeating: "a", count: 40) + "b"
    #expect(pattern.outcome(of: text) == .exhausted)
    let error = #expect(throws: PatternExhausted.self) { try pattern.matches(text) }
    #expect(error?.source == pattern.source)
    #expect(try pattern.matches("aaa"))
    #expect(try !pattern.matches("b"))
  }

  @Test("The steps stay within the budget", arguments: [1, 10, 1_000, 100_000])
  func budget(_ budget: Int) throws {
    let pattern = try Pattern("(?:(a*)*\\1)*$b(?!c)", options: PatternOptions(stepBudget: budget))
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: 200)
    let (outcome, steps) = text.withUnsafeBufferPointer { pattern.matchCountingSteps($0) }
    #expect(outcome == .exhausted)
    #expect(steps <= budget + text.count + 1)
  }

  @Test(
    "Work that leads nowhere is counted",
    arguments: [
      ("a run that falls short of its minimum", "(?=a)a{30000}b"),
      ("a look-behind that reads all that came before", "(?<=^a*)c"),
      ("groups that each turn forgets", "(?=a)(?:" + String(repeating: "(b)?", count: 500) + "a)*c"),
      ("a reference to a long text", "^(a*)\\1\\1b$"),
    ])
  func countsLostWork(_ name: String, _ source: String) throws {
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: 20_000)
    let (outcome, steps) = text.withUnsafeBufferPointer { bytes in
      do throws(PatternError) { return try Pattern(source).matchCountingSteps(bytes) } catch { return (.match, 0) }
    }
    #expect(outcome == .exhausted, "\(name)")
    #expect(steps <= 1_000_000 + text.count + 1)
  }

  /// At the start of the text.
  private static let lookAheads = [
    PatternCase("a negated one", "^(?!.*secret).*$", matches: ["open", ""], fails: ["a secret"]),
    PatternCase(
      "several as conditions", "^(?=.*[a-z])(?=.*\\d).{4,}$", matches: ["abc1"], fails: ["abcd", "ab1", "1234"]),
    PatternCase("both kinds", "^(?=a)(?!ab)", matches: ["a", "ac"], fails: ["", "ab", "b"]),
    PatternCase(
      "a name that is excluded", "^(?!variables$).+$", matches: ["css", "variable"], fails: ["variables", ""]),
    PatternCase("a prefix that is excluded", "^(?!x-)", matches: ["", "x", "a-"], fails: ["x-", "x-y"]),
    PatternCase("characters of several bytes", "^(?!é🐲)[^b]", matches: ["é", "🐲"], fails: ["é🐲", "b"]),
    PatternCase("a boundary at its end", "^(?!foo\\b)\\w+$", matches: ["food", "bar"], fails: ["foo", "foo x"]),
    PatternCase("a group", "^(?=(a|b)c)(.)c$", matches: ["ac", "bc"], fails: ["cc"]),
    PatternCase("an alternative for all texts", "^(?!a|)b", fails: ["", "a", "b"]),
    PatternCase("an empty one holds", "^(?=)a$", matches: ["a"], fails: ["b"]),
    PatternCase("an empty negated one never holds", "^(?!)a$", fails: ["", "a"]),
    PatternCase("nothing else", "^(?=a$)", matches: ["a"], fails: ["", "ab"]),
  ]

  private static let lookAround = [
    PatternCase("a look-ahead consumes nothing", "^a(?=b)b$", matches: ["ab"], fails: ["a", "aab"]),
    PatternCase("a look-ahead in the middle", "foo(?=bar)", matches: ["foobar"], fails: ["foobaz", "foo"]),
    PatternCase("a negated look-ahead", "foo(?!bar)", matches: ["foobaz", "foo"], fails: ["foobar"]),
    PatternCase("a look-behind", "(?<=\\$)\\d+", matches: ["a $42"], fails: ["42", "€42"]),
    PatternCase("a look-behind at the start fails", "(?<=a)b", matches: ["ab"], fails: ["b", "cb"]),
    PatternCase("a negated look-behind", "(?<!a)b", matches: ["b", "cb"], fails: ["ab", "a"]),
    PatternCase("a look-behind reads right to left", "(?<=a{2}b*)c", matches: ["aabbc", "aac"], fails: ["abbc"]),
    PatternCase("a look-behind over longer scalars", "(?<=é🐲)x", matches: ["é🐲x"], fails: ["🐲x", "éx"]),
    PatternCase("a look-behind with a caret", "(?<=^a*)b", matches: ["aab", "b"], fails: ["cab"]),
    PatternCase("a lazy look-behind", "(?<=^a+?)b", matches: ["aab"], fails: ["cb", "b"]),
    PatternCase("alternatives in a look-behind", "(?<=x|yz)a", matches: ["xa", "yza"], fails: ["za", "a"]),
    PatternCase("a look-ahead in a look-behind", "(?<=a(?=b).)c", matches: ["abc"], fails: ["adc"]),
    PatternCase("a look-ahead in a look-ahead", "^(?=a(?!b))a", matches: ["ac", "a"], fails: ["ab"]),
    PatternCase("a look-ahead does not try again", "^(?=(a+))a*b\\1$", matches: ["aabaa"], fails: ["aaba"]),
    PatternCase("a boundary in a look-behind", "(?<=\\b)a", matches: ["a", "b a"], fails: ["ba"]),
    PatternCase("a look-ahead in a loop", "^(?:(?=[ab])\\w)*$", matches: ["abba", ""], fails: ["abc"]),
    PatternCase("an empty negated look-ahead never holds", "(?!)", fails: ["", "a"]),
    PatternCase("a look-behind of all the text", "$(?<=^[ab]*)", matches: ["", "abab"], fails: ["abc"]),
    PatternCase("long runs in a look-behind", "(?<=^[é]{2,3})x", matches: ["ééx", "éééx"], fails: ["éx", "ééééx"]),
  ]

  private static let backReferences = [
    PatternCase("a reference by number", "^(a|b)\\1$", matches: ["aa", "bb"], fails: ["ab", "a"]),
    PatternCase("a reference by name", "^(?<q>['\"]).*\\k<q>$", matches: ["'a'", "\"\""], fails: ["'a\"", "'"]),
    PatternCase("two references", "^(.)(.)\\2\\1$", matches: ["abba", "é🐲🐲é"], fails: ["abab"]),
    PatternCase("a reference to what did not take part is empty", "^(a)?\\1b$", matches: ["b", "aab"], fails: ["ab"]),
    PatternCase("a reference before its group is empty", "^\\1(a)$", matches: ["a"], fails: ["aa"]),
    PatternCase("a reference by name before its group is empty", "^\\k<x>(?<x>a)$", matches: ["a"], fails: ["aa"]),
    PatternCase("a reference inside its group is empty", "^(a\\1)$", matches: ["a"], fails: ["aa"]),
    PatternCase("each turn forgets groups", "^(?:(a)|b\\1c)+$", matches: ["abc", "aabc"], fails: ["abac"]),
    PatternCase("a repeated reference", "^(ab)\\1{2}$", matches: ["ababab"], fails: ["abab"]),
    PatternCase("a text twice", "^(.+)\\1$", matches: ["abab", "aa"], fails: ["aba", ""]),
    PatternCase(
      "a reference of two digits", "^(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)\\10$", matches: ["abcdefghijj"],
      fails: ["abcdefghija0"]),
    PatternCase(
      "a negated look-ahead forgets its groups", "^(?!(a)x)\\1b$|^ab$", matches: ["b", "ab"], fails: ["aab"]),
    PatternCase("a look-ahead keeps its groups", "^(?=(a+))\\1$", matches: ["aa"], fails: ["b"]),
    PatternCase("a reference in a look-behind, read right to left", "(?<=\\1(a))b", matches: ["aab"], fails: ["ab"]),
    PatternCase(
      "a reference after its group in a look-behind is empty", "^x(?<=(x)\\1)$", matches: ["x"], fails: ["y"]),
    PatternCase("lazy loops in a look-ahead capture the least", "^(?=(a*?))\\1b", matches: ["b"], fails: ["aab"]),
    PatternCase("an empty turn does not count", "^(?:a?)*?b(x?)\\1$", matches: ["b", "aabxx"], fails: ["bx"]),
    PatternCase("an empty turn that is due counts", "^(?:a?){3}(b)\\1$", matches: ["bb", "aabb"], fails: ["aaaabb"]),
  ]
}
