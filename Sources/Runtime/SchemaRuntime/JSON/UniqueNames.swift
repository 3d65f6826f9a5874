extension UnsafeJSONNode {
  /// The second of two equal names in one object, here or anywhere below; nil if all are unique.
  ///
  /// Walks the index once, without recursion. Objects of up to 32 members compare names in pairs, filtered by a 64-bit
  /// mask; larger ones use a hash table, so that the walk stays linear.
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
    var filter: UInt64 = 0
    var hasEscapes = false
    var count = 0
    var index = contentStart
    while index < contentEnd {
      let name = self[at: index]
      count &+= 1
      if count > 32 { return repeatedOwnNameByHash() }
      let isEscaped = name.kind == .escapedString
      let bit: UInt64 = isEscaped ? 0 : 1 &<< name.filterBit
      if isEscaped || hasEscapes || filter & bit != 0, hasName(equalTo: name, before: index) { return name }
      filter |= bit
      hasEscapes = hasEscapes || isEscaped
      index = self[at: index &+ 1].nextIndex
    }
    return nil
  }

  /// A bit index below 64 that differs between most plain names.
  private var filterBit: UInt64 {
    let text = text
    guard text.count > 0 else { return 0 }
    let middle = text[text.count &>> 1]
    let mixed = UInt64(text[text.count &- 1]) &* 31 &+ UInt64(text[0]) &* 7 &+ UInt64(middle) &* 13
    return (mixed &+ UInt64(truncatingIfNeeded: text.count) &* 17) & 63
  }

  private func hasName(equalTo name: UnsafeJSONNode, before end: Int) -> Bool {
    var index = contentStart
    while index < end {
      if self[at: index].equalsString(name) { return true }
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
