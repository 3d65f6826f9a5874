/// A regular expression as used by JSON Schema's `pattern` and `patternProperties`: ECMA-262 (2023) with flag `u`, not
/// implicitly anchored.
///
/// Matching only answers yes or no; there are no captures. Create a pattern once and use it for many strings:
///
///     let pattern = try Pattern("^[a-z]+-[0-9]{1,4}$")
///     try pattern.matches("room-42")    // true
///
/// Nearly all patterns match in time linear in the text: most with a table that reads each byte once (``automaton``);
/// if that would be large, with a table over scalars, or by following all states of the pattern in parallel. Patterns
/// with back-references, or with look-around elsewhere than in look-aheads after `^` (``isLinear`` is false), are matched
/// by backtracking within ``PatternOptions/stepBudget``.
///
/// The table is made when the first string is matched: a schema has many patterns, and most documents have few of its
/// members.
///
/// Properties such as `\p{Script=Greek}` and `\p{Emoji}` are those of Unicode 15.0 on every platform.
public struct Pattern: Sendable {
  /// The source text of the pattern.
  package let source: String
  private let lazyMatcher: LazyMatcher
  private var matcher: PatternMatcher { lazyMatcher.matcher }

  /// A matching algorithm; tests compare them.
  package enum Engine: CaseIterable, Sendable {
    case automaton
    case scalars
    case simulation
    case backtracker
  }

  /// Compiles `source`.
  /// - Throws: the first position that is not a valid regular expression, or that exceeds a limit of `options`.
  package init(_ source: String, options: PatternOptions = PatternOptions()) throws(PatternError) {
    let parsed = try PatternParser.parse(source, maximumDepth: options.maximumDepth)
    self.source = source
    // Backtracking has no limit that a pattern could exceed.
    let isValid = parsed.needsBacktracking || Self.isSmall(source, options)
    lazyMatcher = LazyMatcher(parsed, options, isValid ? nil : try PatternMatcher(parsed, options))
  }

  /// Whether a pattern certainly does not exceed the limits of `options`. Without counts, a character makes few states:
  /// four are assumed.
  private static func isSmall(_ source: String, _ options: PatternOptions) -> Bool {
    source.utf8.count < min(1_000, options.maximumStateCount / 4) && !source.utf8.contains(UInt8(ascii: "{"))
  }

  /// Compiles `source` for one engine; nil if that engine cannot run it within the limits.
  package init?(_ source: String, options: PatternOptions, engine: Engine) throws(PatternError) {
    let parsed = try PatternParser.parse(source, maximumDepth: options.maximumDepth)
    self.source = source
    let matcher: PatternMatcher? =
      switch engine {
      case .automaton, .scalars: .table(parsed, options, [engine])
      case .simulation: parsed.needsBacktracking ? nil : try .simulation(parsed, options)
      case .backtracker: .backtracker(parsed, options)
      }
    guard let matcher else { return nil }
    lazyMatcher = LazyMatcher(parsed, options, matcher)
  }

  /// Where the address of the table of ``automaton`` is, as soon as it has been made; null before, and if there is none.
  /// Valid as long as the pattern is kept alive.
  var tableSlot: UnsafeRawPointer { lazyMatcher.tableSlot }

  /// Whether matching takes time linear in the text and cannot be exhausted. Back-references, most look-around and deeply
  /// nested counts such as `((a{0,50}){0,50}){0,50}` are not linear.
  package var isLinear: Bool { stepBudget == .max }

  /// The maximum number of steps of one match; unlimited if ``isLinear`` is true.
  package var stepBudget: Int {
    switch matcher {
    case .automaton, .scalars: .max
    case .simulation(let simulation): simulation.stepBudget
    case .backtracker(let backtracker): backtracker.stepBudget
    }
  }

  /// The table that matches this pattern, if it is small enough, for direct use or for generated code.
  package var automaton: PatternAutomaton? {
    switch matcher {
    case .automaton(let automaton): automaton
    case .scalars, .simulation, .backtracker: nil
    }
  }
}

// MARK: - Needless escapes

