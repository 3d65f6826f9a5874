/// The members of an object that were null, where a model has one state for null and absence: they are written as they
/// came.
///
/// All are equal, so that two models are equal if their members are.
@_spi(Generated) @frozen
public struct NullMembers: Hashable, Sendable {
  /// A bit for each member by its index, and those beyond the first 64.
  @usableFromInline var bits: UInt64 = 0
  @usableFromInline var further: [UInt64] = []

  @inlinable
  public init() {}

  /// Whether the member with an index was null.
  public subscript(index: Int) -> Bool {
    if index < 64 { return bits >> UInt64(index) & 1 != 0 }
    let word = index / 64 - 1
    return word < further.count && further[word] >> UInt64(index % 64) & 1 != 0
  }

  mutating func insert(_ index: Int) {
    if index < 64 {
      bits |= 1 << UInt64(index)
      return
    }
    let word = index / 64 - 1
    while further.count <= word { further.append(0) }
    further[word] |= 1 << UInt64(index % 64)
  }

  @inlinable
  public static func == (a: NullMembers, b: NullMembers) -> Bool { true }
  @inlinable
  public func hash(into hasher: inout Hasher) {}
}
