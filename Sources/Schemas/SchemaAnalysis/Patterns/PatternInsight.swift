package import SchemaRuntime

/// Properties of a regular expression, independent of any text: for checking schemas, never for matching.
///
///     PatternInsight("[a-z]+")?.isLooseAtEnd    // true: the '+' changes nothing
package struct PatternInsight: Hashable, Sendable {
  /// Whether matching takes time linear in the text.
  package private(set) var isLinear = true
  /// Whether it is proven that no text matches.
  package var neverMatches = false
  /// Whether it is proven that every text matches.
  package var alwaysMatches = false
  /// Whether the pattern begins, without an anchor, with a repetition whose count changes nothing.
  package var isLooseAtStart = false
  /// Whether the pattern ends, without an anchor, with a repetition whose count changes nothing.
  package var isLooseAtEnd = false
  /// Whether `^` belongs to the first alternative alone and `$` to the last, as in `^a|b$`.
  package var dividesAnchors = false
  /// Whether `^` or a look-behind is at its start, in all alternatives, and the like at its end.
  package var isAnchoredAtStart = false
  package var isAnchoredAtEnd = false
  /// Whether it is a choice between alternatives as a whole.
  package var hasAlternatives = false

  /// Returns nil if `source` is not a regular expression.
  package init?(_ source: String, options: PatternOptions = PatternOptions()) {
    guard let parsed = try? PatternParser.parse(source, maximumDepth: options.maximumDepth) else { return nil }
    isLinear = !parsed.needsBacktracking
    let ends = Self.ends(of: parsed)
    isLooseAtStart = !ends.isAnchoredAtStart && ends.isCountedAtStart
    isLooseAtEnd = !ends.isAnchoredAtEnd && ends.isCountedAtEnd
    dividesAnchors = ends.dividesAnchors
    (isAnchoredAtStart, isAnchoredAtEnd) = (ends.isAnchoredAtStart, ends.isAnchoredAtEnd)
    if case .alternation = parsed.nodes.last { hasAlternatives = true }
    decideMatches(parsed, options)
  }

  /// Equivalent states are merged in a minimal automaton, so states without a match are the dead one.
  private mutating func decideMatches(_ parsed: ParsedPattern, _ options: PatternOptions) {
    guard
      let (automaton, _) = ScalarAutomaton.minimal(
        of: parsed, byteCount: options.maximumAutomatonByteCount, maximumStateCount: options.maximumStateCount)
    else { return }
    isLinear = true
    neverMatches = automaton.start == ScalarAutomaton.dead
    alwaysMatches = automaton.start == ScalarAutomaton.matched
  }
}

// MARK: - Starts and ends

extension PatternInsight {
  /// How a part of a pattern begins and ends.
  private struct Ends {
    var isAnchoredAtStart = false
    var isAnchoredAtEnd = false
    /// Whether it begins with something that may occur a varying number of times.
    var isCountedAtStart = false
    var isCountedAtEnd = false
    /// Whether it is a set of nearly all characters: `.+` is not expected to have a definite end.
    var isBroad = false
    /// Whether it is a repetition of such a set, which takes whatever a neighbor leaves out.
    var takesRest = false
    var dividesAnchors = false
  }

  /// The size from which a set of code points means "anything" or "anything except".
  private static let broadCount = 0x10_0000

  private static func ends(of pattern: ParsedPattern) -> Ends {
    var stack: [Ends] = []
    for node in pattern.nodes {
      switch node {
      case .empty: stack.append(Ends())
      case .set(let set, _):
        let count = pattern.sets[set].ranges.reduce(0) { $0 + $1.count }
        stack.append(Ends(isBroad: count >= broadCount))
      case .backReference: stack.append(Ends())
      case .assertion(let assertion):
        stack.append(Ends(isAnchoredAtStart: assertion != .end, isAnchoredAtEnd: assertion != .start))
      case .look: stack[stack.count - 1] = Ends(isAnchoredAtStart: true, isAnchoredAtEnd: true)
      case .capture: break
      case .sequence(let count, _): replace(count, of: &stack, sequence)
      case .alternation(let count): replace(count, of: &stack, alternation)
      case .repetition(let count): replace(1, of: &stack) { repetition($0[0], count) }
      }
    }
    return stack.last ?? Ends()
  }

  private static func replace(_ count: Int, of stack: inout [Ends], _ join: ([Ends]) -> Ends) {
    let operands = Array(stack.suffix(count))
    stack.removeLast(operands.count)
    stack.append(operands.isEmpty ? Ends() : join(operands))
  }

  private static func sequence(_ parts: [Ends]) -> Ends {
    guard let first = parts.first, let last = parts.last else { return Ends() }
    let (second, secondToLast) = (parts.dropFirst().first, parts.dropLast().last)
    return Ends(
      isAnchoredAtStart: first.isAnchoredAtStart, isAnchoredAtEnd: last.isAnchoredAtEnd,
      isCountedAtStart: first.isCountedAtStart && second?.takesRest != true,
      isCountedAtEnd: last.isCountedAtEnd && secondToLast?.takesRest != true,
      dividesAnchors: parts.contains(where: \.dividesAnchors))
  }

  private static func alternation(_ branches: [Ends]) -> Ends {
    guard let first = branches.first, let last = branches.last else { return Ends() }
    let divides =
      first.isAnchoredAtStart && !first.isAnchoredAtEnd && last.isAnchoredAtEnd && !last.isAnchoredAtStart
    // Next to an alternative for the whole text (`^\s+$|\s{2,}`), the others are meant to match anywhere.
    let isMixed = branches.contains { $0.isAnchoredAtStart && $0.isAnchoredAtEnd }
    return Ends(
      isAnchoredAtStart: isMixed || branches.allSatisfy(\.isAnchoredAtStart),
      isAnchoredAtEnd: isMixed || branches.allSatisfy(\.isAnchoredAtEnd),
      isCountedAtStart: branches.contains { $0.isCountedAtStart && !$0.isAnchoredAtStart },
      isCountedAtEnd: branches.contains { $0.isCountedAtEnd && !$0.isAnchoredAtEnd },
      dividesAnchors: divides || branches.contains(where: \.dividesAnchors))
  }

  private static func repetition(_ body: Ends, _ count: PatternNode.Repetition) -> Ends {
    let varies = count.maximum > count.minimum && !body.isBroad
    return Ends(
      isAnchoredAtStart: body.isAnchoredAtStart && count.minimum > 0,
      isAnchoredAtEnd: body.isAnchoredAtEnd && count.minimum > 0,
      isCountedAtStart: varies || count.minimum > 0 && body.isCountedAtStart,
      isCountedAtEnd: varies || count.minimum > 0 && body.isCountedAtEnd,
      takesRest: body.isBroad && count.maximum > count.minimum, dividesAnchors: body.dividesAnchors)
  }
}
