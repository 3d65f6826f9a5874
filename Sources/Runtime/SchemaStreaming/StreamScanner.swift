internal import CJSONScan
import SchemaRuntime

/// Reads JSON that arrives in pieces, and fills the same index as `JSONReader` does.
///
/// What is certainly complete in a long piece is read by the reader's own pass; the rest, and short pieces, byte by byte.
/// A text that it breaks on is not JSON, whatever follows.
struct StreamScanner: Sendable {
  /// What may come next.
  enum State: Equatable {
    case value, firstElement, firstName, name, colon, comma, end
    case string(isName: Bool), number, literal
    /// The text is no JSON from this offset on.
    case broken(at: Int)
  }

  private(set) var bytes = GrowingBuffer<UInt8>()
  /// The index.
  private(set) var entries = GrowingBuffer<UInt64>()
  private(set) var state = State.value
  /// The entries of the open containers.
  private(set) var open: [Int] = []
  /// The offset after the last complete value in the innermost open container, or after its bracket.
  private var end = 0
  /// The most bytes, and how many containers may be open.
  private let mostBytes: Int
  private let mostOpen: Int
  /// The offset of the first byte that has not been read.
  private(set) var offset = 0
  /// Of the scalar that has begun: its first byte's offset, and what its text contains.
  private(set) var start = 0
  private var isEscape = false
  private(set) var hasEscape = false
  private var isASCII = true

  /// The least number of bytes that are worth the reader's pass.
  private static let worthAPass = 512

  init(limits: JSONLimits) {
    mostBytes = max(0, min(limits.maximumByteCount, JSONLimits.hardMaximumByteCount))
    mostOpen = min(limits.maximumDepth, JSONLimits.hardMaximumDepth)
  }

  /// Reads the next bytes. Of a text that is too long, no more than its first byte too many is kept.
  mutating func append(_ more: UnsafeBufferPointer<UInt8>) {
    if more.count == 1, isPlain(more[0]), bytes.count < mostBytes {
      bytes.makeRoom(for: bytes.count + 1)
      bytes.append(more[0])
      offset += 1
      return
    }
    let isTooLong = more.count > mostBytes - bytes.count
    let taken = isTooLong ? UnsafeBufferPointer(rebasing: more.prefix(max(0, mostBytes + 1 - bytes.count))) : more
    bytes.makeRoom(for: bytes.count + taken.count)
    entries.makeRoom(for: entries.count)
    bytes.append(taken)
    if isTooLong { state = .broken(at: mostBytes) }
    var isWorthAPass = more.count >= Self.worthAPass && StructuralPass.bestInstructionSet > 0
    while offset < bytes.count {
      switch state {
      case .string(let isName): scanString(isName)
      case .number: scanNumber()
      case .literal: scanLiteral()
      case .broken: return
      case .value where isWorthAPass && bytes.count - offset >= Self.worthAPass:
        scanValues()
        isWorthAPass = false
      case .value, .firstElement, .firstName, .name, .colon, .comma, .end:
        let byte = bytes[offset]
        if byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { offset += 1 } else { structure(byte) }
      }
    }
  }

  /// Whether a byte is one more of the string or number that has begun, and nothing else.
  private func isPlain(_ byte: UInt8) -> Bool {
    switch state {
    case .string:
      !isEscape && byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    case .number: Self.isOfNumber(byte)
    case .value, .firstElement, .firstName, .name, .colon, .comma, .end, .literal, .broken: false
    }
  }

  /// Whether a byte may be in a number.
  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  // MARK: - Structure

  private mutating func structure(_ byte: UInt8) {
    switch (byte, state) {
    case (UInt8(ascii: "]"), .firstElement), (UInt8(ascii: "}"), .firstName): close()
    case (UInt8(ascii: "\""), .firstName), (UInt8(ascii: "\""), .name): begin(.string(isName: true))
    case (_, .value), (_, .firstElement): beginValue(byte)
    case (UInt8(ascii: ":"), .colon):
      offset += 1
      state = .value
    case (UInt8(ascii: ","), .comma):
      offset += 1
      state = isInObject ? .name : .value
    case (UInt8(ascii: "]"), .comma) where !isInObject, (UInt8(ascii: "}"), .comma) where isInObject: close()
    default: state = .broken(at: offset)
    }
  }

