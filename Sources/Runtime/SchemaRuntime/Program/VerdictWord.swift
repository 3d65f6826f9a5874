import CJSONScan

extension VerdictTables {
  /// A string to compare with: its length and its ends as words, which are enough to distinguish most strings.
  struct Word: BitwiseCopyable {
    /// The first eight bytes, or all, padded with zeros.
    var head: UInt64
    /// The last eight bytes of a longer string.
    var tail: UInt64
    var count: Int32
    /// The offset of the bytes in ``VerdictTables/bytes``.
    var start: Int32

    init(_ text: UnsafeBufferPointer<UInt8>, start: Int) {
      let key = VerdictKey(text)
      head = key.head
      tail = key.tail
      count = Int32(truncatingIfNeeded: text.count)
      self.start = Int32(truncatingIfNeeded: start)
    }
  }
}

/// A string of the text, to look up among words.
struct VerdictKey {
  let head: UInt64
  let tail: UInt64
  let count: Int
  let start: UnsafePointer<UInt8>?

  /// The content of a string, or the name of a member, without escapes.
  @inline(__always)
  init(_ node: UnsafeJSONNode) {
    let (offset, count) = (node.contentOffset, node.field)
    let start = node.bytes + offset
    self.start = start
    self.count = count
    if count >= 8 {
      head = Self.word(at: start)
      tail = count > 8 ? Self.word(at: start + (count &- 8)) : 0
    } else {
      tail = 0
      if offset &+ count >= 8 {
        // The eight bytes that end with the string are all of the text; those before it are shifted out.
        let word = Self.word(at: start + (count &- 8))
        head = (word &>> 8) &>> UInt64(truncatingIfNeeded: 56 &- 8 &* count)
      } else {
        head = Self.shortWord(at: start, count)
      }
    }
  }

  init(_ text: UnsafeBufferPointer<UInt8>) {
    start = text.baseAddress
    count = text.count
    guard let start else {
      (head, tail) = (0, 0)
      return
    }
    head = count >= 8 ? Self.word(at: start) : Self.shortWord(at: start, count)
    tail = count > 8 ? Self.word(at: start + (count &- 8)) : 0
  }

  @inline(__always)
  private static func word(at start: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
  }

  /// The word of fewer than eight bytes, for which nothing may be read beyond them.
  @inline(never)
  private static func shortWord(at start: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<count { word |= UInt64(start[index]) &<< (8 &* UInt64(truncatingIfNeeded: index)) }
    return word
  }
}

extension VerdictKey {
  /// - Parameter bytes: the pool that contains the word.
  @inline(__always)
  func equals(_ word: VerdictTables.Word, in bytes: UnsafePointer<UInt8>) -> Bool {
    head == word.head && count == Int(word.count) && tail == word.tail && (count <= 16 || hasMiddle(of: word, bytes))
  }

  @inline(never)
  private func hasMiddle(of word: VerdictTables.Word, _ bytes: UnsafePointer<UInt8>) -> Bool {
    guard let start else { return true }
    return json_scan_equal(start + 8, bytes + (Int(word.start) + 8), count - 16) != 0
  }

  /// Whether the string precedes a word in the order of the tables: by length, by its ends, by its bytes.
  func isLess(than word: VerdictTables.Word, in bytes: UnsafePointer<UInt8>) -> Bool {
    if count != Int(word.count) { return count < Int(word.count) }
    if head != word.head { return head < word.head }
    if tail != word.tail { return tail < word.tail }
    guard let start else { return false }
    let other = bytes + Int(word.start)
    for index in 0..<count where start[index] != other[index] { return start[index] < other[index] }
    return false
  }
}
