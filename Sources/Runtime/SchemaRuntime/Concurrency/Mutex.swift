import CJSONScan

/// A value that one thread at a time can access.
///
/// The standard library's `Mutex` requires macOS 15 and iOS 18, and the thread sanitizer reports false data races for
/// it.
package final class Mutex<Value>: @unchecked Sendable {
  // Unchecked: the lock guards the value.
  private let lock: UnsafeMutableRawPointer
  private var value: Value

  package init(_ value: consuming sending Value) {
    guard let lock = json_mutex_create() else { preconditionFailure("no memory for a lock") }
    self.lock = lock
    self.value = value
  }

  deinit { json_mutex_destroy(lock) }

  /// Calls `body` with the value while no other thread can access it. Must not be called again from `body`.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    json_mutex_lock(lock)
    defer { json_mutex_unlock(lock) }
    return try body(&value)
  }
}
