import SchemaRuntime

/// An exact decimal of moderate size: `mantissa` times ten to the power of `exponent`.
struct ExactDecimal: Hashable, Sendable {
  private(set) var mantissa: Int128
  private(set) var exponent: Int

  /// The largest exponent for computations with powers of ten.
  private static let largestExponent = 2_000

  init(_ mantissa: Int128, exponent: Int = 0) {
    self.mantissa = mantissa
    self.exponent = exponent
    while self.mantissa != 0, self.mantissa % 10 == 0 {
      self.mantissa /= 10
      self.exponent += 1
    }
    if self.mantissa == 0 { self.exponent = 0 }
  }

  /// Creates the value of a number; nil if it has too many digits.
  init?(_ number: JSONNumber) {
    var mantissa: Int128 = 0
    var exponent = 0
    var isNegative = false
    var isFraction = false
    var text = Substring(number.text)
    while let character = text.utf8.first {
      switch character {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isFraction = true
      case 0x30...0x39:
        let (product, isTooLarge) = mantissa.multipliedReportingOverflow(by: 10)
        guard !isTooLarge, product < Int128.max - 9 else { return nil }
        mantissa = product + Int128(character - 0x30)
        if isFraction { exponent -= 1 }
      default:
        guard let written = Int(text.dropFirst()), abs(written) <= Self.largestExponent else { return nil }
        exponent += written
        text = ""
        continue
      }
      text.removeFirst()
    }
    self.init(isNegative ? -mantissa : mantissa, exponent: exponent)
  }

  /// Returns the value in units of ten to the power of `exponent`; nil if that is not an integer or overflows.
  func units(of exponent: Int) -> Int128? {
    guard mantissa != 0 else { return 0 }
    guard self.exponent >= exponent, self.exponent - exponent < 39 else { return nil }
    var units = mantissa
    for _ in exponent..<self.exponent {
      let (product, isTooLarge) = units.multipliedReportingOverflow(by: 10)
      if isTooLarge { return nil }
      units = product
    }
    return units
  }

  var isInteger: Bool { exponent >= 0 }

  /// Whether the text without an exponent is short.
  var hasShortText: Bool { -60...60 ~= exponent }

  /// The digits of an integer without an exponent, however many.
  var digits: String { "\(mantissa)" + String(repeating: "0", count: max(0, exponent)) }

  /// The value as JSON, without an exponent if that is short.
  var text: String {
    guard hasShortText else { return "\(mantissa)e\(exponent)" }
    if exponent >= 0 { return digits }
    let digits = "\(mantissa.magnitude)"
    let padded = String(repeating: "0", count: max(0, 1 - exponent - digits.count)) + digits
    return (mantissa < 0 ? "-" : "") + padded.dropLast(-exponent) + "." + padded.suffix(-exponent)
  }
}

extension Int128 {
  /// Returns the quotient by `divisor`, which must be positive, rounded down.
  func floored(by divisor: Int128) -> Int128 {
    let quotient = self / divisor
    return quotient * divisor > self ? quotient - 1 : quotient
  }

  /// Returns the least common multiple of two positive integers; nil on overflow.
  static func leastCommonMultiple(_ a: Int128, _ b: Int128) -> Int128? {
    guard a > 0, b > 0 else { return nil }
    var (rest, divisor) = (a, b)
    while divisor != 0 { (rest, divisor) = (divisor, rest % divisor) }
    let (product, isTooLarge) = (a / rest).multipliedReportingOverflow(by: b)
    return isTooLarge ? nil : product
  }
}
