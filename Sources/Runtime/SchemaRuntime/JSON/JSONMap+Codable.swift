extension JSONMap: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyCodingKey.self)
    for (name, value) in members { try container.encode(value, forKey: AnyCodingKey(name)) }
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
