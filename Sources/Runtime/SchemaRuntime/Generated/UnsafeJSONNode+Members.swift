// The members of an object, for a generated validator: a loop that identifies the declared member at each step.
//
//     json.isObject(of: names, required: 0x3) { index, value in
//       switch index { … }
//     }
//
// The loop is here, and its state in registers, so that validators are small and quick to compile.
@_spi(Generated) extension UnsafeJSONNode {
  /// Whether this is an object whose members are valid, that has the required ones, and no two with the same name.
  ///
  /// - Parameters:
  ///   - bits: the indexes of the required members among the first 64 declared ones.
  ///   - isValid: called with the index of a member among the declared ones, -1 if it is not declared, and its value.
  @inline(never)
  public func isObject(
    of names: TextTable, required bits: UInt64 = 0, where isValid: (_ index: Int, _ value: UnsafeJSONNode) -> Bool
  ) -> Bool {
    if names.count > 64 { return found(among: names, where: isValid)?.contains(all: bits) ?? false }
    return foundBits(names, isValid).map { $0 & bits == bits } ?? false
  }

  /// The declared members that are present in this object; nil if one is invalid, if two have the same name, or if this
  /// is not an object.
  ///
  /// - Parameter isValid: called with the index of a member among the declared ones, -1 if it is not declared, and its
  ///   value.
  @inline(never)
  public func found(
    among names: TextTable, where isValid: (_ index: Int, _ value: UnsafeJSONNode) -> Bool
  ) -> FoundMembers? {
    if names.count <= 64 { return foundBits(names, isValid).map { FoundMembers(first: $0, further: []) } }
    guard isObject else { return nil }
    var found = FoundMembers(first: 0, further: Array(repeating: 0, count: (names.count - 1) / 64))
    var otherCount = 0
    var last = -1
    for (name, value) in members {
      let index = names.index(of: name, after: last)
      guard isValid(index, value) else { return nil }
      if index < 0 {
        otherCount &+= 1
        continue
      }
      if !found.insert(index) { return nil }
      last = index
    }
    return otherCount < 2 || repeatedOwnName() == nil ? found : nil
  }

  /// The same for at most 64 names.
  @inline(__always)
  private func foundBits(_ names: TextTable, _ isValid: (_ index: Int, _ value: UnsafeJSONNode) -> Bool) -> UInt64? {
    guard isObject else { return nil }
    let end = contentEnd
    var entry = contentStart
    var last = -1
    var found: UInt64 = 0
    var otherCount = 0
    while entry < end {
      let value = self[at: entry &+ 1]
      let index = names.index(of: self[at: entry], after: last)
      entry = value.nextIndex
      guard isValid(index, value) else { return nil }
      if index < 0 {
        otherCount &+= 1
        continue
      }
      let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: index)
      if found & bit != 0 { return nil }
      found |= bit
      last = index
    }
    return otherCount < 2 || repeatedOwnName() == nil ? found : nil
  }

  /// The name of the member whose value this is.
  public var memberName: UnsafeJSONNode { self[at: index &- 1] }
}

/// The declared members that an object has.
@_spi(Generated) public struct FoundMembers {
  /// A bit each for the first 64.
  private var first: UInt64
  /// The bits of the others, if there are more.
  private var further: [UInt64]

  fileprivate init(first: UInt64, further: [UInt64]) {
    self.first = first
    self.further = further
  }

  /// Adds a member.
  /// - Returns: whether it is new.
  fileprivate mutating func insert(_ index: Int) -> Bool {
    if contains(index) { return false }
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: index & 63)
    if index < 64 { first |= bit } else { further[index / 64 - 1] |= bit }
    return true
  }

  /// Whether the object has the declared member with this index.
  public func contains(_ index: Int) -> Bool {
    (index < 64 ? first : further[index / 64 - 1]) &>> UInt64(truncatingIfNeeded: index & 63) & 1 != 0
  }

  /// Whether the object has the declared members with these bits.
  /// - Parameter word: the 64 members to which the bits belong.
  public func contains(all bits: UInt64, word: Int = 0) -> Bool {
    (word == 0 ? first : further[word - 1]) & bits == bits
  }
}
