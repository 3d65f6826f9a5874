// MARK: - uuid

extension Format {
  /// `uuid`: RFC 9562, section 4: 32 hexadecimal digits of either case, in groups of 8, 4, 4, 4 and 12. Every version
  /// and variant is accepted.
  @usableFromInline
  static func isUUID(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    let hyphen = UInt8(ascii: "-")
    guard utf8.count == 36, utf8[8] == hyphen, utf8[13] == hyphen, utf8[18] == hyphen, utf8[23] == hyphen else {
      return false
    }
    // Four words contain the 32 digits: the hyphens are between the groups of four.
    let bytes = UnsafeRawBufferPointer(utf8)
    let inner = fourBytes(bytes, at: 9) << 32 | fourBytes(bytes, at: 14)
    let outer = fourBytes(bytes, at: 19) << 32 | fourBytes(bytes, at: 24)
    return areHexDigits(bytes.loadUnaligned(as: UInt64.self)) && areHexDigits(inner) && areHexDigits(outer)
      && areHexDigits(bytes.loadUnaligned(fromByteOffset: 28, as: UInt64.self))
  }

  private static func fourBytes(_ bytes: UnsafeRawBufferPointer, at index: Int) -> UInt64 {
    UInt64(bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self))
  }

  /// Whether each of eight bytes is a hexadecimal digit.
  ///
  /// The addends set the highest bit of bytes from a certain character on. No byte has that bit initially, so there is
  /// no carry into the next byte.
  private static func areHexDigits(_ word: UInt64) -> Bool {
    let highBits: UInt64 = 0x8080_8080_8080_8080
    guard word & highBits == 0 else { return false }
    func isFrom(_ byte: UInt8, _ word: UInt64) -> UInt64 { word &+ 0x0101_0101_0101_0101 &* UInt64(0x80 - byte) }
    let small = word | 0x2020_2020_2020_2020
    let digits = isFrom(0x30, word) & ~isFrom(0x3A, word)
    let letters = isFrom(0x61, small) & ~isFrom(0x67, small)
    return (digits | letters) & highBits == highBits
  }
}
