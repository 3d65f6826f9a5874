import SchemaRuntime

/// A call with its time limit. The calling task may cancel it while a thread works on it.
final class PostgreSQLCall: Sendable {
  private struct State {
    var isCancelled = false
    /// Wakes the thread that works on the call.
    var wake: WakePipe?
  }

  let timeout: Duration
  let deadline: ContinuousClock.Instant
  private let state = Mutex(State())

  init(timeout: Duration) {
    // A century counts as forever: the clock cannot represent much longer times.
    self.timeout = min(max(timeout, .zero), .seconds(100 * 365 * 24 * 60 * 60))
    deadline = .now + self.timeout
  }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func cancel() {
    let wake = state.withLock { state in
      state.isCancelled = true
      return state.wake
    }
    wake?.wake()
  }

  /// Sets what wakes the thread that works on the call; nil when there is none.
  func setWake(_ wake: WakePipe?) { state.withLock { $0.wake = wake } }

  /// The remaining time for `poll`, rounded up, so that it is over when the wait is.
  var remainingMilliseconds: Int32 {
    let (seconds, attoseconds) = ContinuousClock.now.duration(to: deadline).components
    // A wait that is longer than a week begins again.
    guard seconds < 7 * 24 * 60 * 60 else { return 7 * 24 * 60 * 60 * 1000 }
    return Int32(max(seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1, 0))
  }

  /// Checks whether the call may go on.
  func check() throws(PostgreSQLError) {
    guard !isCancelled else { throw .cancelled }
    guard ContinuousClock.now < deadline else { throw .timedOut(after: timeout) }
  }
}
