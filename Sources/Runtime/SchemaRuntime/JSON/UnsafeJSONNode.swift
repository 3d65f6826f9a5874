/// A value or member name in a text indexed by a ``JSONReader``: a cursor of three words.
///
/// A node borrows the text and the index. Like an `UnsafeBufferPointer`, it is valid only inside the call that provides
/// it, and costs nothing to copy: a node that owned its text would make a walk over members five times as slow, by its
/// reference counts. Use ``JSONValue`` to keep content. Nodes give no access by index, so none leads out of the text.
@frozen
public struct UnsafeJSONNode {
  /// The kind of a node, as determined by the structural pass.
  @frozen @usableFromInline
  package enum Kind: UInt8, CaseIterable, Sendable {
    case null = 0
    case `false` = 1
    case `true` = 2
    /// A number without fraction or exponent.
    case integer = 3
    /// A number with a fraction and without exponent.
    case decimal = 4
    /// A number with an exponent.
    case exponential = 5
    /// A string of ASCII without escapes.
    case asciiString = 6
    /// A string without escapes.
    case string = 7
    /// A string with at least one escape.
    case escapedString = 8
    case array = 9
    case object = 10
  }

  @usableFromInline let bytes: UnsafePointer<UInt8>
  @usableFromInline let entries: UnsafePointer<UInt64>
  /// The index of the entry.
  @usableFromInline package let index: Int

  @inlinable @inline(__always)
  package init(bytes: UnsafePointer<UInt8>, entries: UnsafePointer<UInt64>, index: Int) {
    self.bytes = bytes
    self.entries = entries
    self.index = index
  }

  @inlinable @inline(__always)
  var entry: UInt64 { entries[index] }

  /// The kind of the value.
  @inlinable @inline(__always)
  package var kind: Kind {
    // Only the structural pass writes entries, always with a valid raw value.
    unsafeBitCast(UInt8(truncatingIfNeeded: entry) & 15, to: Kind.self)
  }

  /// The offset of the value's text in bytes; for a string, of its content.
  @inlinable @inline(__always)
  package var contentOffset: Int { Int(truncatingIfNeeded: entry &>> 32) }

  /// The offset of the value in bytes, including a string's quotation mark; used for issue positions.
  @inlinable
  package var offset: Int { isString ? contentOffset - 1 : contentOffset }

  /// A scalar's length in bytes; a container's end index.
  @inlinable @inline(__always)
  var field: Int { Int(truncatingIfNeeded: (entry &>> 4) & 0xfff_ffff) }
}

// MARK: - Kinds

extension UnsafeJSONNode {
  /// Whether the value is `null`.
  @inlinable @inline(__always) public var isNull: Bool { kind == .null }
  /// Whether the value is an object.
  @inlinable @inline(__always) public var isObject: Bool { kind == .object }
  /// Whether the value is an array.
  @inlinable @inline(__always) public var isArray: Bool { kind == .array }

  /// Whether the value is a string.
  @inlinable @inline(__always)
  public var isString: Bool { kind.rawValue &- Kind.asciiString.rawValue < 3 }

  /// Whether the value is a number.
  @inlinable @inline(__always)
  public var isNumber: Bool { kind.rawValue &- Kind.integer.rawValue < 3 }

  /// Whether the value is `true` or `false`.
  @inlinable @inline(__always)
  public var isBoolean: Bool { kind.rawValue &- Kind.false.rawValue < 2 }

  /// Whether the value is `true`.
  @_spi(Generated) @inlinable @inline(__always) public var isTrue: Bool { kind == .true }
  /// Whether the value is `false`.
  @_spi(Generated) @inlinable @inline(__always) public var isFalse: Bool { kind == .false }
  /// Whether the value is a number without fraction or exponent.
  @_spi(Generated) @inlinable @inline(__always) public var isPlainInteger: Bool { kind == .integer }

  /// Whether the value is a number without a fractional part (JSON Schema's `integer`).
  @inlinable @inline(__always)
  public var isInteger: Bool { kind == .integer || isNumber && NumberText.isInteger(text) }

  /// The JSON Schema type of the value; an integral number is an `integer`.
  public var type: JSONType {
    switch kind {
    case .null: .null
    case .false, .true: .boolean
    case .integer: .integer
    case .decimal, .exponential: NumberText.isInteger(text) ? .integer : .number
    case .asciiString, .string, .escapedString: .string
    case .array: .array
    case .object: .object
    }
  }
}

// MARK: - Navigation

extension UnsafeJSONNode {
  @inlinable @inline(__always)
  package subscript(at index: Int) -> UnsafeJSONNode { UnsafeJSONNode(bytes: bytes, entries: entries, index: index) }

  /// The index of the first entry inside a container.
  @inlinable @inline(__always)
  package var contentStart: Int { index &+ 1 }

  /// The index after the last entry inside a container.
  @inlinable @inline(__always)
  package var contentEnd: Int { field }

  /// The index of the entry after this value and everything in it.
  @inlinable @inline(__always)
  package var nextIndex: Int { kind.rawValue >= Kind.array.rawValue ? field : index &+ 1 }

  /// The values of an array in order; empty for anything else.
  @inlinable
  public var elements: Elements { Elements(node: self, index: contentStart, end: isArray ? contentEnd : contentStart) }

  /// The members of an object in order, equal names included; empty for anything else.
  @inlinable
  public var members: Members { Members(node: self, index: contentStart, end: isObject ? contentEnd : contentStart) }