extension Pattern {
  /// Checks that ``init(_:options:)`` does not throw, at less cost.
  /// - Returns: The characters that the pattern escapes although flag `u` does not permit it, each once, in order: `&` in
  ///   `a\&b`. They mean themselves.
  @discardableResult
  package static func check(_ source: String) throws(PatternError) -> [Unicode.Scalar] {
    let options = PatternOptions()
    let parsed = try PatternParser.parse(source, maximumDepth: options.maximumDepth)
    if !isSmall(source, options), !parsed.needsBacktracking { _ = try PatternMatcher.simulation(parsed, options) }
    var seen: Set<Unicode.Scalar> = []
    return parsed.needlessEscapes.filter { seen.insert($0).inserted }
  }

  /// The characters that a pattern escapes needlessly (``check(_:)``). None if the pattern is invalid.
  package static func needlessEscapes(in source: String) -> [Unicode.Scalar] {
    // Nearly all patterns have none and need not be parsed for this.
    source.utf8.contains(UInt8(ascii: "\\")) ? (try? check(source)) ?? [] : []
  }

  /// A pattern without its needless escapes.
  package static func withoutNeedlessEscapes(_ source: String) -> String {
    let needless = Set(needlessEscapes(in: source))
    if needless.isEmpty { return source }
    var text = String.UnicodeScalarView()
    var isEscaped = false
    var isInClass = false
    for scalar in source.unicodeScalars {
      // In a class, `-` may be escaped.
      if isEscaped, !needless.contains(scalar) || scalar == "-" && isInClass { text.append("\\") }
      if isEscaped || scalar != "\\" { text.append(scalar) }
      if !isEscaped, scalar == "[" { isInClass = true }
      if !isEscaped, scalar == "]" { isInClass = false }
      isEscaped = !isEscaped && scalar == "\\"
    }
    return String(text)
  }
}

// MARK: - Matching

extension Pattern {
  /// Whether the pattern matches anywhere in `utf8`, which must be well-formed; otherwise the result is unspecified,
  /// but safe.
  package func match(_ utf8: UnsafeBufferPointer<UInt8>) -> PatternOutcome {
    switch matcher {
    case .automaton(let automaton): automaton.matches(utf8) ? .match : .noMatch
    case .scalars(let table): table.matchCountingSteps(utf8).isMatch ? .match : .noMatch
    case .simulation(let simulation): simulation.matchCountingSteps(utf8).outcome
    case .backtracker(let backtracker): backtracker.matchCountingSteps(utf8).outcome
    }
  }

  /// Whether the pattern matches anywhere in `utf8`, which must be well-formed.
  /// - Throws: if ``isLinear`` is false and the step budget is exhausted.
  package func matches(_ utf8: UnsafeBufferPointer<UInt8>) throws(PatternExhausted) -> Bool {
    switch match(utf8) {
    case .match: return true
    case .noMatch: return false
    case .exhausted: throw PatternExhausted(source: source)
    }
  }

  /// Whether the pattern matches anywhere in `text`.
  /// - Throws: if ``isLinear`` is false and the step budget is exhausted.
  package func matches(_ text: String) throws(PatternExhausted) -> Bool {
    var text = text
    switch text.withUTF8({ match($0) }) {
    case .match: return true
    case .noMatch: return false
    case .exhausted: throw PatternExhausted(source: source)
    }
  }

  /// ``match(_:)``, with the number of steps that it took: bytes, states visited, or backtracking steps.
  package func matchCountingSteps(_ utf8: UnsafeBufferPointer<UInt8>) -> (outcome: PatternOutcome, steps: Int) {
    switch matcher {
    case .automaton(let automaton):
      let (isMatch, steps) = automaton.matchCountingSteps(utf8)
      return (isMatch ? .match : .noMatch, steps)
    case .scalars(let table):
      let (isMatch, steps) = table.matchCountingSteps(utf8)
      return (isMatch ? .match : .noMatch, steps)
    case .simulation(let simulation): return simulation.matchCountingSteps(utf8)
    case .backtracker(let backtracker): return backtracker.matchCountingSteps(utf8)
    }
  }
}
