import SchemaRuntime

/// The time since a start, in milliseconds, on any clock.
struct Timeline: Sendable {
  /// The milliseconds since the start, rounded down.
  let now: @Sendable () -> Int
  /// Sleeps until a time after the start, in milliseconds.
  let sleep: @Sendable (Int) async throws -> Void

  init(_ clock: any Clock<Duration>) { self = Self.starting(clock) }

  private init(now: @escaping @Sendable () -> Int, sleep: @escaping @Sendable (Int) async throws -> Void) {
    self.now = now
    self.sleep = sleep
  }

  private static func starting<C: Clock<Duration>>(_ clock: C) -> Timeline {
    let start = clock.now
    return Timeline {
      start.duration(to: clock.now).wholeMilliseconds
    } sleep: { milliseconds in
      try await clock.sleep(until: start.advanced(by: .milliseconds(milliseconds)), tolerance: nil)
    }
  }
}

extension Duration {
  /// Returns the duration of a timer: not negative, and at most the maximum of the service's own timers, 2^31 - 1 ms.
  static func timer(milliseconds: Int) -> Duration { .milliseconds(min(max(milliseconds, 0), 2_147_483_647)) }

  /// The milliseconds of the duration, rounded down, at most `Int.max`.
  var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    let (whole, overflow) = Int(seconds).multipliedReportingOverflow(by: 1000)
    if overflow { return seconds < 0 ? .min : .max }
    let (sum, overflowsAgain) = whole.addingReportingOverflow(Int(attoseconds / 1_000_000_000_000_000))
    return overflowsAgain ? (seconds < 0 ? .min : .max) : sum
  }
}

// MARK: - Deadlines

/// Waits for an operation until a deadline, or until the calling task is cancelled.
///
/// The operation is then cancelled, and not awaited: it may ignore the cancellation for as long as it likes.
/// - Throws: the operation's error; `timedOut` after the deadline; `CancellationError`.
func withDeadline<Value: Sendable>(
  _ duration: Duration, on clock: any Clock<Duration>, timedOut: any Error,
  _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  let race = Race<Value>()
  return try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { continuation in
      race.begin(continuation)
      race.run {
        do { race.end(.success(try await operation())) } catch { race.end(.failure(error)) }
      }
      race.run {
        do { try await clock.sleep(for: duration) } catch { return }
        race.end(.failure(timedOut))
      }
    }
  } onCancel: {
    race.end(.failure(CancellationError()))
  }
}

/// Several tasks of which the first result counts.
private final class Race<Value: Sendable>: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Value, any Error>?
    var result: Result<Value, any Error>?
    var tasks: [Task<Void, Never>] = []
  }

  private let state = Mutex(State())

  func begin(_ continuation: CheckedContinuation<Value, any Error>) {
    let result = state.withLock { state -> Result<Value, any Error>? in
      if state.result == nil { state.continuation = continuation }
      return state.result
    }
    if let result { continuation.resume(with: result) }
  }

  func run(_ body: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      if state.result == nil { state.tasks.append(Task { await body() }) }
    }
  }

  func end(_ result: Result<Value, any Error>) {
    let (continuation, tasks) = state.withLock { state in
      defer { (state.continuation, state.tasks) = (nil, []) }
      if state.result == nil { state.result = result }
      return (state.continuation, state.tasks)
    }
    for task in tasks { task.cancel() }
    continuation?.resume(with: result)
  }
}
