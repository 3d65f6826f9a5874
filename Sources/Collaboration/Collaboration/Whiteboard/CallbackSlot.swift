import SchemaRuntime

/// Holds the most recently set callbacks.
final class CallbackSlot<Callbacks: Sendable>: Sendable {
  private let last = Mutex<Callbacks?>(nil)

  /// Stores new callbacks and returns the current ones; nil changes nothing.
  func use(_ new: Callbacks?) -> Callbacks? {
    guard let new else { return last.withLock { $0 } }
    // The old ones are released outside the lock, because their deinitializer may use the library.
    _ = last.withLock { last in
      defer { last = new }
      return last
    }
    return new
  }
}
