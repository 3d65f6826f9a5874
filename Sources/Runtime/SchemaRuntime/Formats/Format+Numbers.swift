// MARK: - int64, uint64, decimal

// Numbers in strings. OpenAPI's registry (https://spec.openapis.org/registry/format) does not say how they are written:
// here as in JSON (RFC 8259, section 6), integers without fraction, exponent and negative zero.
extension Format {
  /// `int64` of a string: an integer of 64 bits.
  @usableFromInline
  static func isInt64(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    isInteger(utf8) && NumberText.int64(utf8) != nil
  }

  /// `uint64` of a string: an integer of 64 bits without a sign.
  @usableFromInline
  static func isUInt64(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    isInteger(utf8) && NumberText.uint64(utf8) != nil
  }

  /// `decimal` of a string: a number of any size.
  @usableFromInline
  static func isDecimal(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    var rest = utf8[...]
    guard readInteger(&rest) else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard readDigits(&rest) > 0 else { return false }
    }
    if let mark = rest.first, NumberText.isExponentMark(mark) {
      rest.removeFirst()
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest.removeFirst() }
      guard readDigits(&rest) > 0 else { return false }
    }
    return rest.isEmpty
  }

  private static func isInteger(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    var rest = utf8[...]
    return readInteger(&rest) && rest.isEmpty && !utf8.elementsEqual("-0".utf8)
  }

  private static func readInteger(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let count = readDigits(&rest)
    return count == 1 || count > 1 && !startsWithZero
  }

  private static func readDigits(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    let count = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count
    rest.removeFirst(count)
    return count
  }
}
