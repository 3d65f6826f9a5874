/// A pattern as a table: a deterministic automaton that reads each byte of a UTF-8 text once.
///
/// Created by ``Pattern`` at run time, or at no cost from a string literal in generated code, whose bytes are the
/// table. All bytes are printable ASCII from `#` to `}`, so that a literal contains them unescaped, except for `\`. A
/// digit is a byte with the value of its difference from `#`, below 91.
///
///     offset  bytes  content
///     0       1      'n' narrow or 'w' wide
///     1       1      wide: the base of the lower digit of a state
///     2       2      states        ┐
///     4       2      start         │ two digits each, the lower first; states in a wide table
///     6       2      first state   │ by its base, other numbers and those of a narrow table by 91
///                    that accepts  │
///     8       2      columns       ┘
///     10      n      the column that each byte value reads: narrow 256 digits, wide 256 × 2
///     …              the table, column after column
///
/// Narrow (fewer than 91 states and columns): a state is one digit, and `table[column * states + state]` is the next.
///
/// Wide: a state is two digits, the lower below a base B of at most 90. They are never decoded: read as one 16-bit
/// number they index the table, 512 bytes for each value of the upper digit. Of those, a column needs 2 B bytes. So a
/// group of as many columns as fit shares them, and a column is written as its group and its index in the group. B is
/// chosen to make the table smallest.
///
/// State 0 is dead and state 1 has matched: reaching either ends the search. The end of the text is accepted in state 1
/// and from the first accepting state on. Texts must be well-formed UTF-8; otherwise the result is unspecified, but
/// safe.
///
/// `^a+$` is `n#`, `'#` (4 states), `%#` (start 2), `&#` (3 accepts), `%#` (2 columns); 256 digits, `$` for `a` and `#`
/// for all others; and the columns `#$##` for anything else and `#$&&` for `a`: 274 bytes.
@_spi(Generated) @frozen
public struct PatternAutomaton: @unchecked Sendable {
  // Unchecked: the bytes are immutable after initialization.
  @usableFromInline let base: UnsafePointer<UInt8>
  /// Keeps `base` alive; nil for static data.
  @usableFromInline let owner: AnyObject?

  /// Creates an automaton from the content of a literal with its ``serialized`` form, which is not validated.
  ///
  /// For generated code: write ``literal`` between the quotation marks.
  @inlinable
  public init(staticData: StaticString) {
    base = staticData.utf8Start
    owner = nil
  }

  init(base: UnsafePointer<UInt8>, owner: AnyObject) {
    self.base = base
    self.owner = owner
  }

  /// Whether the pattern matches anywhere in `utf8`.
  @inlinable
  package func matches(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    withExtendedLifetime(owner) { matchesWhileKept(utf8) }
  }

  /// The same for an automaton that the caller of the caller keeps, so that it is not retained.
  @inlinable @inline(__always)
  func matchesWhileKept(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    base[0] == PatternAutomaton.narrow ? matchesNarrow(utf8) : matchesWide(utf8)
  }

  /// Whether the pattern matches anywhere in `text`.
  @inlinable
  package func matches(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { matches($0) }
  }
}

// MARK: - Matching

extension PatternAutomaton {
  /// The byte of the digit 0.
  @inlinable @inline(__always) static var zero: UInt8 { 0x23 }
  @inlinable @inline(__always) static var narrow: UInt8 { 0x6e }
  @inlinable @inline(__always) static var wide: UInt8 { 0x77 }
  @inlinable @inline(__always) static var headerByteCount: Int { 10 }
  /// The digit after ``zero``, representing state 1.
  @inlinable @inline(__always) static var narrowMatched: Int { 0x24 }
  @inlinable @inline(__always) static var wideZero: Int { 0x2323 }
  @inlinable @inline(__always) static var wideMatched: Int { 0x2324 }

  /// Runs a narrow table.
  ///
  /// The next state depends on the table, and the one after on that: about 5 cycles per byte. After each step the inner
  /// loop predicts that the next step has the same distance: 0 for a state with a transition to itself, 1 along a chain
  /// such as that of `[0-9]{4}`. The prediction does not wait for the table.
  @inlinable
  func matchesNarrow(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    let stateCount = Int(base[2] &- Self.zero)
    var state = Int(base[4])
    if let bytes = utf8.baseAddress {
      let count = utf8.count
      var index = 0
      while index < count {
        let next = narrowTarget(bytes[index], state, stateCount)
        index &+= 1
        let step = next &- state
        state = next
        if state <= Self.narrowMatched { break }
        guard step >= 0 else { continue }
        while index < count, narrowTarget(bytes[index], state, stateCount) == state &+ step {
          state &+= step
          index &+= 1
        }
      }
    }
    return state == Self.narrowMatched || state >= Int(base[6])
  }

  /// The state after `byte`. States and columns are digits, whose zeros are subtracted here.
  @inlinable @inline(__always)
  func narrowTarget(_ byte: UInt8, _ state: Int, _ stateCount: Int) -> Int {
    let column = Int(base[Self.headerByteCount &+ Int(byte)]) &- Int(Self.zero)
    let row = base + (Self.headerByteCount &+ 256 &- Int(Self.zero) &+ column &* stateCount)
    return Int(row[state])
  }

  /// Runs a wide table.
  @inlinable
  func matchesWide(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    let columns = base + Self.headerByteCount
    let columnByteCount = 2 &* Int(base[1] &- Self.zero)
    let groupByteCount = 512 &* (Int(base[3] &- Self.zero) &+ (base[2] == Self.zero ? 0 : 1))
    let origin =
      Self.headerByteCount &+ 512 &- Int(Self.zero) &* (groupByteCount &+ columnByteCount) &- 2 &* Self.wideZero
    let table = UnsafeRawPointer(base)
    var state = wideState(at: 4)
    if let bytes = utf8.baseAddress {
      for index in 0..<utf8.count {
        let column = columns + 2 &* Int(bytes[index])
        let offset = origin &+ Int(column[0]) &* groupByteCount &+ Int(column[1]) &* columnByteCount
        let next = table.loadUnaligned(fromByteOffset: offset &+ 2 &* state, as: UInt16.self)
        state = Int(UInt16(littleEndian: next))
        if state <= Self.wideMatched { break }
      }
    }
    return state == Self.wideMatched || state >= wideState(at: 6)
  }

  @inlinable @inline(__always)
  func wideState(at offset: Int) -> Int {
    Int(base[offset]) | Int(base[offset &+ 1]) &<< 8
  }
}
