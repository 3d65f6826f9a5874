/// Looks up strings of the text among the words of the tables.
///
/// Small, because it is passed by value: a nonmutating function gets a copy of the value it belongs to.
struct VerdictWords {
  typealias Tables = VerdictTables

  /// The bytes of all words.
  let pool: UnsafePointer<UInt8>

  /// The bytes of the pool.
  @inline(__always)
  func text(_ start: Int, _ count: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: pool + start, count: count)
  }

  /// Whether a string has the text of a word.
  @inline(__always)
  func hasText(_ word: Tables.Word, _ node: UnsafeJSONNode) -> Bool {
    if node.kind == .escapedString { return node.equals(text(Int(word.start), Int(word.count))) }
    guard node.field == Int(word.count) else { return false }
    return VerdictKey(node).equals(word, in: pool)
  }

  /// Whether a string is one of `count` words, which are sorted.
  @inline(never)
  func contain(_ words: UnsafePointer<Tables.Word>, _ count: Int, _ node: UnsafeJSONNode) -> Bool {
    if node.kind == .escapedString { return node.withUTF8 { contain(words, count, VerdictKey($0)) } }
    return contain(words, count, VerdictKey(node))
  }

  @inline(__always)
  private func contain(_ words: UnsafePointer<Tables.Word>, _ count: Int, _ key: VerdictKey) -> Bool {
    var (start, end) = (0, count)
    while end &- start > Program.longestSearch {
      let middle = (start &+ end) / 2
      if key.isLess(than: words[middle], in: pool) { end = middle } else { start = middle }
    }
    while start < end {
      if key.equals(words[start], in: pool) { return true }
      start &+= 1
    }
    return false
  }
}

// MARK: - Members

extension VerdictWords {
  /// The row of a name.
  ///
  /// - Parameter expected: the row after that of the previous member, nearly always the right one.
  @inline(__always)
  func row(
    _ name: UnsafeJSONNode, _ object: UnsafePointer<Tables.Object>, _ first: UnsafePointer<Tables.Row>,
    _ expected: UnsafePointer<Tables.Row>, _ layout: UnsafePointer<Tables.Layout>
  ) -> UnsafePointer<Tables.Row>? {
    if name.kind == .escapedString { return unescapedRow(name, object, first, layout) }
    let key = VerdictKey(name)
    let end = first + Int(object.pointee.rowCount)
    if expected < end, key.equals(expected.pointee.name, in: pool) { return expected }
    return object.pointee.order >= 0 ? orderedRow(key, object, first, layout) : otherRow(key, first, end, expected)
  }

  @inline(never)
  private func unescapedRow(
    _ name: UnsafeJSONNode, _ object: UnsafePointer<Tables.Object>, _ first: UnsafePointer<Tables.Row>,
    _ layout: UnsafePointer<Tables.Layout>
  ) -> UnsafePointer<Tables.Row>? {
    name.withUTF8 { name in
      let key = VerdictKey(name)
      return object.pointee.order >= 0
        ? orderedRow(key, object, first, layout) : otherRow(key, first, first + Int(object.pointee.rowCount), first)
    }
  }

  /// Searches the rows after the expected one first, because optional members may be missing.
  @inline(never)
  private func otherRow(
    _ key: VerdictKey, _ first: UnsafePointer<Tables.Row>, _ end: UnsafePointer<Tables.Row>,
    _ expected: UnsafePointer<Tables.Row>
  ) -> UnsafePointer<Tables.Row>? {
    var row = expected
    while row < end {
      if key.equals(row.pointee.name, in: pool) { return row }
      row += 1
    }
    row = first
    while row < expected {
      if key.equals(row.pointee.name, in: pool) { return row }
      row += 1
    }
    return nil
  }

  /// Binary search in the rows' order.
  @inline(never)
  private func orderedRow(
    _ key: VerdictKey, _ object: UnsafePointer<Tables.Object>, _ first: UnsafePointer<Tables.Row>,
    _ layout: UnsafePointer<Tables.Layout>
  ) -> UnsafePointer<Tables.Row>? {
    let order = layout.pointee.orders + Int(object.pointee.order)
    var (start, end) = (0, Int(object.pointee.rowCount))
    while end &- start > 1 {
      let middle = (start &+ end) / 2
      if key.isLess(than: first[Int(order[middle])].name, in: pool) { end = middle } else { start = middle }
    }
    let row = first + Int(order[start])
    return key.equals(row.pointee.name, in: pool) ? row : nil
  }
}
