import Synchronization

/// The callbacks that were given last.
final class CallbackSlot<Callbacks: Sendable>: Sendable {
  private let last = Mutex<Callbacks?>(nil)

  /// Keeps new callbacks, and gives those to use; nil changes nothing.
  func use(_ new: Callbacks?) -> Callbacks? {
    last.withLock { last in
      last = new ?? last
      return last
    }
  }
}
