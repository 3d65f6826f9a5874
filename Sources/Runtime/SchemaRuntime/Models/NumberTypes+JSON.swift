// The integers and floats that `types` maps formats of numbers to. An integer of another type than `Int` accepts
// what `Int` does, however it is written: `1.0` and `1e3` are integers.

@_spi(Generated) extension Int8: JSONDecodable, JSONWritable {
  @inlinable
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    guard let value = node.integer(as: Int8.self) else { throw DecodingFailure(node, "Int8") }
    self = value
  }

  @inlinable public func write(to writer: inout JSONWriter) { writer.write(Int64(self)) }
}

@_spi(Generated) extension Int16: JSONDecodable, JSONWritable {
  @inlinable
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    guard let value = node.integer(as: Int16.self) else { throw DecodingFailure(node, "Int16") }
    self = value
  }

  @inlinable public func write(to writer: inout JSONWriter) { writer.write(Int64(self)) }
}

@_spi(Generated) extension Int32: JSONDecodable, JSONWritable {
  @inlinable
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    guard let value = node.integer(as: Int32.self) else { throw DecodingFailure(node, "Int32") }
    self = value
  }

  @inlinable public func write(to writer: inout JSONWriter) { writer.write(Int64(self)) }
}

@_spi(Generated) extension Int64: JSONDecodable, JSONWritable {
  @inlinable
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    guard let value = node.integer(as: Int64.self) else { throw DecodingFailure(node, "Int64") }
    self = value
  }

  @inlinable public func write(to writer: inout JSONWriter) { writer.write(self) }
}

@_spi(Generated) extension UInt8: JSONDecodable, JSONWritable {
  @inlinable
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    guard let value = node.integer(as: UInt8.self) else { throw DecodingFailure(node, "UInt8") }
    self = value
  }

  @inlinable public func write(to writer: inout JSONWriter) { writer.write(UInt64(self)) }
}

@_spi(Generated) extension UInt16: JSONDecodable, JSONWritable {
  @inlinable
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    guard let value = node.integer(as: UInt16.self) else { throw DecodingFailure(node, "UInt16") }
    self = value
  }

  @inlinable public func write(to writer: inout JSONWriter) { writer.write(UInt64(self)) }
}

@_spi(Generated) extension UInt32: JSONDecodable, JSONWritable {
  @inlinable
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    guard let value = node.integer(as: UInt32.self) else { throw DecodingFailure(node, "UInt32") }
    self = value
  }

  @inlinable public func write(to writer: inout JSONWriter) { writer.write(UInt64(self)) }
}

@_spi(Generated) extension UInt64: JSONDecodable, JSONWritable {
  @inlinable
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    guard let value = node.integer(as: UInt64.self) else { throw DecodingFailure(node, "UInt64") }
    self = value
  }

  @inlinable public func write(to writer: inout JSONWriter) { writer.write(self) }
}

@_spi(Generated) extension Float: JSONDecodable, JSONWritable {
  @inlinable
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    guard let value = node.float else { throw DecodingFailure(node, "Float") }
    self = value
  }

  @inlinable public func write(to writer: inout JSONWriter) { writer.write(self) }
}
