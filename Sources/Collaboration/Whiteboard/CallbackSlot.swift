import Synchronization

/// The callbacks that were given last.
final class CallbackSlot<Callbacks: Sendable>: Sendable {
  private let last = Mutex<Callbacks?>(nil)

  /// Keeps new callbacks, and gives those to use; nil changes nothing.
  func use(_ new: Callbacks?) -> Callbacks? {
    guard let new else { return last.withLock { $0 } }
    // The old ones are let go of outside of the lock: their end may use the library.
    _ = last.withLock { last in
      defer { last = new }
      return last
    }
    return new
  }
}
