// MARK: - Writing a double

extension NumberText {
  /// The number of bytes that ``write(_:to:)-(Double,_)`` may store, more than the longest text has.
  static var roomForDouble: Int { 40 }

  /// Writes the shortest text that reads back as `value`, which must be finite, and returns the end of the text.
  ///
  /// An integer up to 2⁵³ has neither point nor exponent (`100`, not `100.0`); negative zero is `-0`; other values have
  /// the standard library's format, such as `0.1`, `1e+16` and `5e-324`. Of the shortest texts it is the one nearest to
  /// the value, with ties to even.
  static func write(_ value: Double, to target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    var target = target
    if value.sign == .minus {
      target.pointee = minusSign
      target += 1
    }
    let magnitude = value.magnitude
    // Only an integer is unchanged by truncation, and those up to 2⁵³ are all distinct.
    if magnitude <= 0x1p53 {
      let integer = UInt64(magnitude)
      if magnitude == Double(Int64(truncatingIfNeeded: integer)) { return writeDigits(integer, to: target) }
    }
    let decimal = ShortestDecimal(magnitude)
    if magnitude > 0x1p53 || magnitude < 0.0001 { return writeWithExponent(decimal, to: target) }
    if magnitude < 1 {
      // The shortest decimals of 0.1, 0.01 and 0.001 are these, and a greater double has a greater decimal.
      let zeroCount = (magnitude < 0.1 ? 1 : 0) &+ (magnitude < 0.01 ? 1 : 0) &+ (magnitude < 0.001 ? 1 : 0)
      let zeros: UInt64 = 0x3030_3030_3030_2E30
      UnsafeMutableRawPointer(target).storeBytes(of: zeros.littleEndian, as: UInt64.self)
      return writeDigits(decimal.digits, to: target + 2 + zeroCount)
    }
    let digits = target + 1
    let end = writeDigits(decimal.digits, to: digits)
    // The position of the decimal point, counted from the first digit.
    let point = digits.distance(to: end) &+ decimal.exponent
    var moved = 0
    while point &- moved >= 8 {
      moveBack(target + moved, count: 8)
      moved &+= 8
    }
    moveBack(target + moved, count: point &- moved)
    target[point] = decimalPoint
    return end
  }

  /// Moves at most eight bytes after the first to its place, without a loop over them.
  @inline(__always)
  private static func moveBack(_ first: UnsafeMutablePointer<UInt8>, count: Int) {
    let target = UnsafeMutableRawPointer(first)
    let (old, new) = (target.loadUnaligned(as: UInt64.self), (target + 1).loadUnaligned(as: UInt64.self))
    let mask: UInt64 = count < 8 ? (1 &<< UInt64(truncatingIfNeeded: 8 &* count)) &- 1 : .max
    let mixed = new.littleEndian & mask | old.littleEndian & ~mask
    target.storeBytes(of: mixed.littleEndian, as: UInt64.self)
  }

  /// Writes one digit, the others after a point, and the exponent with its sign and two or three digits.
  private static func writeWithExponent(
    _ decimal: ShortestDecimal, to target: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var end = writeDigits(decimal.digits, to: target + 1)
    let digitCount = target.distance(to: end) - 1
    let exponent = digitCount + decimal.exponent - 1
    target[0] = target[1]
    if digitCount == 1 { end -= 1 } else { target[1] = decimalPoint }
    end[0] = UInt8(ascii: "e")
    end[1] = exponent < 0 ? minusSign : plusSign
    let magnitude = UInt32(truncatingIfNeeded: exponent.magnitude)
    return magnitude < 100 ? writePair(magnitude, to: end + 2) : writeDigits(UInt64(magnitude), to: end + 2)
  }
}

/// The decimal with the fewest digits that reads back as a double, and of those the nearest to it.
///
/// Every decimal between the midpoints to the two neighboring doubles reads back as the double; if the significand is
/// even, so do the midpoints, because ties go to even. Let 10ᵏ be the greatest power of ten that is not above the gap
/// between these midpoints. Then at least one multiple of 10ᵏ lies in the gap, and at most one of 10ᵏ⁺¹, which is
/// shorter. To find them, the double and the midpoints are divided by 10ᵏ, scaled by four so that the midpoints of
/// integers are integers too. 126 bits of the power of ten are enough for all bits of the integer part and to know
/// whether anything remains, which is recorded in the lowest bit, so that comparisons are exact (Raffaello Giulietti,
/// "The Schubfach way to render doubles", 2020, sections 8 and 9).
struct ShortestDecimal {
  /// The digits without trailing zeros; 0 for a double that is zero.
  private(set) var digits: UInt64
  /// The power of ten by which the digits are multiplied.
  private(set) var exponent: Int

  /// The shortest decimal of a finite, nonnegative double.
  init(_ value: Double) {
    let fraction = value.significandBitPattern
    let biasedExponent = Int(value.exponentBitPattern)
    let significand = biasedExponent == 0 ? fraction : fraction | 1 &<< 52
    let binaryExponent = max(biasedExponent, 1) &- 1075
    // Below a power of two the gap between doubles is half as large, except for the smallest exponent.
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
    // Only for the second smallest double: 9.88 × 10⁻³²⁴.
    if digits == 10 { (digits, exponent) = (1, exponent &+ 1) }
  }

  private mutating func dropZeros() {
    // Most doubles have sixteen or seventeen digits, without trailing zeros.
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

  /// The 128 leading bits of 10ᵉ, rounded up: never less than the power itself.
  @inline(__always)
  private static func power(of exponent: Int) -> (high: UInt64, low: UInt64) {
    let index = 2 &* (exponent &- PowersOfTen.smallestExponent)
    let high = PowersOfTen.words[index]
    let low = PowersOfTen.words[index &+ 1]
    // These entries are already rounded up.
    if -27..<0 ~= exponent { return (high, low) }
    let (next, carries) = low.addingReportingOverflow(1)
    return (carries ? high &+ 1 : high, next)
  }

  /// The integer part of `power` × `factor` ÷ 2¹²⁸, with the lowest bit set if there is a remainder.
  @inline(__always)
  private static func product(_ power: (high: UInt64, low: UInt64), _ factor: UInt64) -> UInt64 {
    let low = power.low.multipliedFullWidth(by: factor).high
    let high = power.high.multipliedFullWidth(by: factor)
    let (rest, carries) = high.low.addingReportingOverflow(low)
    // The power is slightly too large, so a remainder of one may mean none.
    return (carries ? high.high &+ 1 : high.high) | (rest > 1 ? 1 : 0)
  }
}
