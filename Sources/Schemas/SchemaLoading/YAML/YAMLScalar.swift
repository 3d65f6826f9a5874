/// The JSON value of a YAML scalar, by the core schema (YAML 1.2.2, section 10.3).
enum YAMLScalar: Equatable {
  case null
  case bool(Bool)
  /// A number in JSON's notation.
  case number(String)
  /// A string; its text is that of the scalar.
  case string
  /// `.inf`, `-.inf` or `.nan`, which JSON cannot express.
  case notFinite
  /// An integer in base 8 or 16 that exceeds 128 bits.
  case tooLarge

  /// Resolves the text of a plain scalar without a tag.
  init(plain text: UnsafeBufferPointer<UInt8>) {
    // Nearly all strings begin with a byte with which no other scalar begins.
    guard let first = text.first else {
      self = .null
      return
    }
    switch first {
    case UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "~"):
      self = Self.isOne(of: ["null", "Null", "NULL", "~"], text) ? .null : .string
    case UInt8(ascii: "t"), UInt8(ascii: "T"):
      self = Self.isOne(of: ["true", "True", "TRUE"], text) ? .bool(true) : .string
    case UInt8(ascii: "f"), UInt8(ascii: "F"):
      self = Self.isOne(of: ["false", "False", "FALSE"], text) ? .bool(false) : .string
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      self = Self.number(text) ?? .string
    default: self = .string
    }
  }

  /// Resolves a scalar by one of the core schema's tags; nil if the text does not have that form.
  init?(tag: YAMLTag, text: UnsafeBufferPointer<UInt8>) {
    let plain = YAMLScalar(plain: text)
    switch (tag, plain) {
    case (.string, _): self = .string
    case (.null, .null), (.bool, .bool), (.float, .number), (.float, .notFinite): self = plain
    case (.integer, .number(let number)) where !number.contains { ".eE".contains($0) }: self = plain
    case (.integer, .tooLarge): self = plain
    case (.null, _), (.bool, _), (.integer, _), (.float, _): return nil
    }
  }

  private static func isOne(of words: [StaticString], _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    words.contains { word in
      word.utf8CodeUnitCount == text.count && word.withUTF8Buffer { $0.elementsEqual(text) }
    }
  }
}

// MARK: - Numbers

