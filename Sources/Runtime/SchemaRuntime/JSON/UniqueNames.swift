internal import CJSONScan

extension UnsafeJSONNode {
  /// The second of two equal names in one object, here or anywhere below; nil if all are unique.
  ///
  /// Walks the index once, without recursion. Objects of up to 32 members compare names in pairs, filtered by a
  /// 128-bit mask; larger ones use a hash table, so that the walk stays linear.
  @usableFromInline package func firstRepeatedName() -> UnsafeJSONNode? {
    var index = index
    let end = nextIndex
    while index < end {
      let node = self[at: index]
      if node.kind == .object, let name = node.repeatedOwnName() { return name }
      index &+= 1
    }
    return nil
  }

  /// The second of two equal names among this object's own members.
  @usableFromInline
  package func repeatedOwnName() -> UnsafeJSONNode? {
    // The bits of the names so far.
    var (low, high): (UInt64, UInt64) = (0, 0)
    var hasEscapes = false
    var count = 0
    var index = contentStart
    while index < contentEnd {
      let name = self[at: index]
      count &+= 1
      if count > 32 { return repeatedOwnNameByHash() }
      if name.kind == .escapedString {
        if hasName(equalTo: name, before: index) { return name }
        hasEscapes = true
      } else {
        let bits = json_scan_bits(bytes + name.contentOffset, name.field)
        let bit: UInt64 = 1 &<< UInt64(bits & 63)
        let isSeen = (bits < 64 ? low : high) & bit != 0
        if hasEscapes ? hasName(equalTo: name, before: index) : isSeen && hasPlainName(equalTo: name, before: index) {
          return name
        }
        if bits < 64 { low |= bit } else { high |= bit }
      }
      index = self[at: index &+ 1].nextIndex
    }
    return nil
  }

  private func hasName(equalTo name: UnsafeJSONNode, before end: Int) -> Bool {
    var index = contentStart
    while index < end {
      if self[at: index].equalsString(name) { return true }
      index = self[at: index &+ 1].nextIndex
    }
    return false
  }

  /// The same among names without escapes, of which equal ones have equal kinds and lengths.
  private func hasPlainName(equalTo name: UnsafeJSONNode, before end: Int) -> Bool {
    let sought = UInt32(truncatingIfNeeded: name.entry)
    let text = bytes + name.contentOffset
    var index = contentStart
    while index < end {
      let other = entries[index]
      if UInt32(truncatingIfNeeded: other) == sought,
        json_scan_equal(bytes + Int(truncatingIfNeeded: other &>> 32), text, name.field) != 0
      {
        return true
      }
      index = self[at: index &+ 1].nextIndex
    }
    return false
  }

  private func repeatedOwnNameByHash() -> UnsafeJSONNode? {
    let names = members.lazy.map(\.name)
    switch RepeatedText.search(names, count: childCount) {
    case .none: return nil
    case .found(_, let second): return second
    case .undecided: break
    }
    var seen: Set<HashedName> = []
    for (name, _) in members where !seen.insert(HashedName(node: name)).inserted { return name }
    return nil
  }
}

/// A name in the text, as an element of a set.
private struct HashedName: Hashable {
  let node: UnsafeJSONNode

  static func == (a: HashedName, b: HashedName) -> Bool { a.node.equalsString(b.node) }

  func hash(into hasher: inout Hasher) {
    node.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
