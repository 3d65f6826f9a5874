// MARK: - email and idn-email

extension Format {
  /// `email`: RFC 5321, section 4.1.2, `Mailbox`: a dotted or a quoted local part of at most 64 bytes, then a host name
  /// or an address in brackets.
  ///
  /// Of address literals, IPv4 and IPv6 are accepted: the general form requires a tag registered with IANA, and `IPv6`
  /// is the only one.
  @usableFromInline
  static func isEmail(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let domain = domain(of: utf8, allowsUnicode: false) else { return false }
    return domain.byte(at: 0) == UInt8(ascii: "[") ? isAddressLiteral(domain) : isDomain(domain)
  }

  /// `idn-email`: RFC 6531, section 3.3: the same, but atoms and quoted strings may contain any non-ASCII character,
  /// and labels of the host may be U-labels.
  ///
  /// The domain is normalized to form C first, as RFC 5891, section 5.2, requires for lookup.
  @usableFromInline
  static func isIDNEmail(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let domain = domain(of: utf8, allowsUnicode: true) else { return false }
    return domain.byte(at: 0) == UInt8(ascii: "[")
      ? isAddressLiteral(domain) : HostName.isValid(domain, HostName.Rules(labels: .normalized, separators: .fullStop))
  }

  /// Returns the domain after the at sign if the local part is valid.
  private static func domain(
    of utf8: UnsafeBufferPointer<UInt8>, allowsUnicode: Bool
  ) -> UnsafeBufferPointer<UInt8>? {
    let isQuoted = utf8.byte(at: 0) == UInt8(ascii: "\"")
    guard let at = isQuoted ? endOfQuotedString(utf8, allowsUnicode) : endOfDotString(utf8, allowsUnicode), at <= 64,
      utf8.byte(at: at) == UInt8(ascii: "@")
    else { return nil }
    return utf8.slice(at + 1)
  }

  /// Whether `domain` is an `address-literal` for IPv4 or IPv6.
  private static func isAddressLiteral(_ domain: UnsafeBufferPointer<UInt8>) -> Bool {
    guard domain[domain.count - 1] == UInt8(ascii: "]") else { return false }
    let literal = domain.slice(1, max(1, domain.count - 1))
    guard let tag = literal.byte(at: 0), tag | 0x20 == UInt8(ascii: "i") else { return isIPv4(literal) }
    // Strings in ABNF are case-insensitive.
    let hasTag = literal.has("v6:", at: 2) || literal.has("V6:", at: 2)
    return hasTag && literal[1] | 0x20 == UInt8(ascii: "p") && isIPv6(literal.slice(5))
  }

  /// The end of `Dot-string`: atoms separated by single dots.
  private static func endOfDotString(_ utf8: UnsafeBufferPointer<UInt8>, _ allowsUnicode: Bool) -> Int? {
    var index = 0
    while true {
      let start = index
      while let byte = utf8.byte(at: index), ASCIISet.atomText.contains(byte) || allowsUnicode && byte >= 0x80 {
        index += 1
      }
      guard index > start else { return nil }
      guard utf8.byte(at: index) == UInt8(ascii: ".") else { return index }
      index += 1
    }
  }

  /// The end of `Quoted-string`: printable ASCII in quotes, where a backslash quotes the character after it.
  private static func endOfQuotedString(_ utf8: UnsafeBufferPointer<UInt8>, _ allowsUnicode: Bool) -> Int? {
    var index = 1
    while let byte = utf8.byte(at: index) {
      guard 0x20...0x7E ~= byte || allowsUnicode && byte >= 0x80 else { return nil }
      if byte == UInt8(ascii: "\"") { return index + 1 }
      if byte == UInt8(ascii: "\\") {
        index += 1
        guard let quoted = utf8.byte(at: index), 0x20...0x7E ~= quoted else { return nil }
      }
      index += 1
    }
    return nil
  }
}

extension ASCIISet {
  /// RFC 5322, section 3.2.3, `atext`.
  fileprivate static let atomText = lettersAndDigits.union(ASCIISet("!#$%&'*+-/=?^_`{|}~"))
}
