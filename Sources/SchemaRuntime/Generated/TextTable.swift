import CJSONScan

/// The names of a generated type's members, or the strings of an enumeration, in order and prepared for look-up.
///
///     private static let names: TextTable = ["userId", "nickName"]
///
/// A type has its table for as long as the process runs; the memory is never freed.
public struct TextTable: @unchecked Sendable, ExpressibleByArrayLiteral {
  // Never written after the initializer.
  let words: UnsafePointer<VerdictTables.Word>
  let bytes: UnsafePointer<UInt8>
  public let count: Int
  /// The indexes of the texts in the order of ``VerdictKey``, for a binary search in a long table.
  private let order: UnsafePointer<Int32>?
  private static let longestSearch = 16

  public init(arrayLiteral names: StaticString...) {
    let words = UnsafeMutablePointer<VerdictTables.Word>.allocate(capacity: Swift.max(names.count, 1))
    let byteCount = names.reduce(0) { $0 + $1.utf8CodeUnitCount }
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: Swift.max(byteCount, 1))
    var start = 0
    for (index, name) in names.enumerated() {
      let text = name.withUTF8Buffer { text in
        (bytes + start).update(from: text.baseAddress ?? UnsafePointer(bytes), count: text.count)
        return UnsafeBufferPointer(start: bytes + start, count: text.count)
      }
      (words + index).initialize(to: VerdictTables.Word(text, start: start))
      start += text.count
    }
    self.words = UnsafePointer(words)
    self.bytes = UnsafePointer(bytes)
    count = names.count
    guard names.count > Self.longestSearch else {
      order = nil
      return
    }
    let pool = UnsafePointer(bytes)
    let keys = (0..<names.count).map { index in
      VerdictKey(UnsafeBufferPointer(start: bytes + Int(words[index].start), count: Int(words[index].count)))
    }
    let sorted = (0..<names.count).sorted { keys[$0].isLess(than: words[$1], in: pool) }
    let order = UnsafeMutablePointer<Int32>.allocate(capacity: names.count)
    for (place, index) in sorted.enumerated() { (order + place).initialize(to: Int32(truncatingIfNeeded: index)) }
    self.order = UnsafePointer(order)
  }

  /// The index of a string; -1 if the table does not have it, or the node is no string.
  public func index(of node: JSONNode) -> Int {
    guard node.isString else { return -1 }
    return node.withUTF8 { index(of: VerdictKey($0), notAt: count) }
  }

  /// Whether the table has a string.
  public func contains(_ node: JSONNode) -> Bool { index(of: node) >= 0 }
}

extension TextTable {
  /// The index of a member's name; -1 if it is not declared.
  ///
  /// - Parameters:
  ///   - expected: the index after that of the member before, nearly always the right one.
  ///   - safeEnd: the end of the bytes of the text that may be read.
  @inline(__always)
  func index(of name: JSONNode, expected: Int, safeEnd: UnsafePointer<UInt8>) -> Int {
    if name.kind == .escapedString { return index(ofEscaped: name) }
    let key = VerdictKey(name.bytes + name.contentOffset, name.field, safeEnd: safeEnd)
    if expected < count, key.equals(words[expected], in: bytes) { return expected }
    return index(of: key, notAt: expected)
  }

  @inline(never)
  private func index(ofEscaped name: JSONNode) -> Int {
    name.withUTF8 { index(of: VerdictKey($0), notAt: count) }
  }

  /// Searches the names after the expected one first, because optional members may be missing.
  @inline(never)
  private func index(of key: VerdictKey, notAt expected: Int) -> Int {
    if let order { return index(of: key, in: order) }
    var index = expected &+ 1
    while index < count {
      if key.equals(words[index], in: bytes) { return index }
      index &+= 1
    }
    index = 0
    let end = Swift.min(expected, count)
    while index < end {
      if key.equals(words[index], in: bytes) { return index }
      index &+= 1
    }
    return -1
  }

  private func index(of key: VerdictKey, in order: UnsafePointer<Int32>) -> Int {
    var (start, end) = (0, count)
    while end &- start > 1 {
      let middle = (start &+ end) / 2
      if key.isLess(than: words[Int(order[middle])], in: bytes) { end = middle } else { start = middle }
    }
    return key.equals(words[Int(order[start])], in: bytes) ? Int(order[start]) : -1
  }
}

extension JSONNode {
  /// The end of the bytes that may be read while looking at the names of this object: that of its last value.
  @inline(__always)
  var safeEnd: UnsafePointer<UInt8> {
    let last = self[at: contentEnd &- 1]
    return bytes + (last.contentOffset &+ (last.kind.rawValue < Kind.array.rawValue ? last.field : 0))
  }
}
