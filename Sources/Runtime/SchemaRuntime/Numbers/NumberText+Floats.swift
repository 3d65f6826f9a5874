// MARK: - Reading a float

extension NumberText {
  /// The float nearest to the number, ties to even; nil if that is infinity.
  ///
  /// A number too small for a subnormal becomes zero. Zero keeps its sign.
  @usableFromInline package static func float(_ text: UnsafeBufferPointer<UInt8>) -> Float? {
    guard let double = double(text) else { return nil }
    let nearest = correctlyRounded(double, of: text)
    return nearest.isFinite ? nearest : nil
  }

  /// Rounds the double nearest to a number. If it is midway between two floats, the number itself decides, which may be
  /// less or more.
  private static func correctlyRounded(_ double: Double, of text: UnsafeBufferPointer<UInt8>) -> Float {
    let nearest = Float(double)
    guard nearest.asDouble != double else { return nearest }
    let isAbove = nearest.asDouble > double
    let (lower, upper) = isAbove ? (nearest.nextDown, nearest) : (nearest, nearest.nextUp)
    guard double - lower.asDouble == upper.asDouble - double else { return nearest }
    let order = compare(text, toDouble: double)
    return order < 0 ? lower : order > 0 ? upper : nearest
  }
}

extension Float {
  /// The value as a double. Infinity is the power of two that follows the finite floats.
  fileprivate var asDouble: Double { isFinite ? Double(self) : self < 0 ? -0x1p128 : 0x1p128 }
}

// MARK: - Reading a significand

extension NumberText {
  /// A number as an integer of 128 bits times a power of ten.
  package struct Significand: Hashable, Sendable {
    package var isNegative: Bool
    /// The digits from the first to the last nonzero one, as an integer: the upper and the lower half.
    package var high: UInt64
    package var low: UInt64
    /// The power of ten.
    package var exponent: Int
  }

  /// The exact number; nil if its digits do not fit in 128 bits or `text` is not a number.
  package static func significand(_ text: UnsafeBufferPointer<UInt8>) -> Significand? {
    guard let decimal = DecimalDigits(text), decimal.count <= 39 else { return nil }
    var significand = Significand(isNegative: decimal.isNegative, high: 0, low: 0, exponent: 0)
    guard decimal.count > 0 else { return significand }
    var chunks = decimal.chunks()
    while let chunk = chunks.next() {
      guard significand.append(chunk.value, scale: BigUnsigned.powerOfTen(chunk.count)) else { return nil }
    }
    significand.exponent = decimal.exponent - decimal.count
    return significand
  }
}

extension NumberText.Significand {
  /// Multiplies by `scale` and adds `value`; false if 128 bits do not suffice.
  fileprivate mutating func append(_ value: UInt64, scale: UInt64) -> Bool {
    let lower = low.multipliedFullWidth(by: scale)
    let upper = high.multipliedFullWidth(by: scale)
    let (sum, carries) = lower.low.addingReportingOverflow(value)
    let (middle, carriesOnce) = upper.low.addingReportingOverflow(lower.high)
    let (top, carriesAgain) = middle.addingReportingOverflow(carries ? 1 : 0)
    guard upper.high == 0, !carriesOnce, !carriesAgain else { return false }
    (high, low) = (top, sum)
    return true
  }
}
