/// Goes through the members of an object for a generated validator, and says which declared member each one is.
///
///     var members = json.cursor(over: names)
///     while members.next() {
///       let value = members.value
///       switch members.index { … }
///     }
///     return members.isComplete(required: 0x3)
public struct MemberCursor {
  private let json: JSONNode
  private let names: TextTable
  private let safeEnd: UnsafePointer<UInt8>
  private var entry: Int
  private let end: Int
  /// The declared members found so far: a bit each for the first 64.
  private var seen: UInt64 = 0
  /// The bits of the others, if there are more than 64.
  private var further: [UInt64]
  private var otherCount = 0
  private var hasRepeatedName = false
  /// The index of the current member among the declared ones; -1 if it is not declared.
  public private(set) var index = -1
  /// The current member's value.
  public private(set) var value: JSONNode

  fileprivate init(_ json: JSONNode, _ names: TextTable) {
    self.json = json
    self.names = names
    value = json
    further = names.count > 64 ? Array(repeating: 0, count: (names.count - 1) / 64) : []
    guard json.isObject else {
      (entry, end, safeEnd) = (0, 0, json.bytes)
      return
    }
    entry = json.contentStart
    end = json.contentEnd
    safeEnd = json.safeEnd
  }

  /// The current member's name.
  public var name: JSONNode { json[at: value.index &- 1] }

  /// Goes to the next member.
  /// - Returns: whether there is one.
  public mutating func next() -> Bool {
    guard entry < end else { return false }
    value = json[at: entry &+ 1]
    index = names.index(of: json[at: entry], expected: index &+ 1, safeEnd: safeEnd)
    entry = value.nextIndex
    if index >= 64 {
      noteFurther()
    } else if index >= 0 {
      let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: index)
      if seen & bit != 0 { hasRepeatedName = true }
      seen |= bit
    } else {
      otherCount &+= 1
    }
    return true
  }

  @inline(never)
  private mutating func noteFurther() {
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: index & 63)
    let word = index / 64 - 1
    if further[word] & bit != 0 { hasRepeatedName = true }
    further[word] |= bit
  }

  /// Whether the declared member with this index was found.
  public func contains(_ index: Int) -> Bool {
    (index < 64 ? seen : further[index / 64 - 1]) &>> UInt64(truncatingIfNeeded: index & 63) & 1 != 0
  }

  /// Whether the declared members with these bits were found.
  /// - Parameter word: the 64 members to which the bits belong.
  public func contains(all bits: UInt64, word: Int = 0) -> Bool {
    (word == 0 ? seen : further[word - 1]) & bits == bits
  }

  /// Whether the members with these bits were found, among the first 64, and no two members have the same name.
  public func isComplete(required bits: UInt64 = 0) -> Bool {
    seen & bits == bits && !hasRepeatedName && (otherCount < 2 || json.repeatedOwnName() == nil)
  }
}

extension JSONNode {
  /// The members of an object, to be compared with declared ones; none for any other value.
  public func cursor(over names: TextTable) -> MemberCursor { MemberCursor(self, names) }
}
