#if THREAD_SANITIZER
  import Foundation

  /// Replaces the standard library's mutex under the thread sanitizer, which does not see into that library: when two
  /// tasks wait for each other there, it reports a data race. It knows this lock.
  package final class Mutex<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: consuming sending Value) { self.value = value }

    package func withLock<Result, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      lock.lock()
      defer { lock.unlock() }
      return try body(&value)
    }
  }
#endif
