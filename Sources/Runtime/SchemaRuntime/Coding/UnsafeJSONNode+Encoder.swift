// Writing through Codable: a model's JSON, passed to an `Encoder` piece by piece.
extension UnsafeJSONNode {
  /// Encodes the value. A number becomes the nearest one that an `Encoder` has: a 64-bit integer or a `Double`.
  ///
  /// - Parameter exact: the type of numbers that `Double` would round.
  func encode(to encoder: any Encoder, exact: (any ExactNumber.Type)?) throws {
    switch kind {
    case .object:
      var container = encoder.container(keyedBy: AnyCodingKey.self)
      try encodeMembers(to: &container, exact)
    case .array:
      var container = encoder.unkeyedContainer()
      try encodeElements(to: &container, exact)
    case .null, .false, .true, .integer, .decimal, .exponential, .asciiString, .string, .escapedString:
      var container = encoder.singleValueContainer()
      switch try scalar(exact, at: encoder.codingPath) {
      case .null: try container.encodeNil()
      case .bool(let value): try container.encode(value)
      case .int(let value): try container.encode(value)
      case .unsigned(let value): try container.encode(value)
      case .double(let value): try container.encode(value)
      case .exact(let value): try container.encode(value)
      case .string(let value): try container.encode(value)
      }
    }
  }

  private func encodeMembers(
    to container: inout KeyedEncodingContainer<AnyCodingKey>, _ exact: (any ExactNumber.Type)?
  ) throws {
    guard CallStack.hasRoom else { return try CallStack.onAnother { try encodeMembers(to: &container, exact) } }
    for (name, value) in members {
      let key = AnyCodingKey(name.string)
      switch value.kind {
      case .object:
        var inner = container.nestedContainer(keyedBy: AnyCodingKey.self, forKey: key)
        try value.encodeMembers(to: &inner, exact)
      case .array:
        var inner = container.nestedUnkeyedContainer(forKey: key)
        try value.encodeElements(to: &inner, exact)
      case .null, .false, .true, .integer, .decimal, .exponential, .asciiString, .string, .escapedString:
        switch try value.scalar(exact, at: container.codingPath + [key]) {
        case .null: try container.encodeNil(forKey: key)
        case .bool(let value): try container.encode(value, forKey: key)
        case .int(let value): try container.encode(value, forKey: key)
        case .unsigned(let value): try container.encode(value, forKey: key)
        case .double(let value): try container.encode(value, forKey: key)
        case .exact(let value): try container.encode(value, forKey: key)
        case .string(let value): try container.encode(value, forKey: key)
        }
      }
    }
  }

  private func encodeElements(
    to container: inout any UnkeyedEncodingContainer, _ exact: (any ExactNumber.Type)?
  ) throws {
    guard CallStack.hasRoom else { return try CallStack.onAnother { try encodeElements(to: &container, exact) } }
    for value in elements {
      switch value.kind {
      case .object:
        var inner = container.nestedContainer(keyedBy: AnyCodingKey.self)
        try value.encodeMembers(to: &inner, exact)
      case .array:
        var inner = container.nestedUnkeyedContainer()
        try value.encodeElements(to: &inner, exact)
      case .null, .false, .true, .integer, .decimal, .exponential, .asciiString, .string, .escapedString:
        switch try value.scalar(exact, at: container.codingPath) {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .unsigned(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .exact(let value): try container.encode(value)
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
    case exact(any ExactNumber)
    case string(String)
  }

  private func scalar(
    _ exact: (any ExactNumber.Type)?, at codingPath: @autoclosure () -> [any CodingKey]
  ) throws -> Scalar {
    if let bool { return .bool(bool) }
    if isString { return .string(string) }
    guard let number else { return .null }
    if let value = number.int64 { return .int(value) }
    if let value = number.uint64 { return .unsigned(value) }
    let double = number.double
    if let exact, double.flatMap({ JSONNumber($0) }) != number, let value = exact.init(exactly: self) {
      return .exact(value)
    }
    if let double { return .double(double) }
    throw EncodingError.invalidValue(
      number,
      EncodingError.Context(
        codingPath: codingPath(), debugDescription: "expected a number within the range of Double, found \(number.text)"
      ))
  }
}
