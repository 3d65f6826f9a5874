/// A value of the keyword `contentEncoding` that this library can decode: binary data represented as text.
///
///     ContentEncoding(keyword: "Base64")?.decode("Zm9v")   // the bytes of "foo"
///
/// The names are those of RFC 2045, section 6.1, and of RFC 4648, to which the keyword refers (2020-12 validation,
/// section 8.3). Both define `base64`; RFC 4648 applies, as that section requires: no line breaks, and no characters
/// outside the alphabet are skipped.
@_spi(Generated) public enum ContentEncoding: String, Hashable, Sendable, CaseIterable {
  /// Unencoded ASCII, in lines of at most 998 characters separated by CRLF (RFC 2045, section 2.7).
  case sevenBit = "7bit"
  /// Unencoded bytes, in lines like those of ``sevenBit`` (RFC 2045, section 2.8).
  case eightBit = "8bit"
  /// Unencoded bytes of any kind (RFC 2045, section 2.9).
  case binary
  /// ASCII with `=3D` for other bytes (RFC 2045, section 6.7).
  case quotedPrintable = "quoted-printable"
  /// Hexadecimal digits of either case (RFC 4648, section 8), also called `hex`.
  case base16
  /// Five bits per character, either case, padded (RFC 4648, section 6).
  case base32
  /// Like ``base32``, with an alphabet that preserves the sort order (RFC 4648, section 7).
  case base32hex
  /// Six bits per character, padded (RFC 4648, section 4).
  case base64
  /// Like ``base64``, with a URL-safe alphabet. The padding may be omitted, as section 5 of RFC 4648 permits if the
  /// length is known.
  case base64url

  /// The encoding with this name, case-insensitive (RFC 2045, section 6.1); nil for others.
  package init?(keyword: String) {
    let name = keyword.lowercasingASCII
    if name == "hex" {
      self = .base16
    } else {
      self.init(rawValue: name)
    }
  }

  /// The bytes that `text` encodes; nil if it is not in this encoding.
  package func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    switch self {
    case .sevenBit, .eightBit, .binary: isValid(text) ? Array(text) : nil
    case .quotedPrintable: QuotedPrintable.decode(text)
    case .base16, .base32, .base32hex, .base64, .base64url: alphabet?.decode(text)
    }
  }

  /// Whether `text` is in this encoding. Cheaper than decoding it.
  package func isValid(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch self {
    case .sevenBit: IdentityEncoding.hasLines(text, allowsHighBytes: false)
    case .eightBit: IdentityEncoding.hasLines(text, allowsHighBytes: true)
    case .binary: true
    case .quotedPrintable: QuotedPrintable.isValid(text)
    case .base16, .base32, .base32hex, .base64, .base64url: alphabet?.digits(of: text) != nil
    }
  }

  /// The alphabet of an RFC 4648 encoding; nil for the others.
  private var alphabet: BaseAlphabet? {
    switch self {
    case .sevenBit, .eightBit, .binary, .quotedPrintable: nil
    case .base16: BaseAlphabet(bits: 4, value: BaseAlphabet.base16)
    case .base32: BaseAlphabet(bits: 5, value: BaseAlphabet.base32)
    case .base32hex: BaseAlphabet(bits: 5, value: BaseAlphabet.base32hex)
    case .base64: BaseAlphabet(bits: 6, value: BaseAlphabet.base64)
    case .base64url: BaseAlphabet(bits: 6, isPaddingOptional: true, value: BaseAlphabet.base64url)
    }
  }
}

/// Encodings that leave the bytes unchanged and only restrict them.
private enum IdentityEncoding {
  /// The maximum length of a line in bytes, not counting CRLF (RFC 2045, section 2.7).
  private static let maximumLineLength = 998

  /// Whether a text has no NUL, no CR or LF except as a pair, and no line that is too long.
  static func hasLines(_ text: UnsafeBufferPointer<UInt8>, allowsHighBytes: Bool) -> Bool {
    var length = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      if text.has("\r\n", at: index) {
        length = 0
        index += 2
        continue
      }
      length += 1
      guard byte != 0, byte != 0x0a, byte != 0x0d, allowsHighBytes || byte < 0x80, length <= maximumLineLength
      else { return false }
      index += 1
    }
    return true
  }
}
