public import CJSONScan

extension JSONNode {
  /// The content as a Swift string; the text of any other scalar, and empty for a container.
  @inlinable @inline(__always)
  public var string: String {
    kind == .escapedString ? unescapedString : plainString
  }

  /// The text as a string, without checking it again where the standard library allows that.
  @inlinable @inline(__always)
  var plainString: String {
    #if !canImport(Darwin)
      // Fifteen bytes fit into a string without storage, which `String(decoding:)` is quickest at.
      if field > 15 {
        return unsafe String(copying: UTF8Span(unchecked: text.span, isKnownASCII: kind == .asciiString))
      }
    #endif
    return String(decoding: text, as: UTF8.self)
  }

  /// Bytes of the content in UTF-8, escapes decoded; 0 when the node is no string.
  @inlinable @inline(__always)
  public var utf8Count: Int {
    switch kind {
    case .asciiString, .string: field
    case .escapedString: unescapedUTF8Count
    default: 0
    }
  }

  /// Unicode scalars of the content: what `minLength` and `maxLength` count (validation, section 6.3); 0 when the
  /// node is no string.
  @inlinable @inline(__always)
  public var scalarCount: Int {
    switch kind {
    case .asciiString: field
    case .string: json_scan_scalar_count(bytes + contentOffset, field)
    case .escapedString: unescapedScalarCount
    default: 0
    }
  }

  /// Whether the node is a string whose content equals `name`, byte by byte once escapes are decoded.
  @inlinable @inline(__always)
  public func equals(_ name: StaticString) -> Bool {
    let count = name.utf8CodeUnitCount
    if kind == .escapedString {
      return equalsUnescaped(UnsafeBufferPointer(start: name.utf8Start, count: count))
    }
    // A container's field is no length: without the question what it is, its comparison could leave the text.
    return field == count && isString && json_scan_equal(bytes + contentOffset, name.utf8Start, count) != 0
  }

  /// Whether the node is a string whose content equals `other`, byte by byte once escapes are decoded.
  @inlinable
  public func equals(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    if kind == .escapedString { return equalsUnescaped(other) }
    guard field == other.count, isString else { return false }
    guard let start = other.baseAddress else { return true }
    return json_scan_equal(bytes + contentOffset, start, other.count) != 0
  }

  /// Whether two strings have the same content.
  public func equalsString(_ other: JSONNode) -> Bool {
    if other.kind != .escapedString { return equals(other.text) }
    if kind != .escapedString { return other.equals(text) }
    return withUTF8 { other.equals($0) }
  }

  /// Calls `body` with the content in UTF-8, escapes decoded.
  @inlinable @inline(__always)
  public func withUTF8<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if kind != .escapedString { return try body(text) }
    return try withUnescapedUTF8(body)
  }

  @usableFromInline @inline(never)
  func withUnescapedUTF8<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Swift.max(field, 1)) {
      buffer throws(Failure) -> Result in
      let count = unescape(into: buffer)
      return try body(UnsafeBufferPointer(rebasing: buffer[..<count]))
    }
  }
}

// MARK: - Escapes