  /// Whether a string that is no name, a number or a literal has begun.
  var isInScalar: Bool { isInToken && state != .string(isName: true) }

  /// Whether a string, a number or a literal has begun.
  var isInToken: Bool {
    switch state {
    case .string, .number, .literal: true
    case .value, .firstElement, .firstName, .name, .colon, .comma, .end, .broken: false
    }
  }

  var isBroken: Bool { if case .broken = state { true } else { false } }

  private var isInObject: Bool { open.last.map { isObject($0) } ?? false }

  private func isObject(_ entry: Int) -> Bool {
    entries[entry] & 15 == UInt64(UnsafeJSONNode.Kind.object.rawValue)
  }

  private mutating func begin(_ next: State) {
    state = next
    start = offset
    offset += 1
    (isEscape, hasEscape, isASCII) = (false, false, true)
  }

  private mutating func beginValue(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): begin(.string(isName: false))
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard open.count < mostOpen else {
        state = .broken(at: offset)
        return
      }
      let isObject = byte == UInt8(ascii: "{")
      push(isObject ? .object : .array, open.last ?? StructuralPass.none, offset)
      open.append(entries.count - 1)
      offset += 1
      end = offset
      state = isObject ? .firstName : .firstElement
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): begin(.number)
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): begin(.literal)
    default: state = .broken(at: offset)
    }
  }

  private mutating func close() {
    offset += 1
    guard let entry = open.popLast() else { return }
    setField(of: entry, to: entries.count)
    endValue()
  }

  /// The end of a container, or the one around it while it is open.
  private mutating func setField(of entry: Int, to value: Int) {
    entries.base[entry] = entries[entry] & ~(0xfff_ffff << 4) | UInt64(truncatingIfNeeded: value) << 4
  }

  private mutating func push(_ kind: UnsafeJSONNode.Kind, _ length: Int, _ offset: Int) {
    entries.makeRoom(for: entries.count + 1)
    entries.append(Self.entry(kind, length, offset))
  }

  private static func entry(_ kind: UnsafeJSONNode.Kind, _ length: Int, _ offset: Int) -> UInt64 {
    UInt64(kind.rawValue) | UInt64(truncatingIfNeeded: length) << 4 | UInt64(truncatingIfNeeded: offset) << 32
  }

  private mutating func endValue() {
    end = offset
    state = open.isEmpty ? .end : .comma
  }

  /// Takes note that the text is whole: a number at its end is complete.
  mutating func finish() {
    guard state == .number else { return }
    bytes.makeRoom(for: bytes.count + 1)
    bytes.base[bytes.count] = 0
    endNumber()
  }

  /// Forgets the first bytes, and of the entries before one, all but those of open containers, which become the first.
  mutating func release(_ count: Int, entries first: Int) {
    let around = open.prefix { $0 < first }.map { Self.entry(isObject($0) ? .object : .array, 0, count) }
    let removed = first - around.count
    for (index, entry) in around.enumerated() { entries.base[removed + index] = entry }
    for index in open.indices {
      open[index] = index < around.count ? index : open[index] - removed
      // What is around it follows below.
      setField(of: removed + open[index], to: removed)
    }
    entries.removeFirst(removed)
    bytes.removeFirst(count)
    (offset, start, end) = (offset - count, start - count, end - count)
    for index in 0..<entries.count {
      let hasEnd = node(index).isContainer
      entries.base[index] -= UInt64(count) << 32 | (hasEnd ? UInt64(removed) << 4 : 0)
    }
    for (index, entry) in open.enumerated() {
      setField(of: entry, to: index == 0 ? StructuralPass.none : open[index - 1])
    }
  }

  // MARK: - Many values

  /// Reads the complete values of a long piece, except the last few.
  private mutating func scanValues() {
    var isFull = true
    while isFull {
      let (isJSON, pass) = runPass()
      guard isJSON else {
        // What it breaks on is found byte by byte.
        for (index, entry) in open.enumerated() {
          setField(of: entry, to: index == 0 ? StructuralPass.none : open[index - 1])
        }
        return
      }
      (offset, isFull) = (pass.offset, pass.isFull && !pass.isAfterValue)
      entries.setCount(pass.count)
      open.removeAll(keepingCapacity: true)
      var entry = pass.open
      while entry != StructuralPass.none {
        open.append(entry)
        entry = Int(truncatingIfNeeded: entries[entry] >> 4 & 0xfff_ffff)
      }
      open.reverse()
      state = open.isEmpty && pass.isAfterValue ? .end : pass.isAfterValue ? .comma : .value
      // Before a member, a name has been read.
      let isMember = state == .value && isInObject
      end = endOfValue(before: isMember ? Int(truncatingIfNeeded: entries[entries.count - 1] >> 32) - 1 : offset)
      if isFull { entries.makeRoom(for: 4 * entries.storage.capacity) }
    }
  }

  private typealias Stop = (offset: Int, count: Int, open: Int, isAfterValue: Bool, isFull: Bool)

  private func runPass() -> (isJSON: Bool, Stop) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: StructuralPass.offsetCapacity) { offsets in
      let part = (offset, entries.count, open.last ?? StructuralPass.none)
      guard let offsets = offsets.baseAddress else { return (true, (part.0, part.1, part.2, false, true)) }
      var pass = StructuralPass(
        bytes: bytes.base, end: bytes.count, entries: entries.base, capacity: entries.storage.capacity,
        depth: mostOpen - open.count, offsets: offsets, instructionSet: StructuralPass.bestInstructionSet, part: part)
      let isJSON = pass.run()
      return (isJSON, (pass.offset, pass.count, pass.open, pass.isAfterValue, pass.isFull))
    }
  }

  /// The offset after the value, or the opening bracket, that is before an offset.
  private func endOfValue(before offset: Int) -> Int {
    var end = offset
    while end > 0, [0x20, 0x0a, 0x0d, 0x09].contains(bytes[end - 1]) { end -= 1 }
    return end > 0 && bytes[end - 1] == UInt8(ascii: ",") ? end - 1 : end
  }

  // MARK: - Scalars

  private mutating func scanString(_ isName: Bool) {
    let text = UnsafePointer(bytes.base)
    let limit = text + bytes.count
    var cursor = text + offset
    defer { offset = text.distance(to: cursor) }
    while cursor < limit {
      if isEscape {
        switch cursor.pointee {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
          UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "u"):
          break
        default:
          state = .broken(at: text.distance(to: cursor))
          return
        }
        isEscape = false
        cursor += 1
        continue
      }
      var high: UInt32 = 0
      cursor = json_scan_string(cursor, limit, &high)
      if high != 0 { isASCII = false }
      guard cursor < limit else { return }
      if cursor.pointee == UInt8(ascii: "\\") {
        (isEscape, hasEscape) = (true, true)
        cursor += 1
        continue
      }
      let (here, first) = (text.distance(to: cursor), text + start + 1)
      // A control character, an ill-formed sequence of UTF-8, or an escape of no character.
      if cursor.pointee != UInt8(ascii: "\"")
        || !isASCII && json_scan_ill_formed_utf8(first, cursor) != cursor
        || hasEscape && json_escapes_are_well_formed(first, cursor) == 0
      {
        state = .broken(at: here)
        return
      }
      cursor += 1
      offset = here + 1
      push(hasEscape ? .escapedString : isASCII ? .asciiString : .string, here - start - 1, start + 1)
      if isName { state = .colon } else { endValue() }
      return
    }
  }

  private mutating func scanNumber() {
    while offset < bytes.count {
      guard Self.isOfNumber(bytes[offset]) else { return endNumber() }
      offset += 1
    }
  }

  /// Takes the number before the offset, at which is a byte of no number.
  private mutating func endNumber() {
    var end = start
    guard let kind = UnsafeJSONNode.Kind.ofNumber(bytes.base, at: &end, end: offset), end == offset else {
      state = .broken(at: offset)
      return
    }
    push(kind, offset - start, start)
    endValue()
  }

  private static let literals: [(text: [UInt8], kind: UnsafeJSONNode.Kind)] = [
    (Array("null".utf8), .null), (Array("true".utf8), .true), (Array("false".utf8), .false),
  ]

  private mutating func scanLiteral() {
    guard let literal = Self.literals.first(where: { $0.text[0] == bytes[start] }) else { return }
    while offset < bytes.count, offset - start < literal.text.count {
      guard bytes[offset] == literal.text[offset - start] else {
        state = .broken(at: offset)
        return
      }
      offset += 1
    }
    guard offset - start == literal.text.count else { return }
    push(literal.kind, literal.text.count, start)
    endValue()
  }
}

