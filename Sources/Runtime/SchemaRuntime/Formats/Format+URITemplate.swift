// MARK: - uri-template

extension Format {
  /// `uri-template`: RFC 6570, section 2, of any level: literal characters and expressions in braces.
  ///
  /// The operators reserved for extensions (`=`, `,`, `!`, `@` and `|`) are accepted, as in the grammar.
  /// The apostrophe is a literal since erratum 6937.
  @usableFromInline
  static func isURITemplate(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while let byte = utf8.byte(at: index) {
      if byte == UInt8(ascii: "{") {
        guard let end = endOfExpression(utf8, from: index + 1) else { return false }
        index = end
      } else if byte == UInt8(ascii: "%") {
        guard utf8.hasPercentEncoding(at: index) else { return false }
        index += 3
      } else if byte < 0x80 {
        // Section 2.1: no control characters, no space and none of these.
        guard 0x21...0x7E ~= byte, !ASCIISet.nonLiterals.contains(byte) else { return false }
        index += 1
      } else {
        guard let (value, length) = utf8.scalar(at: index),
          IRICharacters.isAllowed(value) || IRICharacters.isPrivateUse(value)
        else { return false }
        index += length
      }
    }
    return true
  }

  /// Section 2.2: an optional operator, then variables separated by commas. Returns the index after the brace.
  private static func endOfExpression(_ utf8: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var index = start
    if let byte = utf8.byte(at: index), ASCIISet.templateOperators.contains(byte) { index += 1 }
    while true {
      guard let name = endOfVariableName(utf8, from: index), let end = endOfModifier(utf8, from: name) else {
        return nil
      }
      switch utf8.byte(at: end) {
      case UInt8(ascii: "}"): return end + 1
      case UInt8(ascii: ","): index = end + 1
      default: return nil
      }
    }
  }

  /// Section 2.3, `varname`: letters, digits, underscores and percent-encoded bytes, with single dots inside.
  private static func endOfVariableName(_ utf8: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var index = start
    var isAfterCharacter = false
    while let byte = utf8.byte(at: index) {
      if ASCIISet.variableCharacters.contains(byte) {
        index += 1
        isAfterCharacter = true
      } else if utf8.hasPercentEncoding(at: index) {
        index += 3
        isAfterCharacter = true
      } else if byte == UInt8(ascii: "."), isAfterCharacter {
        index += 1
        isAfterCharacter = false
      } else {
        break
      }
    }
    return isAfterCharacter ? index : nil
  }

  /// Section 2.4: `*`, a colon and a number from 1 to 9999, or no modifier.
  private static func endOfModifier(_ utf8: UnsafeBufferPointer<UInt8>, from index: Int) -> Int? {
    switch utf8.byte(at: index) {
    case UInt8(ascii: "*"): return index + 1
    case UInt8(ascii: ":"):
      let end = utf8.end(of: .digits, from: index + 1)
      return 2...5 ~= end - index && utf8[index + 1] != UInt8(ascii: "0") ? end : nil
    default: return index
    }
  }
}

extension ASCIISet {
  fileprivate static let nonLiterals = ASCIISet("\"<>\\^`{|}")
  fileprivate static let templateOperators = ASCIISet("+#./;?&=,!@|")
  fileprivate static let variableCharacters = lettersAndDigits.union(ASCIISet("_"))
}