extension YAMLScalar {
  /// Resolves a text that begins like a number; nil if it is a string.
  private static func number(_ text: UnsafeBufferPointer<UInt8>) -> YAMLScalar? {
    if text.count > 2, text[0] == UInt8(ascii: "0") {
      let digits = UnsafeBufferPointer(rebasing: text[2...])
      if text[1] == UInt8(ascii: "x") { return integer(digits, radix: 16) }
      if text[1] == UInt8(ascii: "o") { return integer(digits, radix: 8) }
    }
    var rest = text[...]
    var isNegative = false
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      rest = rest.dropFirst()
    }
    let unsigned = UnsafeBufferPointer(rebasing: rest)
    if isOne(of: [".inf", ".Inf", ".INF"], unsigned) { return .notFinite }
    if unsigned.count == text.count, isOne(of: [".nan", ".NaN", ".NAN"], unsigned) { return .notFinite }
    return decimal(unsigned, isNegative: isNegative)
  }

  /// The digits are those of a hexadecimal or octal integer of at most 128 bits.
  private static func integer(_ digits: UnsafeBufferPointer<UInt8>, radix: UInt64) -> YAMLScalar? {
    // In groups of 18 decimal digits, the lowest first.
    var groups: [UInt64] = [0]
    let unit: UInt64 = 1_000_000_000_000_000_000
    var bitCount = 0
    for byte in digits {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue.map({ UInt64($0) }), digit < radix else {
        return nil
      }
      bitCount += bitCount == 0 ? UInt64.bitWidth - digit.leadingZeroBitCount : radix.trailingZeroBitCount
      // A longer one is read to its end, because it may turn out not to be a number.
      if bitCount > 128 { continue }
      var carry = digit
      for index in groups.indices {
        let product = groups[index] * radix + carry
        groups[index] = product % unit
        carry = product / unit
      }
      if carry > 0 { groups.append(carry) }
    }
    if bitCount > 128 { return .tooLarge }
    let rest = groups.dropLast().reversed().map { group in
      let text = String(group)
      return String(repeating: "0", count: 18 - text.count) + text
    }
    return .number(String(groups[groups.count - 1]) + rest.joined())
  }

  /// `[0-9]+`, `[0-9]+.[0-9]*` or `.[0-9]+`, each with an exponent or without, in JSON's notation: `007` is `7`, `1.`
  /// is `1.0` and `.5` is `0.5`.
  private static func decimal(_ text: UnsafeBufferPointer<UInt8>, isNegative: Bool) -> YAMLScalar? {
    let (whole, afterWhole) = digits(text, from: 0)
    var (fraction, end) = (0..<0, afterWhole)
    let hasPoint = end < text.count && text[end] == UInt8(ascii: ".")
    if hasPoint { (fraction, end) = digits(text, from: end + 1) }
    guard !whole.isEmpty || !fraction.isEmpty else { return nil }
    var exponent = 0..<0
    if end < text.count, text[end] == UInt8(ascii: "e") || text[end] == UInt8(ascii: "E") {
      let start = end
      var sign = start + 1
      if sign < text.count, text[sign] == UInt8(ascii: "+") || text[sign] == UInt8(ascii: "-") { sign += 1 }
      let (found, after) = digits(text, from: sign)
      guard !found.isEmpty else { return nil }
      exponent = start..<after
      end = after
    }
    guard end == text.count else { return nil }
    var number = isNegative ? "-" : ""
    let significant = whole.drop { text[$0] == UInt8(ascii: "0") }
    number += significant.isEmpty ? "0" : string(text, significant.startIndex..<significant.endIndex)
    if hasPoint { number += "." + (fraction.isEmpty ? "0" : string(text, fraction)) }
    if !exponent.isEmpty { number += string(text, exponent) }
    return .number(number)
  }

  /// The digits from an offset, and the offset behind them.
  private static func digits(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> (Range<Int>, Int) {
    var end = start
    while end < text.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[end]) { end += 1 }
    return (start..<end, end)
  }

  private static func string(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String {
    String(decoding: text[range], as: UTF8.self)
  }
}

extension YAMLScalar {
  /// Whether a plain scalar is another value in YAML 1.1 than in 1.2: `no`, `010`, `0o10`, `1_000`, `1:30`, `1e3`
  /// (YAML 1.1 types `bool`, `int` and `float`).
  static func differsBefore12(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count <= 100 else { return false }
    let word = String(decoding: text, as: UTF8.self)
    if ["y", "n", "yes", "no", "on", "off"].contains(word.lowercased()) { return true }
    let digits = word.drop { $0 == "-" || $0 == "+" }
    guard let first = digits.first, first.isASCII, first.isNumber else { return false }
    let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
    func isDecimal(_ text: Substring) -> Bool { !text.isEmpty && text.allSatisfy { "0123456789_".contains($0) } }
    // Base 60, also with a fraction.
    if parts.count > 1 {
      let last = parts[parts.count - 1].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      let places = parts.dropFirst().dropLast() + [last[0]]
      return first != "0" && isDecimal(parts[0]) && last.dropFirst().allSatisfy { $0.isEmpty || isDecimal($0) }
        && places.allSatisfy { isDecimal($0) && $0.count <= 2 && (Int($0) ?? 60) < 60 }
    }
    if digits.hasPrefix("0o") { return digits.dropFirst(2).allSatisfy { "01234567".contains($0) } }
    if digits.hasPrefix("0b") { return digits.dropFirst(2).allSatisfy { "01_".contains($0) } }
    if digits.hasPrefix("0x") { return digits.contains("_") }
    let isNumeral = digits.allSatisfy { "0123456789_.eE+-".contains($0) }
    let isLeadingZero = first == "0" && digits.count > 1 && isDecimal(digits)
    // An exponent needs a point and a sign.
    let exponent = digits.split(whereSeparator: { "eE".contains($0) })
    let isLooseExponent =
      exponent.count == 2 && (!exponent[0].contains(".") || !"+-".contains(exponent[1].first ?? "0"))
    return isNumeral && (isLeadingZero || isLooseExponent || digits.contains("_"))
  }
}
