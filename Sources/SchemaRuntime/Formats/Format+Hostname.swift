// MARK: - hostname

extension Format {
  /// `hostname`: RFC 1123, section 2.1: labels of letters, digits and inner hyphens, at most 63 bytes each and 253 in
  /// all. A label that begins with `xn--` has to be a valid A-label (RFC 5890, section 2.3.2.1).
  @usableFromInline
  static func isHostname(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    isDomain(utf8) { label in
      !InternationalLabel.hasPrefix(label) || InternationalLabel(aLabel: label)?.isValid ?? false
    }
  }

  /// Whether the bytes are labels of the right form, of which each passes `isLabel` too.
  static func isDomain(
    _ utf8: UnsafeBufferPointer<UInt8>, isLabel: (UnsafeBufferPointer<UInt8>) -> Bool = { _ in true }
  ) -> Bool {
    guard utf8.count <= 253 else { return false }
    var start = 0
    while true {
      let end = utf8.end(of: .labelCharacters, from: start)
      guard 1...63 ~= end - start, utf8[start] != UInt8(ascii: "-"), utf8[end - 1] != UInt8(ascii: "-"),
        isLabel(utf8.slice(start, end))
      else { return false }
      if end == utf8.count { return true }
      guard utf8[end] == UInt8(ascii: ".") else { return false }
      start = end + 1
    }
  }
}

extension ASCIISet {
  fileprivate static let labelCharacters = lettersAndDigits.union(ASCIISet("-"))
}
