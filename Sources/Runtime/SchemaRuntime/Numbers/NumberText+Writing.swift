// MARK: - Appending

extension NumberText {
  /// Appends the shortest text that reads back as `value`, which must be finite.
  package static func append(_ value: Double, to bytes: inout [UInt8]) {
    assert(value.isFinite, "JSON has no text for a number that is not finite")
    append(to: &bytes, room: roomForDouble) { write(value, to: $0) }
  }

  /// Appends the digits of `value`, with a minus sign if it is negative.
  package static func append(_ value: Int64, to bytes: inout [UInt8]) {
    append(to: &bytes, room: longestInteger) { write(value, to: $0) }
  }

  /// Appends the digits of `value`, with a minus sign if it is negative.
  package static func append(_ value: Int, to bytes: inout [UInt8]) { append(Int64(value), to: &bytes) }

  /// Appends the digits of `value`.
  package static func append(_ value: UInt64, to bytes: inout [UInt8]) {
    append(to: &bytes, room: longestInteger) { writeDigits(value, to: $0) }
  }

  private static func append(
    to bytes: inout [UInt8], room: Int, _ write: (UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8>
  ) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { buffer in
      guard let start = buffer.baseAddress else { return }
      bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: write(start) - start))
    }
  }
}

// MARK: - Integers

extension NumberText {
  /// The length of the longest 64-bit integer in bytes, including its sign.
  @usableFromInline static var longestInteger: Int { 20 }

  /// Writes the digits of `value`, with a minus sign if it is negative, and returns the end of the text.
  static func write(_ value: Int64, to target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    guard value < 0 else { return writeDigits(UInt64(value), to: target) }
    target.pointee = minusSign
    return writeDigits(value.magnitude, to: target + 1)
  }

  /// Writes the digits of `value`, at most twenty, and returns the end of the text.
  @inline(__always)
  static func writeDigits(_ value: UInt64, to target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    if value < 100 { return writeLeadingPair(UInt32(truncatingIfNeeded: value), to: target) }
    return writeManyDigits(value, to: target)
  }

  /// Writes the digits of `value`, at most twenty, so that they end at `end`, and returns the start of the text.
  static func writeDigits(_ value: UInt64, before end: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    var cursor = end
    var rest = value
    repeat {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      cursor -= 1
      cursor.pointee = zeroDigit &+ UInt8(truncatingIfNeeded: digit)
      rest = quotient
    } while rest > 0
    return cursor
  }

  private static func writeManyDigits(
    _ value: UInt64, to target: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    if value < 100_000_000 { return writeLeadingDigits(UInt32(truncatingIfNeeded: value), to: target) }
    let (high, low) = value.quotientAndRemainder(dividingBy: 100_000_000)
    let next =
      high < 100_000_000
      ? writeLeadingDigits(UInt32(truncatingIfNeeded: high), to: target) : writeManyDigits(high, to: target)
    return writeEightDigits(UInt32(truncatingIfNeeded: low), to: next)
  }

  /// Writes a number below 10⁸ without leading zeros.
  @inline(__always)
  private static func writeLeadingDigits(
    _ value: UInt32, to target: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    if value < 10_000 { return writeLeadingFour(value, to: target) }
    let (high, low) = value.quotientAndRemainder(dividingBy: 10_000)
    return writeFourDigits(low, to: writeLeadingFour(high, to: target))
  }

  @inline(__always)
  private static func writeLeadingFour(
    _ value: UInt32, to target: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    if value < 100 { return writeLeadingPair(value, to: target) }
    let (high, low) = value.quotientAndRemainder(dividingBy: 100)
    return writePair(low, to: writeLeadingPair(high, to: target))
  }

  @inline(__always)
  private static func writeLeadingPair(
    _ value: UInt32, to target: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    if value >= 10 { return writePair(value, to: target) }
    target.pointee = zeroDigit &+ UInt8(truncatingIfNeeded: value)
    return target + 1
  }

  /// Writes a number below 10⁸ with leading zeros.
  @inline(__always)
  private static func writeEightDigits(
    _ value: UInt32, to target: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    let (high, low) = value.quotientAndRemainder(dividingBy: 10_000)
    return writeFourDigits(low, to: writeFourDigits(high, to: target))
  }

  @inline(__always)
  private static func writeFourDigits(
    _ value: UInt32, to target: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    let (high, low) = value.quotientAndRemainder(dividingBy: 100)
    return writePair(low, to: writePair(high, to: target))
  }

  /// Writes a number below 100 as two digits.
  @inline(__always)
  static func writePair(_ value: UInt32, to target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    let pair = UnsafeRawPointer(digitPairs.utf8Start + Int(truncatingIfNeeded: value) &* 2)
    UnsafeMutableRawPointer(target).storeBytes(of: pair.loadUnaligned(as: UInt16.self), as: UInt16.self)
    return target + 2
  }

  /// The digits of the numbers from 00 to 99.
  @inline(__always)
  private static var digitPairs: StaticString {
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
}
