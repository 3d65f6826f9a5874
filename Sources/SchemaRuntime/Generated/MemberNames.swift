/// The declared members of a generated type, for reading through Codable.
public struct MemberNames: Sendable, ExpressibleByArrayLiteral {
  private let names: Set<ExactName>

  public init(arrayLiteral names: String...) { self.names = Set(names.map { ExactName($0) }) }

  public func contains(_ name: String) -> Bool { names.contains(ExactName(name)) }

  /// The undeclared members with their values.
  public func others(in container: KeyedDecodingContainer<AnyCodingKey>) throws -> JSONObject {
    var others = JSONObject()
    for key in container.allKeys where !contains(key.stringValue) {
      others[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
    }
    return others
  }

  /// Rejects undeclared members.
  public func refuseOthers(in container: KeyedDecodingContainer<AnyCodingKey>) throws {
    for key in container.allKeys where !contains(key.stringValue) {
      let converted = names.map(\.string).sorted().first { ConvertedName($0)?.found == key.stringValue }
      throw DecodingError.dataCorruptedError(
        forKey: key, in: container,
        debugDescription: converted.flatMap { ConvertedName($0)?.message } ?? "expected no member '\(key.stringValue)'")
    }
  }
}

extension AnyCodingKey: ExpressibleByStringLiteral {
  @inlinable public init(stringLiteral value: String) { stringValue = value }
}

extension KeyedDecodingContainer {
  /// The value of a member; nil if it is absent. A null is passed to `type`, whereas `decodeIfPresent` would treat it
  /// as absent.
  @inlinable
  public func decodeUnlessAbsent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    contains(key) ? try decode(type, forKey: key) : nil
  }

  // A decoder has specific methods for the types below, which a generic call does not use.

  /// The string of a member; nil if it is absent.
  @inlinable
  public func decodeUnlessAbsent(_ type: String.Type, forKey key: Key) throws -> String? {
    contains(key) ? try decode(type, forKey: key) : nil
  }

  /// The integer of a member; nil if it is absent.
  @inlinable
  public func decodeUnlessAbsent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    contains(key) ? try decode(type, forKey: key) : nil
  }

  /// The number of a member; nil if it is absent.
  @inlinable
  public func decodeUnlessAbsent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    contains(key) ? try decode(type, forKey: key) : nil
  }

  /// The Boolean of a member; nil if it is absent.
  @inlinable
  public func decodeUnlessAbsent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    contains(key) ? try decode(type, forKey: key) : nil
  }

  /// The value of a member that may be absent, null or a value.
  @inlinable
  public func decodePresence<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Presence<Value> {
    contains(key) ? Presence(try decode(Value?.self, forKey: key)) : .absent
  }
}

extension SchemaModel {
  /// Decodes a model from a complete value, for unions that are distinguished only by content.
  public static func reading(_ value: JSONValue, for decoder: any Decoder) throws -> Self {
    do {
      return try Self(json: value)
    } catch {
      throw DecodingError(error, from: decoder.codingPath)
    }
  }
}
