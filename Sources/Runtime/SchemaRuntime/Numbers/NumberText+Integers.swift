// MARK: - Reading an integer

extension NumberText {
  /// The number, if it is an integer in the range of `Int64`, however it is written: `2.0` and `1805e+3` are integers,
  /// `1.5` is not, and `-0` is 0.
  @inlinable
  package static func int64(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    shortInteger(text) ?? int64OfAnyText(text)
  }

  /// The number, if it is an integer in the range of `Int`, however it is written.
  @inlinable
  package static func int(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let value = int64(text) else { return nil }
    return Int(exactly: value)
  }

  /// The number, if it is an integer in the range of `UInt64`, however it is written.
  @inlinable
  package static func uint64(_ text: UnsafeBufferPointer<UInt8>) -> UInt64? {
    guard let value = shortInteger(text) else { return uint64OfAnyText(text) }
    return UInt64(exactly: value)
  }

  /// Whether the number is an integer of any size, however it is written.
  @inlinable
  package static func isInteger(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    shortInteger(text) != nil || isIntegerOfAnyText(text)
  }
}

// MARK: - Any text

extension NumberText {
  @usableFromInline
  static func int64OfAnyText(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard let decimal = DecimalDigits(text), let magnitude = decimal.integerMagnitude else { return nil }
    guard decimal.isNegative else { return Int64(exactly: magnitude) }
    return magnitude <= Int64.min.magnitude ? 0 &- Int64(truncatingIfNeeded: magnitude) : nil
  }

  @usableFromInline
  static func uint64OfAnyText(_ text: UnsafeBufferPointer<UInt8>) -> UInt64? {
    guard let decimal = DecimalDigits(text), !decimal.isNegative else { return nil }
    return decimal.integerMagnitude
  }

  @usableFromInline
  static func isIntegerOfAnyText(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    DecimalDigits(text)?.isInteger ?? false
  }
}

extension DecimalDigits {
  /// The magnitude of the number, if it is an integer that fits in one word.
  fileprivate var integerMagnitude: UInt64? {
    // An integer with an exponent above twenty does not fit in a word.
    guard isInteger, exponent <= 20 else { return nil }
    var magnitude: UInt64 = 0
    var chunks = chunks()
    while let chunk = chunks.next() {
      guard let joined = Self.append(chunk.value, digitCount: chunk.count, to: magnitude) else { return nil }
      magnitude = joined
    }
    return Self.append(0, digitCount: max(0, exponent - count), to: magnitude)
  }

  /// `magnitude` × 10^`digitCount` + `value`, if that fits in a word.
  private static func append(_ value: UInt64, digitCount: Int, to magnitude: UInt64) -> UInt64? {
    guard magnitude > 0 else { return value }
    let (product, overflows) = magnitude.multipliedReportingOverflow(by: BigUnsigned.powerOfTen(digitCount))
    let (sum, overflowsAgain) = product.addingReportingOverflow(value)
    return overflows || overflowsAgain ? nil : sum
  }
}
