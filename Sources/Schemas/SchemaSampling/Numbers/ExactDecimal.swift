import SchemaRuntime

/// An exact decimal of moderate size: `mantissa` times ten to the power of `exponent`.
struct ExactDecimal: Hashable, Sendable {
  private(set) var mantissa: WideInteger
  private(set) var exponent: Int

  /// The largest exponent for computations with powers of ten.
  private static let largestExponent = 2_000
  private static let ten = WideInteger(10)

  init(_ mantissa: WideInteger, exponent: Int = 0) {
    self.mantissa = mantissa
    self.exponent = exponent
    while !self.mantissa.isZero, let (tenth, digit) = self.mantissa.quotientAndRemainder(dividingBy: Self.ten),
      digit.isZero
    {
      self.mantissa = tenth
      self.exponent += 1
    }
    if self.mantissa.isZero { self.exponent = 0 }
  }

  /// Creates the value of a number; nil if it has too many digits.
  init?(_ number: JSONNumber) {
    var mantissa = WideInteger(0)
    var exponent = 0
    var isNegative = false
    var isFraction = false
    var text = Substring(number.text)
    while let character = text.utf8.first {
      switch character {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isFraction = true
      case 0x30...0x39:
        let digit = WideInteger(Int(character - 0x30))
        guard let next = mantissa.multiplied(by: Self.ten)?.adding(digit) else { return nil }
        mantissa = next
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
  func units(of exponent: Int) -> WideInteger? {
    guard !mantissa.isZero else { return mantissa }
    guard self.exponent >= exponent, self.exponent - exponent < 39 else { return nil }
    var units = mantissa
    for _ in exponent..<self.exponent {
      guard let product = units.multiplied(by: Self.ten) else { return nil }
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
    let isNegative = mantissa < WideInteger(0)
    let digits = "\(isNegative ? -mantissa : mantissa)"
    let padded = String(repeating: "0", count: max(0, 1 - exponent - digits.count)) + digits
    return (isNegative ? "-" : "") + padded.dropLast(-exponent) + "." + padded.suffix(-exponent)
  }
}
