/// A number's text taken apart without copying it: sign, digits from the first to the last that is not zero, and
/// where the decimal point stands.
///
/// The value is 0.d₁d₂…dₙ × 10^`exponent`: `-0.0250e2` has the digits `25` and the exponent 1. Equal numbers have equal
/// sign, digits and exponent, whichever way they are written. Made by the slow paths of ``NumberText`` and used within
/// one call, because it points into the text.
struct DecimalDigits {
  /// Whether the number is less than zero; false for `-0`.
  let isNegative: Bool
  /// The digits from the first to the last that is not zero, among which the decimal point may stand. Empty for zero.
  let digits: UnsafeBufferPointer<UInt8>
  /// How many digits there are.
  let count: Int
  /// The power of ten by which 0.d₁d₂…dₙ is multiplied; at most ``largestExponent`` either way.
  let exponent: Int
  /// What the place of the point adds to the exponent that is written.
  let pointShift: Int
  /// The exponent that is written, without mark and sign.
  let exponentDigits: UnsafeBufferPointer<UInt8>
  /// Whether the exponent that is written has a minus sign.
  let hasNegativeExponent: Bool

  /// Exponents are held to be no farther from zero; only ``exponentDifference(_:)`` looks beyond.
  static let largestExponent = 1 << 60
  /// The digits after this many cannot change which double is nearest, only on which side of a middle a number lies.
  static let significantForDoubles = 800

  /// Takes `text` apart in one pass; nil when it is no number.
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

  /// -1, 0 or 1, as the number is less than, equal to or greater than zero.
  var sign: Int { count == 0 ? 0 : isNegative ? -1 : 1 }

  /// Whether nothing but zeros stands after the point once it is moved by the exponent.
  var isInteger: Bool { count <= exponent || count == 0 }

  /// Whether the exponent is too large to be held.
  var isSaturated: Bool { exponent.magnitude == Self.largestExponent.magnitude }
}

/// The end of a number's text, from the exponent's mark on.
private struct WrittenExponent {
  /// The value, at most twice as far from zero as an exponent may be, so that no place of the point makes up for it.
  let value: Int
  let digits: UnsafeBufferPointer<UInt8>
  let isNegative: Bool

  /// Reads the whole of `text`, which is empty when no exponent is written.
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
  /// The digits in groups of nineteen, as many as fit a word; the last group is shorter.
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
  /// -1, 0 or 1, as the number is less than, equal to or greater than `other`.
  func compare(_ other: DecimalDigits) -> Int {
    if sign != other.sign { return sign < other.sign ? -1 : 1 }
    if sign == 0 { return 0 }
    let difference = exponentDifference(other)
    return sign * (difference == 0 ? compareDigits(other) : difference.signum())
  }

  /// Compares the digits alone. The last digit of either is not zero, so that the longer of two is greater when one
  /// begins with the other.
  private func compareDigits(_ other: DecimalDigits) -> Int {
    var chunks = chunks()
    var otherChunks = other.chunks()
    while true {
      switch (chunks.next(), otherChunks.next()) {
      case (nil, nil): return 0
      case (nil, .some): return -1
      case (.some, nil): return 1
      case (let chunk?, let otherChunk?):
        // A shorter chunk is the last one; filled with zeros it compares with a longer one.
        let value = chunk.value * BigUnsigned.powerOfTen(max(0, otherChunk.count - chunk.count))
        let otherValue = otherChunk.value * BigUnsigned.powerOfTen(max(0, chunk.count - otherChunk.count))
        if value != otherValue { return value < otherValue ? -1 : 1 }
        if chunk.count != otherChunk.count { return chunk.count < otherChunk.count ? -1 : 1 }
      }
    }
  }

  /// This exponent less the other's, with the right sign even where they are too large for a word, and exact where the
  /// difference is not: digit by digit, the difference of the written exponents is formed from the highest digit down.
  /// Once it is larger than the places of the points can make up for, the digits below cannot bring it back.
  func exponentDifference(_ other: DecimalDigits) -> Int {
    guard isSaturated || other.isSaturated else { return exponent - other.exponent }
    let length = max(exponentDigits.count, other.exponentDigits.count)
    var difference = 0
    for place in 0..<length where difference.magnitude < 1 << 58 {
      let digit = exponentDigit(at: place, of: length) - other.exponentDigit(at: place, of: length)
      difference = difference * 10 + digit
    }
    return difference + pointShift - other.pointShift
  }

  /// The digit of the written exponent, with its sign, when it is filled with zeros on the left to `length` digits.
  private func exponentDigit(at place: Int, of length: Int) -> Int {
    let index = place - (length - exponentDigits.count)
    guard index >= 0 else { return 0 }
    let digit = Int(exponentDigits[index] &- NumberText.zeroDigit)
    return hasNegativeExponent ? -digit : digit
  }
}
