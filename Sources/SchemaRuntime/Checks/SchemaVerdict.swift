/// What is known of a value and a schema: that it satisfies it, that it does not, or that a limit ran out before there
/// was an answer.
///
/// Verdicts are joined by Kleene's strong logic: *undecided* stands for either answer, and spreads only where either
/// would make a difference. `{"anyOf": [a, true]}` is valid whatever `a` says, and `{"not": a}` is undecided with `a`.
/// The order of the cases is that of the logic: all of several schemas hold as far as the least of their verdicts.
@frozen
public enum SchemaVerdict: UInt8, Hashable, Sendable, Comparable, CaseIterable {
  case invalid = 0
  /// A limit ran out that decides. A payload of which no more is known is refused.
  case undecided = 1
  case valid = 2

  @inlinable
  public init(_ isValid: Bool) { self = isValid ? .valid : .invalid }

  @inlinable
  public static func < (a: SchemaVerdict, b: SchemaVerdict) -> Bool { a.rawValue < b.rawValue }

  /// Takes another verdict in, which has to hold as well.
  @inlinable
  mutating func narrow(_ other: SchemaVerdict) { if other < self { self = other } }
}
