internal import CJSONScan

/// The escapes of a string that are written with hexadecimal digits (RFC 8259, section 7).
enum UnicodeEscape {
  /// How many bytes the escape at `place` takes: 6, or 12 for a surrogate pair.
  @inline(never)
  static func length(_ bytes: UnsafePointer<UInt8>, at place: Int, end: Int) throws(IndexingError) -> Int {
    let unit = try codeUnit(bytes, at: place, end: end)
    guard unit & 0xf800 == 0xd800 else { return 6 }
    guard unit < 0xdc00, place &+ 7 < end, bytes[place &+ 6] == UInt8(ascii: "\\"),
      bytes[place &+ 7] == UInt8(ascii: "u")
    else { throw IndexingError(kind: .loneSurrogate, offset: place) }
    let low = try codeUnit(bytes, at: place &+ 6, end: end)
    guard low & 0xfc00 == 0xdc00 else { throw IndexingError(kind: .loneSurrogate, offset: place) }
    return 12
  }

  /// The four hexadecimal digits of the escape at `place`.
  private static func codeUnit(_ bytes: UnsafePointer<UInt8>, at place: Int, end: Int) throws(IndexingError) -> UInt32 {
    guard place &+ 6 <= end else { throw IndexingError(kind: .invalidUnicodeEscape, offset: place) }
    let unit = json_hexadecimal(bytes + (place &+ 2))
    guard unit <= 0xffff else { throw IndexingError(kind: .invalidUnicodeEscape, offset: place) }
    return unit
  }

  /// Whether all such escapes in a string's content have their digits and surrogates. Other escapes are two bytes here,
  /// whichever they are.
  static func areWellFormed(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ length: Int) -> Bool {
    let end = start &+ length
    var place = start
    while place < end {
      if bytes[place] != UInt8(ascii: "\\") {
        place &+= 1
      } else if place &+ 1 < end, bytes[place &+ 1] == UInt8(ascii: "u") {
        do { place &+= try Self.length(bytes, at: place, end: end) } catch { return false }
      } else {
        place &+= 2
      }
    }
    return true
  }
}
