/// Whether a value satisfies a schema: yes, no, or undecided because a limit was reached first.
///
/// Verdicts are combined by Kleene's strong logic: *undecided* stands for either answer, and propagates only where the
/// answer would make a difference. `{"anyOf": [a, true]}` is valid whatever `a` is, and `{"not": a}` is undecided if
/// `a` is. The cases are ordered so that the conjunction of verdicts is their minimum.
package enum SchemaVerdict: UInt8, Hashable, Sendable, Comparable, CaseIterable {
  case invalid = 0
  /// A limit was reached that affects the verdict. The payload is rejected.
  case undecided = 1
  case valid = 2

  @inlinable
  package init(_ isValid: Bool) { self = isValid ? .valid : .invalid }

  @inlinable
  package static func < (a: SchemaVerdict, b: SchemaVerdict) -> Bool { a.rawValue < b.rawValue }

  /// Combines this verdict with another that must hold as well.
  @inlinable
  mutating func narrow(_ other: SchemaVerdict) { if other < self { self = other } }
}