// MARK: - What has arrived

extension StreamScanner {
  /// The text so far as complete JSON: open strings, numbers and literals end where they are, a member without a value
  /// has null, and open containers end after their last value. Nil if no value has begun, or the text is not JSON.
  var completed: [UInt8]? {
    var text: [UInt8]
    switch state {
    case .string(isName: false):
      text = bytes.prefix(endOfString) + [UInt8(ascii: "\"")]
    case .number:
      text = bytes.prefix(bytes.count)
      if let last = text.last, !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= last) { text.append(UInt8(ascii: "0")) }
    case .literal:
      text = bytes.prefix(start) + (Self.literals.first { $0.text[0] == bytes[start] }?.text ?? [])
    case .colon: text = bytes.prefix(bytes.count) + Array(":null".utf8)
    case .value where isInObject: text = bytes.prefix(bytes.count) + Array("null".utf8)
    case .end: return bytes.prefix(bytes.count)
    case .broken: return nil
    case .value, .firstElement, .firstName, .name, .comma, .string:
      guard !open.isEmpty else { return nil }
      text = bytes.prefix(end)
    }
    for container in open.reversed() { text.append(UInt8(ascii: isObject(container) ? "}" : "]")) }
    return text
  }

  /// The end of the complete characters of the string that has begun: before an escape or a sequence of UTF-8 that has
  /// only begun.
  private var endOfString: Int {
    var end = start + 1
    var index = end
    while index < bytes.count {
      var length = 1
      switch bytes[index] {
      case UInt8(ascii: "\\"):
        length = 2
        if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "u") {
          // The first half of a pair of surrogates is no character.
          let isHigh =
            index + 3 < bytes.count && "dD".utf8.contains(bytes[index + 2]) && "89abAB".utf8.contains(bytes[index + 3])
          length = isHigh ? 12 : 6
        }
      case 0xc0...0xdf: length = 2
      case 0xe0...0xef: length = 3
      case 0xf0...0xff: length = 4
      default: break
      }
      index += length
      if index <= bytes.count { end = index }
    }
    return end
  }
}

