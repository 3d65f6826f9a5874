internal import CJSONScan

/// An error in the structural pass, before its line and column are computed.
struct IndexingError: Error {
  var kind: JSONSyntaxError.Kind
  var offset: Int
}

extension JSONReader {
  /// The structural pass: checks [bytes, bytes + end) and fills the index in one pass.
  ///
  /// `bytes[end - 1]`, or the byte after it, must not be part of a number or whitespace, because scans of those are
  /// unbounded. Only strings, literals and the ends of containers are checked against the bound.
  mutating func index(_ bytes: UnsafePointer<UInt8>, _ end: Int) throws(IndexingError) {
    let depth = Swift.max(0, Swift.min(limits.maximumDepth, JSONLimits.hardMaximumDepth))
    let instructionSet = StructuralPass.bestInstructionSet
    if instructionSet > 0, indexWithVectors(bytes, end, depth: depth, instructionSet) { return }
    var pass = IndexingPass(bytes: bytes, end: end, entries: entries, capacity: capacity, depthLeft: depth)
    defer {
      entries = pass.entries
      capacity = pass.capacity
    }
    do {
      try pass.run()
    } catch {
      var error = error
      if case .tooDeep = error.kind { error.kind = .tooDeep(limit: depth) }
      throw error
    }
  }
}

extension JSONReader {
  /// Whether the text is JSON within the limits. If so, the index is filled.
  @inline(__always)
  mutating func indexWithVectors(_ bytes: UnsafePointer<UInt8>, _ end: Int, depth: Int, _ instructionSet: Int32) -> Bool
  {
    var pass = StructuralPass(
      bytes: bytes, end: end, entries: entries, capacity: capacity, depth: depth, offsets: offsets,
      instructionSet: instructionSet)
    let isJSON = pass.run()
    entries = pass.entries
    capacity = pass.capacity
    return isJSON
  }
}

/// The bytewise structural pass, which reports errors and their positions.
struct IndexingPass {
  let bytes: UnsafePointer<UInt8>
  let end: Int
  var entries: UnsafeMutablePointer<UInt64>
  var capacity: Int
  var depthLeft: Int
  /// The number of bytes read.
  var offset = 0
  /// The number of entries written.
  var count = 0

  /// The value if no container is open.
  static let none = (1 << 28) - 1

  @inline(__always)
  static func entry(_ kind: UnsafeJSONNode.Kind, _ length: Int, _ offset: Int) -> UInt64 {
    UInt64(kind.rawValue) | UInt64(truncatingIfNeeded: length) &<< 4 | UInt64(truncatingIfNeeded: offset) &<< 32
  }

  @inline(__always)
  mutating func push(_ kind: UnsafeJSONNode.Kind, _ length: Int, _ offset: Int) {
    entries[count] = Self.entry(kind, length, offset)
    count &+= 1
  }

  @inline(__always)
  mutating func skipWhitespace() {
    while bytes[offset] <= 0x20 {
      let byte = bytes[offset]
      guard byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 else { return }
      offset &+= 1
    }
  }

  func unexpected(_ expected: JSONSyntaxError.Expectation, at offset: Int? = nil) -> IndexingError {
    let offset = offset ?? self.offset
    if offset >= end { return IndexingError(kind: .unexpectedEnd(expected: expected), offset: end) }
    return IndexingError(kind: .unexpectedByte(bytes[offset], expected: expected), offset: offset)
  }

