import Foundation

/// Performs deeply nested work on a thread whose stack is large enough without optimization.
///
/// Test threads have half a megabyte on some systems and eight on others.
func onDeepStack<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) throws -> Result {
  let outcome = Outcome<Result>()
  let thread = Thread { outcome.finish(Swift.Result { try work() }) }
  thread.stackSize = 64 << 20
  thread.start()
  return try outcome.wait().get()
}

/// The result of a thread.
private final class Outcome<Value: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var result: Result<Value, any Error>?

  func finish(_ result: Result<Value, any Error>) {
    condition.lock()
    self.result = result
    condition.signal()
    condition.unlock()
  }

  func wait() -> Result<Value, any Error> {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let result { return result }
      condition.wait()
    }
  }
}