  /// The number of elements or members, counted by iteration; 0 for a scalar.
  @_spi(Generated) @inlinable
  public var childCount: Int {
    var count = 0
    switch kind {
    case .array:
      var index = contentStart
      while index < contentEnd {
        index = self[at: index].nextIndex
        count &+= 1
      }
    case .object:
      var index = contentStart
      while index < contentEnd {
        index = self[at: index &+ 1].nextIndex
        count &+= 1
      }
    case .null, .false, .true, .integer, .decimal, .exponential, .asciiString, .string, .escapedString: break
    }
    return count
  }

  /// The values of an array, as a sequence.
  @frozen
  public struct Elements: Sequence, IteratorProtocol {
    @usableFromInline let node: UnsafeJSONNode
    @usableFromInline var index: Int
    @usableFromInline let end: Int

    @inlinable
    init(node: UnsafeJSONNode, index: Int, end: Int) {
      self.node = node
      self.index = index
      self.end = end
    }

    @inlinable
    public mutating func next() -> UnsafeJSONNode? {
      guard index < end else { return nil }
      let element = node[at: index]
      index = element.nextIndex
      return element
    }
  }

  /// The members of an object, as a sequence of names and values.
  @frozen
  public struct Members: Sequence, IteratorProtocol {
    @usableFromInline let node: UnsafeJSONNode
    @usableFromInline var index: Int
    @usableFromInline let end: Int

    @inlinable
    init(node: UnsafeJSONNode, index: Int, end: Int) {
      self.node = node
      self.index = index
      self.end = end
    }

    @inlinable
    public mutating func next() -> (name: UnsafeJSONNode, value: UnsafeJSONNode)? {
      guard index < end else { return nil }
      let member = (name: node[at: index], value: node[at: index &+ 1])
      index = member.value.nextIndex
      return member
    }
  }

  /// The value of the first member with this name, compared scalar by scalar; nil if there is none.
  public func member(_ name: String) -> UnsafeJSONNode? {
    var name = name
    return name.withUTF8 { utf8 in
      for member in members where member.name.equals(utf8) { return member.value }
      return nil
    }
  }
}

// MARK: - Scalars

extension UnsafeJSONNode {
  /// The bytes of a scalar in the text, without the quotation marks of a string.
  @inlinable @inline(__always)
  package var text: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: bytes + contentOffset, count: kind.rawValue < Kind.array.rawValue ? field : 0)
  }

  /// The Boolean value; nil if the node is neither `true` nor `false`.
  @inlinable
  public var bool: Bool? { kind == .true ? true : kind == .false ? false : nil }

  /// The number as `Int`; nil if it is not an integer, is outside `Int`, or the node is not a number.
  @inlinable @inline(__always)
  public var int: Int? { shortInteger ?? longInteger }

  /// The value of an integer of at most eight digits, the most common case; nil for any other value.
  @inlinable @inline(__always)
  var shortInteger: Int? {
    guard kind == .integer else { return nil }
    let end = contentOffset &+ field
    let isNegative = bytes[contentOffset] == UInt8(ascii: "-")
    let digitCount = isNegative ? field &- 1 : field
    // The eight bytes that end with the number are read at once, so there must be as many before its end.
    guard digitCount <= 8, end >= 8 else { return nil }
    let value = NumberText.lastDigits(digitCount, before: bytes + end)
    return isNegative ? 0 &- value : value
  }

  /// The number as `Int`, usually of more than eight digits.
  @usableFromInline @inline(never)
  var longInteger: Int? {
    guard isNumber else { return nil }
    let end = contentOffset &+ field
    let isNegative = bytes[contentOffset] == UInt8(ascii: "-")
    let digitCount = isNegative ? field &- 1 : field
    // As in a short integer: three times eight bytes.
    guard kind == .integer, digitCount > 8, digitCount <= 18, end >= 24 else { return NumberText.int(text) }
    let last = NumberText.lastDigits(8, before: bytes + end)
    var value = last &+ 100_000_000 &* NumberText.lastDigits(Swift.min(digitCount &- 8, 8), before: bytes + (end &- 8))
    if digitCount > 16 {
      value &+= 10_000_000_000_000_000 &* NumberText.lastDigits(digitCount &- 16, before: bytes + (end &- 16))
    }
    return isNegative ? 0 &- value : value
  }

  /// The nearest `Double`; nil if it would be infinite or the node is not a number.
  @inlinable @inline(__always)
  public var double: Double? {
    if let value = shortDecimal { return value }
    // Zero may be negative.
    if let value = shortInteger, value != 0 { return Double(value) }
    return isNumber ? NumberText.double(text) : nil
  }

  /// The double nearest to a number with a fraction, without exponent, of at most nineteen digits, and at most seven of
  /// them before the point; nil for any other.
  @inlinable @inline(__always)
  var shortDecimal: Double? {
    guard kind == .decimal, contentOffset &+ field >= 8 else { return nil }
    return NumberText.double(ofDecimal: bytes + contentOffset, count: field)
  }

  /// The nearest `Float`; nil if it would be infinite or the node is not a number.
  @inlinable
  package var float: Float? { isNumber ? NumberText.float(text) : nil }

  /// The number as an integer type; nil if it is not an integer, is outside the type, or the node is not a number.
  @inlinable
  package func integer<Value: FixedWidthInteger>(as type: Value.Type) -> Value? {
    if let value = shortInteger { return Value(exactly: value) }
    guard isNumber else { return nil }
    if let value = NumberText.int64(text) { return Value(exactly: value) }
    return NumberText.uint64(text).flatMap { Value(exactly: $0) }
  }

  /// The exact number; nil if the node is not a number.
  public var number: JSONNumber? { isNumber ? JSONNumber(validText: text) : nil }
}

/// The seven types of JSON Schema (core, section 4.2.1).
public enum JSONType: String, Hashable, Sendable, CaseIterable {
  case null, boolean, integer, number, string, array, object
}
