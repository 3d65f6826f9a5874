import SchemaRuntime

// Values of the types to which formats of numbers and `contentEncoding` are mapped.
extension SwiftExpressions {
  /// Returns an integer of a fixed-width type; nil if it is out of range.
  static func integer(_ value: JSONValue, _ type: String) -> SwiftExpression? {
    guard let number = value.number else { return nil }
    if type == "UInt64" { return number.uint64.map { .words([self.number(SwiftSource($0))]) } }
    guard let integer = number.int64, ranges[type].map({ $0.contains(integer) }) ?? (type == "Int64") else {
      return nil
    }
    return .words([self.number(SwiftSource(integer))])
  }

  private static let ranges: [String: ClosedRange<Int64>] = [
    "Int8": range(of: Int8.self), "Int16": range(of: Int16.self), "Int32": range(of: Int32.self),
    "UInt8": range(of: UInt8.self), "UInt16": range(of: UInt16.self), "UInt32": range(of: UInt32.self),
  ]

  private static func range<Integer: FixedWidthInteger>(of type: Integer.Type) -> ClosedRange<Int64> {
    Int64(type.min)...Int64(type.max)
  }

  /// Returns a literal of a `Float`; nil if the compiler would warn about it.
  static func float(_ value: JSONValue) -> SwiftExpression? {
    guard let value = value.double, Float(value).isFinite, Float(value).isNormal || value == 0 else { return nil }
    return double(value)
  }

  /// `Decimal(sign: .plus, exponent: -2, significand: 1999)`, which is exact, unlike a literal with a fraction.
  static func decimal(_ value: JSONValue) -> SwiftExpression? {
    guard let number = value.number else { return nil }
    if let integer = number.int64 { return .words([self.number(SwiftSource(integer))]) }
    var text = number.text
    let significand = text.withUTF8 { NumberText.significand($0) }
    guard let significand, significand.high == 0, significand.low <= UInt64(Int64.max),
      let exponent = Int8(exactly: significand.exponent)
    else { return nil }
    return .words([
      .init(source: "Decimal", kind: .type), plain("(sign: .\(significand.isNegative ? "minus" : "plus"), exponent: "),
      self.number(SwiftSource(exponent)), plain(", significand: "), self.number(SwiftSource(significand.low)),
      plain(")"),
    ])
  }

  /// `Decimal(string: "19.99")!`, as written by hand.
  static func decimalText(_ value: JSONValue) -> SwiftExpression? {
    guard let number = value.number else { return nil }
    if let integer = number.int64 { return .words([self.number(SwiftSource(integer))]) }
    return call("Decimal", "string: ", number.text)
  }

  /// `Data([0x68, 0x69])`
  static func bytes(_ value: JSONValue, _ type: SwiftSource) -> SwiftExpression? {
    guard let bytes = value.string.flatMap({ Base64Bytes(base64: $0) }) else { return nil }
    let list = bytes.map { SwiftSource.hexadecimal(UInt64($0)) }.joined(separator: ", ")
    return .words([.init(source: type, kind: .type), plain("([" + list + "])")])
  }
}
