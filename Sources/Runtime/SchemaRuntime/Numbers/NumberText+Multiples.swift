// MARK: - Multiples

extension NumberText {
  /// Whether `a` = k × `b` for an integer k, by exact decimal arithmetic. `b` must be positive; if it is zero, only
  /// zero is a multiple.
  ///
  /// Linear in the length of `a` if `b` has at most nineteen significant digits; the size of the exponents does not
  /// matter.
  @inlinable
  package static func isMultiple(_ a: UnsafeBufferPointer<UInt8>, of b: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let dividend = shortInteger(a), let divisor = shortInteger(b), divisor > 0 else {
      return isMultipleOfAnyText(a, of: b)
    }
    return dividend % divisor == 0
  }

  /// Whether `a` = k × `b` for an integer k. `b` must be positive; if it is zero, only zero is a multiple.
  @inlinable
  package static func isMultiple(_ a: UnsafeBufferPointer<UInt8>, ofInt64 b: Int64) -> Bool {
    guard let dividend = shortInteger(a), b > 0 else { return isMultipleOfAnyInteger(a, b) }
    return dividend % b == 0
  }

  @usableFromInline
  static func isMultipleOfAnyInteger(_ a: UnsafeBufferPointer<UInt8>, _ b: Int64) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { buffer in
      guard let start = buffer.baseAddress else { return false }
      let end = start + 20
      let first = writeDigits(b.magnitude, before: end)
      return isMultipleOfAnyText(a, of: UnsafeBufferPointer(start: first, count: end - first))
    }
  }

  /// Let a = A × 10^m and b = B × 10^n, where neither A nor B ends in zero. If m < n there is no multiple, because k
  /// would need a factor of ten that A does not have. If not, B must divide A × 10^(m-n), which is reduced modulo B
  /// after each group of digits.
  @usableFromInline
  static func isMultipleOfAnyText(_ a: UnsafeBufferPointer<UInt8>, of b: UnsafeBufferPointer<UInt8>) -> Bool {
    if let dividend = ShortDecimal(a), let divisor = ShortDecimal(b), let answer = dividend.isMultiple(of: divisor) {
      return answer
    }
    guard let dividend = DecimalDigits(a), let divisor = DecimalDigits(b) else { return false }
    if dividend.count == 0 { return true }
    if divisor.count == 0 { return false }
    guard let zeros = zerosToAppend(dividend, divisor) else { return false }
    let modulus = BigUnsigned(divisor, digitCount: divisor.count)
    if let word = modulus.word { return isDivisible(dividend, zeros: zeros, by: word) }
    return isDivisible(dividend, zeros: zeros, by: modulus)
  }

  /// The number of zeros to append to A; nil if m < n. At most four for each digit of B, which has at most as many
  /// factors of two or five: further zeros change nothing, so that a large exponent costs no time.
  private static func zerosToAppend(_ dividend: DecimalDigits, _ divisor: DecimalDigits) -> Int? {
    let limit = 4 * divisor.count
    let difference = dividend.exponentDifference(divisor) - (dividend.count - divisor.count)
    return difference < 0 ? nil : min(difference, limit)
  }

  private static func isDivisible(_ dividend: DecimalDigits, zeros: Int, by modulus: UInt64) -> Bool {
    var remainder: UInt64 = 0
    /// Appends digits to the number with the remainder `remainder`.
    func append(_ value: UInt64, digitCount: Int) {
      var (high, low) = remainder.multipliedFullWidth(by: BigUnsigned.powerOfTen(digitCount))
      let (sum, overflows) = low.addingReportingOverflow(value)
      low = sum
      if overflows { high += 1 }
      // The combined value is less than modulus × 10^digitCount, so the quotient fits in a word.
      remainder = modulus.dividingFullWidth((high, low)).remainder
    }
    var chunks = dividend.chunks()
    while let chunk = chunks.next() { append(chunk.value, digitCount: chunk.count) }
    for start in stride(from: 0, to: zeros, by: 19) { append(0, digitCount: min(19, zeros - start)) }
    return remainder == 0
  }

  private static func isDivisible(_ dividend: DecimalDigits, zeros: Int, by modulus: BigUnsigned) -> Bool {
    // Everything is shifted so that the divisor's highest bit is the highest of its word.
    let shift = modulus.leadingZeroBitCount
    var divisor = modulus
    divisor.shiftLeft(by: shift)
    var remainder = BigUnsigned(0)
    func append(_ value: UInt64, digitCount: Int) {
      remainder.multiply(by: BigUnsigned.powerOfTen(digitCount))
      remainder.add(value, shiftedLeftBy: shift)
      _ = remainder.formRemainder(dividingBy: divisor)
    }
    var chunks = dividend.chunks()
    while let chunk = chunks.next() { append(chunk.value, digitCount: chunk.count) }
    for start in stride(from: 0, to: zeros, by: 19) { append(0, digitCount: min(19, zeros - start)) }
    return remainder.isZero
  }
}
