/// How binary data is written as text: a value of the keyword `contentEncoding` that this library can decode.
///
///     ContentEncoding(keyword: "Base64")?.decode("Zm9v")   // the bytes of "foo"
///
/// The names are those of RFC 2045, section 6.1, and of RFC 4648, to which the keyword refers (2020-12 validation,
/// section 8.3). Where both define `base64`, RFC 4648 holds, as that section asks: no line breaks, and nothing
/// outside of the alphabet is skipped.
public enum ContentEncoding: String, Hashable, Sendable, CaseIterable {
  /// ASCII as it is, in lines of at most 998 characters with CRLF between them (RFC 2045, section 2.7).
  case sevenBit = "7bit"
  /// Bytes as they are, in lines as those of ``sevenBit`` (RFC 2045, section 2.8).
  case eightBit = "8bit"
  /// Any bytes as they are (RFC 2045, section 2.9).
  case binary
  /// ASCII with `=3D` for other bytes (RFC 2045, section 6.7).
  case quotedPrintable = "quoted-printable"
  /// Hexadecimal digits of either case (RFC 4648, section 8), also called `hex`.
  case base16
  /// Five bits a character of either case, padded (RFC 4648, section 6).
  case base32
  /// As ``base32``, with an alphabet that keeps the order (RFC 4648, section 7).
  case base32hex
  /// Six bits a character, padded (RFC 4648, section 4).
  case base64
  /// As ``base64``, with an alphabet for URLs. The padding may be left out altogether, as section 5 of RFC 4648 allows
  /// where the length is known.
  case base64url

  /// The encoding of this name, in letters of either case (RFC 2045, section 6.1); nil for others.
  public init?(keyword: String) {
    let name = keyword.lowercasingASCII
    if name == "hex" {
      self = .base16
    } else {
      self.init(rawValue: name)
    }
  }

  /// The bytes that `text` stands for; nil when it is not of this encoding.
  public func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    switch self {
    case .sevenBit, .eightBit, .binary: isValid(text) ? Array(text) : nil
    case .quotedPrintable: QuotedPrintable.decode(text)
    case .base16, .base32, .base32hex, .base64, .base64url: alphabet?.decode(text)
    }
  }

  /// Whether `text` is of this encoding, which costs less than to decode it.
  public func isValid(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch self {
    case .sevenBit: IdentityEncoding.hasLines(text, allowsHighBytes: false)
    case .eightBit: IdentityEncoding.hasLines(text, allowsHighBytes: true)
    case .binary: true
    case .quotedPrintable: QuotedPrintable.isValid(text)
    case .base16, .base32, .base32hex, .base64, .base64url: alphabet?.digits(of: text) != nil
    }
  }

  /// The alphabet of an encoding of RFC 4648; nil for the others.
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

/// The encodings that change nothing, and say only what kind of bytes to expect.
private enum IdentityEncoding {
  /// The most bytes of a line, its CRLF left out (RFC 2045, section 2.7).
  private static let maximumLineLength = 998

  /// Whether a text has no NUL, CR and LF only as a pair, and no line that is too long.
  static func hasLines(_ text: UnsafeBufferPointer<UInt8>, allowsHighBytes: Bool) -> Bool {
    var length = 0
    var place = 0
    while place < text.count {
      let byte = text[place]
      if text.has("\r\n", at: place) {
        length = 0
        place += 2
        continue
      }
      length += 1
      guard byte != 0, byte != 0x0a, byte != 0x0d, allowsHighBytes || byte < 0x80, length <= maximumLineLength
      else { return false }
      place += 1
    }
    return true
  }
}
