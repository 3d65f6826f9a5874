import SchemaRuntime

/// Reads JSON that arrives in pieces, and fills the same index as `JSONReader` does, entry by entry.
///
/// It checks the grammar of RFC 8259 except within strings and numbers, which the reader checks when all has arrived: a
/// text that it breaks on is no JSON, whatever follows.
struct StreamScanner: Sendable {
  /// What has become complete.
  enum Event {
    /// A value begins; its first byte.
    case start(UInt8)
    /// A string, number or literal is complete: its entry.
    case scalar(Int)
    /// The name of a member is complete: its entry.
    case name(Int)
    /// An array or object has begun, or is complete: its entry.
    case open(Int), close(Int)
  }

  /// What may come next.
  enum State: Equatable {
    case value, firstElement, firstName, name, colon, comma, end
    case string(isName: Bool), number, literal
    /// The text is no JSON from this offset on.
    case broken(at: Int)
  }

  private(set) var bytes: [UInt8] = []
  private(set) var entries: [UInt64] = []
  private(set) var state = State.value
  /// The entries of the open containers, and the offset after the last complete value in each, or after its bracket.
  private(set) var open: [(entry: Int, end: Int)] = []
  private let limits: JSONLimits
  private var offset = 0
  /// Of the scalar that has begun: its first byte's offset, and what its text contains.
  private(set) var start = 0
  private var isEscape = false
  private(set) var hasEscape = false
  private var isASCII = true
  private var numberKind = UnsafeJSONNode.Kind.integer

  init(limits: JSONLimits) { self.limits = limits }

