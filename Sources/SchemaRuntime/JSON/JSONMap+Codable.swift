extension JSONMap: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyCodingKey.self)
    for member in members { try container.encode(member.value, forKey: AnyCodingKey(member.name)) }
  }
}

extension JSONMap: Decodable where Value: Decodable {
  /// Decodes the members in the order in which the decoder lists them; `JSONDecoder` does not preserve that of the
  /// text.
  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: AnyCodingKey.self)
    for key in container.allKeys { append(key.stringValue, try container.decode(Value.self, forKey: key)) }
  }
}

extension JSONMap {
  /// An object with the same names and transformed values.
  public func mapValues<Other: Sendable, Failure: Error>(
    _ transform: (Value) throws(Failure) -> Other
  ) throws(Failure) -> JSONMap<Other> {
    var result = JSONMap<Other>()
    result.reserveCapacity(count)
    for member in members { result.append(member.name, try transform(member.value)) }
    return result
  }
}
