import CJSONScan

/// The names of a generated type's members, or the strings of an enumeration, in order and prepared for look-up.
///
///     private static let names: TextTable = ["userId", "nickName"]
///
/// A type has its table for as long as the process runs; the memory is never freed.
@_spi(Generated) @frozen
public struct TextTable: @unchecked Sendable, ExpressibleByArrayLiteral {
  // Never written after the initializer, except for the order, atomically.
  @usableFromInline let layout: UnsafePointer<Layout>

  @usableFromInline
  struct Layout {
    let count: Int
    /// The texts as they are in the index of a document, in order, and one row that no text is.
    let rows: UnsafePointer<TextRow>
    let words: UnsafePointer<VerdictTables.Word>
    let bytes: UnsafePointer<UInt8>
    /// A hash table of the texts: their indexes, or -1. A text is in the first free slot from that of its hash on.
    let slots: UnsafePointer<Int32>
    let hash: TextHash
    let order: NameOrder
  }

  public init(arrayLiteral texts: StaticString...) { self.init(texts) }

  init(_ texts: [StaticString]) {
    let rows = UnsafeMutablePointer<TextRow>.allocate(capacity: texts.count + 1)
    let words = UnsafeMutablePointer<VerdictTables.Word>.allocate(capacity: Swift.max(texts.count, 1))
    let byteCount = texts.reduce(0) { $0 + $1.utf8CodeUnitCount }
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: Swift.max(byteCount, 1))
    var start = 0
    for (index, text) in texts.enumerated() {
      let text = text.withUTF8Buffer { text in
        (bytes + start).update(from: text.baseAddress ?? UnsafePointer(bytes), count: text.count)
        return UnsafeBufferPointer(start: bytes + start, count: text.count)
      }
      (rows + index).initialize(to: TextRow(text, start: start))
      (words + index).initialize(to: VerdictTables.Word(text, start: start))
      start += text.count
    }
    (rows + texts.count).initialize(to: TextRow.none)
    let (hash, slots) = TextHash.table(of: UnsafeBufferPointer(start: words, count: texts.count))
    let layout = UnsafeMutablePointer<Layout>.allocate(capacity: 1)
    layout.initialize(
      to: Layout(
        count: texts.count, rows: UnsafePointer(rows), words: UnsafePointer(words), bytes: UnsafePointer(bytes),
        slots: slots, hash: hash, order: NameOrder(count: texts.count)))
    self.layout = UnsafePointer(layout)
  }

  public var count: Int { layout.pointee.count }

  /// The index of a string; -1 if it is not in the table, or if the node is not a string.
  public func index(of node: UnsafeJSONNode) -> Int {
    guard node.isString else { return -1 }
    return node.kind == .escapedString ? index(ofEscaped: node) : index(of: VerdictKey(node))
  }

  /// Whether the table has a string.
  public func contains(_ node: UnsafeJSONNode) -> Bool { index(of: node) >= 0 }
}

@_spi(Generated) extension TextTable {
  /// The index of a member's name; -1 if it is not declared.
  ///
  /// - Parameter last: the index of the declared member before, or -1.
  @inline(__always)
  func index(of name: UnsafeJSONNode, after last: Int) -> Int {
    let layout = layout
    let expected = layout.pointee.order.next(after: last)
    if layout.pointee.rows[expected].isText(of: name, bytes: layout.pointee.bytes) { return expected }
    return index(ofUnexpected: name, after: last)
  }

  /// Members that are expected before this one may be absent.
  @inline(never)
  private func index(ofUnexpected name: UnsafeJSONNode, after last: Int) -> Int {
    let (order, rows, bytes) = (layout.pointee.order, layout.pointee.rows, layout.pointee.bytes)
    var expected = order.next(after: last)
    for _ in 0..<3 {
      expected = order.next(after: expected)
      if rows[expected].isText(of: name, bytes: bytes) { return expected }
    }
    let index = name.kind == .escapedString ? index(ofEscaped: name) : index(of: VerdictKey(name))
    if index >= 0, index != last { order.note(index, after: last) }
    return index
  }

