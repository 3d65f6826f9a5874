internal import CJSONScan

/// The structural pass over places that vectors have found: checks the whole of a text and fills the index.
///
/// It says only whether the text is JSON within the limits. ``IndexingPass``, which reads byte by byte, says what is
/// wrong with a text that this one refuses, and stands in for it where there are no vectors.
struct StructuralPass: ~Copyable {
  private let bytes: UnsafePointer<UInt8>
  private let end: Int
  var entries: UnsafeMutablePointer<UInt64>
  var capacity: Int
  private let instructionSet: Int32
  private var depthLeft: Int
  /// Entries written.
  private var count = 0

  /// The places found and not yet read lie in [cursor, limit).
  private let places: UnsafeMutablePointer<UInt32>
  private var cursor: UnsafePointer<UInt32>
  private var limit: UnsafePointer<UInt32>
  /// Bytes in which places have been looked for.
  private var searched = 0
  private var state = json_index_state()
  /// The flags of strings that have to be looked at once more.
  private let unchecked: UInt32

  /// Bytes that are searched at a time: small, so that places stay in the fastest cache.
  private static var stride: Int { 2048 }
  /// Places that one turn of the loop reads at most: name, colon, value and what follows it.
  private static var lookahead: Int { 8 }
  /// Room for the places of one stride and those that were left before it.
  static var placeCapacity: Int { stride + lookahead + Int(JSON_INDEX_SLACK) }
  /// No container is open.
  private static var none: Int { (1 << 28) - 1 }

  /// The best of the vector instructions of this machine; 0 when there are none.
  static var bestInstructionSet: Int32 {
    @inline(__always) get { json_index_best_set() }
  }

  /// - Parameters:
  ///   - places: room for ``placeCapacity`` places.
  ///   - instructionSet: from 1 to ``bestInstructionSet``.
  init(
    bytes: UnsafePointer<UInt8>, end: Int, entries: UnsafeMutablePointer<UInt64>, capacity: Int, depth: Int,
    places: UnsafeMutablePointer<UInt32>, instructionSet: Int32
  ) {
    self.instructionSet = instructionSet
    self.bytes = bytes
    self.end = end
    self.entries = entries
    self.capacity = capacity
    depthLeft = depth
    self.places = places
    cursor = UnsafePointer(places)
    limit = cursor
    unchecked =
      UInt32(JSON_INDEX_UNICODE_ESCAPE) | (json_index_checks_utf8(instructionSet) != 0 ? 0 : UInt32(JSON_INDEX_HIGH))
  }

  /// Whether the text is JSON. Then ``entries`` is its index.
  mutating func run() -> Bool {
    search()
    var open = Self.none
    var inObject = false
    value: while true {
      // Each turn writes at most two entries: a value and the name before the next one.
      if count &+ 2 > capacity { grow() }
      if cursor + Self.lookahead > limit { search() }
      var place = next()
      switch bytes[place] {
      case UInt8(ascii: "\""):
        guard string(place) else { return false }
      case UInt8(ascii: "{"):
        depthLeft &-= 1
        guard depthLeft >= 0 else { return false }
        let container = count
        push(.object, open, place)
        open = container
        inObject = true
        place = next()
        if bytes[place] == UInt8(ascii: "\"") {
          guard memberName(place) else { return false }
          continue value
        }
        guard bytes[place] == UInt8(ascii: "}") else { return false }
        cursor -= 1
      case UInt8(ascii: "["):
        depthLeft &-= 1
        guard depthLeft >= 0 else { return false }
        let container = count
        push(.array, open, place)
        open = container
        inObject = false
        if bytes[peek()] != UInt8(ascii: "]") { continue value }
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        guard number(place) else { return false }
      case UInt8(ascii: "t"):
        guard literal(.true, place, "true") else { return false }
      case UInt8(ascii: "f"):
        guard literal(.false, place, "false") else { return false }
      case UInt8(ascii: "n"):
        guard literal(.null, place, "null") else { return false }
      default:
        return false
      }
      while true {
        if open == Self.none { return isAtEnd() }
        place = next()
        let byte = bytes[place]
        if byte == UInt8(ascii: ",") {
          if inObject {
            place = next()
            guard bytes[place] == UInt8(ascii: "\""), memberName(place) else { return false }
          }
          continue value
        }
        guard byte == (inObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { return false }
        let entry = entries[open]
        entries[open] = entry & 0xffff_ffff_0000_000f | UInt64(truncatingIfNeeded: count) &<< 4
        open = Int(truncatingIfNeeded: (entry &>> 4) & 0xfff_ffff)
        depthLeft &+= 1
        inObject = open != Self.none && entries[open] & 15 == UInt64(JSONNode.Kind.object.rawValue)
        if cursor + Self.lookahead > limit { search() }
      }
    }
  }

  // MARK: Places

  @inline(__always)
  private func peek() -> Int { Int(truncatingIfNeeded: cursor.pointee & UInt32(JSON_INDEX_OFFSET)) }

  @inline(__always)
  private mutating func next() -> Int {
    defer { cursor += 1 }
    return peek()
  }

  /// Looks for places until there are more than one turn reads, or the text ends. After the last place stands that of
  /// the last byte, again and again: a reader that gets there has lost the thread.
  @inline(never)
  private mutating func search() {
    guard searched < end else {
      if cursor > limit {
        state.problem = 1
        cursor = limit
      }
      return
    }
    let left = cursor.distance(to: limit)
    places.update(from: cursor, count: left)
    cursor = UnsafePointer(places)
    var found = left
    while found < Self.lookahead, searched < end {
      let stop = min(searched + Self.stride, end)
      found += json_index_blocks(instructionSet, bytes, searched, stop, &state, places + found)
      searched = stop
    }
    limit = cursor + found
    if searched == end {
      for extra in 0..<Self.lookahead { places[found + extra] = UInt32(truncatingIfNeeded: end - 1) }
    }
  }

  /// Whether the text has been read to its end and had nothing that no JSON text has.
  private func isAtEnd() -> Bool {
    searched == end && cursor == limit && state.problem == 0 && state.in_string == 0
  }

  // MARK: Entries

  @inline(__always)
  private mutating func push(_ kind: JSONNode.Kind, _ length: Int, _ offset: Int) {
    entries[count] = IndexingPass.entry(kind, length, offset)
    count &+= 1
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity * 2)
    larger.update(from: entries, count: count)
    entries.deallocate()
    entries = larger
    capacity *= 2
  }

