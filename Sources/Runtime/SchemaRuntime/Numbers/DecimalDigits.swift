/// The components of a number's text, without copying it: sign, digits from the first to the last nonzero one, and
/// exponent.
///
/// The value is 0.d₁d₂…dₙ × 10^`exponent`: `-0.0250e2` has the digits `25` and the exponent 1. Equal numbers have equal
/// sign, digits and exponent, however they are written. Used by the slow paths of ``NumberText`` within one call,
/// because it points into the text.
struct DecimalDigits {
  /// Whether the number is less than zero; false for `-0`.
  let isNegative: Bool
  /// The digits from the first to the last nonzero one, possibly with a decimal point among them. Empty for zero.
  let digits: UnsafeBufferPointer<UInt8>
  /// The number of digits.
  let count: Int
  /// The power of ten by which 0.d₁d₂…dₙ is multiplied; its magnitude is at most ``largestExponent``.
  let exponent: Int
  /// The contribution of the decimal point's position to the exponent.
  let pointShift: Int
  /// The written exponent, without `e` and sign.
  let exponentDigits: UnsafeBufferPointer<UInt8>
  /// Whether the written exponent has a minus sign.
  let hasNegativeExponent: Bool

  /// The magnitude at which exponents are capped; only ``exponentDifference(_:)`` is exact beyond.
  static let largestExponent = 1 << 60
  /// Digits after this many cannot affect which double is nearest, only on which side of a midpoint a number lies.
  static let significantForDoubles = 800

  /// Parses `text` in one pass; nil if it is not a number.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    let hasSign = text.first == NumberText.minusSign
    var index = hasSign ? 1 : 0
    var digitCount = 0
    var integerDigitCount: Int?
    var first: (index: Int, ordinal: Int)?
    var last: (index: Int, ordinal: Int) = (0, 0)
    while index < text.count {
      let digit = text[index] &- NumberText.zeroDigit
      if digit <= 9 {
        if digit != 0 {
          last = (index, digitCount)
          if first == nil { first = last }
        }
        digitCount += 1
      } else if text[index] == NumberText.decimalPoint, integerDigitCount == nil {
        integerDigitCount = digitCount
      } else {
        break
      }
      index += 1
    }
    guard digitCount > 0, let written = WrittenExponent(UnsafeBufferPointer(rebasing: text[index...])) else {
      return nil
    }
    exponentDigits = written.digits
    hasNegativeExponent = written.isNegative
    if let first {
      isNegative = hasSign
      digits = UnsafeBufferPointer(rebasing: text[first.index...last.index])
      count = last.ordinal - first.ordinal + 1
      pointShift = (integerDigitCount ?? digitCount) - first.ordinal
      exponent = max(-Self.largestExponent, min(written.value + pointShift, Self.largestExponent))
    } else {
      isNegative = false
      digits = UnsafeBufferPointer(rebasing: text[..<0])
      count = 0
      pointShift = 0
      exponent = 0
    }
  }

  /// -1, 0 or 1 if the number is less than, equal to or greater than zero.
  var sign: Int { count == 0 ? 0 : isNegative ? -1 : 1 }

  /// Whether all digits after the point are zero once the exponent is applied.
  var isInteger: Bool { count <= exponent || count == 0 }

  /// Whether the exponent was capped.
  var isSaturated: Bool { exponent.magnitude == Self.largestExponent.magnitude }
}

/// The exponent at the end of a number's text, starting with `e`.
private struct WrittenExponent {
  /// The value, capped at twice the largest exponent, so that the point cannot bring it back into range.
  let value: Int
  let digits: UnsafeBufferPointer<UInt8>
  let isNegative: Bool

