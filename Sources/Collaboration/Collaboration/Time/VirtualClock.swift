import SchemaRuntime

/// A clock whose time only passes on demand, for replays and deterministic tests.
///
///     let clock = VirtualClock()
///     let room = Room(…, clock: clock)
///     await clock.sleepers(1)             // the room waits for its 45 seconds
///     clock.advance(by: .seconds(45))
///
/// Sleepers wake in the order of their deadlines, and those with equal deadlines in the order in which they fell
/// asleep.
public final class VirtualClock: Clock, Sendable {
  /// A point in time, as the offset from the clock's start.
  public struct Instant: InstantProtocol {
    /// The offset from the clock's start.
    public var offset: Duration

    public init(offset: Duration) { self.offset = offset }

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    public static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private struct Sleeper {
    var id: Int
    var deadline: Instant
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var nextID = 0
    var sleepers: [Sleeper] = []
    /// Sleepers that were cancelled before they fell asleep.
    var cancelled: Set<Int> = []
    var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  public init() {}

  public var now: Instant { state.withLock { $0.now } }
  public var minimumResolution: Duration { .zero }

  /// The number of current sleepers.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Waits until there are at least this many sleepers.
  public func sleepers(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        if state.sleepers.count >= count { return true }
        state.waiting.append((count, continuation))
        return false
      }
      if isReached { continuation.resume() }
    }
  }

  /// Advances the time and wakes the sleepers whose deadlines have passed.
  public func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let now = state.now
      let woken = state.sleepers.filter { $0.deadline <= now }
      state.sleepers.removeAll { $0.deadline <= now }
      return woken
    }
    for sleeper in woken.sorted(by: { ($0.deadline, $0.id) < ($1.deadline, $1.id) }) { sleeper.continuation.resume() }
  }

  /// Sleeps until the clock reaches a deadline.
  /// - Throws: `CancellationError` when the task is cancelled first.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = state.withLock { state in
      defer { state.nextID += 1 }
      return state.nextID
    }
    defer { state.withLock { _ = $0.cancelled.remove(id) } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        fallAsleep(Sleeper(id: id, deadline: deadline, continuation: continuation))
      }
    } onCancel: {
      wake(cancelled: id)
    }
  }

  private func fallAsleep(_ sleeper: Sleeper) {
    enum Outcome { case awake, cancelled, asleep }
    let (outcome, reached) = state.withLock { state -> (Outcome, [CheckedContinuation<Void, Never>]) in
      if state.cancelled.remove(sleeper.id) != nil { return (.cancelled, []) }
      if sleeper.deadline <= state.now { return (.awake, []) }
      state.sleepers.append(sleeper)
      let count = state.sleepers.count
      let reached = state.waiting.filter { $0.count <= count }.map(\.continuation)
      state.waiting.removeAll { $0.count <= count }
      return (.asleep, reached)
    }
    for continuation in reached { continuation.resume() }
    switch outcome {
    case .awake: sleeper.continuation.resume()
    case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
    case .asleep: break
    }
  }

  private func wake(cancelled id: Int) {
    let sleeper = state.withLock { state -> Sleeper? in
      guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
        state.cancelled.insert(id)
        return nil
      }
      return state.sleepers.remove(at: index)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}
