/// The time since its creation, on any clock.
package struct Stopwatch: Sendable {
  /// Returns the time since the creation.
  package let elapsed: @Sendable () -> Duration

  package init(_ clock: any Clock<Duration>) { self = Self.started(clock) }

  private init(elapsed: @escaping @Sendable () -> Duration) { self.elapsed = elapsed }

  private static func started<C: Clock<Duration>>(_ clock: C) -> Stopwatch {
    let start = clock.now
    return Stopwatch { start.duration(to: clock.now) }
  }
}

extension Duration {
  /// The duration in seconds.
  package var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
