// Writing through Codable: a model's JSON, given to an `Encoder` piece by piece.
extension JSONNode {
  /// Encodes the value. A number becomes the nearest one that an `Encoder` has: a 64-bit integer or a `Double`.
  func encode(to encoder: any Encoder) throws {
    switch kind {
    case .object:
      var container = encoder.container(keyedBy: AnyCodingKey.self)
      try encodeMembers(to: &container)
    case .array:
      var container = encoder.unkeyedContainer()
      try encodeElements(to: &container)
    case .null, .false, .true, .integer, .decimal, .exponential, .asciiString, .string, .escapedString:
      var container = encoder.singleValueContainer()
      switch try scalar(at: encoder.codingPath) {
      case .null: try container.encodeNil()
      case .bool(let value): try container.encode(value)
      case .int(let value): try container.encode(value)
      case .unsigned(let value): try container.encode(value)
      case .double(let value): try container.encode(value)
      case .string(let value): try container.encode(value)
      }
    }
  }

  private func encodeMembers(to container: inout KeyedEncodingContainer<AnyCodingKey>) throws {
    for (name, value) in members {
      let key = AnyCodingKey(name.string)
      switch value.kind {
      case .object:
        var inner = container.nestedContainer(keyedBy: AnyCodingKey.self, forKey: key)
        try value.encodeMembers(to: &inner)
      case .array:
        var inner = container.nestedUnkeyedContainer(forKey: key)
        try value.encodeElements(to: &inner)
      case .null, .false, .true, .integer, .decimal, .exponential, .asciiString, .string, .escapedString:
        switch try value.scalar(at: container.codingPath + [key]) {
        case .null: try container.encodeNil(forKey: key)
        case .bool(let value): try container.encode(value, forKey: key)
        case .int(let value): try container.encode(value, forKey: key)
        case .unsigned(let value): try container.encode(value, forKey: key)
        case .double(let value): try container.encode(value, forKey: key)
        case .string(let value): try container.encode(value, forKey: key)
        }
      }
    }
  }

  private func encodeElements(to container: inout any UnkeyedEncodingContainer) throws {
    for value in elements {
      switch value.kind {
      case .object:
        var inner = container.nestedContainer(keyedBy: AnyCodingKey.self)
        try value.encodeMembers(to: &inner)
      case .array:
        var inner = container.nestedUnkeyedContainer()
        try value.encodeElements(to: &inner)
      case .null, .false, .true, .integer, .decimal, .exponential, .asciiString, .string, .escapedString:
        switch try value.scalar(at: container.codingPath) {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .unsigned(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        }
      }
    }
  }

  /// A scalar as the types that every encoder has.
  private enum Scalar {
    case null
    case bool(Bool)
    case int(Int64)
    case unsigned(UInt64)
    case double(Double)
    case string(String)
  }

  private func scalar(at codingPath: @autoclosure () -> [any CodingKey]) throws -> Scalar {
    if let bool { return .bool(bool) }
    if isString { return .string(string) }
    guard let number else { return .null }
    if let value = number.int64 { return .int(value) }
    if let value = number.uint64 { return .unsigned(value) }
    if let value = number.double { return .double(value) }
    throw EncodingError.invalidValue(
      number,
      EncodingError.Context(
        codingPath: codingPath(), debugDescription: "expected a number within the range of Double, found \(number.text)"
      ))
  }
}
