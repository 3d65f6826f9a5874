public import CJSONScan

extension UnsafeJSONNode {
  /// The content as a Swift string; for any other scalar its text, for a container empty.
  @inlinable @inline(__always)
  public var string: String {
    kind == .escapedString ? unescapedString : plainString
  }

  /// The text as a string, without validating it again if the standard library permits that.
  @inlinable @inline(__always)
  var plainString: String {
    #if !canImport(Darwin)
      // Up to fifteen bytes fit into a string without storage, for which `String(decoding:)` is fastest.
      if field > 15 {
        return unsafe String(copying: UTF8Span(unchecked: text.span, isKnownASCII: kind == .asciiString))
      }
    #endif
    return String(decoding: text, as: UTF8.self)
  }

  /// The length of the content in UTF-8 bytes, with escapes decoded; 0 if the node is not a string.
  @_spi(Generated) @inlinable @inline(__always)
  public var utf8Count: Int {
    switch kind {
    case .asciiString, .string: field
    case .escapedString: unescapedUTF8Count
    case .null, .false, .true, .integer, .decimal, .exponential, .array, .object: 0
    }
  }

  /// The number of Unicode scalars in the content, which `minLength` and `maxLength` limit (validation, section 6.3); 0
  /// if the node is not a string.
  @inlinable @inline(__always)
  package var scalarCount: Int {
    switch kind {
    case .asciiString: field
    case .string: json_scan_scalar_count(bytes + contentOffset, field)
    case .escapedString: unescapedScalarCount
    case .null, .false, .true, .integer, .decimal, .exponential, .array, .object: 0
    }
  }

  /// Whether the node is a string whose content, with escapes decoded, equals `name` byte by byte.
  @_spi(Generated) @inlinable @inline(__always)
  public func equals(_ name: StaticString) -> Bool {
    let count = name.utf8CodeUnitCount
    if kind == .escapedString {
      return equalsUnescaped(UnsafeBufferPointer(start: name.utf8Start, count: count))
    }
    // A container's field is not a length: without the kind check, the comparison could read past the text.
    return field == count && isString && json_scan_equal(bytes + contentOffset, name.utf8Start, count) != 0
  }

  /// Whether the node is a string whose content, with escapes decoded, equals `other` byte by byte.
  @inlinable
  package func equals(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    if kind == .escapedString { return equalsUnescaped(other) }
    guard field == other.count, isString else { return false }
    guard let start = other.baseAddress else { return true }
    return json_scan_equal(bytes + contentOffset, start, other.count) != 0
  }

  /// Whether two strings have the same content.
  package func equalsString(_ other: UnsafeJSONNode) -> Bool {
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

extension UnsafeJSONNode {
  @usableFromInline @inline(never)
  var unescapedString: String {
    #if !canImport(Darwin)
      // Unescape again, without the checks of the structural pass.
      return withUnescapedUTF8 { utf8 in
        let isASCII = utf8.baseAddress.map { json_scan_is_ascii($0, utf8.count) != 0 } ?? true
        return unsafe String(copying: UTF8Span(unchecked: utf8.span, isKnownASCII: isASCII))
      }
    #else
      return String(unsafeUninitializedCapacity: field) { unescape(into: $0) }
    #endif
  }

  @usableFromInline @inline(never)
  var unescapedUTF8Count: Int {
    var scalars = 0
    let start = bytes + contentOffset
    return json_unescaped_length(start, start + field, &scalars)
  }

  @usableFromInline @inline(never)
  var unescapedScalarCount: Int {
    var scalars = 0
    let start = bytes + contentOffset
    _ = json_unescaped_length(start, start + field, &scalars)
    return scalars
  }

  @usableFromInline @inline(never)
  func equalsUnescaped(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    // An escape takes at most six bytes for one byte of content.
    guard other.count <= field, field <= 6 * other.count else { return false }
    return withUnescapedUTF8 { utf8 in
      guard utf8.count == other.count, let left = utf8.baseAddress, let right = other.baseAddress else { return false }
      return json_scan_equal(left, right, other.count) != 0
    }
  }

  /// Writes the decoded content and returns its length, which is at most that of the text.
  func unescape(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    guard let start = buffer.baseAddress, buffer.count >= field else { return 0 }
    let text = bytes + contentOffset
    return start.distance(to: json_unescape(text, text + field, start))
  }
}
