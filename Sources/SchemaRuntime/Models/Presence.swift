/// A member that may be absent, null, or a value: three states where the schema allows all three.
///
/// In a partial update, absent leaves a value as it is and null clears it.
@frozen
public enum Presence<Value> {
  case absent
  case null
  case value(Value)

  /// The value; nil when absent or null.
  @inlinable
  public var value: Value? { if case .value(let value) = self { value } else { nil } }

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
}
