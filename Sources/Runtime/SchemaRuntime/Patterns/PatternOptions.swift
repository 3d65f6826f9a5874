/// Limits for compiling and matching a pattern.
package struct PatternOptions: Hashable, Sendable {
  /// The maximum nesting of groups (default: 250).
  package var maximumDepth: Int
  /// The maximum number of steps of one match with look-around or back-references (default: 1,000,000). The stack of
  /// such a match has at most this many entries of 32 bytes.
  package var stepBudget: Int
  /// The maximum size of a pattern's table in bytes (default: 65,536). Patterns that need more are matched more slowly.
  package var maximumAutomatonByteCount: Int
  /// The maximum number of states of a pattern after expanding the counts of its groups (default: 50,000). Patterns
  /// that need more are rejected.
  package var maximumStateCount: Int

  /// Creates options; those not given have their defaults.
  package init(
    maximumDepth: Int = 250, stepBudget: Int = 1_000_000, maximumAutomatonByteCount: Int = 65_536,
    maximumStateCount: Int = 50_000
  ) {
    self.maximumDepth = maximumDepth
    self.stepBudget = stepBudget
    self.maximumAutomatonByteCount = maximumAutomatonByteCount
    self.maximumStateCount = maximumStateCount
  }

  /// How often patterns may exhaust their steps on the strings of one payload. Further patterns are not tried, so that
  /// the time for a payload full of such strings stays limited.
  static let mostSpent = 64
}

/// The outcome of matching a pattern.
package enum PatternOutcome: Hashable, Sendable {
  /// The pattern matches somewhere in the text.
  case match
  /// It matches nowhere.
  case noMatch
  /// ``PatternOptions/stepBudget`` was exhausted before there was a result. Only possible for nonlinear patterns.
  case exhausted
}

/// The step budget of a pattern with look-around or back-references was exhausted before there was a result.
package struct PatternExhausted: Error, Hashable, Sendable, CustomStringConvertible {
  /// The pattern.
  package let source: String

  package var description: String {
    "expected the pattern '\(source)' to give an answer within its step budget, found the budget spent"
  }
}
