/// A value stored behind a reference, which allows recursive types in generated code.
@propertyWrapper
public struct Indirect<Value> {
  indirect enum Storage { case value(Value) }

  private var storage: Storage

  public init(wrappedValue: Value) { storage = .value(wrappedValue) }

  public var wrappedValue: Value {
    get {
      switch storage {
      case .value(let value): value
      }
    }
    set { storage = .value(newValue) }
  }
}

extension Indirect.Storage: Sendable where Value: Sendable {}
extension Indirect: Sendable where Value: Sendable {}

extension Indirect: Equatable where Value: Equatable {
  public static func == (a: Indirect, b: Indirect) -> Bool { a.wrappedValue == b.wrappedValue }
}

extension Indirect: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