extension JSONNode {
  /// The value of a hexadecimal digit; nil for any other byte.
  static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte) - 0x30
    case 0x41...0x46: UInt32(byte) - 0x41 + 10
    case 0x61...0x66: UInt32(byte) - 0x61 + 10
    default: nil
    }
  }

  @usableFromInline @inline(never)
  var unescapedString: String {
    String(unsafeUninitializedCapacity: field) { unescape(into: $0) }
  }

  @usableFromInline @inline(never)
  var unescapedUTF8Count: Int {
    var count = 0
    var cursor = UnescapingCursor(rest: text)
    while let run = cursor.nextRun() { count += run.count }
    return count
  }

  @usableFromInline @inline(never)
  var unescapedScalarCount: Int {
    var count = 0
    var cursor = UnescapingCursor(rest: text)
    while let run = cursor.nextRun() {
      switch run {
      case .plain(let bytes):
        if let start = bytes.baseAddress { count += json_scan_scalar_count(start, bytes.count) }
      case .escaped: count += 1
      }
    }
    return count
  }

  @usableFromInline @inline(never)
  func equalsUnescaped(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    var matched = 0
    var cursor = UnescapingCursor(rest: text)
    while let run = cursor.nextRun() {
      guard other.count - matched >= run.count else { return false }
      switch run {
      case .plain(let bytes):
        for byte in bytes {
          guard other[matched] == byte else { return false }
          matched += 1
        }
      case .escaped(let scalar):
        for byte in Unicode.UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter {
          guard other[matched] == byte else { return false }
          matched += 1
        }
      }
    }
    return matched == other.count
  }

  /// Writes the decoded content and returns its length, which is never more than that of the text.
  func unescape(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    guard let start = buffer.baseAddress, buffer.count >= field else { return 0 }
    var source = bytes + contentOffset
    let end = source + field
    var target = start
    var nonASCII: UInt32 = 0
    while true {
      // The text holds neither bare quotation marks nor control characters: the scan stops at escapes alone.
      let stop = json_scan_string(source, end, &nonASCII)
      let length = source.distance(to: stop)
      target.update(from: source, count: length)
      target += length
      if stop == end { break }
      source = stop
      if source[1] == UInt8(ascii: "u") {
        var cursor = UnescapingCursor(rest: UnsafeBufferPointer(start: source, count: source.distance(to: end)))
        guard case .escaped(let scalar)? = cursor.nextRun() else { break }
        for byte in Unicode.UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter {
          target.pointee = byte
          target += 1
        }
        source = end - cursor.rest.count
      } else {
        target.pointee = Self.unescaped(source[1])
        target += 1
        source += 2
      }
    }
    return start.distance(to: target)
  }

  /// The byte that a reverse solidus and `letter` stand for.
  @inline(__always)
  static func unescaped(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0c
    case UInt8(ascii: "n"): 0x0a
    case UInt8(ascii: "r"): 0x0d
    case UInt8(ascii: "t"): 0x09
    default: letter
    }
  }
}

/// Walks over the text of a string that the structural pass has accepted, one run at a time.
private struct UnescapingCursor {
  enum Run {
    case plain(UnsafeBufferPointer<UInt8>)
    case escaped(Unicode.Scalar)

    /// Bytes in UTF-8.
    var count: Int {
      switch self {
      case .plain(let bytes): bytes.count
      case .escaped(let scalar): UTF8.width(scalar)
      }
    }
  }

  var rest: UnsafeBufferPointer<UInt8>

  mutating func nextRun() -> Run? {
    guard let first = rest.first else { return nil }
    if first != UInt8(ascii: "\\") {
      let length = rest.firstIndex(of: UInt8(ascii: "\\")) ?? rest.count
      defer { drop(length) }
      return .plain(UnsafeBufferPointer(rebasing: rest[..<length]))
    }
    guard rest.count >= 2 else {
      drop(1)
      return nil
    }
    if rest[1] == UInt8(ascii: "u") { return .escaped(unicodeEscape()) }
    let simple = Unicode.Scalar(JSONNode.unescaped(rest[1]))
    drop(2)
    return .escaped(simple)
  }

  private mutating func unicodeEscape() -> Unicode.Scalar {
    let high = codeUnit()
    drop(6)
    guard high & 0xf800 == 0xd800 else { return Unicode.Scalar(high) ?? "\u{fffd}" }
    let low = codeUnit()
    drop(6)
    return Unicode.Scalar(0x10000 + ((high & 0x3ff) << 10 | low & 0x3ff)) ?? "\u{fffd}"
  }

  private func codeUnit() -> UInt32 {
    guard rest.count >= 6 else { return 0xfffd }
    var unit: UInt32 = 0
    for place in 2..<6 { unit = unit << 4 | (JSONNode.hexadecimalDigit(rest[place]) ?? 0) }
    return unit
  }

  private mutating func drop(_ count: Int) {
    rest = UnsafeBufferPointer(rebasing: rest[Swift.min(count, rest.count)...])
  }
}
