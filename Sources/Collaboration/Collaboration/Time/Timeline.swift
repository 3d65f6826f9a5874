/// The time since a start, on any clock.
package struct Timeline: Sendable {
  /// Returns the time since the start.
  package let elapsed: @Sendable () -> Duration
  /// Sleeps until a time after the start, in milliseconds.
  let sleep: @Sendable (Int) async throws -> Void

  /// Starts now.
  package init(_ clock: any Clock<Duration>) { self = Self.starting(clock) }

  private init(
    elapsed: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Int) async throws -> Void
  ) {
    self.elapsed = elapsed
    self.sleep = sleep
  }

  private static func starting<C: Clock<Duration>>(_ clock: C) -> Timeline {
    let start = clock.now
    return Timeline {
      start.duration(to: clock.now)
    } sleep: { milliseconds in
      try await clock.sleep(until: start.advanced(by: .milliseconds(milliseconds)), tolerance: nil)
    }
  }

  /// Returns the milliseconds since the start, rounded down.
  func now() -> Int { elapsed().wholeMilliseconds }
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

  /// The duration of a payload's seconds: not negative, and at most a century. Longer ones, and those that are not
  /// numbers, have no Duration.
  init(finiteSeconds seconds: Double) {
    self = .seconds(seconds.isNaN ? 0 : min(max(seconds, 0), 100 * 365 * 86_400))
  }

  /// The duration in seconds.
  package var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
