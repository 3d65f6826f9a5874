/// Reads, compares and writes numbers as decimal text. Support for generated code and for `JSONNumber`; not part of the
/// documented API.
///
/// Every function takes the bytes of one number, already known to match the grammar of RFC 8259, section 6, such as
/// `-0`, `12.50` or `6.02e+23`. No byte outside the buffer is read and no pointer is kept. Other bytes never trap: they
/// give nil or false if the result is optional or Boolean, and count as zero if numbers are compared.
///
/// The functions that are called often in loops are `@inlinable` for common texts (few digits, no exponent) and call a
/// slow path, compiled once, for all others.
@usableFromInline package enum NumberText {}

// MARK: - Bytes

extension NumberText {
  /// `-`
  @inlinable @inline(__always)
  static var minusSign: UInt8 { 0x2D }

  /// `+`
  @inlinable @inline(__always)
  static var plusSign: UInt8 { 0x2B }

  /// `.`
  @inlinable @inline(__always)
  static var decimalPoint: UInt8 { 0x2E }

  /// `0`, to which the value of a digit is relative.
  @inlinable @inline(__always)
  static var zeroDigit: UInt8 { 0x30 }

  /// Whether the byte is `e` or `E`.
  @inlinable @inline(__always)
  static func isExponentMark(_ byte: UInt8) -> Bool { byte | 0x20 == 0x65 }
}

// MARK: - Digits

extension NumberText {
  /// The value of the eight digits at `pointer`; nil if any of the eight bytes is not a digit.
  ///
  /// Two arithmetic steps test all eight bytes, three multiplications combine them to pairs, fours and the result: see
  /// Daniel Lemire, "Number parsing at a gigabyte per second", Software: Practice and Experience 51(8), 2021.
  @inlinable @inline(__always)
  static func eightDigits(at pointer: UnsafePointer<UInt8>) -> UInt64? {
    let word = UInt64(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
    // A digit has the high half 3, even after 6 is added; no other byte has this property.
    let halves = word & (word &+ 0x0606_0606_0606_0606) & 0xF0F0_F0F0_F0F0_F0F0
    guard halves == 0x3030_3030_3030_3030 else { return nil }
    return joined(word &- 0x3030_3030_3030_3030)
  }

  /// The number formed by eight digits, the first in the lowest byte.
  @inlinable @inline(__always)
  static func joined(_ digits: UInt64) -> UInt64 {
    let pairs = digits &* 10 &+ (digits >> 8)
    let everyOther: UInt64 = 0x0000_00FF_0000_00FF
    let outer = (pairs & everyOther) &* (100 &+ (1_000_000 << 32))
    let inner = ((pairs >> 16) & everyOther) &* (1 &+ (10_000 << 32))
    return (outer &+ inner) >> 32
  }

  /// The number formed by the last `count` digits before `end`, one to eight. Reads eight bytes.
  @inlinable @inline(__always)
  static func lastDigits(_ count: Int, before end: UnsafePointer<UInt8>) -> Int {
    let word = UInt64(littleEndian: UnsafeRawPointer(end - 8).loadUnaligned(as: UInt64.self))
    // The bytes before the digits become zeros.
    let unused = UInt64(truncatingIfNeeded: 64 &- 8 &* count) & 63
    return Int(truncatingIfNeeded: joined(((word ^ 0x3030_3030_3030_3030) &>> unused) &<< unused))
  }

  /// Reads digits from `cursor` on and appends them to `value`, which overflows after nineteen digits.
  @inlinable @inline(__always)
  static func readDigits(_ cursor: inout UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, into value: inout UInt64) {
    while end - cursor >= 8, let eight = eightDigits(at: cursor) {
      value = value &* 100_000_000 &+ eight
      cursor += 8
    }
    while cursor < end {
      let digit = cursor.pointee &- zeroDigit
      guard digit <= 9 else { return }
      value = value &* 10 &+ UInt64(truncatingIfNeeded: digit)
      cursor += 1
    }
  }

  /// The value of a text that consists of an optional minus sign and one to eighteen digits; nil for all others,
  /// including other integers.
  @inlinable @inline(__always)
  static func shortInteger(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard let start = text.baseAddress, text.count > 0 else { return nil }
    let isNegative = start.pointee == minusSign
    var cursor = isNegative ? start + 1 : start
    let end = start + text.count
    guard cursor < end, end - cursor <= 18 else { return nil }
    var magnitude: UInt64 = 0
    readDigits(&cursor, end: end, into: &magnitude)
    guard cursor == end else { return nil }
    let value = Int64(truncatingIfNeeded: magnitude)
    return isNegative ? 0 &- value : value
  }
}
