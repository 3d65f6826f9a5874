internal import CJSONScan

/// What matches the texts of a ``Pattern``.
enum PatternMatcher: Sendable {
  case automaton(PatternAutomaton)
  indirect case scalars(ScalarTable)
  indirect case simulation(PatternSimulation)
  indirect case backtracker(PatternBacktracker)

  /// The fastest that the limits permit.
  init(_ parsed: ParsedPattern, _ options: PatternOptions) throws(PatternError) {
    if let table = Self.table(parsed, options, [.automaton, .scalars]) {
      self = table
    } else if parsed.needsBacktracking {
      self = .backtracker(parsed, options)
    } else {
      self = try .simulation(parsed, options)
    }
  }

  /// The first of `engines`, which both use a minimal automaton, whose table is within the limit.
  static func table(_ parsed: ParsedPattern, _ options: PatternOptions, _ engines: [Pattern.Engine]) -> PatternMatcher?
  {
    let byteCount = options.maximumAutomatonByteCount
    guard
      let (automaton, classes) = ScalarAutomaton.minimal(
        of: parsed, byteCount: byteCount, maximumStateCount: options.maximumStateCount)
    else { return nil }
    if engines.contains(.automaton), let bytes = ByteAutomaton(automaton, classes, maximumByteCount: byteCount),
      let table = PatternAutomaton(bytes, maximumByteCount: byteCount)
    {
      return .automaton(table)
    }
    guard engines.contains(.scalars) else { return nil }
    return ScalarTable(automaton, classes, maximumByteCount: byteCount).map { .scalars($0) }
  }

  static func simulation(_ parsed: ParsedPattern, _ options: PatternOptions) throws(PatternError) -> PatternMatcher {
    let limit = options.maximumStateCount
    guard let classes = ScalarClasses(of: parsed) else { throw PatternError(.tooLarge(limit: limit), at: 0) }
    let nfa = try PatternNFA(parsed, countsSets: true, maximumStateCount: limit)
    return .simulation(PatternSimulation(nfa, classes, stepBudget: options.stepBudget))
  }

  static func backtracker(_ parsed: ParsedPattern, _ options: PatternOptions) -> PatternMatcher {
    .backtracker(PatternBacktracker(BacktrackingProgram(parsed), stepBudget: options.stepBudget))
  }
}

/// A matcher that is made when it is first asked for.
final class LazyMatcher: @unchecked Sendable {
  // Unchecked: both slots are set once, atomically.
  private let parsed: ParsedPattern
  private let options: PatternOptions
  /// The retained matcher, then the address of the table of its automaton.
  private let slots: UnsafeMutablePointer<UnsafeMutableRawPointer?>

  private final class Made: Sendable {
    let matcher: PatternMatcher

    init(_ matcher: PatternMatcher) { self.matcher = matcher }
  }

  /// - Parameter matcher: the matcher, if it is made already; nil for a pattern that is within the limits of `options`.
  init(_ parsed: ParsedPattern, _ options: PatternOptions, _ matcher: PatternMatcher?) {
    self.parsed = parsed
    self.options = options
    slots = .allocate(capacity: 2)
    slots.initialize(repeating: nil, count: 2)
    if let matcher { _ = set(matcher) }
  }

  var tableSlot: UnsafeRawPointer { UnsafeRawPointer(slots + 1) }

  var matcher: PatternMatcher {
    if let made = json_once_load(slots) { return Unmanaged<Made>.fromOpaque(made).takeUnretainedValue().matcher }
    // The backtracker has no limit for what it makes.
    return set((try? PatternMatcher(parsed, options)) ?? .backtracker(parsed, options))
  }

  private func set(_ matcher: PatternMatcher) -> PatternMatcher {
    let new = Unmanaged.passRetained(Made(matcher))
    let present = json_once_store(slots, new.toOpaque())
    if present != new.toOpaque() { new.release() }
    let set = Unmanaged<Made>.fromOpaque(present).takeUnretainedValue().matcher
    if case .automaton(let automaton) = set {
      _ = json_once_store(slots + 1, UnsafeMutableRawPointer(mutating: automaton.base))
    }
    return set
  }

  deinit {
    if let made = slots[0] { Unmanaged<Made>.fromOpaque(made).release() }
    slots.deallocate()
  }
}
