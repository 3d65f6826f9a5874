/// A member name as a `CodingKey`: any string.
package struct AnyCodingKey: CodingKey, Hashable, Sendable {
  package let stringValue: String
  package var intValue: Int? { nil }
  package init(stringValue: String) { self.stringValue = stringValue }
  package init(_ name: String) { stringValue = name }
  package init?(intValue: Int) { return nil }
}

extension JSONValue: Codable {
  /// Decodes any value. A `Decoder` provides numbers as Swift numbers, so their text is not preserved.
  public init(from decoder: any Decoder) throws {
    guard CallStack.hasRoom else {
      self = try CallStack.onAnother { try JSONValue(from: decoder) }
      return
    }
    if let container = try? decoder.container(keyedBy: AnyCodingKey.self) {
      var object = JSONObject()
      for key in container.allKeys {
        object[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
      }
      self = .object(object)
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [JSONValue] = []
      while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
      self = .array(elements)
    } else {
      self = try JSONValue(scalarFrom: decoder.singleValueContainer())
    }
  }

  private init(scalarFrom container: any SingleValueDecodingContainer) throws {
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .number(JSONNumber(value))
    } else if let value = try? container.decode(UInt64.self) {
      self = .number(JSONNumber(value))
    } else if let number = JSONNumber(try container.decode(Double.self)) {
      self = .number(number)
    } else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected a finite number, found NaN or an infinity, which JSON cannot write")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    guard CallStack.hasRoom else { return try CallStack.onAnother { try encode(to: encoder) } }
    switch self {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .string(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .number(let number):
      try number.encode(to: encoder)
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .object(let object):
      var container = encoder.container(keyedBy: AnyCodingKey.self)
      for (name, value) in object { try container.encode(value, forKey: AnyCodingKey(name)) }
    }
  }
}

extension JSONNumber: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Int64.self) {
      self.init(value)
    } else if let value = try? container.decode(UInt64.self) {
      self.init(value)
    } else if let number = JSONNumber(try container.decode(Double.self)) {
      self = number
    } else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected a finite number, found NaN or an infinity, which JSON cannot write")
    }
  }

  /// Encodes the nearest number that `Encoder` supports: a 64-bit integer or a `Double`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value = int64 {
      try container.encode(value)
    } else if let value = uint64 {
      try container.encode(value)
    } else if let value = double {
      try container.encode(value)
    } else {
      let context = EncodingError.Context(
        codingPath: encoder.codingPath, debugDescription: "expected a number within the range of Double, found \(text)")
      throw EncodingError.invalidValue(self, context)
    }
  }
}
