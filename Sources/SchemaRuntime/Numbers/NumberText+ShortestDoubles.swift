// MARK: - Writing a double

extension NumberText {
  /// Bytes that ``write(_:to:)-(Double,_)`` may store, more than the longest text has.
  static var roomForDouble: Int { 40 }

  /// Writes the shortest text that reads back as `value`, which has to be finite, and returns the place after it.
  ///
  /// An integer up to 2⁵³ has neither point nor exponent, so `100` and not `100.0`; negative zero is `-0`; the rest is as
  /// the standard library describes it, such as `0.1`, `1e+16` and `5e-324`. Of the shortest texts it is the one nearest
  /// to the value, and the even one of two that are equally near.
  static func write(_ value: Double, to target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    var target = target
    if value.sign == .minus {
      target.pointee = minusSign
      target += 1
    }
    let magnitude = value.magnitude
    // Only an integer is the same after truncation, and those up to 2⁵³ are all distinct.
    if magnitude <= 0x1p53 {
      let integer = UInt64(magnitude)
      if magnitude == Double(Int64(truncatingIfNeeded: integer)) { return writeDigits(integer, to: target) }
    }
    let decimal = ShortestDecimal(magnitude)
    // The place of the decimal point, counted from the first digit.
    let point = decimal.digitCount + decimal.exponent
    if magnitude > 0x1p53 || point < -3 { return write(decimal, exponent: point - 1, to: target) }
    if point <= 0 {
      let zeros: UInt64 = 0x3030_3030_3030_2E30
      UnsafeMutableRawPointer(target).storeBytes(of: zeros.littleEndian, as: UInt64.self)
      return writeDigits(decimal.digits, to: target + 2 - point)
    }
    let end = writeDigits(decimal.digits, to: target + 1)
    for place in 0..<point { target[place] = target[place + 1] }
    target[point] = decimalPoint
    return end
  }

  /// Writes one digit, the others after a point, and the exponent with its sign and two digits or three.
  private static func write(
    _ decimal: ShortestDecimal, exponent: Int, to target: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var end = writeDigits(decimal.digits, to: target + 1)
    target[0] = target[1]
    if decimal.digitCount == 1 { end -= 1 } else { target[1] = decimalPoint }
    end[0] = UInt8(ascii: "e")
    end[1] = exponent < 0 ? minusSign : plusSign
    let magnitude = UInt32(truncatingIfNeeded: exponent.magnitude)
    return magnitude < 100 ? writePair(magnitude, to: end + 2) : writeDigits(UInt64(magnitude), to: end + 2)
  }
}

/// The decimal with the fewest digits that reads back as a double, and of those the nearest to it.
///
/// Every decimal between the middles to the two neighbouring doubles reads back as the double, the middles included where
/// its significand is even, since ties go to the even one. With 10ᵏ the greatest power of ten that is not above the gap
/// between these middles, at least one multiple of 10ᵏ lies in it, and at most one of 10ᵏ⁺¹, which is shorter. To see
/// which, the double and the middles are divided by 10ᵏ, four times as large so that the middles of integers are integers
/// too. 126 bits of the power of ten are enough to have every bit of the integer part and to know whether anything is
/// left; that is noted in the lowest bit, which makes comparisons come out as with exact numbers (Raffaello Giulietti,
/// "The Schubfach way to render doubles", 2020, sections 8 and 9).
struct ShortestDecimal {
  /// The digits without trailing zeros; 0 for a double that is zero.
  private(set) var digits: UInt64
  /// The power of ten by which they are multiplied.
  private(set) var exponent: Int

  /// How many digits there are: one to seventeen.
  var digitCount: Int {
    if digits >= 10_000_000_000_000_000 { return 17 }
    if digits >= 1_000_000_000_000_000 { return 16 }
    var count = 1
    var bound: UInt64 = 10
    while digits >= bound {
      bound &*= 10
      count &+= 1
    }
    return count
  }

