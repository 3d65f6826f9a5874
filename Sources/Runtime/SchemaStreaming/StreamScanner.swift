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

  private(set) var bytes: [UInt8] = []
  /// The index, and room for more of it.
  private(set) var entries: [UInt64] = []
  private(set) var count = 0
  private(set) var state = State.value
  /// The entries of the open containers.
  private(set) var open: [Int] = []
  /// The offset after the last complete value in the innermost open container, or after its bracket.
  private var end = 0
  /// The most bytes, and how many containers may be open.
  private let mostBytes: Int
  private let mostOpen: Int
  private var offset = 0
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
    if more.count > mostBytes - bytes.count {
      bytes += more.prefix(max(0, mostBytes + 1 - bytes.count))
      state = .broken(at: mostBytes)
    } else if more.count == 1 {
      bytes.append(more[0])
      if isPlain(more[0]) {
        offset += 1
        return
      }
    } else {
      let count = bytes.count + more.count
      // Copying large memory is a large part of the work.
      if count > bytes.capacity { bytes.reserveCapacity(max(count, 4 * bytes.capacity)) }
      bytes.append(contentsOf: more)
    }
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

  /// Whether a byte is one more of the string that has begun, and nothing else.
  private func isPlain(_ byte: UInt8) -> Bool {
    guard case .string = state, !isEscape else { return false }
    return byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
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
  var isInScalar: Bool {
    switch state {
    case .string(let isName): !isName
    case .number, .literal: true
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
      open.append(count - 1)
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
    setField(of: entry, to: count)
    endValue()
  }

  /// The end of a container, or the one around it while it is open.
  private mutating func setField(of entry: Int, to value: Int) {
    entries[entry] = entries[entry] & ~(0xfff_ffff << 4) | UInt64(truncatingIfNeeded: value) << 4
  }

  private mutating func push(_ kind: UnsafeJSONNode.Kind, _ length: Int, _ offset: Int) {
    if count == entries.count { makeRoom() }
    entries[count] =
      UInt64(kind.rawValue) | UInt64(truncatingIfNeeded: length) << 4 | UInt64(truncatingIfNeeded: offset) << 32
    count += 1
  }

  private mutating func makeRoom() { entries += repeatElement(0, count: 2 * entries.count + 64) }

  private mutating func endValue() {
    end = offset
    state = open.isEmpty ? .end : .comma
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
      (offset, count, isFull) = (pass.offset, pass.count, pass.isFull && !pass.isAfterValue)
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
      end = endOfValue(before: isMember ? Int(truncatingIfNeeded: entries[count - 1] >> 32) - 1 : offset)
      if isFull { makeRoom() }
    }
  }

  private typealias Stop = (offset: Int, count: Int, open: Int, isAfterValue: Bool, isFull: Bool)

  private mutating func runPass() -> (isJSON: Bool, Stop) {
    let (from, count, open, depth) = (offset, count, open.last ?? StructuralPass.none, mostOpen - open.count)
    return bytes.withUnsafeBufferPointer { bytes in
      entries.withUnsafeMutableBufferPointer { entries in
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: StructuralPass.offsetCapacity) { offsets in
          guard let text = bytes.baseAddress, let first = entries.baseAddress, let offsets = offsets.baseAddress else {
            return (true, (from, count, open, false, true))
          }
          var pass = StructuralPass(
            bytes: text, end: bytes.count, entries: first, capacity: entries.count, depth: depth, offsets: offsets,
            instructionSet: StructuralPass.bestInstructionSet, part: (from, count, open))
          let isJSON = pass.run()
          return (isJSON, (pass.offset, pass.count, pass.open, pass.isAfterValue, pass.isFull))
        }
      }
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
    let end: Int? = bytes.withUnsafeBufferPointer { bytes in
      guard let text = bytes.baseAddress else { return nil }
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
            return nil
          }
          isEscape = false
          cursor += 1
          continue
        }
        var high: UInt32 = 0
        cursor = json_scan_string(cursor, limit, &high)
        if high != 0 { isASCII = false }
        guard cursor < limit else { return nil }
        if cursor.pointee == UInt8(ascii: "\\") {
          (isEscape, hasEscape) = (true, true)
          cursor += 1
          continue
        }
        let here = text.distance(to: cursor)
        let first = text + start + 1
        // A control character, an ill-formed sequence of UTF-8, or an escape of no character.
        if cursor.pointee != UInt8(ascii: "\"")
          || !isASCII && json_scan_ill_formed_utf8(first, cursor) != cursor
          || hasEscape && json_escapes_are_well_formed(first, cursor) == 0
        {
          state = .broken(at: here)
          return nil
        }
        cursor += 1
        return here
      }
      return nil
    }
    guard let end else { return }
    push(hasEscape ? .escapedString : isASCII ? .asciiString : .string, end - start - 1, start + 1)
    if isName { state = .colon } else { endValue() }
  }

  private mutating func scanNumber() {
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
        UInt8(ascii: "e"), UInt8(ascii: "E"):
        offset += 1
      default: return endNumber()
      }
    }
  }

  private mutating func endNumber() {
    let kind = bytes.withUnsafeBufferPointer { Self.kind(ofNumber: UnsafeBufferPointer(rebasing: $0[start..<offset])) }
    guard let kind else {
      state = .broken(at: offset)
      return
    }
    push(kind, offset - start, start)
    endValue()
  }

  /// The kind of a number; nil if it is none.
  private static func kind(ofNumber text: UnsafeBufferPointer<UInt8>) -> UnsafeJSONNode.Kind? {
    var index = 0
    func next() -> UInt8 { index < text.count ? text[index] : 0 }
    func skipDigits() -> Bool {
      let start = index
      while next() &- 0x30 < 10 { index += 1 }
      return index > start
    }
    var kind = UnsafeJSONNode.Kind.integer
    if next() == UInt8(ascii: "-") { index += 1 }
    if next() == UInt8(ascii: "0") { index += 1 } else if !skipDigits() { return nil }
    if next() == UInt8(ascii: ".") {
      kind = .decimal
      index += 1
      guard skipDigits() else { return nil }
    }
    if next() | 0x20 == UInt8(ascii: "e") {
      kind = .exponential
      index += 1
      if next() == UInt8(ascii: "+") || next() == UInt8(ascii: "-") { index += 1 }
      guard skipDigits() else { return nil }
    }
    return index == text.count ? kind : nil
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
  /// The text so far as complete JSON: open strings end where they are, and open containers after their last complete
  /// value. Nil if no value has begun, or the text is not JSON.
  ///
  /// - Parameter keepsBegun: whether to complete also what has only begun, a number, a literal, or a member without a
  ///   value, which becomes null.
  func completed(keepsBegun: Bool) -> [UInt8]? {
    var text: [UInt8]
    switch state {
    case .string(isName: false):
      text = bytes[..<Self.endOfString(bytes, from: start + 1)] + [UInt8(ascii: "\"")]
    case .number where keepsBegun:
      text =
        bytes + (bytes.last.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false ? [] : [UInt8(ascii: "0")])
    case .literal where keepsBegun:
      text = bytes[..<start] + (Self.literals.first { $0.text[0] == bytes[start] }?.text ?? [])
    case .colon where keepsBegun: text = bytes + Array(":null".utf8)
    case .value where keepsBegun && isInObject: text = bytes + Array("null".utf8)
    case .end: return bytes
    case .broken: return nil
    case .value, .firstElement, .firstName, .name, .colon, .comma, .string, .number, .literal:
      guard !open.isEmpty else { return nil }
      text = Array(bytes[..<end])
    }
    for container in open.reversed() { text.append(UInt8(ascii: isObject(container) ? "}" : "]")) }
    return text
  }

  /// The end of the complete characters of a string: before an escape or a sequence of UTF-8 that has only begun.
  private static func endOfString(_ bytes: [UInt8], from start: Int) -> Int {
    var end = start
    var index = start
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
  /// Calls `body` with the node of an entry, which must not escape.
  func withNode<Result>(_ entry: Int, _ body: (UnsafeJSONNode) -> Result) -> Result? {
    bytes.withUnsafeBufferPointer { bytes in
      entries.withUnsafeBufferPointer { entries in
        guard let bytes = bytes.baseAddress, let first = entries.baseAddress else { return nil }
        return body(UnsafeJSONNode(bytes: bytes, entries: first, index: entry))
      }
    }
  }
}