  // MARK: Scalars

  @inline(__always)
  private mutating func memberName(_ place: Int) -> Bool {
    guard string(place) else { return false }
    return bytes[next()] == UInt8(ascii: ":")
  }

  /// The string whose opening quotation mark is at `place`; the next place is its closing one.
  @inline(__always)
  private mutating func string(_ place: Int) -> Bool {
    let closing = cursor.pointee
    cursor += 1
    let start = place &+ 1
    let length = Int(truncatingIfNeeded: closing & UInt32(JSON_INDEX_OFFSET)) &- start
    let flags = closing &>> UInt32(JSON_INDEX_FLAGS_SHIFT)
    entries[count] =
      UInt64(Self.stringKind(flags)) | UInt64(truncatingIfNeeded: length) &<< 4
      | UInt64(truncatingIfNeeded: start) &<< 32
    count &+= 1
    return flags & unchecked == 0 || isWellFormed(start, length, flags)
  }

  /// The raw value of the kind of string that has `flags`: plain ASCII, other plain text, or text with escapes.
  @inline(__always)
  private static func stringKind(_ flags: UInt32) -> UInt32 { 0x8888_7766 &>> (flags &* 4) & 15 }

  /// Checks what was left to be checked.
  @inline(never)
  private func isWellFormed(_ start: Int, _ length: Int, _ flags: UInt32) -> Bool {
    guard length >= 0 else { return false }
    let first = bytes + start
    if flags & UInt32(JSON_INDEX_HIGH) != 0, json_scan_ill_formed_utf8(first, first + length) != first + length {
      return false
    }
    return UnicodeEscape.areWellFormed(bytes, start, length)
  }

  @inline(__always)
  private mutating func literal(_ kind: JSONNode.Kind, _ place: Int, _ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard end &- place >= length, json_scan_equal(bytes + place, text.utf8Start, length) != 0 else { return false }
    push(kind, length, place)
    return isScalarEnd(place &+ length)
  }

  @inline(__always)
  private mutating func number(_ place: Int) -> Bool {
    var offset = place
    var kind = JSONNode.Kind.integer
    if bytes[offset] == UInt8(ascii: "-") { offset &+= 1 }
    if bytes[offset] == UInt8(ascii: "0") {
      offset &+= 1
    } else {
      guard skipDigits(&offset) else { return false }
    }
    if bytes[offset] == UInt8(ascii: ".") {
      kind = .decimal
      offset &+= 1
      guard skipManyDigits(&offset) else { return false }
    }
    if bytes[offset] | 0x20 == UInt8(ascii: "e") {
      kind = .exponential
      offset &+= 1
      if bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") { offset &+= 1 }
      guard skipDigits(&offset) else { return false }
    }
    push(kind, offset &- place, place)
    return isScalarEnd(offset)
  }

  /// Skips one digit or more.
  @inline(__always)
  private func skipDigits(_ offset: inout Int) -> Bool {
    guard bytes[offset] &- 0x30 < 10 else { return false }
    offset &+= 1
    while bytes[offset] &- 0x30 < 10 { offset &+= 1 }
    return true
  }

  /// Skips one digit or more, likely many.
  @inline(__always)
  private func skipManyDigits(_ offset: inout Int) -> Bool {
    let start = offset
    offset = bytes.distance(to: json_scan_digits(bytes + start, bytes + end))
    // What follows a number at the end of the text is the byte put there to stop at.
    return offset > start
  }

  /// Whether no byte of a number or a literal follows. Any other is the matter of what reads the next place.
  @inline(__always)
  private func isScalarEnd(_ offset: Int) -> Bool {
    // The text ends in a bracket or in a byte put there to stop at.
    let byte = bytes[offset]
    return byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") || byte <= 0x20
  }
}
