/// A member that may be absent, null, or a value: three states where the schema allows all three.
///
/// In a partial update, absent leaves a value as it is and null clears it.
///
///     patch.title = "Draft"                    // a literal of the value's type is a value
///     patch.title = nil                        // `nil` is null
///     patch.title = .absent
///     patch.title = .value(text)
///     let title = patch.title ?? "Untitled"
///     if let title = patch.title.value { … }
///     patch.address.value?.city = "Ulm"        // changes a value, and adds none
@frozen
public enum Presence<Value> {
  case absent
  case null
  case value(Value)

  /// The value; nil when absent or null.
  ///
  /// Setting nil makes the member null, like the literal `nil`. To remove the member, set it to ``absent``. A change in
  /// place that ends without a value where there was none, such as `member.value?.city = "Ulm"`, leaves it absent.
  @inlinable
  public var value: Value? {
    get { if case .value(let value) = self { value } else { nil } }
    set { self = Presence(newValue) }
    _modify {
      var value = value
      let hadValue = value != nil
      // While `self` holds no other reference, the value is changed in place.
      if hadValue { self = .null }
      defer { if let value { self = .value(value) } }
      yield &value
    }
  }

  /// Whether the member is written.
  @inlinable
  public var isPresent: Bool { if case .absent = self { false } else { true } }
}

extension Presence: Equatable where Value: Equatable {}
extension Presence: Hashable where Value: Hashable {}
extension Presence: Sendable where Value: Sendable {}

extension Presence {
  /// The member's value as an optional: nil means null.
  @inlinable
  public init(_ value: Value?) { self = value.map { .value($0) } ?? .null }
}

extension Presence {
  /// The same presence with the value transformed.
  @inlinable
  public func map<Other, Failure: Error>(
    _ transform: (Value) throws(Failure) -> Other
  ) throws(Failure) -> Presence<Other> {
    switch self {
    case .absent: .absent
    case .null: .null
    case .value(let value): .value(try transform(value))
    }
  }

  /// The value, or `defaultValue` if the member is absent or null.
  @inlinable
  public static func ?? (presence: Presence, defaultValue: @autoclosure () throws -> Value) rethrows -> Value {
    if case .value(let value) = presence { value } else { try defaultValue() }
  }

  /// The value, or `defaultValue` if the member is absent or null.
  @inlinable
  public static func ?? (presence: Presence, defaultValue: @autoclosure () throws -> Value?) rethrows -> Value? {
    if case .value(let value) = presence { value } else { try defaultValue() }
  }
}

// MARK: - Literals

extension Presence: ExpressibleByNilLiteral {
  /// Null.
  @inlinable
  public init(nilLiteral: ()) { self = .null }
}

extension Presence: ExpressibleByBooleanLiteral where Value: ExpressibleByBooleanLiteral {
  @inlinable
  public init(booleanLiteral value: Value.BooleanLiteralType) { self = .value(Value(booleanLiteral: value)) }
}

extension Presence: ExpressibleByIntegerLiteral where Value: ExpressibleByIntegerLiteral {
  @inlinable
  public init(integerLiteral value: Value.IntegerLiteralType) { self = .value(Value(integerLiteral: value)) }
}

extension Presence: ExpressibleByFloatLiteral where Value: ExpressibleByFloatLiteral {
  @inlinable
  public init(floatLiteral value: Value.FloatLiteralType) { self = .value(Value(floatLiteral: value)) }
}

extension Presence: ExpressibleByUnicodeScalarLiteral where Value: ExpressibleByUnicodeScalarLiteral {
  @inlinable
  public init(unicodeScalarLiteral value: Value.UnicodeScalarLiteralType) {
    self = .value(Value(unicodeScalarLiteral: value))
  }
}

extension Presence: ExpressibleByExtendedGraphemeClusterLiteral
where Value: ExpressibleByExtendedGraphemeClusterLiteral {
  @inlinable
  public init(extendedGraphemeClusterLiteral value: Value.ExtendedGraphemeClusterLiteralType) {
    self = .value(Value(extendedGraphemeClusterLiteral: value))
  }
}

extension Presence: ExpressibleByStringLiteral where Value: ExpressibleByStringLiteral {
  @inlinable
  public init(stringLiteral value: Value.StringLiteralType) { self = .value(Value(stringLiteral: value)) }
}

extension Presence: ExpressibleByStringInterpolation where Value: ExpressibleByStringInterpolation {
  @inlinable
  public init(stringInterpolation value: Value.StringInterpolation) {
    self = .value(Value(stringInterpolation: value))
  }
}

extension Presence: ExpressibleByArrayLiteral where Value: ArrayLiteralInitializable {
  @inlinable
  public init(arrayLiteral elements: Value.ArrayLiteralElement...) { self = .value(Value(literalElements: elements)) }
}

extension Presence: ExpressibleByDictionaryLiteral where Value: DictionaryLiteralInitializable {
  @inlinable
  public init(dictionaryLiteral elements: (Value.Key, Value.Value)...) {
    self = .value(Value(literalElements: elements))
  }
}

/// A type that can be created from the elements of an array literal, as an array.
public protocol ArrayLiteralInitializable: ExpressibleByArrayLiteral {
  /// - Parameter elements: the elements in their order.
  init(literalElements elements: [ArrayLiteralElement])
}

/// A type that can be created from the elements of a dictionary literal, as an array.
public protocol DictionaryLiteralInitializable: ExpressibleByDictionaryLiteral {
  /// - Parameter elements: the keys and values in their order.
  init(literalElements elements: [(Key, Value)])
}

extension Array: ArrayLiteralInitializable {
  @inlinable
  public init(literalElements elements: [Element]) { self = elements }
}

@_spi(Generated) extension JSONValue: ArrayLiteralInitializable, DictionaryLiteralInitializable {
  public init(literalElements elements: [JSONValue]) { self = .array(elements) }
  public init(literalElements elements: [(String, JSONValue)]) { self = .object(JSONObject(elements)) }
}

@_spi(Generated) extension JSONMap: DictionaryLiteralInitializable {
  public init(literalElements elements: [(String, Value)]) { self.init(elements) }
}
