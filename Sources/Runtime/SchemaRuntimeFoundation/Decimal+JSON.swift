public import Foundation
public import SchemaRuntime

// `"formats": {"types": {"decimal": "Decimal", "multipleOf": "Decimal"}}` makes generated code use this.

/// The digits of a number are kept exactly, without `Double` in between. A number with more digits than `Decimal` has, or
/// outside its range, is not representable; trailing zeros are not kept.
extension Decimal: JSONDecodable, JSONWritable {
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    guard let value = Decimal(exactly: node) else { throw DecodingFailure(node, "Decimal") }
    self = value
  }

  /// Writes all digits, without an exponent. If the value is not a number, the writer's `finish()` throws.
  public func write(to writer: inout JSONWriter) {
    if isNaN { writer.refuse(.notFinite) } else { writer.write(number: description) }
  }
}

/// A decimal number in a string, which a ``Textual`` preserves with its zeros.
extension Decimal: TextForm {
  /// Reads a number of RFC 8259's grammar; nil if its digits do not fit.
  public init?(text: String) {
    guard let number = JSONNumber(text), let value = number.withText({ Decimal(exactly: $0) }) else { return nil }
    self = value
  }

  /// All digits, without an exponent.
  public var text: String { description }
}

extension Decimal: ExactNumber {
  /// Creates the number of a node; nil if its digits do not fit in 128 bits, or its exponent not in eight.
  public init?(exactly node: UnsafeJSONNode) {
    guard node.isNumber, let value = Decimal(exactly: node.text) else { return nil }
    self = value
  }

  private init?(exactly text: UnsafeBufferPointer<UInt8>) {
    guard let number = NumberText.significand(text), Int8(exactly: number.exponent) != nil else { return nil }
    // Two to the power of 64. Products and sums of up to 128 bits are exact.
    let digits =
      number.high == 0 ? Decimal(number.low) : Decimal(number.high) * (Decimal(UInt64.max) + 1) + Decimal(number.low)
    self.init(sign: number.isNegative ? .minus : .plus, exponent: number.exponent, significand: digits)
    if isNaN { return nil }
  }
}
