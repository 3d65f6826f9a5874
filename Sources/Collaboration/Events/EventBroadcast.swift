import Synchronization

/// Hands each event to everyone who listens, in the order in which the events happen.
///
/// The owner of the state sends; each call of ``events()`` is one listener, who hears what is sent from then on. Events
/// wait in a listener's buffer, so that a slow listener loses none and holds up nobody.
final class EventBroadcast<Event: Sendable>: Sendable {
  private struct State {
    var listeners: [(id: Int, continuation: AsyncStream<Event>.Continuation)] = []
    var nextID = 0
    var isFinished = false
  }

  private let state = Mutex(State())

  /// What is sent from now on, until the owner finishes.
  func events() -> AsyncStream<Event> {
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

  func send(_ event: Event) {
    // Inside the lock, so that all listeners hear two events in one order.
    state.withLock { state in
      for listener in state.listeners { listener.continuation.yield(event) }
    }
  }

  /// Ends the sequences of all listeners, those of later ones at once.
  func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      defer { state.listeners = [] }
      return state.listeners
    }
    // Outside of the lock: a listener's end calls `remove`.
    for listener in listeners { listener.continuation.finish() }
  }

  private func remove(_ id: Int) {
    state.withLock { $0.listeners.removeAll { $0.id == id } }
  }

  deinit { finish() }
}
