@_spi(Generated) import SchemaRuntime

/// Encodes bytes for `contentEncoding`.
enum ContentText {
  static func encoded(_ bytes: [UInt8], as encoding: ContentEncoding) -> String {
    switch encoding {
    case .sevenBit, .eightBit, .binary: String(decoding: bytes, as: UTF8.self)
    case .quotedPrintable: quotedPrintable(bytes)
    case .base16: grouped(bytes, bits: 4, group: 2, "0123456789ABCDEF")
    case .base32: grouped(bytes, bits: 5, group: 8, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    case .base32hex: grouped(bytes, bits: 5, group: 8, "0123456789ABCDEFGHIJKLMNOPQRSTUV")
    case .base64: grouped(bytes, bits: 6, group: 4, letters + "+/")
    case .base64url: grouped(bytes, bits: 6, group: 4, letters + "-_")
    }
  }

  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

  /// Encodes `bits` bits per character, padded to complete groups (RFC 4648).
  private static func grouped(_ bytes: [UInt8], bits: Int, group: Int, _ alphabet: String) -> String {
    let alphabet = Array(alphabet.unicodeScalars)
    var text = String.UnicodeScalarView()
    var pending: UInt32 = 0
    var count = 0
    for byte in bytes {
      pending = pending << 8 | UInt32(byte)
      count += 8
      while count >= bits {
        count -= bits
        text.append(alphabet[Int(pending >> UInt32(count)) & (alphabet.count - 1)])
      }
      pending &= 1 << UInt32(count) - 1
    }
    if count > 0 { text.append(alphabet[Int(pending << UInt32(bits - count)) & (alphabet.count - 1)]) }
    while text.count % group != 0 { text.append("=") }
    return String(text)
  }

  private static func quotedPrintable(_ bytes: [UInt8]) -> String {
    var text = ""
    for byte in bytes {
      if 0x21...0x7e ~= byte, byte != UInt8(ascii: "=") {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "=" + String(hexadecimal: byte, width: 2, uppercase: true)
      }
    }
    return text
  }
}