  /// The shortest decimal of a finite double that is not negative.
  init(_ value: Double) {
    let fraction = value.significandBitPattern
    let biasedExponent = Int(value.exponentBitPattern)
    let significand = biasedExponent == 0 ? fraction : fraction | 1 &<< 52
    let binaryExponent = max(biasedExponent, 1) &- 1075
    // Below a power of two the doubles are twice as near to each other, but for the smallest of all exponents.
    let isPowerOfTwo = fraction == 0 && biasedExponent > 1

    exponent = Self.floorOfLog10(powerOfTwo: binaryExponent, isNarrow: isPowerOfTwo)
    let shift = UInt64(truncatingIfNeeded: binaryExponent &+ Self.floorOfLog2(powerOfTen: 0 &- exponent) &+ 1)
    let power = Self.power(of: 0 &- exponent)
    let scaled = 4 &* significand
    let middle = Self.product(power, scaled &<< shift)
    let odd = significand & 1
    let lower = Self.product(power, (scaled &- (isPowerOfTwo ? 1 : 2)) &<< shift) &+ odd
    let upper = Self.product(power, (scaled &+ 2) &<< shift) &- odd

    digits = middle / 4
    if digits >= 10 {
      let tens = digits / 10
      let tensFit = lower <= 40 &* tens
      if tensFit != (40 &* tens &+ 40 <= upper) {
        digits = tensFit ? tens : tens &+ 1
        exponent &+= 1
        dropZeros()
        return
      }
    }
    let fits = lower <= 4 &* digits
    if fits != (4 &* digits &+ 4 <= upper) {
      if !fits { digits &+= 1 }
      return
    }
    let half = 4 &* digits &+ 2
    if middle > half || middle == half && digits & 1 == 1 { digits &+= 1 }
    // The second smallest double alone: 9.88 × 10⁻³²⁴.
    if digits == 10 { (digits, exponent) = (1, exponent &+ 1) }
  }

  private mutating func dropZeros() {
    // Most doubles have sixteen digits or seventeen, and no zeros to drop.
    guard digits % 10 == 0 else { return }
    drop(8, zerosOf: 100_000_000)
    drop(4, zerosOf: 10_000)
    drop(2, zerosOf: 100)
    drop(1, zerosOf: 10)
  }

  @inline(__always)
  private mutating func drop(_ count: Int, zerosOf power: UInt64) {
    while true {
      let (quotient, remainder) = digits.quotientAndRemainder(dividingBy: power)
      guard remainder == 0, quotient > 0 else { return }
      digits = quotient
      exponent &+= count
    }
  }
}

// MARK: - Arithmetic

extension ShortestDecimal {
  /// ⌊log₁₀ 2ᵉ⌋, or ⌊log₁₀ ¾·2ᵉ⌋ for the narrow gap below a power of two, for the exponents of doubles.
  static func floorOfLog10(powerOfTwo exponent: Int, isNarrow: Bool) -> Int {
    // log₁₀ 2 and log₁₀ ¾ in units of 2⁻²².
    (exponent &* 1_262_611 &- (isNarrow ? 524_031 : 0)) >> 22
  }

  /// ⌊log₂ 10ᵉ⌋ for the exponents of doubles.
  static func floorOfLog2(powerOfTen exponent: Int) -> Int {
    // log₂ 10 in units of 2⁻¹⁹.
    (exponent &* 1_741_647) >> 19
  }

  /// The 128 leading bits of 10ᵉ, and one more in the last place: never less than the power itself.
  @inline(__always)
  private static func power(of exponent: Int) -> (high: UInt64, low: UInt64) {
    let place = 2 &* (exponent &- PowersOfTen.smallestExponent)
    let high = PowersOfTen.words[place]
    let low = PowersOfTen.words[place &+ 1]
    // These entries are rounded up already.
    if -27..<0 ~= exponent { return (high, low) }
    let (next, carries) = low.addingReportingOverflow(1)
    return (carries ? high &+ 1 : high, next)
  }

  /// The integer part of `power` × `factor` ÷ 2¹²⁸, the lowest bit set if anything is left over.
  @inline(__always)
  private static func product(_ power: (high: UInt64, low: UInt64), _ factor: UInt64) -> UInt64 {
    let low = power.low.multipliedFullWidth(by: factor).high
    let high = power.high.multipliedFullWidth(by: factor)
    let (rest, carries) = high.low.addingReportingOverflow(low)
    // The power is a little too large, so a rest of one may stand for none.
    return (carries ? high.high &+ 1 : high.high) | (rest > 1 ? 1 : 0)
  }
}
