internal import Foundation
public import SchemaRuntime
internal import SchemaRuntimeFoundation

/// An amount of money in hundredths.
public struct Money: Hashable, Sendable, Codable, JSONDecodable, JSONWritable {
  public var hundredths: Int

  public init(hundredths: Int) { self.hundredths = hundredths }

  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    let amount = try Decimal(decoding: node)
    guard let whole = Int(exactly: NSDecimalNumber(decimal: amount * 100)) else { throw DecodingFailure(node, "Money") }
    hundredths = whole
  }

  public func write(to writer: inout JSONWriter) { (Decimal(hundredths) / 100).write(to: &writer) }

  public init(from decoder: any Decoder) throws {
    let amount = try decoder.singleValueContainer().decode(Decimal.self)
    hundredths = NSDecimalNumber(decimal: amount * 100).intValue
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Decimal(hundredths) / 100)
  }
}

/// The floor of a building, which is `E` or a number.
public struct Level: TextForm, LosslessStringConvertible {
  public var number: Int

  public init?(_ description: String) {
    guard let number = description == "E" ? 0 : Int(description) else { return nil }
    self.number = number
  }

  public var description: String { number == 0 ? "E" : "\(number)" }
}

/// A name in a URL.
public struct Slug: Hashable, Sendable, Codable, JSONDecodable, JSONWritable, ExpressibleByStringLiteral {
  public var text: String

  public init(stringLiteral text: String) { self.text = text }

  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    text = try String(decoding: node)
    if text.contains(" ") { throw DecodingFailure(node, "Slug") }
  }

  public func write(to writer: inout JSONWriter) { text.write(to: &writer) }

  public init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
