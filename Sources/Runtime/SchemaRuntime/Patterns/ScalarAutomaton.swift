/// A deterministic automaton over the classes of a pattern: one step per code point.
///
/// Built from ``PatternNFA`` by subset construction, which gives up (nil) if the automaton would be too large;
/// minimized in `ScalarAutomaton+Minimizing.swift`; converted to bytes by ``ByteAutomaton``. State 0 is dead: no
/// continuation can match. State 1 has matched, whatever follows. `^ab` over the classes 0 (other), 1 (a), 2 (b) is: 2
/// →a→ 3 →b→ 1, all else → 0.
package struct ScalarAutomaton: Sendable {
  package static let dead: Int32 = 0
  package static let matched: Int32 = 1

  package internal(set) var classCount: Int
  package internal(set) var start: Int32
  /// `transitions[state * classCount + class]`.
  package internal(set) var transitions: [Int32]
  /// Whether the input may end in each state.
  package internal(set) var accepting: [Bool]

  var stateCount: Int { accepting.count }

  /// The limits of the construction.
  struct Budget {
    var transitionCount: Int
    /// States of the NFA visited.
    var stepCount: Int
    /// Checks whether a set of the pattern contains a class.
    var checkCount: Int

    /// Slightly more than an automaton of `byteCount` bytes can need before minimization.
    init(byteCount: Int) {
      transitionCount = 4 * byteCount
      stepCount = 1_000_000
      checkCount = 10_000_000
    }
  }

  init?(_ nfa: PatternNFA, _ classes: ScalarClasses, budget: Budget) {
    var builder = SubsetConstruction(nfa, classes)
    guard builder.build(budget) else { return nil }
    classCount = classes.count
    start = builder.start
    transitions = builder.transitions
    accepting = builder.accepting
  }
}

extension ScalarAutomaton {
  /// The most look-aheads at the start of a pattern that become part of its automaton.
  private static let mostLookAheads = 8

  /// The minimal automaton of a pattern, and its classes.
  ///
  /// - Parameter byteCount: the approximate size of the table that may be made from it.
  /// - Returns: nil if it would be larger, or if the pattern has back-references or look-around elsewhere than in
  ///   look-aheads at the start.
  package static func minimal(
    of parsed: ParsedPattern, byteCount: Int, maximumStateCount: Int = .max
  ) -> (automaton: ScalarAutomaton, classes: ScalarClasses)? {
    let parts: LookAheads? = parsed.needsBacktracking ? LookAheads(parsed) : nil
    if let parts, !parts.isExact || parts.looks.count > mostLookAheads { return nil }
    // All parts have the sets of the pattern.
    guard let classes = ScalarClasses(of: parts?.rest ?? parsed) else { return nil }
    let partBytes = byteCount / (1 + (parts?.looks.count ?? 0))
    func minimized(_ part: ParsedPattern) -> ScalarAutomaton? {
      // An automaton that fits into the bytes results from only slightly more states of the NFA.
      guard
        let nfa = try? PatternNFA(part, countsSets: false, maximumStateCount: min(maximumStateCount, partBytes)),
        var automaton = ScalarAutomaton(nfa, classes, budget: Budget(byteCount: partBytes))
      else { return nil }
      automaton.minimize()
      return automaton
    }
    guard var automaton = minimized(parts?.rest ?? parsed) else { return nil }
    for look in parts?.looks ?? [] {
      guard
        let other = minimized(look.pattern),
        let both = automaton.intersection(with: other, isNegated: look.isNegated, Budget(byteCount: byteCount))
      else { return nil }
      automaton = both
      automaton.minimize()
    }
    return (automaton, classes)
  }

  /// The automaton of the texts that match this minimal one, and another over the same classes.
  ///
  /// - Parameter isNegated: whether the texts must not match the other.
  /// - Returns: nil if the budget is exhausted.
  private func intersection(with other: Self, isNegated: Bool, _ budget: Budget) -> ScalarAutomaton? {
    let (never, always) = isNegated ? (Self.matched, Self.dead) : (Self.dead, Self.matched)
    var pairs: [(own: Int32, other: Int32)] = [(Self.dead, never), (Self.matched, always)]
    var numbers = Lookup<UInt64, Int32>()
    func number(_ own: Int32, _ other: Int32) -> Int32 {
      if own == Self.dead || other == never { return Self.dead }
      if own == Self.matched, other == always { return Self.matched }
      let count = pairs.count
      let number = numbers.value(of: UInt64(own) << 32 | UInt64(other), or: Int32(count))
      if number == count { pairs.append((own, other)) }
      return number
    }
    var both = self
    both.start = number(start, other.start)
    both.transitions = []
    both.accepting = []
    var state = 0
    while state < pairs.count {
      guard both.transitions.count <= budget.transitionCount else { return nil }
      let pair = (own: Int(pairs[state].own), other: Int(pairs[state].other))
      both.accepting.append(accepting[pair.own] && other.accepting[pair.other] != isNegated)
      for scalarClass in 0..<classCount {
        both.transitions.append(
          number(
            transitions[pair.own * classCount + scalarClass], other.transitions[pair.other * classCount + scalarClass]))
      }
      state += 1
    }
    return both
  }
}

