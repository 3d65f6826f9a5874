/// A JSON number of any size, preserved as written.
///
/// Equality and hashing are mathematical: `1`, `1.0` and `10e-1` are equal. ``text`` distinguishes them.
public struct JSONNumber: Hashable, Sendable {
  /// The number in RFC 8259's grammar.
  public let text: String

  /// The number written as `text`; nil if `text` is not a number in RFC 8259's grammar.
  public init?(_ text: String) {
    var text = text
    let isNumber = text.withUTF8 { utf8 in
      var reader = JSONReader()
      guard let root = try? reader.read(utf8) else { return false }
      return root.isNumber && root.text.count == utf8.count
    }
    guard isNumber else { return nil }
    self.text = text
  }

  /// The number written as `text`, which the structural pass has accepted.
  init(validText text: UnsafeBufferPointer<UInt8>) { self.text = String(decoding: text, as: UTF8.self) }

  /// The number of an integer.
  public init(_ value: some BinaryInteger) { text = String(value) }

  /// The shortest decimal that reads back as `value`; nil if `value` is not finite.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    text = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: NumberText.roomForDouble) { buffer in
      guard let start = buffer.baseAddress else { return "" }
      let count = NumberText.write(value, to: start) - start
      return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }
  }

  /// The number as `Int`; nil if it has a fractional part or is out of range.
  public var int: Int? { withText { NumberText.int($0) } }
  /// The number as `Int64`; nil if it has a fractional part or is out of range.
  package var int64: Int64? { withText { NumberText.int64($0) } }
  /// The number as `UInt64`; nil if it has a fractional part or is out of range.
  package var uint64: UInt64? { withText { NumberText.uint64($0) } }
  /// The nearest `Double`; nil if it would be infinite.
  public var double: Double? { withText { NumberText.double($0) } }
  /// Whether the number has no fractional part.
  public var isInteger: Bool { withText { NumberText.isInteger($0) } }

  public static func == (a: JSONNumber, b: JSONNumber) -> Bool {
    a.withText { left in b.withText { NumberText.compare(left, $0) == 0 } }
  }

  public func hash(into hasher: inout Hasher) {
    withText { NumberText.hash($0, into: &hasher) }
  }

  /// Whether the number is `divisor` times an integer.
  package func isMultiple(of divisor: JSONNumber) -> Bool {
    withText { text in divisor.withText { NumberText.isMultiple(text, of: $0) } }
  }

  package func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    var text = text
    return text.withUTF8(body)
  }
}

extension JSONNumber: Comparable {
  public static func < (a: JSONNumber, b: JSONNumber) -> Bool {
    a.withText { left in b.withText { NumberText.compare(left, $0) < 0 } }
  }
}

extension JSONNumber: CustomStringConvertible {
  public var description: String { text }
}

extension JSONNumber: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(value) }
}
