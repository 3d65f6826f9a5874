/// A type that generated decoders can create from a valid value.
public protocol JSONDecodable {
  /// Decodes the value of `node`. A node of another kind gives an error or some value, never a trap.
  init(decoding node: UnsafeJSONNode) throws(DecodingFailure)
}

@_spi(Generated) extension String: JSONDecodable {
  @inlinable @inline(__always)
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) { self = node.string }
}

@_spi(Generated) extension Bool: JSONDecodable {
  @inlinable @inline(__always)
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) { self = node.kind == .true }
}

@_spi(Generated) extension Int: JSONDecodable {
  @inlinable @inline(__always)
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    guard let value = node.int else { throw DecodingFailure(node, "Int") }
    self = value
  }
}

@_spi(Generated) extension Double: JSONDecodable {
  @inlinable @inline(__always)
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    guard let value = node.double else { throw DecodingFailure(node, "Double") }
    self = value
  }
}

@_spi(Generated) extension JSONNumber: JSONDecodable {
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    guard let value = node.number else { throw DecodingFailure(node, "JSONNumber") }
    self = value
  }
}

@_spi(Generated) extension JSONValue: JSONDecodable {
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) { self.init(node) }
}

@_spi(Generated) extension Optional: JSONDecodable where Wrapped: JSONDecodable {
  @inlinable @inline(__always)
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    self = node.isNull ? nil : try Wrapped(decoding: node)
  }
}

@_spi(Generated) extension Presence: JSONDecodable where Value: JSONDecodable {
  @inlinable @inline(__always)
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    self = node.isNull ? .null : .value(try Value(decoding: node))
  }
}

@_spi(Generated) extension Array: JSONDecodable where Element: JSONDecodable {
  @inlinable
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    self = []
    guard node.isArray else { return }
    reserveCapacity(node.childCount)
    var index = node.contentStart
    while index < node.contentEnd {
      let element = node[at: index]
      append(try Element(decoding: element))
      index = element.nextIndex
    }
  }
}

@_spi(Generated) extension Array where Element == Double {
  /// Decodes the numbers in one loop.
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    self = try node.scalars {
      $0.double
    } orFail: {
      DecodingFailure($0, "Double")
    }
  }
}

@_spi(Generated) extension Array where Element == Int {
  /// Decodes the numbers in one loop.
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    self = try node.scalars {
      $0.int
    } orFail: {
      DecodingFailure($0, "Int")
    }
  }
}

@_spi(Generated) extension Array where Element == String {
  /// Decodes the strings in one loop.
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    self = try node.scalars {
      $0.string
    } orFail: {
      DecodingFailure($0, "String")
    }
  }
}

extension UnsafeJSONNode {
  /// The elements of an array of scalars, each of which is one index entry.
  @inline(__always)
  fileprivate func scalars<Element>(
    _ decode: (UnsafeJSONNode) -> Element?, orFail failure: (UnsafeJSONNode) -> DecodingFailure
  ) throws(DecodingFailure) -> [Element] {
    // Not for an empty array either: the standard library would write the count to the storage shared by all empty
    // arrays.
    guard isArray, contentStart < contentEnd else { return [] }
    var refused: UnsafeJSONNode?
    let elements = [Element](unsafeUninitializedCapacity: contentEnd &- contentStart) { buffer, count in
      var index = contentStart
      while index < contentEnd {
        let element = self[at: index]
        guard element.kind.rawValue < Kind.array.rawValue, let value = decode(element) else {
          refused = element
          return
        }
        (buffer.baseAddress.unsafelyUnwrapped + count).initialize(to: value)
        count &+= 1
        index &+= 1
      }
    }
    if let refused { throw failure(refused) }
    return elements
  }
}

@_spi(Generated) extension JSONMap: JSONDecodable where Value: JSONDecodable {
  @inlinable
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    self.init()
    guard node.isObject else { throw DecodingFailure(node, "JSONMap") }
    reserveCapacity(node.childCount)
    for (name, value) in node.members { appendRead(name.string, try Value(decoding: value)) }
  }
}

@_spi(Generated) extension Timestamp: JSONDecodable {
  @inlinable
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    guard let value = node.withUTF8({ Timestamp(utf8: $0) }) else { throw DecodingFailure(node, "Timestamp") }
    self = value
  }
}

@_spi(Generated) extension CalendarDate: JSONDecodable {
  @inlinable
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    guard let value = node.withUTF8({ CalendarDate(utf8: $0) }) else { throw DecodingFailure(node, "CalendarDate") }
    self = value
  }
}

@_spi(Generated) extension Base64Bytes: JSONDecodable {
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    guard node.isString, let bytes = node.withUTF8({ ContentEncoding.base64.decode($0) }) else {
      throw DecodingFailure(node, "Base64Bytes")
    }
    self.bytes = bytes
  }
}