/// The subset construction: a state of the result is a set of states of the NFA.
///
/// `$` and `\b` cannot be decided before the next character is read. States that reach one keep the assertion as a
/// member, together with whether the last character was a word character, and decide it on the outgoing transition.
private struct SubsetConstruction {
  private let nfa: PatternNFA
  private let classes: ScalarClasses
  private var closure: PatternClosure
  private var resolved: PatternClosure
  private var numbers = Lookup<Key, Int32>()
  private var keys: [Key] = []
  private(set) var start: Int32 = 0
  private(set) var transitions: [Int32] = []
  private(set) var accepting: [Bool] = []
  private var checks = 0

  private struct Key: Hashable {
    var members: [Int32]
    var hasPending: Bool
    var previousIsWord: Bool
  }

  init(_ nfa: PatternNFA, _ classes: ScalarClasses) {
    self.nfa = nfa
    self.classes = classes
    closure = PatternClosure(nfa.states)
    resolved = PatternClosure(nfa.states)
  }

  mutating func build(_ budget: ScalarAutomaton.Budget) -> Bool {
    for state in [ScalarAutomaton.dead, ScalarAutomaton.matched] {
      keys.append(Key(members: [], hasPending: false, previousIsWord: false))
      accepting.append(state == ScalarAutomaton.matched)
      transitions.append(contentsOf: repeatElement(state, count: classes.count))
    }
    closure.add(nfa.start, PatternContext(isStart: true, next: .unknown))
    start = number(previousIsWord: false, isStart: true)
    var state = 2
    while state < keys.count {
      guard transitions.count <= budget.transitionCount, closure.steps + resolved.steps <= budget.stepCount else {
        return false
      }
      guard addTransitions(of: keys[state], isStart: state == Int(start), budget) else { return false }
      state += 1
    }
    return true
  }

  /// The number of the state that `closure` describes, which is created if new.
  private mutating func number(previousIsWord: Bool, isStart: Bool) -> Int32 {
    if closure.hasMatch { return ScalarAutomaton.matched }
    if closure.members.isEmpty, nfa.isAnchored { return ScalarAutomaton.dead }
    let key = Key(
      members: closure.members.sorted(), hasPending: closure.hasPending,
      previousIsWord: closure.hasPending && previousIsWord)
    // The start differs from an equal later set, because `^` in its pending assertions is decided differently.
    if !isStart, let known = numbers[key] { return known }
    let new = Int32(keys.count)
    if !isStart { numbers.set(key, new) }
    keys.append(key)
    let end = resolve(key, isStart: isStart, .end)
    accepting.append(end.hasMatch)
    return new
  }

  /// Returns the members of `key` after assertions are decided for the `next` character.
  private mutating func resolve(
    _ key: Key, isStart: Bool, _ next: PatternContext.Next
  ) -> (members: [Int32], hasMatch: Bool) {
    guard key.hasPending else { return (key.members, false) }
    let context = PatternContext(isStart: isStart, previousIsWord: key.previousIsWord, next: next)
    resolved.removeAll()
    for member in key.members { resolved.add(member, context) }
    return (resolved.members, resolved.hasMatch)
  }

  /// Returns false if the budget is exhausted; a single state may have thousands of classes and members.
  private mutating func addTransitions(of key: Key, isStart: Bool, _ budget: ScalarAutomaton.Budget) -> Bool {
    let other = resolve(key, isStart: isStart, .other)
    let word = key.hasPending ? resolve(key, isStart: isStart, .word) : other
    for scalarClass in 0..<classes.count {
      let isWord = classes.isWord[scalarClass]
      let source = isWord ? word : other
      if source.hasMatch {
        transitions.append(ScalarAutomaton.matched)
        continue
      }
      checks += source.members.count
      guard checks <= budget.checkCount, closure.steps <= budget.stepCount else { return false }
      closure.removeAll()
      let context = PatternContext(previousIsWord: isWord, next: .unknown)
      if !nfa.isAnchored { closure.add(nfa.start, context) }
      for member in source.members {
        guard case .set(let set, let next) = nfa.states[Int(member)],
          classes.contains(set: set, scalarClass: scalarClass)
        else { continue }
        closure.add(next, context)
      }
      transitions.append(number(previousIsWord: isWord, isStart: false))
    }
    return true
  }
}
