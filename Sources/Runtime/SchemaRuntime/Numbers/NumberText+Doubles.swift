// MARK: - Reading a double

extension NumberText {
  /// The double nearest to the number, ties to even; nil if that is infinity.
  ///
  /// A number too small for a subnormal becomes zero. Zero keeps its sign.
  ///
  /// A significand of at most 53 bits and an exponent of at most 22 need one exact multiplication or division (William
  /// Clinger, "How to read floating point numbers accurately", PLDI 1990); slow paths handle the rest.
  @inlinable
  package static func double(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard let start = text.baseAddress, text.count > 0 else { return nil }
    let end = start + text.count
    var cursor = start
    let isNegative = cursor.pointee == minusSign
    if isNegative { cursor += 1 }

    var significand: UInt64 = 0
    let integer = cursor
    readDigits(&cursor, end: end, into: &significand)
    var digitCount = cursor - integer
    var exponent = 0
    if cursor < end, cursor.pointee == decimalPoint {
      cursor += 1
      let fraction = cursor
      readDigits(&cursor, end: end, into: &significand)
      exponent = fraction - cursor
      digitCount &-= exponent
    }
    guard digitCount > 0 else { return nil }
    if cursor < end {
      guard let written = readShortExponent(&cursor, end: end) else { return nil }
      exponent &+= written
    }
    // With more than nineteen digits, the significand has overflowed.
    guard digitCount <= 19 else { return doubleOfLongText(text) }

    var magnitude = Double(Int64(truncatingIfNeeded: significand))
    if significand <= 1 << 53, exponent >= -22, exponent <= 22 {
      magnitude = exponent < 0 ? magnitude / powerOfTen(0 &- exponent) : magnitude * powerOfTen(exponent)
    } else {
      magnitude = nearestDouble(significand: significand, exponent: exponent)
      guard magnitude < .infinity else { return nil }
    }
    return isNegative ? -magnitude : magnitude
  }

  /// The double nearest to a number with a fraction, without exponent and of at most nineteen digits; nil for any
  /// other, and for more than seven digits before the point.
  ///
  /// The number has `count` bytes from `start` on and must be well-formed. Reads eight bytes before its end in one
  /// step, even if it is shorter.
  @inlinable
  static func double(ofDecimal start: UnsafePointer<UInt8>, count: Int) -> Double? {
    let isNegative = start[0] == minusSign
    let first = isNegative ? start + 1 : start
    let length = isNegative ? count &- 1 : count
    guard length <= 20 else { return nil }
    // The first eight bytes, the first in the lowest byte; of fewer, all.
    let isShort = length < 8
    let text = UnsafeRawPointer(isShort ? start + (count &- 8) : first)
    let unused = UInt64(truncatingIfNeeded: isShort ? 64 &- 8 &* length : 0)
    let word = UInt64(littleEndian: text.loadUnaligned(as: UInt64.self)) &>> unused
    // The lowest byte that is a point has its high bit set, and none below it has.
    let others = word ^ 0x2E2E_2E2E_2E2E_2E2E
    let points = (others &- 0x0101_0101_0101_0101) & ~others & 0x8080_8080_8080_8080
    guard points != 0 else { return nil }
    let wholeBits = UInt64(truncatingIfNeeded: points.trailingZeroBitCount) & 56
    let fractionCount = length &- 1 &- Int(truncatingIfNeeded: wholeBits &>> 3)
    var significand: UInt64
    if length <= 8 {
      // The digits after the point follow those before it.
      let whole = word & ((1 &<< wholeBits) &- 1)
      let digits = whole | ((word &>> 8) &>> wholeBits) &<< wholeBits
      significand = joinedDigits(digits, UInt64(truncatingIfNeeded: 72 &- 8 &* length))
    } else {
      significand = joinedDigits(word, 64 &- wholeBits)
      var left = fractionCount
      while left >= 8 {
        let next = UnsafeRawPointer(start + (count &- left)).loadUnaligned(as: UInt64.self)
        significand = significand &* 100_000_000 &+ joined(UInt64(littleEndian: next) ^ 0x3030_3030_3030_3030)
        left &-= 8
      }
      if left > 0 {
        let last = UInt64(truncatingIfNeeded: lastDigits(left, before: start + count))
        significand = significand &* UInt64(powerOfTen(left)) &+ last
      }
    }
    let magnitude =
      significand <= 1 << 53
      ? Double(Int64(truncatingIfNeeded: significand)) / powerOfTen(fractionCount)
      : nearestDouble(significand: significand, exponent: 0 &- fractionCount)
    return isNegative ? -magnitude : magnitude
  }

  /// The number formed by the digits in the lowest bytes of a word, the first in the lowest; the `unused` bits above
  /// them, 8 to 56, do not matter.
  @inlinable @inline(__always)
  static func joinedDigits(_ word: UInt64, _ unused: UInt64) -> UInt64 {
    joined((word ^ 0x3030_3030_3030_3030) &<< unused)
  }

  /// Reads `e`, an optional sign and digits up to `end`; nil for anything else. The value is capped at a hundred
  /// thousand, which exceeds every double of nineteen digits by far.
  @inlinable @inline(__always)
  static func readShortExponent(_ cursor: inout UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) -> Int? {
    guard isExponentMark(cursor.pointee) else { return nil }
    cursor += 1
    guard cursor < end else { return nil }
    let isNegative = cursor.pointee == minusSign
    if isNegative || cursor.pointee == plusSign { cursor += 1 }
    guard cursor < end else { return nil }
    var value = 0
    while cursor < end {
      let digit = cursor.pointee &- zeroDigit
      guard digit <= 9 else { return nil }
      value = min(value &* 10 &+ Int(truncatingIfNeeded: digit), 100_000)
      cursor += 1
    }
    return isNegative ? 0 &- value : value
  }

  /// 10^`exponent` for 0 to 22, the powers that a double represents exactly; 1 for any other.
  ///
  /// A flat switch instead of an array, because the optimizer turns it into a table in the caller's module; a global of
  /// this module would need a call.
  @inlinable @inline(__always)
  static func powerOfTen(_ exponent: Int) -> Double {
    switch exponent {
    case 1: 1e1
    case 2: 1e2
    case 3: 1e3
    case 4: 1e4
    case 5: 1e5
    case 6: 1e6
    case 7: 1e7
    case 8: 1e8
    case 9: 1e9
    case 10: 1e10
    case 11: 1e11
    case 12: 1e12
    case 13: 1e13
    case 14: 1e14
    case 15: 1e15
    case 16: 1e16
    case 17: 1e17
    case 18: 1e18
    case 19: 1e19
    case 20: 1e20
    case 21: 1e21
    case 22: 1e22
    default: 1
    }
  }
}