  /// Parses all of `text`, which is empty if there is no exponent.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard let mark = text.first else {
      (value, digits, isNegative) = (0, text, false)
      return
    }
    guard NumberText.isExponentMark(mark) else { return nil }
    let sign = text.dropFirst().first
    isNegative = sign == NumberText.minusSign
    digits = UnsafeBufferPointer(rebasing: text.dropFirst(isNegative || sign == NumberText.plusSign ? 2 : 1))
    guard !digits.isEmpty else { return nil }
    var magnitude = 0
    for byte in digits {
      let digit = byte &- NumberText.zeroDigit
      guard digit <= 9 else { return nil }
      let (product, overflows) = magnitude.multipliedReportingOverflow(by: 10)
      magnitude = overflows ? .max : min(product, Int.max - 9) + Int(digit)
    }
    magnitude = min(magnitude, 2 * DecimalDigits.largestExponent)
    value = isNegative ? -magnitude : magnitude
  }
}

// MARK: - Reading the digits in order

extension DecimalDigits {
  /// The digits in groups of nineteen, which fit in a word; the last group may be shorter.
  struct Chunks: IteratorProtocol {
    private let digits: UnsafeBufferPointer<UInt8>
    private var index = 0
    private var remaining: Int

    init(_ digits: UnsafeBufferPointer<UInt8>, count: Int) {
      self.digits = digits
      remaining = count
    }

    mutating func next() -> (value: UInt64, count: Int)? {
      guard remaining > 0 else { return nil }
      let count = min(remaining, 19)
      remaining -= count
      var value: UInt64 = 0
      var read = 0
      while read < count, index < digits.count {
        let digit = digits[index] &- NumberText.zeroDigit
        index += 1
        guard digit <= 9 else { continue }
        value = value &* 10 &+ UInt64(digit)
        read += 1
      }
      return (value, count)
    }
  }

  /// The first `limit` digits in groups.
  func chunks(limit: Int = .max) -> Chunks { Chunks(digits, count: min(count, limit)) }
}

// MARK: - Order

extension DecimalDigits {
  /// Returns -1, 0 or 1 if the number is less than, equal to or greater than `other`.
  func compare(_ other: DecimalDigits) -> Int {
    if sign != other.sign { return sign < other.sign ? -1 : 1 }
    if sign == 0 { return 0 }
    let difference = exponentDifference(other)
    return sign * (difference == 0 ? compareDigits(other) : difference.signum())
  }

  /// Compares only the digits. The last digit of each is not zero, so if one begins with the other, the longer is
  /// greater.
  private func compareDigits(_ other: DecimalDigits) -> Int {
    var chunks = chunks()
    var otherChunks = other.chunks()
    while true {
      switch (chunks.next(), otherChunks.next()) {
      case (nil, nil): return 0
      case (nil, .some): return -1
      case (.some, nil): return 1
      case (let chunk?, let otherChunk?):
        // A shorter chunk is the last one; it is padded with zeros to compare it with a longer one.
        let value = chunk.value * BigUnsigned.powerOfTen(max(0, otherChunk.count - chunk.count))
        let otherValue = otherChunk.value * BigUnsigned.powerOfTen(max(0, chunk.count - otherChunk.count))
        if value != otherValue { return value < otherValue ? -1 : 1 }
        if chunk.count != otherChunk.count { return chunk.count < otherChunk.count ? -1 : 1 }
      }
    }
  }

  /// The difference of the exponents: always with the right sign, and exact if the difference fits in a word, even if
  /// the exponents do not. It is computed digit by digit from the highest digit down, until it is so large that neither
  /// the remaining digits nor the decimal points can compensate for it.
  func exponentDifference(_ other: DecimalDigits) -> Int {
    guard isSaturated || other.isSaturated else { return exponent - other.exponent }
    let length = max(exponentDigits.count, other.exponentDigits.count)
    var difference = 0
    for index in 0..<length where difference.magnitude < 1 << 58 {
      let digit = exponentDigit(at: index, of: length) - other.exponentDigit(at: index, of: length)
      difference = difference * 10 + digit
    }
    return difference + pointShift - other.pointShift
  }

  /// The digit of the written exponent, with its sign, at an index after padding with zeros on the left to `length`
  /// digits.
  private func exponentDigit(at paddedIndex: Int, of length: Int) -> Int {
    let index = paddedIndex - (length - exponentDigits.count)
    guard index >= 0 else { return 0 }
    let digit = Int(exponentDigits[index] &- NumberText.zeroDigit)
    return hasNegativeExponent ? -digit : digit
  }
}
