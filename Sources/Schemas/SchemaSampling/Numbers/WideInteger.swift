/// An integer with a magnitude of at most 127 bits.
///
/// The standard library's `Int128` requires macOS 15 and iOS 18.
struct WideInteger: Hashable, Sendable {
  /// False for zero.
  private let isNegative: Bool
  private let magnitude: Magnitude

  fileprivate struct Magnitude: Hashable {
    var high: UInt64
    var low: UInt64
  }

  /// - Returns: nil if the magnitude needs more than 127 bits.
  private init?(isNegative: Bool, _ magnitude: Magnitude) {
    guard magnitude.high >> 63 == 0 else { return nil }
    self.magnitude = magnitude
    self.isNegative = isNegative && magnitude != Magnitude(high: 0, low: 0)
  }

  init(_ value: Int) {
    isNegative = value < 0
    magnitude = Magnitude(high: 0, low: UInt64(value.magnitude))
  }

  var isZero: Bool { magnitude == Magnitude(high: 0, low: 0) }

  /// The value as `Int`; nil if it is too large.
  var int: Int? {
    guard magnitude.high == 0 else { return nil }
    if isNegative { return magnitude.low <= 1 << 63 ? Int(truncatingIfNeeded: 0 &- magnitude.low) : nil }
    return Int(exactly: magnitude.low)
  }
}

// MARK: - Arithmetic

extension WideInteger {
  static prefix func - (value: Self) -> Self {
    Self(isNegative: !value.isNegative, value.magnitude) ?? value
  }

  /// Returns the sum; nil if it is too large.
  func adding(_ other: Self) -> Self? {
    guard isNegative == other.isNegative else {
      return magnitude < other.magnitude
        ? Self(isNegative: other.isNegative, other.magnitude.subtracting(magnitude))
        : Self(isNegative: isNegative, magnitude.subtracting(other.magnitude))
    }
    // Two magnitudes of 127 bits have a sum of at most 128.
    return Self(isNegative: isNegative, magnitude.adding(other.magnitude))
  }

  /// Returns the difference; nil if it is too large.
  func subtracting(_ other: Self) -> Self? { adding(-other) }

  /// Returns the sum, or the value itself if that is too large.
  func moved(by offset: Int) -> Self { adding(Self(offset)) ?? self }

  /// Returns the product; nil if it is too large.
  func multiplied(by other: Self) -> Self? {
    magnitude.multiplied(by: other.magnitude).flatMap { Self(isNegative: isNegative != other.isNegative, $0) }
  }

  /// Returns quotient and remainder, rounded towards zero; nil for a divisor of zero.
  func quotientAndRemainder(dividingBy divisor: Self) -> (quotient: Self, remainder: Self)? {
    guard let (quotient, remainder) = magnitude.divided(by: divisor.magnitude),
      let quotient = Self(isNegative: isNegative != divisor.isNegative, quotient),
      let remainder = Self(isNegative: isNegative, remainder)
    else { return nil }
    return (quotient, remainder)
  }

  /// Returns the quotient by a positive divisor, rounded down; nil for other divisors.
  func floored(by divisor: Self) -> Self? {
    guard divisor > Self(0), let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor) else { return nil }
    return isNegative && !remainder.isZero ? quotient.subtracting(Self(1)) : quotient
  }

  /// Returns the least common multiple of two positive integers; nil if it is too large.
  static func leastCommonMultiple(_ a: Self, _ b: Self) -> Self? {
    guard a > Self(0), b > Self(0) else { return nil }
    var (rest, divisor) = (a, b)
    while let division = rest.quotientAndRemainder(dividingBy: divisor) {
      (rest, divisor) = (divisor, division.remainder)
    }
    return a.quotientAndRemainder(dividingBy: rest)?.quotient.multiplied(by: b)
  }
}

extension WideInteger.Magnitude: Comparable {
  static func < (a: Self, b: Self) -> Bool { (a.high, a.low) < (b.high, b.low) }

  /// Wraps around at 128 bits.
  fileprivate func adding(_ other: Self) -> Self {
    let (low, carries) = low.addingReportingOverflow(other.low)
    return Self(high: high &+ other.high &+ (carries ? 1 : 0), low: low)
  }

  /// The other one must not be greater.
  fileprivate func subtracting(_ other: Self) -> Self {
    let (low, borrows) = low.subtractingReportingOverflow(other.low)
    return Self(high: high &- other.high &- (borrows ? 1 : 0), low: low)
  }

  /// Returns the product; nil if it needs more than 128 bits.
  fileprivate func multiplied(by other: Self) -> Self? {
    guard high == 0 || other.high == 0 else { return nil }
    let (cross, isTooLarge) =
      high == 0 ? other.high.multipliedReportingOverflow(by: low) : high.multipliedReportingOverflow(by: other.low)
    let product = low.multipliedFullWidth(by: other.low)
    let (high, carries) = product.high.addingReportingOverflow(cross)
    return isTooLarge || carries ? nil : Self(high: high, low: product.low)
  }

  /// Returns quotient and remainder; nil for a divisor of zero.
  fileprivate func divided(by divisor: Self) -> (quotient: Self, remainder: Self)? {
    if divisor.high == 0 {
      guard divisor.low != 0 else { return nil }
      let (quotient, rest) = high.quotientAndRemainder(dividingBy: divisor.low)
      let (low, remainder) = divisor.low.dividingFullWidth((rest, low))
      return (Self(high: quotient, low: low), Self(high: 0, low: remainder))
    }
    // Long division by bits: both are below 2^127, so that nothing is shifted out.
    var (quotient, remainder) = (Self(high: 0, low: 0), Self(high: 0, low: 0))
    for bit in (0..<128).reversed() {
      let digit = (bit < 64 ? low >> UInt64(bit) : high >> UInt64(bit - 64)) & 1
      remainder = Self(high: remainder.high << 1 | remainder.low >> 63, low: remainder.low << 1 | digit)
      quotient = Self(high: quotient.high << 1 | quotient.low >> 63, low: quotient.low << 1)
      if remainder >= divisor {
        remainder = remainder.subtracting(divisor)
        quotient.low |= 1
      }
    }
    return (quotient, remainder)
  }
}

// MARK: - Order and text

extension WideInteger: Comparable {
  static func < (a: Self, b: Self) -> Bool {
    if a.isNegative != b.isNegative { return a.isNegative }
    return a.isNegative ? b.magnitude < a.magnitude : a.magnitude < b.magnitude
  }
}

extension WideInteger: CustomStringConvertible {
  var description: String {
    var (rest, digits) = (magnitude, "")
    let unit = Magnitude(high: 0, low: 1_000_000_000_000_000_000)
    while rest >= unit, let (quotient, remainder) = rest.divided(by: unit) {
      let group = String(remainder.low)
      digits = String(repeating: "0", count: 18 - group.count) + group + digits
      rest = quotient
    }
    return (isNegative ? "-" : "") + String(rest.low) + digits
  }
}