extension StreamScanner {
  /// How much has arrived of what a partial value contains.
  struct Progress: Equatable {
    let end: Int
    let depth: Int
    let endOfString: Int?
  }

  var progress: Progress {
    Progress(end: end, depth: open.count, endOfString: state == .string(isName: false) ? endOfString : nil)
  }

  /// The entry that the complete characters of the string that has begun would have.
  var openString: UInt64? {
    guard state == .string(isName: false) else { return nil }
    let kind = hasEscape ? UnsafeJSONNode.Kind.escapedString : .string
    return Self.entry(kind, endOfString - start - 1, start + 1)
  }

  /// The node of an entry, which is valid until the scanner changes.
  func node(_ entry: Int) -> UnsafeJSONNode { UnsafeJSONNode(bytes: bytes.base, entries: entries.base, index: entry) }

  /// The offset after a complete value.
  func end(of node: UnsafeJSONNode) -> Int {
    guard node.isContainer else { return node.contentOffset + node.text.count + (node.isString ? 1 : 0) }
    // After its last entry come only white space and the ends of containers.
    let last = node[at: node.nextIndex - 1]
    var offset = last.isContainer ? last.offset + 1 : end(of: last)
    for index in node.index...last.index
    where node[at: index].isContainer && node[at: index].nextIndex == node.nextIndex {
      while bytes[offset] != UInt8(ascii: "]"), bytes[offset] != UInt8(ascii: "}") { offset += 1 }
      offset += 1
    }
    return offset
  }

  var text: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes.base, count: bytes.count) }
}

extension UnsafeJSONNode {
  /// Whether the value is an array or object.
  var isContainer: Bool { isArray || isObject }
}
