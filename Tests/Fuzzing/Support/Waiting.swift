import Dispatch
import Synchronization

/// Runs asynchronous code to its end: libFuzzer's functions are synchronous.
package func wait<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) -> Result {
  let result = Mutex<Result?>(nil)
  let semaphore = DispatchSemaphore(value: 0)
  Task {
    let value = await body()
    result.withLock { $0 = value }
    semaphore.signal()
  }
  semaphore.wait()
  guard let value = result.withLock({ $0 }) else { reportFinding("a task without a result") }
  return value
}
