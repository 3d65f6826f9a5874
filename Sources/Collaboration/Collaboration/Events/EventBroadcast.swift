import SchemaRuntime

/// Delivers each event to all listeners, in the order in which the events occur.
///
/// The owner of the state sends. Each call of ``events()`` adds a listener, who receives all later events. Events wait
/// per listener, so that a slow listener delays nobody else. A listener who is further behind than the limit gets the
/// events that wait, and then the end of the sequence: a sequence has no gaps, and takes bounded memory.
package final class EventBroadcast<Event: Sendable>: Sendable {
  private struct State {
    var listeners: Listeners<Event>
    var isFinished = false
  }

  private let state: Mutex<State>

  /// - Parameter limit: the maximum number of events that wait for a listener; nil for any number.
  package init(limit: Int? = 1_024) {
    state = Mutex(State(listeners: Listeners(limit.map { .ending(after: $0) } ?? .unlimited)))
  }

  /// Returns all events from now on, until the owner finishes.
  package func events() -> AsyncStream<Event> {
    state.withLock { state in state.isFinished ? AsyncStream { $0.finish() } : state.listeners.add() }
  }

  package func send(_ event: Event) {
    // Inside the lock, so that all listeners receive events in the same order.
    state.withLock { $0.listeners.send(event) }
  }

  /// Ends the sequences of all current and future listeners, until the owner resumes.
  package func finish() {
    state.withLock { state in
      state.isFinished = true
      state.listeners.finish()
    }
  }

  /// Ends the sequences of all current listeners.
  package func endSequences() { state.withLock { $0.listeners.finish() } }

  /// Accepts listeners again after the end.
  func resume() { state.withLock { $0.isFinished = false } }

  deinit { finish() }
}
