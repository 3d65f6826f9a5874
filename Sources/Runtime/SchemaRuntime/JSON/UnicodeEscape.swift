internal import CJSONScan

/// Escapes with hexadecimal digits in strings (RFC 8259, section 7).
enum UnicodeEscape {
  /// The length in bytes of the escape at `offset`: 6, or 12 for a surrogate pair.
  @inline(never)
  static func length(_ bytes: UnsafePointer<UInt8>, at offset: Int, end: Int) throws(IndexingError) -> Int {
    let unit = try codeUnit(bytes, at: offset, end: end)
    guard unit & 0xf800 == 0xd800 else { return 6 }
    guard unit < 0xdc00, offset &+ 7 < end, bytes[offset &+ 6] == UInt8(ascii: "\\"),
      bytes[offset &+ 7] == UInt8(ascii: "u")
    else { throw IndexingError(kind: .loneSurrogate, offset: offset) }
    let low = try codeUnit(bytes, at: offset &+ 6, end: end)
    guard low & 0xfc00 == 0xdc00 else { throw IndexingError(kind: .loneSurrogate, offset: offset) }
    return 12
  }

  /// The value of the four hexadecimal digits of the escape at `offset`.
  private static func codeUnit(_ bytes: UnsafePointer<UInt8>, at offset: Int, end: Int) throws(IndexingError) -> UInt32
  {
    guard offset &+ 6 <= end else { throw IndexingError(kind: .invalidUnicodeEscape, offset: offset) }
    let unit = json_hexadecimal(bytes + (offset &+ 2))
    guard unit <= 0xffff else { throw IndexingError(kind: .invalidUnicodeEscape, offset: offset) }
    return unit
  }
}