  mutating func append(_ more: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: more)
    let most = min(limits.maximumByteCount, JSONLimits.hardMaximumByteCount)
    if bytes.count > most { state = .broken(at: most) }
  }

  /// Scans until something is complete; nil if more bytes are needed, and after the root.
  mutating func next() -> Event? {
    while offset < bytes.count {
      switch state {
      case .string(let isName):
        if let event = scanString(isName) { return event }
      case .number:
        if let event = scanNumber() { return event }
      case .literal:
        if let event = scanLiteral() { return event }
      case .broken: return nil
      case .value, .firstElement, .firstName, .name, .colon, .comma, .end:
        let byte = bytes[offset]
        if byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 {
          offset += 1
        } else if let event = structure(byte) {
          return event
        }
      }
    }
    return nil
  }

  // MARK: - Structure

  private mutating func structure(_ byte: UInt8) -> Event? {
    switch (byte, state) {
    case (UInt8(ascii: "]"), .firstElement), (UInt8(ascii: "}"), .firstName): return close()
    case (UInt8(ascii: "\""), .firstName), (UInt8(ascii: "\""), .name): begin(.string(isName: true))
    case (_, .value), (_, .firstElement): return beginValue(byte)
    case (UInt8(ascii: ":"), .colon):
      offset += 1
      state = .value
    case (UInt8(ascii: ","), .comma):
      offset += 1
      state = isInObject ? .name : .value
    case (UInt8(ascii: "]"), .comma) where !isInObject, (UInt8(ascii: "}"), .comma) where isInObject: return close()
    default: state = .broken(at: offset)
    }
    return nil
  }

  var isInObject: Bool {
    open.last.map { entries[$0.entry] & 15 == UInt64(UnsafeJSONNode.Kind.object.rawValue) } ?? false
  }

  private mutating func begin(_ next: State) {
    state = next
    start = offset
    offset += 1
    (isEscape, hasEscape, isASCII) = (false, false, true)
    numberKind = .integer
  }

  private mutating func beginValue(_ byte: UInt8) -> Event? {
    switch byte {
    case UInt8(ascii: "\""): begin(.string(isName: false))
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard open.count < min(limits.maximumDepth, JSONLimits.hardMaximumDepth) else {
        state = .broken(at: offset)
        return nil
      }
      let isObject = byte == UInt8(ascii: "{")
      open.append((entries.count, offset + 1))
      push(isObject ? .object : .array, 0, offset)
      offset += 1
      state = isObject ? .firstName : .firstElement
      return .open(entries.count - 1)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): begin(.number)
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): begin(.literal)
    default:
      state = .broken(at: offset)
      return nil
    }
    return .start(byte)
  }

  private mutating func close() -> Event? {
    offset += 1
    guard let entry = open.popLast()?.entry else { return nil }
    let end = UInt64(truncatingIfNeeded: entries.count)
    entries[entry] = entries[entry] & ~(0xfff_ffff << 4) | end << 4
    endValue()
    return .close(entry)
  }

  private mutating func push(_ kind: UnsafeJSONNode.Kind, _ length: Int, _ offset: Int) {
    entries.append(
      UInt64(kind.rawValue) | UInt64(truncatingIfNeeded: length) << 4 | UInt64(truncatingIfNeeded: offset) << 32)
  }

  private mutating func endValue() {
    if !open.isEmpty { open[open.count - 1].end = offset }
    state = open.isEmpty ? .end : .comma
  }

  // MARK: - Scalars

  private mutating func scanString(_ isName: Bool) -> Event? {
    let end: Int? = bytes.withUnsafeBufferPointer { bytes in
      var index = offset
      defer { offset = index }
      while index < bytes.count {
        let byte = bytes[index]
        index += 1
        if isEscape {
          isEscape = false
        } else if byte == UInt8(ascii: "\\") {
          (isEscape, hasEscape) = (true, true)
        } else if byte == UInt8(ascii: "\"") {
          return index - 1
        } else if byte < 0x20 {
          state = .broken(at: index - 1)
          return nil
        }
        if byte >= 0x80 { isASCII = false }
      }
      return nil
    }
    guard let end else { return nil }
    push(hasEscape ? .escapedString : isASCII ? .asciiString : .string, end - start - 1, start + 1)
    if isName {
      state = .colon
      return .name(entries.count - 1)
    }
    endValue()
    return .scalar(entries.count - 1)
  }

  private mutating func scanNumber() -> Event? {
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"): break
      case UInt8(ascii: "."): if numberKind == .integer { numberKind = .decimal }
      case UInt8(ascii: "e"), UInt8(ascii: "E"): numberKind = .exponential
      default: return endNumber()
      }
      offset += 1
    }
    return nil
  }

  private mutating func endNumber() -> Event? {
    guard JSONNumber(text: String(decoding: bytes[start..<offset], as: UTF8.self)) != nil else {
      state = .broken(at: offset)
      return nil
    }
    push(numberKind, offset - start, start)
    endValue()
    return .scalar(entries.count - 1)
  }

  private static let literals: [(text: [UInt8], kind: UnsafeJSONNode.Kind)] = [
    (Array("null".utf8), .null), (Array("true".utf8), .true), (Array("false".utf8), .false),
  ]

  private mutating func scanLiteral() -> Event? {
    guard let literal = Self.literals.first(where: { $0.text[0] == bytes[start] }) else { return nil }
    while offset < bytes.count, offset - start < literal.text.count {
      guard bytes[offset] == literal.text[offset - start] else {
        state = .broken(at: offset)
        return nil
      }
      offset += 1
    }
    guard offset - start == literal.text.count else { return nil }
    push(literal.kind, literal.text.count, start)
    endValue()
    return .scalar(entries.count - 1)
  }
}

// MARK: - What has arrived

extension StreamScanner {
  /// The text so far as complete JSON: open strings end where they are, and open containers after their last complete
  /// value. Nil if no value has begun.
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
      guard let end = open.last?.end else { return nil }
      text = Array(bytes[..<end])
    }
    for container in open.reversed() {
      let isObject = entries[container.entry] & 15 == UInt64(UnsafeJSONNode.Kind.object.rawValue)
      text.append(UInt8(ascii: isObject ? "}" : "]"))
    }
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
