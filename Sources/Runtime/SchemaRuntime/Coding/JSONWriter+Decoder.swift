// Reading through Codable: the contents of a `Decoder` are written as JSON, which is then read like any other.
extension JSONWriter {
  /// Writes the value of a decoder.
  ///
  /// - Parameter expected: the types to try first, because a decoder does not reveal the type of its value.
  mutating func write(_ decoder: any Decoder, _ expected: CodingGuide.Expectation) throws {
    let types = expected.types
    if types == .object || types.isDisjoint(with: .scalars),
      let members = try? decoder.container(keyedBy: AnyCodingKey.self)
    {
      return try write(members, expected)
    }
    if types == .array, let elements = try? decoder.unkeyedContainer() { return try write(elements, expected) }
    let single = try decoder.singleValueContainer()
    if try write(scalar: SingleValue(single), expected) { return }
    if let members = try? decoder.container(keyedBy: AnyCodingKey.self) { return try write(members, expected) }
    if let elements = try? decoder.unkeyedContainer() { return try write(elements, expected) }
    throw DecodingError.dataCorruptedError(in: single, debugDescription: "expected a value that JSON can represent")
  }

  private mutating func write(
    _ members: KeyedDecodingContainer<AnyCodingKey>, _ outer: CodingGuide.Expectation
  ) throws {
    guard CallStack.hasRoom else { return try CallStack.onAnother { try write(members, outer) } }
    beginObject()
    for key in members.allKeys {
      self.key(key.stringValue)
      let expected = outer.member(key.stringValue)
      let types = expected.types
      if types == .object, let inner = try? members.nestedContainer(keyedBy: AnyCodingKey.self, forKey: key) {
        try write(inner, expected)
      } else if types == .array, let inner = try? members.nestedUnkeyedContainer(forKey: key) {
        try write(inner, expected)
      } else if try write(scalar: Member(members, key), expected) {
      } else if let inner = try? members.nestedContainer(keyedBy: AnyCodingKey.self, forKey: key) {
        try write(inner, expected)
      } else {
        try write(try members.nestedUnkeyedContainer(forKey: key), expected)
      }
    }
    endObject()
  }

  private mutating func write(_ elements: any UnkeyedDecodingContainer, _ outer: CodingGuide.Expectation) throws {
    guard CallStack.hasRoom else { return try CallStack.onAnother { try write(elements, outer) } }
    var elements = elements
    let expected = outer.elements
    let types = expected.types
    beginArray()
    while !elements.isAtEnd {
      if types == .object, let inner = try? elements.nestedContainer(keyedBy: AnyCodingKey.self) {
        try write(inner, expected)
      } else if types == .array, let inner = try? elements.nestedUnkeyedContainer() {
        try write(inner, expected)
      } else {
        var element = Element(elements)
        let isScalar = try write(scalar: &element, expected)
        elements = element.container
        if isScalar { continue }
        if let inner = try? elements.nestedContainer(keyedBy: AnyCodingKey.self) {
          try write(inner, expected)
        } else {
          try write(try elements.nestedUnkeyedContainer(), expected)
        }
      }
    }
    endArray()
  }
}

extension TypeSet {
  fileprivate static let scalars: TypeSet = [.null, .boolean, .integer, .number, .string]
}

// MARK: - Scalars

/// One value of a container, to be read as one type after another.
private protocol ScalarSource {
  /// Whether a copy still has the value after it was read.
  var isValue: Bool { get }
  mutating func isNull() throws -> Bool
  mutating func bool() -> Bool?
  mutating func string() -> String?
  mutating func int() -> Int64?
  mutating func unsigned() -> UInt64?
  mutating func double() -> Double?
  mutating func exact<Value: ExactNumber>(_ type: Value.Type) -> Value?
}

private struct SingleValue: ScalarSource {
  let container: any SingleValueDecodingContainer
  init(_ container: any SingleValueDecodingContainer) { self.container = container }
  var isValue: Bool { true }
  func isNull() -> Bool { container.decodeNil() }
  func bool() -> Bool? { try? container.decode(Bool.self) }
  func string() -> String? { try? container.decode(String.self) }
  func int() -> Int64? { try? container.decode(Int64.self) }
  func unsigned() -> UInt64? { try? container.decode(UInt64.self) }
  func double() -> Double? { try? container.decode(Double.self) }
  func exact<Value: ExactNumber>(_ type: Value.Type) -> Value? { try? container.decode(Value.self) }
}

