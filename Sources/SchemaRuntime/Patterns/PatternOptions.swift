/// How much a pattern may cost, when it is compiled and when it is matched.
public struct PatternOptions: Hashable, Sendable {
  /// Groups inside one another; 250 unless told.
  public var maximumDepth: Int
  /// Steps of one match with look-around or back-references; a million unless told. The stack of such a match
  /// has no more entries than this, of 32 bytes.
  public var stepBudget: Int
  /// Bytes of the table of a pattern; 65,536 unless told. Patterns that need more are matched more slowly.
  public var maximumAutomatonByteCount: Int
  /// States of a pattern once the counts of its groups are written out; 50,000 unless told. Patterns that
  /// need more are refused.
  public var maximumStateCount: Int

  /// The defaults, but for what is given.
  public init(
    maximumDepth: Int = 250, stepBudget: Int = 1_000_000, maximumAutomatonByteCount: Int = 65_536,
    maximumStateCount: Int = 50_000
  ) {
    self.maximumDepth = maximumDepth
    self.stepBudget = stepBudget
    self.maximumAutomatonByteCount = maximumAutomatonByteCount
    self.maximumStateCount = maximumStateCount
  }

  /// How often patterns may spend all their steps on the strings of one payload; further ones are not tried, so that a
  /// payload full of such strings does not take the time of all of them.
  static let mostSpent = 64
}

/// What became of matching a pattern.
@frozen
public enum PatternOutcome: Hashable, Sendable {
  /// The pattern matches somewhere in the text.
  case match
  /// It matches nowhere.
  case noMatch
  /// ``PatternOptions/stepBudget`` was spent before there was an answer. Only patterns that are not linear end so.
  case exhausted
}

/// The step budget of a pattern with look-around or back-references was spent before there was an answer.
public struct PatternExhausted: Error, Hashable, Sendable, CustomStringConvertible {
  /// The pattern.
  public let source: String

  public var description: String {
    "expected the pattern '\(source)' to give an answer within its step budget, found the budget spent"
  }
}