  @inline(never)
  private func index(ofEscaped node: UnsafeJSONNode) -> Int {
    node.withUTF8 { index(of: VerdictKey($0)) }
  }

  @inline(__always)
  private func index(of key: VerdictKey) -> Int {
    let hash = layout.pointee.hash
    var slot = hash.slot(of: key.head, key.tail, key.count)
    while true {
      let index = Int(layout.pointee.slots[slot])
      if index < 0 || key.equals(layout.pointee.words[index], in: layout.pointee.bytes) { return index }
      slot = (slot &+ 1) & hash.mask
    }
  }
}

/// The name that usually follows each one in the documents read lately, at first the next one of the table.
///
/// It only says which name to try first, so all threads read and change it at the same time: whatever they leave, every
/// link is the index of a name, or the number of names.
struct NameOrder {
  /// How often in succession a name must not be foreseen after another one to become the one that is, so that single
  /// documents in another order do not change what is right for most, each of which is read twice.
  private static let proof: Int32 = 12

  private let count: Int
  /// The name that is first, the name that follows each, and ``count`` twice for the end.
  private let links: UnsafeMutablePointer<Int32>
  /// The name that was not foreseen last, for each link, times 16, and how often in succession. Then how many more times
  /// these may change, so that documents in ever different orders do not go on changing them.
  private let notes: UnsafeMutablePointer<Int32>

  init(count: Int) {
    self.count = count
    links = .allocate(capacity: count + 2)
    for index in 0...count + 1 { (links + index).initialize(to: Int32(truncatingIfNeeded: min(index, count))) }
    notes = .allocate(capacity: count + 2)
    notes.initialize(repeating: 0, count: count + 1)
    (notes + (count + 1)).initialize(to: Int32(truncatingIfNeeded: 1000 + 100 * count))
  }

  /// The index of the name that usually follows one, or is first for -1; ``count`` for none, and after ``count``.
  @inline(__always)
  func next(after index: Int) -> Int { Int(json_link_read(links + (index &+ 1))) }

  /// Notes that a name was not foreseen after another one, or as the first for -1.
  func note(_ index: Int, after last: Int) {
    let changesLeft = json_link_read(notes + (count + 1))
    guard changesLeft > 0 else { return }
    json_link_write(notes + (count + 1), changesLeft - 1)
    let index = Int32(truncatingIfNeeded: index)
    let note = json_link_read(notes + (last + 1))
    let times = note / 16 == index ? note % 16 + 1 : 1
    if times == Self.proof { json_link_write(links + (last + 1), index) }
    json_link_write(notes + (last + 1), index * 16 + times % Self.proof)
  }
}

/// A text as it is in the index of a document, to be compared with a name without taking that apart.
struct TextRow {
  /// The kind and the length, as in an entry of the index.
  private let header: UInt32
  private let start: Int32
  /// The last eight bytes, or all at the upper end, and which bits they are.
  private let tail: UInt64
  private let mask: UInt64
  /// The first eight bytes of a longer text, and the next eight.
  private let head: UInt64
  private let middle: UInt64

  /// No name has this length.
  static let none = TextRow(header: .max, start: 0, tail: 0, mask: 0, head: 0, middle: 0)

  private init(header: UInt32, start: Int32, tail: UInt64, mask: UInt64, head: UInt64, middle: UInt64) {
    self.header = header
    self.start = start
    self.tail = tail
    self.mask = mask
    self.head = head
    self.middle = middle
  }

