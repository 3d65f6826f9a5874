/// The members or elements of one value that have been evaluated, by index among its children. `unevaluatedProperties`
/// and `unevaluatedItems` skip them.
@_spi(Generated) @frozen
public struct EvaluatedChildren {
  /// Whether all children are evaluated.
  public private(set) var isComplete = false
  /// All children before this index are evaluated.
  @usableFromInline var first = 0
  /// Evaluated children among the first 64, and those after them.
  @usableFromInline var bits: UInt64 = 0
  @usableFromInline var others: Set<Int> = []

  @inlinable public init() {}

  @inlinable
  public mutating func insert(_ index: Int) {
    if index < 64 { bits |= 1 << UInt64(truncatingIfNeeded: index) } else { others.insert(index) }
  }

  /// Inserts all children before `count`.
  @inlinable public mutating func insert(first count: Int) { first = Swift.max(first, count) }

  public mutating func insertAll() { isComplete = true }

  @inlinable
  public func contains(_ index: Int) -> Bool {
    isComplete || index < first
      || (index < 64 ? bits & 1 << UInt64(truncatingIfNeeded: index) != 0 : others.contains(index))
  }
}
