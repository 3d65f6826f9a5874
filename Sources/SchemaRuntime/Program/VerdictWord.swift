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

  /// - Parameter safeEnd: the end of readable memory, if known to be after the end of the text.
  @inline(__always)
  init(_ start: UnsafePointer<UInt8>, _ count: Int, safeEnd: UnsafePointer<UInt8>) {
    self.start = start
    self.count = count
    if count >= 8 {
      head = Self.word(at: start)
      tail = count > 8 ? Self.word(at: start + (count &- 8)) : 0
    } else if start + 8 <= safeEnd {
      head = Self.word(at: start) & (1 &<< (8 &* UInt64(truncatingIfNeeded: count)) &- 1)
      tail = 0
    } else {
      head = Self.shortWord(at: start, count)
      tail = 0
    }
  }

  init(_ text: UnsafeBufferPointer<UInt8>) {
    guard let start = text.baseAddress else {
      self.init(head: 0, tail: 0, count: 0, start: nil)
      return
    }
    self.init(start, text.count, safeEnd: start)
  }

  private init(head: UInt64, tail: UInt64, count: Int, start: UnsafePointer<UInt8>?) {
    self.head = head
    self.tail = tail
    self.count = count
    self.start = start
  }

  @inline(__always)
  private static func word(at start: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
  }

  /// The word of fewer than eight bytes at the end of readable memory.
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
