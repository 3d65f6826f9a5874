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

  private var listeners: [(continuation: AsyncStream<Event>.Continuation, end: End)] = []

  /// The number of listeners, with those that have ended since the last event or the last new listener.
  var count: Int { listeners.count }

  /// Adds a listener, who receives all later events, and forgets those that have ended.
  /// - Parameter first: what the listener receives first, if anything.
  mutating func add(beginningWith first: Event? = nil) -> AsyncStream<Event> {
    let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
    let end = End()
    continuation.onTermination = { _ in end.reach() }
    listeners.removeAll { $0.end.isReached }
    listeners.append((continuation, end))
    if let first { continuation.yield(first) }
    return stream
  }

  mutating func send(_ event: Event) {
    listeners.removeAll { listener in
      if case .terminated = listener.continuation.yield(event) { true } else { false }
    }
  }

  /// Ends the sequences of all listeners, and forgets them.
  mutating func finish() {
    for listener in listeners { listener.continuation.finish() }
    listeners = []
  }
}
