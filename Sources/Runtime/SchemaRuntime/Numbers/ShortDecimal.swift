/// A number of at most eighteen digits and without exponent, as in prices and coordinates: `-12.50` is minus 1250 with
/// two fraction digits.
///
/// The intermediate path of ``NumberText`` between plain integers and ``DecimalDigits``: it fits in words, so that
/// comparison and divisibility take one multiplication.
struct ShortDecimal {
  let isNegative: Bool
  /// The digits as an integer, without the point.
  let magnitude: UInt64
  /// The number of digits after the point.
  let fractionDigitCount: Int

  /// Returns nil if the text has more digits or an exponent, or is not a number.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard let start = text.baseAddress, text.count > 0 else { return nil }
    let end = start + text.count
    isNegative = start.pointee == NumberText.minusSign
    let integer = isNegative ? start + 1 : start
    // A point and eighteen digits, which cannot overflow.
    guard end - integer <= 19 else { return nil }
    var cursor = integer
    var digits: UInt64 = 0
    NumberText.readDigits(&cursor, end: end, into: &digits)
    var digitCount = cursor - integer
    var fractionDigits = 0
    if cursor < end, cursor.pointee == NumberText.decimalPoint {
      cursor += 1
      let fraction = cursor
      NumberText.readDigits(&cursor, end: end, into: &digits)
      fractionDigits = cursor - fraction
      digitCount += fractionDigits
    }
    guard cursor == end, 1...18 ~= digitCount else { return nil }
    magnitude = digits
    fractionDigitCount = fractionDigits
  }

  init(_ value: Int64) {
    isNegative = value < 0
    magnitude = value.magnitude
    fractionDigitCount = 0
  }

  /// Returns -1, 0 or 1 if the number is less than, equal to or greater than `other`.
  func compare(_ other: ShortDecimal) -> Int {
    let isAbove = !isNegative && magnitude > 0
    let isBelow = isNegative && magnitude > 0
    let otherIsAbove = !other.isNegative && other.magnitude > 0
    let otherIsBelow = other.isNegative && other.magnitude > 0
    guard isAbove == otherIsAbove, isBelow == otherIsBelow else { return isBelow || otherIsAbove ? -1 : 1 }
    let left = scaled(to: max(fractionDigitCount, other.fractionDigitCount))
    let right = other.scaled(to: max(fractionDigitCount, other.fractionDigitCount))
    guard left != right else { return 0 }
    return (left < right) != isBelow ? -1 : 1
  }

  /// Whether the number is a multiple of `other`; nil if that is zero, or if the two do not fit in words after scaling
  /// to the same number of fraction digits.
  func isMultiple(of other: ShortDecimal) -> Bool? {
    let left = scaled(to: max(fractionDigitCount, other.fractionDigitCount))
    let right = other.scaled(to: max(fractionDigitCount, other.fractionDigitCount))
    guard left.high == 0, right.high == 0, right.low > 0 else { return nil }
    return left.low % right.low == 0
  }

  /// The digits, padded with zeros to `count` fraction digits, as two words.
  private func scaled(to count: Int) -> (high: UInt64, low: UInt64) {
    let (high, low) = magnitude.multipliedFullWidth(by: BigUnsigned.powerOfTen(count - fractionDigitCount))
    return (high, low)
  }
}
