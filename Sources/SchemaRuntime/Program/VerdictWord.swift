import CJSONScan

extension VerdictTables {
  /// A string to compare with: its length and its ends as words, which tell nearly all apart.
  struct Word: BitwiseCopyable {
    /// The first eight bytes, or all and zeros.
    var head: UInt64
    /// The last eight bytes of a string that is longer.
    var tail: UInt64
    var count: Int32
    /// All bytes, in ``VerdictTables/bytes``.
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

/// A string of the text that is looked for among words.
struct VerdictKey {
  let head: UInt64
  let tail: UInt64
  let count: Int
  let start: UnsafePointer<UInt8>?

  /// - Parameter safeEnd: where bytes that may be read end, if that is known to be after the text's own end.
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

  /// The word of fewer than eight bytes, of which none after them may be read.
  @inline(never)
  private static func shortWord(at start: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    var word: UInt64 = 0
    for place in 0..<count { word |= UInt64(start[place]) &<< (8 &* UInt64(truncatingIfNeeded: place)) }
    return word
  }
}

extension VerdictKey {
  /// - Parameter bytes: the pool in which the word stands.
  @inline(__always)
  func equals(_ word: VerdictTables.Word, in bytes: UnsafePointer<UInt8>) -> Bool {
    head == word.head && count == Int(word.count) && tail == word.tail && (count <= 16 || hasMiddle(of: word, bytes))
  }

  @inline(never)
  private func hasMiddle(of word: VerdictTables.Word, _ bytes: UnsafePointer<UInt8>) -> Bool {
    guard let start else { return true }
    return json_scan_equal(start + 8, bytes + (Int(word.start) + 8), count - 16) != 0
  }

  /// Whether the string stands before a word in the order of the tables: by length, by its ends, by its bytes.
  func isLess(than word: VerdictTables.Word, in bytes: UnsafePointer<UInt8>) -> Bool {
    if count != Int(word.count) { return count < Int(word.count) }
    if head != word.head { return head < word.head }
    if tail != word.tail { return tail < word.tail }
    guard let start else { return false }
    let other = bytes + Int(word.start)
    for place in 0..<count where start[place] != other[place] { return start[place] < other[place] }
    return false
  }
}