private struct Member: ScalarSource {
  let container: KeyedDecodingContainer<AnyCodingKey>
  let key: AnyCodingKey
  init(_ container: KeyedDecodingContainer<AnyCodingKey>, _ key: AnyCodingKey) {
    self.container = container
    self.key = key
  }
  var isValue: Bool { true }
  func isNull() throws -> Bool { try container.decodeNil(forKey: key) }
  func bool() -> Bool? { try? container.decode(Bool.self, forKey: key) }
  func string() -> String? { try? container.decode(String.self, forKey: key) }
  func int() -> Int64? { try? container.decode(Int64.self, forKey: key) }
  func unsigned() -> UInt64? { try? container.decode(UInt64.self, forKey: key) }
  func double() -> Double? { try? container.decode(Double.self, forKey: key) }
  func exact<Value: ExactNumber>(_ type: Value.Type) -> Value? { try? container.decode(Value.self, forKey: key) }
}

private struct Element: ScalarSource {
  var container: any UnkeyedDecodingContainer
  init(_ container: any UnkeyedDecodingContainer) { self.container = container }
  var isValue: Bool { !(type(of: container) is AnyClass) }
  mutating func isNull() throws -> Bool { try container.decodeNil() }
  mutating func bool() -> Bool? { try? container.decode(Bool.self) }
  mutating func string() -> String? { try? container.decode(String.self) }
  mutating func int() -> Int64? { try? container.decode(Int64.self) }
  mutating func unsigned() -> UInt64? { try? container.decode(UInt64.self) }
  mutating func double() -> Double? { try? container.decode(Double.self) }
  mutating func exact<Value: ExactNumber>(_ type: Value.Type) -> Value? { try? container.decode(Value.self) }
}

extension JSONWriter {
  private mutating func write(
    scalar source: some ScalarSource, _ expected: CodingGuide.Expectation
  ) throws -> Bool {
    var source = source
    return try write(scalar: &source, expected)
  }

  /// Writes a scalar, trying the expected types first.
  /// - Returns: whether the value is a scalar.
  private mutating func write(
    scalar source: inout some ScalarSource, _ expected: CodingGuide.Expectation
  ) throws -> Bool {
    let types = expected.types
    if types == .string, let value = source.string() {
      write(value)
      return true
    }
    if types == .boolean, let value = source.bool() {
      write(value)
      return true
    }
    // A number that is not integral, or too large, is read as a Double below.
    let isNumeric = types.isSubset(of: [.integer, .number, .plainInteger])
    if isNumeric, write(number: &source, expected) { return true }
    if try source.isNull() {
      writeNull()
    } else if types.contains(.string), let value = source.string() {
      write(value)
    } else if let value = source.bool() {
      write(value)
    } else if !isNumeric, write(number: &source, expected) {
    } else if let value = source.string() {
      write(value)
    } else {
      return false
    }
    return true
  }

  /// Writes a number. A fraction is not an integer, and every failed attempt costs as much as many successful ones, so
  /// `Double` comes first: it is exact up to 2^53.
  private mutating func write(number source: inout some ScalarSource, _ expected: CodingGuide.Expectation) -> Bool {
    let start = source
    if start.isValue, let double = source.double() {
      // Zero may be negative.
      if let exact = expected.exactNumber, double != 0, expected.types.contains(.number) || abs(double) >= 0x1p53 {
        let end = source
        source = start
        if write(&source, as: exact, near: double) { return true }
        source = end
      }
      if double.rounded(.towardZero) != double {
        write(double)
        return true
      }
      if abs(double) < 0x1p53 {
        write(Int(double))
        return true
      }
      source = start
    }
    if let value = source.int() {
      write(JSONNumber(value))
    } else if let value = source.unsigned() {
      write(JSONNumber(value))
    } else if let value = source.double() {
      write(value)
    } else {
      return false
    }
    return true
  }

  /// Writes a number as a type with more digits than `Double`, unless that has lost the number, which may be beyond its
  /// range.
  private mutating func write<Value: ExactNumber>(
    _ source: inout some ScalarSource, as type: Value.Type, near double: Double
  ) -> Bool {
    guard let text = source.exact(type)?.text else { return false }
    let isNear = text.withUnsafeBufferPointer { NumberText.double($0) == double }
    if isNear { write(number: String(decoding: text, as: UTF8.self)) }
    return isNear
  }
}
