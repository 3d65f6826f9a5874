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
