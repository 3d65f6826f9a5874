/// Reads UTF-8 one scalar at a time in both directions, from texts that may be ill-formed.
///
/// Invalid bytes are read as ``invalid``, which is in no set. An encoded surrogate is read as itself.
enum ScalarReading {
  static let invalid: UInt32 = .max

  /// The scalar that begins at `offset`, and the offset after it; ``invalid`` at the end of the text.
  @inline(__always)
  static func scalar(
    in utf8: UnsafeBufferPointer<UInt8>, at offset: Int
  ) -> (scalar: UInt32, next: Int) {
    guard offset < utf8.count else { return (invalid, offset) }
    let byte = utf8[offset]
    if byte < 0x80 { return (UInt32(byte), offset + 1) }
    return longScalar(in: utf8, at: offset)
  }

  private static func longScalar(
    in utf8: UnsafeBufferPointer<UInt8>, at offset: Int
  ) -> (scalar: UInt32, next: Int) {
    let lead = UInt32(utf8[offset])
    let (length, minimum): (Int, UInt32) =
      switch lead {
      case 0xc2..<0xe0: (2, 0x80)
      case 0xe0..<0xf0: (3, 0x800)
      case 0xf0..<0xf5: (4, 0x10000)
      default: (0, 0)
      }
    guard length > 0, utf8.count - offset >= length else { return (invalid, offset) }
    var scalar = lead & (0x7f >> UInt32(length))
    for index in offset + 1..<offset + length {
      guard utf8[index] & 0xc0 == 0x80 else { return (invalid, offset) }
      scalar = scalar << 6 | UInt32(utf8[index] & 0x3f)
    }
    return (minimum...ScalarSet.last).contains(scalar) ? (scalar, offset + length) : (invalid, offset)
  }

  /// The scalar that ends at `offset`, and its offset; ``invalid`` at the start of the text.
  static func scalar(
    in utf8: UnsafeBufferPointer<UInt8>, before offset: Int
  ) -> (scalar: UInt32, start: Int) {
    var start = offset - 1
    while start > 0, offset - start < 4, utf8[start] & 0xc0 == 0x80 { start -= 1 }
    guard start >= 0 else { return (invalid, offset) }
    let (scalar, next) = scalar(in: utf8, at: start)
    return next == offset ? (scalar, start) : (invalid, offset)
  }

  /// Whether `byte` is a word character; false for bytes of longer scalars.
  @inline(__always)
  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x5f, 0x61...0x7a: true
    default: false
    }
  }
}
