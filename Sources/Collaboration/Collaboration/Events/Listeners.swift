import SchemaRuntime

/// The listeners of a broadcast, which holds them inside its lock.
///
/// The end of a listener's task only marks the listener. It must not acquire the lock of the broadcast: the runtime
/// reports the cancellation of a task inside a lock of the task, which an event that arrives at the same time, inside
/// the lock of the broadcast, has to acquire to wake the task.
struct Listeners<Event: Sendable>: Sendable {
  private final class End: Sendable {
    private let state = Mutex(false)

    var isReached: Bool { state.withLock { $0 } }

    func reach() { state.withLock { $0 = true } }
  }

  /// What happens when the owner is faster than a listener.
  enum Buffering: Hashable, Sendable {
    case unlimited
    /// The sequence ends after so many events that waited.
    case ending(after: Int)
    /// The oldest of so many values that wait are skipped.
    case skipping(beyond: Int)
  }

  private let buffering: Buffering
  private var listeners: [(continuation: AsyncStream<Event>.Continuation, end: End)] = []

  init(_ buffering: Buffering) { self.buffering = buffering }

  /// The number of listeners, with those that have ended since the last event or the last new listener.
  var count: Int { listeners.count }

  /// Adds a listener, who receives all later events, and forgets those that have ended.
  /// - Parameter first: what the listener receives first, if anything.
  mutating func add(beginningWith first: Event? = nil) -> AsyncStream<Event> {
    let policy: AsyncStream<Event>.Continuation.BufferingPolicy =
      switch buffering {
      case .unlimited: .unbounded
      case .ending(let limit): .bufferingOldest(limit)
      case .skipping(let limit): .bufferingNewest(limit)
      }
    let (stream, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: policy)
    let end = End()
    continuation.onTermination = { _ in end.reach() }
    listeners.removeAll { $0.end.isReached }
    listeners.append((continuation, end))
    if let first { continuation.yield(first) }
    return stream
  }

  mutating func send(_ event: Event) {
    listeners.removeAll { listener in
      switch (listener.continuation.yield(event), buffering) {
      case (.terminated, _): return true
      case (.dropped, .ending):
        listener.continuation.finish()
        return true
      case (_, _): return false
      }
    }
  }

  /// Ends the sequences of all listeners, and forgets them.
  mutating func finish() {
    for listener in listeners { listener.continuation.finish() }
    listeners = []
  }
}
