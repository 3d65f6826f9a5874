// MARK: - uri, uri-reference, iri and iri-reference

extension Format {
  /// `uri`: RFC 3986, section 3: with a scheme, in ASCII, every percent sign followed by two hexadecimal digits.
  @usableFromInline
  static func isURI(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    var scanner = URIScanner(utf8, allowsUnicode: false)
    return scanner.scanReference(requiresScheme: true)
  }

  /// `uri-reference`: RFC 3986, section 4.1: a URI, or a reference relative to one.
  @usableFromInline
  static func isURIReference(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    var scanner = URIScanner(utf8, allowsUnicode: false)
    return scanner.scanReference(requiresScheme: false)
  }

  /// `iri`: RFC 3987, section 2.2: a URI in which most Unicode characters are allowed unescaped.
  @usableFromInline
  static func isIRI(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    var scanner = URIScanner(utf8, allowsUnicode: true)
    return scanner.scanReference(requiresScheme: true)
  }

  /// `iri-reference`: RFC 3987, section 2.2: an IRI, or a reference relative to one.
  @usableFromInline
  static func isIRIReference(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    var scanner = URIScanner(utf8, allowsUnicode: true)
    return scanner.scanReference(requiresScheme: false)
  }
}

/// Reads a reference, one component after another. Used within one call.
private struct URIScanner {
  private let utf8: UnsafeBufferPointer<UInt8>
  private let allowsUnicode: Bool
  private var index = 0

  init(_ utf8: UnsafeBufferPointer<UInt8>, allowsUnicode: Bool) {
    self.utf8 = utf8
    self.allowsUnicode = allowsUnicode
  }

  /// Whether the complete text is `URI-reference`, or `URI` if the scheme is required.
  mutating func scanReference(requiresScheme: Bool) -> Bool {
    let hasScheme = scanScheme()
    if requiresScheme && !hasScheme { return false }
    if utf8.has("//", at: index) {
      index += 2
      guard scanAuthority() else { return false }
    } else if !hasScheme {
      // If the first segment contained a colon, it would have been a scheme.
      skip(.segmentWithoutColon)
      if utf8.byte(at: index) == UInt8(ascii: ":") { return false }
    }
    // After an authority, the path is empty or begins with a slash, because an authority ends there.
    skip(.path)
    if utf8.byte(at: index) == UInt8(ascii: "?") {
      index += 1
      skip(.query, allowsPrivateUse: true)
    }
    if utf8.byte(at: index) == UInt8(ascii: "#") {
      index += 1
      skip(.query)
    }
    return index == utf8.count
  }

  /// Skips `scheme ":"` if the text begins with it.
  private mutating func scanScheme() -> Bool {
    guard let first = utf8.byte(at: 0), ASCIISet.letters.contains(first) else { return false }
    let end = utf8.end(of: .scheme, from: 1)
    guard utf8.byte(at: end) == UInt8(ascii: ":") else { return false }
    index = end + 1
    return true
  }

  /// Section 3.2, `[userinfo "@"] host [":" port]`, up to a slash, question mark, number sign or the end.
  private mutating func scanAuthority() -> Bool {
    let start = index
    skip(.userInfo)
    // Without an at sign, the characters belong to the host.
    if utf8.byte(at: index) == UInt8(ascii: "@") { index += 1 } else { index = start }
    if utf8.byte(at: index) == UInt8(ascii: "[") {
      guard scanLiteral() else { return false }
    } else {
      skip(.registeredName)
    }
    if utf8.byte(at: index) == UInt8(ascii: ":") { index = utf8.end(of: .digits, from: index + 1) }
    guard let next = utf8.byte(at: index) else { return true }
    return next == UInt8(ascii: "/") || next == UInt8(ascii: "?") || next == UInt8(ascii: "#")
  }

  /// Section 3.2.2, `IP-literal`: an IPv6 or later address in brackets.
  private mutating func scanLiteral() -> Bool {
    var end = index + 1
    while let byte = utf8.byte(at: end), byte != UInt8(ascii: "]") { end += 1 }
    guard end < utf8.count else { return false }
    let literal = utf8.slice(index + 1, end)
    index = end + 1
    guard let version = literal.byte(at: 0), version | 0x20 == UInt8(ascii: "v") else { return Format.isIPv6(literal) }
    let point = literal.end(of: .hexDigits, from: 1)
    guard point > 1, literal.byte(at: point) == UInt8(ascii: ".") else { return false }
    return literal.count > point + 1 && literal.end(of: .userInfo, from: point + 1) == literal.count
  }

  /// Skips characters of `set`, percent-encoded bytes and, in an IRI, allowed non-ASCII characters.
  private mutating func skip(_ set: ASCIISet, allowsPrivateUse: Bool = false) {
    while let byte = utf8.byte(at: index) {
      if set.contains(byte) {
        index += 1
      } else if byte == UInt8(ascii: "%") {
        guard utf8.hasPercentEncoding(at: index) else { return }
        index += 3
      } else {
        guard byte >= 0x80, allowsUnicode, let (value, length) = utf8.scalar(at: index),
          IRICharacters.isAllowed(value) || allowsPrivateUse && IRICharacters.isPrivateUse(value)
        else { return }
        index += length
      }
    }
  }
}

extension ASCIISet {
  /// RFC 3986, section 3.1.
  fileprivate static let scheme = lettersAndDigits.union(ASCIISet("+-."))
  /// Sections 2.2 and 2.3, `unreserved` and `sub-delims`: the characters of a registered name.
  fileprivate static let registeredName = lettersAndDigits.union(ASCIISet("-._~!$&'()*+,;="))
  /// Section 3.2.1.
  fileprivate static let userInfo = registeredName.union(ASCIISet(":"))
  /// Section 3.3, `segment-nz-nc`.
  fileprivate static let segmentWithoutColon = registeredName.union(ASCIISet("@"))
  /// Section 3.3, `pchar` and the slashes between segments.
  fileprivate static let path = userInfo.union(ASCIISet("@/"))
  /// Sections 3.4 and 3.5.
  fileprivate static let query = path.union(ASCIISet("?"))
}
