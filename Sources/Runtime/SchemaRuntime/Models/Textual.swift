/// A type whose values can be written as text, for ``Textual``.
///
/// If your own type is `LosslessStringConvertible`, you need only declare the conformance.
public protocol TextForm: Hashable, Sendable {
  /// Returns nil if the text is not a value.
  init?(text: String)
  /// The usual text of the value, which ``init(text:)`` reads.
  var text: String { get }
}

extension TextForm where Self: LosslessStringConvertible {
  public init?(text: String) { self.init(text) }
  public var text: String { description }
}

extension Int64: TextForm {}
extension UInt64: TextForm {}
extension JSONNumber: TextForm {
  public init?(text: String) { self.init(text) }
}

/// A value that JSON represents as a string, such as an identifier of 64 bits, `"9007199254740993"`, or an amount of
/// money, `"19.90"`.
///
/// The text is preserved, so that decoding and encoding are lossless. Two values are equal if their texts are.
///
///     order.total.value                       // a Decimal
///     order.id = 42                           // "42"
@frozen
public struct Textual<Value: TextForm>: Hashable, Sendable {
  /// The text in JSON.
  public let text: String
  /// What the text says.
  public let value: Value

  /// Represents a value by its usual text.
  public init(_ value: Value) {
    self.value = value
    text = value.text
  }

  /// Represents a value by a literal that the generator has already validated. For generated code only.
  public init(_ value: Value, text: StaticString) {
    self.value = value
    self.text = text.description
  }

  /// Returns nil if the text is not a value.
  public init?(text: String) {
    guard let value = Value(text: text) else { return nil }
    self.value = value
    self.text = text
  }

  public static func == (left: Self, right: Self) -> Bool { left.text == right.text }

  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension Textual: ExpressibleByIntegerLiteral where Value: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Value.IntegerLiteralType) { self.init(Value(integerLiteral: value)) }
}

extension Textual: CustomStringConvertible {
  /// The text.
  public var description: String { text }
}

// MARK: - JSON

@_spi(Generated) extension Textual: JSONDecodable, JSONWritable {
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    guard node.isString, let value = Self(text: node.string) else { throw DecodingFailure(node, type: Value.self) }
    self = value
  }

  @inlinable public func write(to writer: inout JSONWriter) { writer.write(text) }
}

extension Textual: Codable {
  /// Decodes a string. Throws `DecodingError.dataCorrupted` if its text is not a value.
  public init(from decoder: any Decoder) throws {
    self = try decoder.text("the text of \(Value.self)") { Self(text: $0) }
  }

  /// Encodes the text.
  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}
