/// Unicode encoded as letters, digits and hyphens of host names: RFC 3492.
enum Punycode {
  /// The scalars that `utf8` encodes, with ASCII letters in lowercase; nil if it is not Punycode.
  static func decode(_ utf8: UnsafeBufferPointer<UInt8>) -> [Unicode.Scalar]? {
    let hyphen = utf8.lastIndex(of: UInt8(ascii: "-"))
    // Section 3.1: characters before the last hyphen are literal.
    var scalars = utf8[..<(hyphen ?? 0)].map { Unicode.Scalar($0 &- 0x41 < 26 ? $0 | 0x20 : $0) }
    var index = hyphen.map { $0 + 1 } ?? 0
    guard hyphen != 0, index < utf8.count else { return nil }

    var value: UInt32 = 0x80
    var position = 0
    var bias = 72
    while index < utf8.count {
      guard let (delta, next) = decodeInteger(utf8, from: index, bias: bias) else { return nil }
      let length = scalars.count + 1
      bias = adapt(delta: delta, length: length, isFirst: position == 0)
      // The delta counts positions; each scalar value has one more than the length of the text so far.
      let total = position + delta
      guard let sum = UInt32(exactly: total / length), sum <= 0x10_FFFF, let scalar = Unicode.Scalar(value + sum) else {
        return nil
      }
      value = scalar.value
      position = total % length
      scalars.insert(scalar, at: position)
      position += 1
      index = next
    }
    return scalars
  }

  /// Section 3.3: an integer of digits whose weights depend on the bias, terminated by the first digit below its
  /// threshold.
  private static func decodeInteger(
    _ utf8: UnsafeBufferPointer<UInt8>, from start: Int, bias: Int
  ) -> (value: Int, next: Int)? {
    var value = 0
    var weight = 1
    var index = start
    var position = 36
    while let byte = utf8.byte(at: index) {
      guard let digit = digit(byte) else { return nil }
      index += 1
      value += digit * weight
      // More than every scalar at every position of a label; below that nothing overflows.
      guard value < 1 << 32 else { return nil }
      let threshold = max(1, min(position - bias, 26))
      if digit < threshold { return (value, index) }
      weight *= 36 - threshold
      guard weight < 1 << 40 else { return nil }
      position += 36
    }
    return nil
  }

  /// Section 6.3: the encoding of `scalars`; nil if it takes more than `maximumByteCount` bytes.
  ///
  /// Every scalar takes at least one byte, so the work is at most quadratic in that count.
  static func encode(_ scalars: [Unicode.Scalar], maximumByteCount: Int) -> [UInt8]? {
    guard scalars.count <= maximumByteCount else { return nil }
    var bytes = scalars.filter(\.isASCII).map { UInt8(truncatingIfNeeded: $0.value) }
    var handled = bytes.count
    if handled > 0 { bytes.append(UInt8(ascii: "-")) }

    var value = 0x80
    var delta = 0
    var bias = 72
    var isFirst = true
    while handled < scalars.count, let next = scalars.lazy.map({ Int($0.value) }).filter({ $0 >= value }).min() {
      // Each scalar value skipped accounts for one pass through the text so far. This cannot overflow 64 bits.
      delta += (next - value) * (handled + 1)
      value = next
      for scalar in scalars {
        if scalar.value < value { delta += 1 }
        guard scalar.value == value else { continue }
        encodeInteger(delta, bias: bias, into: &bytes)
        guard bytes.count <= maximumByteCount else { return nil }
        handled += 1
        bias = adapt(delta: delta, length: handled, isFirst: isFirst)
        delta = 0
        isFirst = false
      }
      delta += 1
      value += 1
    }
    return bytes.count <= maximumByteCount ? bytes : nil
  }

  /// The inverse of section 3.3.
  private static func encodeInteger(_ value: Int, bias: Int, into bytes: inout [UInt8]) {
    var value = value
    var position = 36
    while true {
      let threshold = max(1, min(position - bias, 26))
      guard value >= threshold else { break }
      bytes.append(character(threshold + (value - threshold) % (36 - threshold)))
      value = (value - threshold) / (36 - threshold)
      position += 36
    }
    bytes.append(character(value))
  }

  private static func character(_ digit: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: digit < 26 ? digit + 0x61 : digit - 26 + 0x30)
  }

  /// Section 5: letters are 0 to 25, digits 26 to 35.
  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a"))
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0")) + 26
    default: nil
    }
  }

  /// Section 3.4: the bias for the integer after one of `delta`.
  private static func adapt(delta: Int, length: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / length
    var bias = 0
    while delta > 455 {
      delta /= 35
      bias += 36
    }
    return bias + 36 * delta / (delta + 38)
  }
}
