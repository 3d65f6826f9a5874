import Foundation

/// Processor time, which cost tests compare with their limits: unlike wall-clock time, it does not grow when other
/// tests and processes share the machine.
package enum ProcessorTime {
  /// Returns the processor time that the calling thread spends on some work, which must stay on that thread.
  package static func measure(_ work: () throws -> Void) rethrows -> Duration {
    let start = now
    try work()
    return now - start
  }

  private static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }
}
