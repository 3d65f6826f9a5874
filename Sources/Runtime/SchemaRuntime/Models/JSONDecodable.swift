/// A type that generated decoders can create from a valid value, in any task (`SendableMetatype`), even in a module of
/// the main actor.
public protocol JSONDecodable: SendableMetatype {
  /// Decodes the value of `node`. A node of another kind gives an error or some value, never a trap.
  init(decoding node: UnsafeJSONNode) throws(DecodingFailure)
}

@_spi(Generated) extension String: JSONDecodable {
  @inlinable @inline(__always)
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    guard node.isString else { throw DecodingFailure(node, "String") }
    self = node.string
  }
}

@_spi(Generated) extension Bool: JSONDecodable {
  @inlinable @inline(__always)
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    guard node.isBoolean else { throw DecodingFailure(node, "Bool") }
    self = node.kind == .true
  }
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
    // The elements of an array of arrays are decoded here, too. The types of both sides are the same.
    if Element.self == Double.self {
      self = unsafeBitCast(try [Double](decoding: node), to: Self.self)
      return
    }
    guard node.isArray else { throw DecodingFailure(node, "Array") }
    self = []
    // Reserving no capacity takes time, and many arrays are empty.
    guard node.contentStart < node.contentEnd else { return }
    reserveCapacity(node.childCount)
    var index = node.contentStart
    while index < node.contentEnd {
      let element = node[at: index]
      append(try Element(decoding: element))
      index = element.nextIndex
    }
  }
}

// Arrays of scalars, each of which is one index entry. A new array of all elements, or one with capacity reserved, is made
// faster than one whose memory is filled by a closure: that looks its class up each time.

@_spi(Generated) extension Array where Element == Double {
  /// Decodes the numbers in one loop.
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    self = try node.withRoomForScalars { numbers throws(DecodingFailure) in
      for offset in 0..<numbers.count {
        let element = node[at: node.contentStart &+ offset]
        guard let value = element.double else { throw DecodingFailure(element, "Double") }
        numbers.initializeElement(at: offset, to: value)
      }
    }
  }
}

@_spi(Generated) extension Array where Element == Int {
  /// Decodes the numbers in one loop.
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    self = try node.withRoomForScalars { numbers throws(DecodingFailure) in
      for offset in 0..<numbers.count {
        let element = node[at: node.contentStart &+ offset]
        guard let value = element.int else { throw DecodingFailure(element, "Int") }
        numbers.initializeElement(at: offset, to: value)
      }
    }
  }
}

@_spi(Generated) extension Array where Element == String {
  /// Decodes the strings in one loop.
  public init(decoding node: UnsafeJSONNode) throws(DecodingFailure) {
    guard node.isArray else { throw DecodingFailure(node, "Array") }
    self = []
    guard node.contentStart < node.contentEnd else { return }
    reserveCapacity(node.contentEnd &- node.contentStart)
    for element in node.elements {
      guard element.isString else { throw DecodingFailure(element, "String") }
      append(element.string)
    }
  }
}

extension UnsafeJSONNode {
  /// An array of numbers that `fill` stores in memory with room for one per entry, all of it.
  @inline(__always)
  fileprivate func withRoomForScalars<Number: BitwiseCopyable>(
    _ fill: (UnsafeMutableBufferPointer<Number>) throws(DecodingFailure) -> Void
  ) throws(DecodingFailure) -> [Number] {
    guard isArray else { throw DecodingFailure(self, "Array") }
    guard contentStart < contentEnd else { return [] }
    return try withUnsafeTemporaryAllocation(of: Number.self, capacity: contentEnd &- contentStart) {
      numbers throws(DecodingFailure) in
      try fill(numbers)
      return Array(numbers)
    }
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
