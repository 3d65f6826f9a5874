// MARK: - Up to nineteen digits

extension NumberText {
  /// `significand` × 10^`exponent`, rounded to the nearest double, ties to even; infinity if it is too large.
  ///
  /// The method of Michael Eisel and Daniel Lemire ("Number parsing at a gigabyte per second", Software: Practice and
  /// Experience 51(8), 2021): the significand times the 128 leading bits of the power of ten always gives enough bits
  /// for rounding (Noble Mushtak and Daniel Lemire, "Fast number parsing without fallback", Software: Practice and
  /// Experience 53(7), 2023).
  @usableFromInline
  static func nearestDouble(significand: UInt64, exponent: Int) -> Double {
    guard significand != 0, exponent >= PowersOfTen.smallestExponent else { return 0 }
    guard exponent <= PowersOfTen.largestExponent else { return .infinity }
    let leadingZeros = significand.leadingZeroBitCount
    let (high, low) = productWithPowerOfTen(significand << UInt64(leadingZeros), exponent: exponent)

    // 54 bits: those of the double and one for rounding. The product has 127 or 128 bits.
    let topBit = Int(high >> 63)
    var bits = high >> UInt64(topBit + 9)
    let floorOfLog2 = (217_706 * exponent) >> 16
    let biasedExponent = floorOfLog2 + 63 + topBit - leadingZeros + 1023
    guard biasedExponent > 0 else {
      // A subnormal, or the smallest normal number after rounding. No number with so few digits is a midpoint here.
      let excess = 1 - biasedExponent
      guard excess < 64 else { return 0 }
      bits >>= UInt64(excess)
      return Double(bitPattern: (bits + (bits & 1)) >> 1)
    }
    // A midpoint between two doubles, the lower of which is even. This is only possible if the product is exact and for
    // these powers of five, which fit in the significand or its multiples.
    let isTie = bits & 3 == 1 && low <= 1 && -4...23 ~= exponent && bits << UInt64(topBit + 9) == high
    if isTie { bits -= 1 }
    bits = (bits + (bits & 1)) >> 1
    return double(significand: bits, biasedExponent: biasedExponent)
  }

  /// The highest 128 bits of `normalized` × 10^`exponent`, as many as are needed for 55 correct ones.
  private static func productWithPowerOfTen(_ normalized: UInt64, exponent: Int) -> (high: UInt64, low: UInt64) {
    let index = 2 * (exponent - PowersOfTen.smallestExponent)
    var (high, low) = normalized.multipliedFullWidth(by: PowersOfTen.words[index])
    // Nine ones: the truncated part of the power might carry over into the remaining bits.
    if high & 0x1FF == 0x1FF {
      let correction = normalized.multipliedFullWidth(by: PowersOfTen.words[index + 1]).high
      let (sum, carries) = low.addingReportingOverflow(correction)
      low = sum
      if carries { high += 1 }
    }
    return (high, low)
  }

  /// The double with the 53 bits of `significand`, or with 2⁵³, which may result from rounding.
  private static func double(significand: UInt64, biasedExponent: Int) -> Double {
    // The implied bit adds one to the exponent's field, and 2⁵³ carries over into it.
    let bits = (UInt64(biasedExponent - 1) << 52) + significand
    return Double(bitPattern: min(bits, Double.infinity.bitPattern))
  }
}

// MARK: - More digits

extension NumberText {
  /// The double nearest to a number of more than nineteen digits; nil if that is infinity or if `text` is not a number.
  @usableFromInline
  static func doubleOfLongText(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard let decimal = DecimalDigits(text) else { return nil }
    let magnitude = nearestDouble(decimal)
    guard magnitude < .infinity else { return nil }
    return text.first == minusSign ? -magnitude : magnitude
  }

  /// The magnitude of `decimal` as a double; infinity if it is too large.
  static func nearestDouble(_ decimal: DecimalDigits) -> Double {
    // 0.1 × 10^-323 is less than half the smallest subnormal; 0.1 × 10^310 is more than the largest double.
    guard decimal.count > 0, decimal.exponent >= -323 else { return 0 }
    guard decimal.exponent < 310 else { return .infinity }
    var chunks = decimal.chunks()
    guard let first = chunks.next() else { return 0 }
    let exponent = decimal.exponent - first.count
    let lower = nearestDouble(significand: first.value, exponent: exponent)
    if decimal.count == first.count { return lower }
    // The omitted digits do not matter if the next number of nineteen digits rounds to the same double.
    let upper = nearestDouble(significand: first.value + 1, exponent: exponent)
    return lower == upper ? lower : nearestDoubleByDivision(decimal)
  }

  /// The same with big-integer arithmetic, for numbers very close to a midpoint between two doubles.
  ///
  /// The digits are an integer to be multiplied or divided by a power of ten. Both sides are shifted so that the
  /// quotient has 63 or 64 bits; the double is rounded from the quotient and from whether there is a remainder. Doubles
  /// and their midpoints have at most 768 digits, so further digits only count as "more than".
  static func nearestDoubleByDivision(_ decimal: DecimalDigits) -> Double {
    let digitCount = min(decimal.count, DecimalDigits.significantForDoubles)
    var numerator = BigUnsigned(decimal, digitCount: digitCount)
    var isInexact = decimal.count > digitCount
    let power = decimal.exponent - digitCount
    var denominator = BigUnsigned(1)
    if power < 0 { denominator.multiplyByPowerOfFive(-power) } else { numerator.multiplyByPowerOfFive(power) }

    let normalization = denominator.leadingZeroBitCount
    denominator.shiftLeft(by: normalization)
    let shift = denominator.bitWidth + 63 - numerator.bitWidth
    if shift >= 0 {
      numerator.shiftLeft(by: shift)
    } else if numerator.shiftRight(by: -shift) {
      isInexact = true
    }
    let quotient = numerator.formRemainder(dividingBy: denominator)
    return rounded(
      quotient, exponent: power + normalization - shift, isInexact: isInexact || !numerator.isZero)
  }

  /// `significand` × 2^`exponent`, plus a little if `isInexact`, rounded to the nearest double, ties to even. The
  /// significand has 63 or 64 bits.
  private static func rounded(_ significand: UInt64, exponent: Int, isInexact: Bool) -> Double {
    let width = 64 - significand.leadingZeroBitCount
    let biasedExponent = exponent + width - 1 + 1023
    // A subnormal has fewer bits: one less for each exponent below the smallest normal one.
    let dropped = width - 53 + max(0, 1 - biasedExponent)
    guard dropped <= 64 else { return 0 }
    guard biasedExponent < 2047 else { return .infinity }
    let half: UInt64 = 1 << UInt64(dropped - 1)
    let rest = significand & (half - 1 + half)
    var bits = dropped == 64 ? 0 : significand >> UInt64(dropped)
    if rest > half || rest == half && (isInexact || bits & 1 == 1) { bits += 1 }
    return double(significand: bits, biasedExponent: max(biasedExponent, 1))
  }
}