  /// A flat switch over the states of RFC 8259's grammar: a value, then what may follow it.
  mutating func run() throws(IndexingError) {
    if end >= 3, bytes[0] == 0xef, bytes[1] == 0xbb, bytes[2] == 0xbf {
      throw IndexingError(kind: .byteOrderMark, offset: 0)
    }
    var open = Self.none
    var inObject = false
    value: while true {
      // Each iteration writes at most two entries: a value and the name before the next one.
      if count &+ 2 > capacity { grow() }
      skipWhitespace()
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "\""):
        try string()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depthLeft &-= 1
        if depthLeft < 0 { throw IndexingError(kind: .tooDeep(limit: 0), offset: offset) }
        inObject = byte == UInt8(ascii: "{")
        let container = count
        push(inObject ? .object : .array, open, offset)
        open = container
        offset &+= 1
        skipWhitespace()
        if inObject {
          if bytes[offset] == UInt8(ascii: "}") { break }
          guard bytes[offset] == UInt8(ascii: "\"") else { throw unexpected(.memberNameOrEnd) }
          try memberName()
        } else if bytes[offset] == UInt8(ascii: "]") {
          break
        }
        continue value
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        try number()
      case UInt8(ascii: "t"):
        try literal(.true, "true")
      case UInt8(ascii: "f"):
        try literal(.false, "false")
      case UInt8(ascii: "n"):
        try literal(.null, "null")
      default:
        throw unexpected(open != Self.none && !inObject && count == open &+ 1 ? .valueOrEnd : .value)
      }
      afterValue: while true {
        if open == Self.none {
          if offset < end { skipWhitespace() }
          if offset < end { throw IndexingError(kind: .contentAfterValue(bytes[offset]), offset: offset) }
          return
        }
        if offset >= end { throw unexpected(inObject ? .commaOrObjectEnd : .commaOrArrayEnd) }
        skipWhitespace()
        let byte = bytes[offset]
        if byte == UInt8(ascii: ",") {
          offset &+= 1
          if inObject {
            skipWhitespace()
            guard bytes[offset] == UInt8(ascii: "\"") else { throw unexpected(.memberName) }
            try memberName()
          }
          continue value
        }
        guard byte == (inObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          throw unexpected(inObject ? .commaOrObjectEnd : .commaOrArrayEnd)
        }
        offset &+= 1
        let entry = entries[open]
        let around = Int(truncatingIfNeeded: (entry &>> 4) & 0xfff_ffff)
        entries[open] = entry & 0xffff_ffff_0000_000f | UInt64(truncatingIfNeeded: count) &<< 4
        open = around
        depthLeft &+= 1
        inObject = around != Self.none && entries[around] & 15 == UInt64(UnsafeJSONNode.Kind.object.rawValue)
      }
    }
  }

  @inline(__always)
  mutating func memberName() throws(IndexingError) {
    try string()
    skipWhitespace()
    guard bytes[offset] == UInt8(ascii: ":") else { throw unexpected(.colon) }
    offset &+= 1
  }

  @inline(__always)
  mutating func literal(_ kind: UnsafeJSONNode.Kind, _ text: StaticString) throws(IndexingError) {
    let length = text.utf8CodeUnitCount
    guard end &- offset >= length, json_scan_equal(bytes + offset, text.utf8Start, length) != 0 else {
      throw unexpected(.literal)
    }
    push(kind, length, offset)
    offset &+= length
  }

  @inline(__always)
  mutating func number() throws(IndexingError) {
    let start = offset
    guard let kind = UnsafeJSONNode.Kind.ofNumber(bytes, at: &offset, end: end) else { throw unexpected(.digit) }
    push(kind, offset &- start, start)
  }

  /// Reads the string whose opening quotation mark is at `offset`: a value or a member name.
  @inline(__always)
  mutating func string() throws(IndexingError) {
    let start = offset &+ 1
    var cursor = bytes + start
    let limit = bytes + end
    var nonASCII: UInt32 = 0
    var hasEscapes = false
    while true {
      cursor = json_scan_string(cursor, limit, &nonASCII)
      let here = bytes.distance(to: cursor)
      if here >= end { throw unexpected(.stringEnd, at: end) }
      let byte = cursor.pointee
      if byte == UInt8(ascii: "\"") {
        offset = here
        break
      }
      guard byte == UInt8(ascii: "\\") else {
        throw IndexingError(kind: .controlCharacterInString(byte), offset: here)
      }
      hasEscapes = true
      cursor += try escapeLength(at: here)
    }
    if nonASCII != 0 {
      let bad = json_scan_ill_formed_utf8(bytes + start, bytes + offset)
      if bad != bytes + offset { throw IndexingError(kind: .invalidUTF8, offset: bytes.distance(to: bad)) }
    }
    push(hasEscapes ? .escapedString : nonASCII != 0 ? .string : .asciiString, offset &- start, start)
    offset &+= 1
  }

  /// Checks the escape at `offset` and returns its length in bytes: 2, 6, or 12 for a surrogate pair.
  @inline(__always)
  func escapeLength(at offset: Int) throws(IndexingError) -> Int {
    guard offset &+ 1 < end else { throw unexpected(.stringEnd, at: end) }
    switch bytes[offset &+ 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return 2
    case UInt8(ascii: "u"):
      return try UnicodeEscape.length(bytes, at: offset, end: end)
    case let byte:
      throw IndexingError(kind: .invalidEscape(byte), offset: offset)
    }
  }

  @inline(never)
  mutating func grow() {
    capacity *= 2
    entries = JSONReader.resized(entries, to: capacity)
  }
}
