import SchemaRuntime

/// Delivers each event to all listeners, in the order in which the events occur.
///
/// The owner of the state sends. Each call of ``events()`` adds a listener, who receives all later events. Events are
/// buffered per listener, so that a slow listener misses none and delays nobody else.
package final class EventBroadcast<Event: Sendable>: Sendable {
  private struct State {
    var listeners: [(id: Int, continuation: AsyncStream<Event>.Continuation)] = []
    var nextID = 0
    var isFinished = false
  }

  private let state = Mutex(State())

  package init() {}

  /// Returns all events from now on, until the owner finishes.
  package func events() -> AsyncStream<Event> {
    let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
    let id = state.withLock { state -> Int? in
      guard !state.isFinished else { return nil }
      defer { state.nextID += 1 }
      state.listeners.append((state.nextID, continuation))
      return state.nextID
    }
    guard let id else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in self?.remove(id) }
    return stream
  }

  package func send(_ event: Event) {
    // Inside the lock, so that all listeners receive events in the same order.
    state.withLock { state in
      for listener in state.listeners { listener.continuation.yield(event) }
    }
  }

  /// Ends the sequences of all current and future listeners, until the owner resumes.
  func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      defer { state.listeners = [] }
      return state.listeners
    }
    // Outside the lock, because a listener's termination calls `remove`.
    for listener in listeners { listener.continuation.finish() }
  }

  /// Accepts listeners again after the end.
  func resume() { state.withLock { $0.isFinished = false } }

  private func remove(_ id: Int) {
    state.withLock { $0.listeners.removeAll { $0.id == id } }
  }

  deinit { finish() }
}
