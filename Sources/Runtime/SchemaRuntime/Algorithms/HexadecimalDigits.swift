extension String {
  /// A number in hexadecimal digits, with leading zeros.
  package init(hexadecimal number: some BinaryInteger, width: Int, uppercase: Bool = false) {
    let digits = String(number, radix: 16, uppercase: uppercase)
    self = String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }

  /// The text with all bytes percent-encoded that are not plain (RFC 3986, section 2.1).
  package func percentEncoded(where isPlain: (UInt8) -> Bool) -> String {
    if utf8.allSatisfy(isPlain) { return self }
    return utf8.reduce(into: "") { text, byte in
      if isPlain(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + String(hexadecimal: byte, width: 2, uppercase: true)
      }
    }
  }
}
