internal import CJSONScan

/// The structural pass over offsets found with vector instructions: checks a text and fills the index.
///
/// It only determines whether the text is JSON within the limits. ``IndexingPass``, which reads byte by byte, reports
/// the error of a rejected text, and replaces this pass on machines without vector instructions.
///
/// Of a text that is still arriving, it reads what is certainly complete, and stops.
package struct StructuralPass: ~Copyable {
  private let bytes: UnsafePointer<UInt8>
  private let end: Int
  var entries: UnsafeMutablePointer<UInt64>
  var capacity: Int
  private let instructionSet: Int32
  private var depthLeft: Int
  /// The number of entries written.
  package private(set) var count: Int
  /// The entry of the innermost open container where the pass stopped, or ``none``.
  package private(set) var open: Int
  /// Whether it stopped after a value, not before one.
  package private(set) var isAfterValue = false
  /// Whether more of the text may follow.
  private let isPart: Bool

  /// The offsets found but not yet read are in [cursor, limit).
  private let offsets: UnsafeMutablePointer<UInt32>
  private var cursor: UnsafePointer<UInt32>
  private var limit: UnsafePointer<UInt32>
  /// The number of bytes that have been searched.
  private var searched: Int
  private var state = json_index_state()

  /// The number of bytes searched at a time: small, so that the offsets stay in the L1 cache.
  private static var stride: Int { 2048 }
  /// The maximum number of offsets that one iteration reads: name, colon, value and what follows it.
  private static var lookahead: Int { 8 }
  /// The capacity for the offsets of one stride and those left over from the previous one.
  package static var offsetCapacity: Int { stride + lookahead + Int(JSON_INDEX_SLACK) }
  /// The value if no container is open.
  package static var none: Int { (1 << 28) - 1 }

  /// The best vector instruction set of this machine; 0 if there is none.
  package static var bestInstructionSet: Int32 {
    @inline(__always) get { json_index_best_set() }
  }

  /// Begins to read a text, or continues before a value.
  ///
  /// - Parameters:
  ///   - depth: how many more containers may be open.
  ///   - offsets: memory for ``offsetCapacity`` offsets.
  ///   - instructionSet: from 1 to ``bestInstructionSet``.
  ///   - part: if more of the text may follow: the offset of the first byte to read, the number of entries, and the
  ///     innermost open container.
  package init(
    bytes: UnsafePointer<UInt8>, end: Int, entries: UnsafeMutablePointer<UInt64>, capacity: Int, depth: Int,
    offsets: UnsafeMutablePointer<UInt32>, instructionSet: Int32, part: (offset: Int, count: Int, open: Int)? = nil
  ) {
    isPart = part != nil
    (searched, count, open) = part ?? (0, 0, Self.none)
    self.instructionSet = instructionSet
    self.bytes = bytes
    self.end = end
    self.entries = entries
    self.capacity = capacity
    depthLeft = depth
    self.offsets = offsets
    cursor = UnsafePointer(offsets)
    limit = cursor
  }

  /// Whether the text is JSON, as far as it was read. If so, ``entries`` is its index.
  package mutating func run() -> Bool {
    _ = search()
    var reading = Reading(self)
    var open = self.open
    var inObject = isObject(open)
    value: while true {
      // Each iteration writes at most two entries: a value and the name before the next one.
      if reading.entry + 2 > reading.room {
        let count = reading.count(from: entries)
        if !grow() { return stop(reading, open, isAfterValue: false) }
        (reading.entry, reading.room) = (entries + count, entries + capacity)
      }
      if reading.cursor + Self.lookahead > limit, !search(&reading) {
        return stop(reading, open, isAfterValue: false)
      }
      var offset = reading.next()
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        guard string(offset, &reading) else { return false }
      case UInt8(ascii: "{"):
        depthLeft &-= 1
        guard depthLeft >= 0 else { return false }
        let container = reading.count(from: entries)
        reading.push(.object, open, offset)
        open = container
        inObject = true
        offset = reading.next()
        if bytes[offset] == UInt8(ascii: "\"") {
          guard memberName(offset, &reading) else { return false }
          continue value
        }
        guard bytes[offset] == UInt8(ascii: "}") else { return false }
        reading.cursor -= 1
      case UInt8(ascii: "["):
        depthLeft &-= 1
        guard depthLeft >= 0 else { return false }
        let container = reading.count(from: entries)
        reading.push(.array, open, offset)
        open = container
        inObject = false
        if bytes[reading.peek()] != UInt8(ascii: "]") { continue value }
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        guard number(offset, &reading) else { return false }
      case UInt8(ascii: "t"):
        guard literal(.true, offset, "true", &reading) else { return false }
      case UInt8(ascii: "f"):
        guard literal(.false, offset, "false", &reading) else { return false }
      case UInt8(ascii: "n"):
        guard literal(.null, offset, "null", &reading) else { return false }
      default:
        return false
      }
      while true {
        if open == Self.none { return isAtEnd(reading) }
        offset = reading.next()
        let byte = bytes[offset]
        if byte == UInt8(ascii: ",") {
          if inObject {
            offset = reading.next()
            guard bytes[offset] == UInt8(ascii: "\""), memberName(offset, &reading) else { return false }
          }
          continue value
        }
        guard byte == (inObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { return false }
        let entry = entries[open]
        entries[open] =
          entry & 0xffff_ffff_0000_000f | UInt64(truncatingIfNeeded: reading.count(from: entries)) &<< 4
        open = Int(truncatingIfNeeded: (entry &>> 4) & 0xfff_ffff)
        depthLeft &+= 1
        inObject = isObject(open)
        if reading.cursor + Self.lookahead > limit, !search(&reading) {
          return stop(reading, open, isAfterValue: true)
        }
      }
    }
  }

  /// What changes with every offset and entry, apart from the pass, so that it is in registers.
  private struct Reading {
    /// The next offset.
    var cursor: UnsafePointer<UInt32>
    /// The next entry.
    var entry: UnsafeMutablePointer<UInt64>
    /// The end of the memory for entries.
    var room: UnsafeMutablePointer<UInt64>

    @inline(__always)
    init(_ pass: borrowing StructuralPass) {
      (cursor, entry, room) = (pass.cursor, pass.entries + pass.count, pass.entries + pass.capacity)
    }

    /// The number of entries written. `distance(to:)` divides a signed number, which takes longer.
    @inline(__always)
    func count(from first: UnsafeMutablePointer<UInt64>) -> Int {
      Int(bitPattern: (UInt(bitPattern: entry) &- UInt(bitPattern: first)) &>> 3)
    }

    @inline(__always)
    func peek() -> Int { Int(truncatingIfNeeded: cursor.pointee & UInt32(JSON_INDEX_OFFSET)) }

    @inline(__always)
    mutating func next() -> Int {
      defer { cursor += 1 }
      return peek()
    }

    @inline(__always)
    mutating func push(_ kind: UnsafeJSONNode.Kind, _ length: Int, _ offset: Int) {
      entry.pointee = IndexingPass.entry(kind, length, offset)
      entry += 1
    }
  }

  // MARK: Offsets

  @inline(__always)
  private mutating func search(_ reading: inout Reading) -> Bool {
    cursor = reading.cursor
    defer { reading.cursor = cursor }
    return search()
  }

  /// Searches for offsets until there are more than one iteration reads, or the text ends. The last offset is followed
  /// by repetitions of the last byte's offset, which only an invalid text reaches.
  ///
  /// Returns false if more of the text may follow, and is needed.
  @inline(never)
  private mutating func search() -> Bool {
    guard searched < end else {
      if cursor > limit {
        state.problem = 1
        cursor = limit
      }
      return !isPart
    }
    let left = cursor.distance(to: limit)
    offsets.update(from: cursor, count: left)
    cursor = UnsafePointer(offsets)
    var found = left
    while found < Self.lookahead, searched < end {
      let stop = min(searched + Self.stride, end)
      found += json_index_blocks(instructionSet, bytes, searched, stop, &state, offsets + found)
      searched = stop
    }
    limit = cursor + found
    if searched == end {
      for extra in 0..<Self.lookahead { offsets[found + extra] = UInt32(truncatingIfNeeded: end - 1) }
    }
    return !isPart || found >= Self.lookahead
  }

  /// Whether the text has been read to its end without a byte that no JSON text may contain.
  private mutating func isAtEnd(_ reading: Reading) -> Bool {
    if isPart { return stop(reading, Self.none, isAfterValue: true) }
    return searched == end && reading.cursor == limit && state.problem == 0 && state.in_string == 0
  }

  /// Stops reading a part. Returns false if it has a byte that no JSON text may contain.
  @inline(never)
  private mutating func stop(_ reading: Reading, _ open: Int, isAfterValue: Bool) -> Bool {
    (cursor, count) = (reading.cursor, reading.count(from: entries))
    (self.open, self.isAfterValue) = (open, isAfterValue)
    return state.problem == 0
  }

  /// The offset of the first byte, except white space, that has not been read.
  package var offset: Int { cursor < limit ? Reading(self).peek() : searched }

  // MARK: Entries

  /// Makes room for more entries, unless the memory is the caller's.
  @inline(never)
  private mutating func grow() -> Bool {
    if isPart { return false }
    capacity *= 2
    entries = JSONReader.resized(entries, to: capacity)
    return true
  }

  /// Whether more room is needed.
  package var isFull: Bool { count + 2 > capacity }

  @inline(__always)
  private func isObject(_ entry: Int) -> Bool {
    entry != Self.none && entries[entry] & 15 == UInt64(UnsafeJSONNode.Kind.object.rawValue)
  }

  // MARK: Scalars

  @inline(__always)
  private func memberName(_ quote: Int, _ reading: inout Reading) -> Bool {
    guard string(quote, &reading) else { return false }
    return bytes[reading.next()] == UInt8(ascii: ":")
  }

  /// Reads the string whose opening quotation mark is at `quote`; the next offset is that of the closing one.
  @inline(__always)
  private func string(_ quote: Int, _ reading: inout Reading) -> Bool {
    let closing = reading.cursor.pointee
    reading.cursor += 1
    let start = quote &+ 1
    let length = Int(truncatingIfNeeded: closing & UInt32(JSON_INDEX_OFFSET)) &- start
    // The kinds of strings follow each other: ASCII, other text, and text with escapes.
    let kind = UInt64(UnsafeJSONNode.Kind.asciiString.rawValue) &+ UInt64(closing &>> UInt32(JSON_INDEX_KIND_SHIFT))
    reading.entry.pointee =
      kind &+ UInt64(truncatingIfNeeded: length) &<< 4 &+ UInt64(truncatingIfNeeded: start) &<< 32
    reading.entry += 1
    return closing & UInt32(JSON_INDEX_UNCHECKED) &<< UInt32(JSON_INDEX_FLAGS_SHIFT) == 0
      || Self.isWellFormed(bytes + start, length, instructionSet)
  }

  /// Performs the remaining checks of a string.
  @inline(never)
  private static func isWellFormed(
    _ first: UnsafePointer<UInt8>, _ length: Int, _ instructionSet: Int32
  ) -> Bool {
    guard length >= 0 else { return false }
    let end = first + length
    if json_index_checks_utf8(instructionSet) == 0, json_scan_ill_formed_utf8(first, end) != end { return false }
    return json_escapes_are_well_formed(first, end) != 0
  }

  @inline(__always)
  private func literal(_ kind: UnsafeJSONNode.Kind, _ start: Int, _ text: StaticString, _ reading: inout Reading)
    -> Bool
  {
    let length = text.utf8CodeUnitCount
    guard end &- start >= length, json_scan_equal(bytes + start, text.utf8Start, length) != 0 else { return false }
    reading.push(kind, length, start)
    return Self.isScalarEnd(bytes[start &+ length])
  }

  @inline(__always)
  private func number(_ start: Int, _ reading: inout Reading) -> Bool {
    var offset = start
    guard let kind = UnsafeJSONNode.Kind.ofNumber(bytes, at: &offset, end: end) else { return false }
    reading.push(kind, offset &- start, start)
    return Self.isScalarEnd(bytes[offset])
  }

  /// Whether a byte ends a number or literal. Whether it is valid there is checked at the next offset. The text ends in a
  /// bracket or in a sentinel byte.
  @inline(__always)
  private static func isScalarEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") || byte <= 0x20
  }
}
