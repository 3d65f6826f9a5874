/// A clock on which time passes twenty times more slowly, for tests that are not about deadlines.
///
/// While other tests keep all processors busy, a task may wait for many seconds before it continues: longer than the time
/// limits of the library, which would then end a wait whose answer is already there.
struct SlowClock: Clock {
  private static let factor = 20
  private let start = ContinuousClock.now

  var now: ContinuousClock.Instant { start.advanced(by: start.duration(to: .now) / Self.factor) }
  var minimumResolution: Duration { ContinuousClock().minimumResolution * Self.factor }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration? = nil) async throws {
    try await ContinuousClock().sleep(for: now.duration(to: deadline) * Self.factor)
  }
}
