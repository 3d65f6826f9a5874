/// A value in memory that its copies share until one of them is changed.
///
/// Generated structs whose members take much space, or may contain the struct itself, keep them in one. So copying a
/// model copies one reference, however many members it has, and a type may contain itself.
@_spi(Generated) public struct CopyOnWrite<Value> {
  @usableFromInline var box: ManagedBuffer<Void, Value>

  // Not inlined: it would be repeated wherever a model is made.
  @inlinable @inline(never)
  public init(_ value: consuming Value) {
    let value = value
    box = SharedMemory<Value>.create(minimumCapacity: 1) { _ in }
    box.withUnsafeMutablePointerToElements { $0.initialize(to: value) }
  }

  /// The value. Changing it copies it first if others share it.
  @inlinable
  public var value: Value {
    unsafeAddress { UnsafePointer(box.withUnsafeMutablePointerToElements { $0 }) }
    unsafeMutableAddress {
      makeUnique()
      return box.withUnsafeMutablePointerToElements { $0 }
    }
  }

  // Not inlined: it would be repeated for each member.
  @usableFromInline @inline(never)
  mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&box) { self = CopyOnWrite(value) }
  }
}

/// The memory of one value.
@usableFromInline
final class SharedMemory<Value>: ManagedBuffer<Void, Value> {
  deinit {
    withUnsafeMutablePointerToElements { value in
      // Destroying a value that contains others of its kind destroys those, level by level.
      if CallStack.hasRoom {
        value.deinitialize(count: 1)
      } else {
        CallStack.onAnother { _ = value.deinitialize(count: 1) }
      }
    }
  }
}

// A value is only changed while it is not shared.
@_spi(Generated) extension CopyOnWrite: @unchecked Sendable where Value: Sendable {}

@_spi(Generated) extension CopyOnWrite: Equatable where Value: Equatable {
  public static func == (a: CopyOnWrite, b: CopyOnWrite) -> Bool {
    if a.box === b.box { return true }
    guard CallStack.hasRoom else { return CallStack.onAnother { a.value == b.value } }
    return a.value == b.value
  }
}

@_spi(Generated) extension CopyOnWrite: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) {
    guard CallStack.hasRoom else { return CallStack.onAnother { value.hash(into: &hasher) } }
    value.hash(into: &hasher)
  }
}
