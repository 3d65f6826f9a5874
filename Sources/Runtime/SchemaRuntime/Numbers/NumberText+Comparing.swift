// MARK: - Two texts

extension NumberText {
  /// Returns -1, 0 or 1 if the number `a` is less than, equal to or greater than the number `b`.
  ///
  /// Exact for digits and exponents of any length, in linear time.
  @inlinable
  package static func compare(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Int {
    guard let left = shortInteger(a), let right = shortInteger(b) else { return compareAnyTexts(a, b) }
    return left == right ? 0 : left < right ? -1 : 1
  }

  /// Whether the two texts are the same number, such as `1`, `1.0` and `10e-1`, or `0`, `-0` and `0e999`.
  @inlinable
  package static func equal(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
    compare(a, b) == 0
  }

  /// Hashes the number, equally for all texts that are ``equal(_:_:)``.
  package static func hash(_ text: UnsafeBufferPointer<UInt8>, into hasher: inout Hasher) {
    guard let decimal = DecimalDigits(text), decimal.count > 0 else {
      hasher.combine(0)
      return
    }
    hasher.combine(decimal.isNegative)
    hasher.combine(decimal.exponent)
    hasher.combine(decimal.count)
    var chunks = decimal.chunks()
    while let chunk = chunks.next() { hasher.combine(chunk.value) }
  }

  @usableFromInline
  static func compareAnyTexts(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Int {
    if let left = ShortDecimal(a), let right = ShortDecimal(b) { return left.compare(right) }
    return switch (DecimalDigits(a), DecimalDigits(b)) {
    case (let left?, let right?): left.compare(right)
    case (let left?, nil): left.sign
    case (nil, let right?): -right.sign
    case (nil, nil): 0
    }
  }
}

// MARK: - A text and a value

extension NumberText {
  /// Returns -1, 0 or 1 if the number is less than, equal to or greater than `b`.
  @inlinable
  package static func compare(_ a: UnsafeBufferPointer<UInt8>, toInt64 b: Int64) -> Int {
    guard let left = shortInteger(a) else { return compareAnyText(a, toInt64: b) }
    return left == b ? 0 : left < b ? -1 : 1
  }

  /// Returns -1, 0 or 1 if the number is less than, equal to or greater than the exact value of `b`: `0.1` is less than
  /// the double nearest to it. NaN is greater than every number.
  @inlinable
  package static func compare(_ a: UnsafeBufferPointer<UInt8>, toDouble b: Double) -> Int {
    // Rounding is monotonic, so only a number that rounds to `b` needs an exact comparison.
    if let nearest = double(a) {
      if nearest < b { return -1 }
      if nearest > b { return 1 }
    }
    return compareAnyText(a, toDouble: b)
  }

  @usableFromInline
  static func compareAnyText(_ a: UnsafeBufferPointer<UInt8>, toInt64 b: Int64) -> Int {
    if let left = ShortDecimal(a) { return left.compare(ShortDecimal(b)) }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { buffer in
      guard let start = buffer.baseAddress else { return 0 }
      let end = start + 20
      var first = writeDigits(b.magnitude, before: end)
      if b < 0 {
        first -= 1
        first.pointee = minusSign
      }
      return compareAnyTexts(a, UnsafeBufferPointer(start: first, count: end - first))
    }
  }

  @usableFromInline
  static func compareAnyText(_ a: UnsafeBufferPointer<UInt8>, toDouble b: Double) -> Int {
    guard b.isFinite else { return b == -.infinity ? 1 : -1 }
    let sign = b < 0 ? -1 : b == 0 ? 0 : 1
    guard let decimal = DecimalDigits(a) else { return -sign }
    if decimal.sign != sign { return decimal.sign < sign ? -1 : 1 }
    if sign == 0 { return 0 }
    // A number too large for a double has a larger magnitude than `b`.
    guard nearestDouble(decimal) == b.magnitude else { return sign }
    return sign * compareExactly(decimal, to: b.magnitude)
  }

  /// Compares the magnitude of a number with the double nearest to it, both as integers multiplied by the same power of
  /// ten.
  private static func compareExactly(_ decimal: DecimalDigits, to b: Double) -> Int {
    // A double has at most 767 digits; further digits only make the number greater.
    let digitCount = min(decimal.count, DecimalDigits.significantForDoubles)
    var left = BigUnsigned(decimal, digitCount: digitCount)
    let leftPower = decimal.exponent - digitCount

    // b = significand × 2^exponent, and 2^-n = 5^n × 10^-n.
    let isSubnormal = b.exponentBitPattern == 0
    let exponent = max(1, Int(b.exponentBitPattern)) - 1075
    var right = BigUnsigned(b.significandBitPattern | (isSubnormal ? 0 : 1 << 52))
    if exponent < 0 { right.multiplyByPowerOfFive(-exponent) } else { right.shiftLeft(by: exponent) }
    let rightPower = min(0, exponent)

    if leftPower > rightPower {
      left.multiplyByPowerOfTen(leftPower - rightPower)
    } else {
      right.multiplyByPowerOfTen(rightPower - leftPower)
    }
    let order = left.compare(right)
    return order == 0 && decimal.count > digitCount ? 1 : order
  }
}