  init(_ text: UnsafeBufferPointer<UInt8>, start: Int) {
    let isASCII = text.allSatisfy { $0 < 0x80 }
    let kind: UnsafeJSONNode.Kind = isASCII ? .asciiString : .string
    var tail: UInt64 = 0
    for byte in text.suffix(8) { tail = tail &>> 8 | UInt64(byte) &<< 56 }
    func word(_ bytes: some BidirectionalCollection<UInt8>) -> UInt64 {
      bytes.reversed().reduce(0) { $0 &<< 8 | UInt64($1) }
    }
    self.init(
      header: UInt32(truncatingIfNeeded: text.count &<< 4) | UInt32(kind.rawValue),
      start: Int32(truncatingIfNeeded: start), tail: tail,
      mask: text.count < 8 ? ~(UInt64.max >> UInt64(8 * text.count)) : .max, head: word(text.prefix(8)),
      middle: word(text.dropFirst(8).prefix(8)))
  }

  /// Whether a name has this text and no escapes. The name at the very start of a document is never found here.
  @inline(__always)
  func isText(of name: UnsafeJSONNode, bytes: UnsafePointer<UInt8>) -> Bool {
    let entry = name.entry
    guard UInt32(truncatingIfNeeded: entry) == header else { return false }
    let offset = Int(truncatingIfNeeded: entry &>> 32)
    let count = Int(truncatingIfNeeded: header &>> 4)
    guard offset &+ count >= 8 else { return false }
    let text = UnsafeRawPointer(name.bytes + offset)
    let last = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
    guard (last ^ tail) & mask == 0 else { return false }
    if count <= 8 { return true }
    guard UInt64(littleEndian: text.loadUnaligned(as: UInt64.self)) == head else { return false }
    if count <= 16 { return true }
    let next = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    guard next == middle else { return false }
    return count <= 24 || json_scan_equal(text + 16, bytes + (Int(start) &+ 16), count &- 24) != 0
  }
}

/// A hash of strings by their length and ends, made for a table.
struct TextHash {
  private let multiplier: UInt64
  private let shift: UInt64
  /// The number of slots, a power of two, less one.
  let mask: Int

  /// The slot at which the search for a string begins.
  @inline(__always)
  func slot(of head: UInt64, _ tail: UInt64, _ count: Int) -> Int {
    let mixed = (head ^ tail &>> 7) &+ UInt64(truncatingIfNeeded: count)
    return Int(truncatingIfNeeded: (mixed &* multiplier) &>> shift)
  }

  /// The best of some multipliers, and the slots: at least three of four are free.
  static func table(of words: UnsafeBufferPointer<VerdictTables.Word>) -> (TextHash, slots: UnsafePointer<Int32>) {
    var bits = 2
    while 1 << bits < words.count * 4 { bits += 1 }
    let slots = UnsafeMutablePointer<Int32>.allocate(capacity: 1 << bits)
    // Odd numbers with bits everywhere, one after the other.
    var multiplier: UInt64 = 0x9e37_79b9_7f4a_7c15
    var best = (multiplier: multiplier, steps: Int.max)
    for _ in 0..<16 where best.steps > 0 {
      let hash = TextHash(multiplier: multiplier, shift: UInt64(64 - bits), mask: 1 << bits - 1)
      let steps = hash.fill(slots, with: words)
      if steps < best.steps { best = (multiplier, steps) }
      multiplier = multiplier &* 0xd134_2543_de82_ef95 &+ 2
    }
    let hash = TextHash(multiplier: best.multiplier, shift: UInt64(64 - bits), mask: 1 << bits - 1)
    _ = hash.fill(slots, with: words)
    return (hash, UnsafePointer(slots))
  }

  /// Puts the indexes of all words into their slots.
  /// - Returns: the number of slots passed over.
  private func fill(
    _ slots: UnsafeMutablePointer<Int32>, with words: UnsafeBufferPointer<VerdictTables.Word>
  ) -> Int {
    slots.initialize(repeating: -1, count: mask + 1)
    var steps = 0
    for (index, word) in words.enumerated() {
      var slot = slot(of: word.head, word.tail, Int(word.count))
      while slots[slot] >= 0 {
        slot = (slot &+ 1) & mask
        steps += 1
      }
      slots[slot] = Int32(truncatingIfNeeded: index)
    }
    return steps
  }
}
