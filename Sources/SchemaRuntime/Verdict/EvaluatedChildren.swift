/// Which members or elements of one value some schema has evaluated, by their places in the document: what
/// `unevaluatedProperties` and `unevaluatedItems` leave out.
@frozen
public struct EvaluatedChildren {
  /// Whether all children are evaluated.
  public private(set) var isComplete = false
  /// The children before this one are.
  @usableFromInline var first = 0
  /// Those among the first 64, and those after them.
  @usableFromInline var bits: UInt64 = 0
  @usableFromInline var others: Set<Int> = []

  @inlinable public init() {}

  @inlinable
  public mutating func insert(_ place: Int) {
    if place < 64 { bits |= 1 << UInt64(truncatingIfNeeded: place) } else { others.insert(place) }
  }

  /// All children before `count`.
  @inlinable public mutating func insert(first count: Int) { first = Swift.max(first, count) }

  public mutating func insertAll() { isComplete = true }

  @inlinable
  public func contains(_ place: Int) -> Bool {
    isComplete || place < first
      || (place < 64 ? bits & 1 << UInt64(truncatingIfNeeded: place) != 0 : others.contains(place))
  }
}
