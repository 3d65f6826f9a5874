// MARK: - Writing

extension NumberText {
  /// Appends the shortest text that reads back as `value`, which has to be finite.
  ///
  /// An integer below 2⁵³ has neither point nor exponent, so `100` and not `100.0`; negative zero is `-0`; the rest is as
  /// the standard library describes it, such as `0.1`, `1e+16` and `5e-324`.
  @inlinable
  public static func append(_ value: Double, to bytes: inout [UInt8]) {
    // Only an integer is the same after truncation, and those below 2⁵³ are all distinct.
    guard value.magnitude < 0x1p53, value == Double(Int64(value)) else {
      return appendDescription(of: value, to: &bytes)
    }
    if value == 0, value.sign == .minus { bytes.append(minusSign) }
    append(Int64(value), to: &bytes)
  }

  /// Appends the digits of `value`, with a minus sign where it has one.
  @inlinable
  public static func append(_ value: Int64, to bytes: inout [UInt8]) {
    if value < 0 { bytes.append(minusSign) }
    append(value.magnitude, to: &bytes)
  }

  /// Appends the digits of `value`, with a minus sign where it has one.
  @inlinable
  public static func append(_ value: Int, to bytes: inout [UInt8]) {
    append(Int64(value), to: &bytes)
  }

  /// Appends the digits of `value`.
  @inlinable
  public static func append(_ value: UInt64, to bytes: inout [UInt8]) {
    if value < 10 { return bytes.append(zeroDigit &+ UInt8(truncatingIfNeeded: value)) }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { buffer in
      guard let start = buffer.baseAddress else { return }
      let end = start + 20
      let first = writeDigits(value, before: end)
      bytes.append(contentsOf: UnsafeBufferPointer(start: first, count: end - first))
    }
  }

  /// Writes the digits of `value` so that the last stands right before `end`, and returns the place of the first. At most
  /// twenty bytes are written.
  @inlinable
  static func writeDigits(_ value: UInt64, before end: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    let pairs = digitPairs.utf8Start
    var cursor = end
    var rest = value
    while rest >= 10 {
      let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
      cursor -= 2
      cursor[0] = pairs[Int(truncatingIfNeeded: pair) &* 2]
      cursor[1] = pairs[Int(truncatingIfNeeded: pair) &* 2 &+ 1]
      rest = quotient
    }
    // Either one digit is left, or the last pair was the last of an even number of digits.
    if rest > 0 || cursor == end {
      cursor -= 1
      cursor.pointee = zeroDigit &+ UInt8(truncatingIfNeeded: rest)
    }
    return cursor
  }

  /// The numbers from 00 to 99 in a row.
  @inlinable @inline(__always)
  static var digitPairs: StaticString {
    """
    00010203040506070809\
    10111213141516171819\
    20212223242526272829\
    30313233343536373839\
    40414243444546474849\
    50515253545556575859\
    60616263646566676869\
    70717273747576777879\
    80818283848586878889\
    90919293949596979899
    """
  }

  @usableFromInline
  static func appendDescription(of value: Double, to bytes: inout [UInt8]) {
    assert(value.isFinite, "JSON has no text for a number that is not finite")
    var description = value.description
    description.withUTF8 { text in
      // Integers between 2⁵³ and 10¹⁶ have a fraction of zero, which says nothing.
      let hasZeroFraction = text.count > 2 && text[text.count - 2] == decimalPoint && text[text.count - 1] == zeroDigit
      bytes.append(contentsOf: hasZeroFraction ? UnsafeBufferPointer(rebasing: text.dropLast(2)) : text)
    }
  }
}
