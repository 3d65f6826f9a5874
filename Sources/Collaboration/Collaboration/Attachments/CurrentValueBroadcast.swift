import SchemaRuntime

/// Broadcasts a value to all listeners, starting with the current one.
///
/// A value replaces the earlier ones. Of those that wait for a slow listener, only the newest are kept.
final class CurrentValueBroadcast<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    var listeners = Listeners<Value>(.skipping(beyond: 64))
  }

  private let state: Mutex<State>

  init(_ value: Value) { state = Mutex(State(value: value)) }

  /// Returns the current value, followed by each later one.
  func values() -> AsyncStream<Value> {
    state.withLock { state in state.listeners.add(beginningWith: state.value) }
  }

  func send(_ value: Value) {
    // Inside the lock, so that all listeners receive values in the same order.
    state.withLock { state in
      state.value = value
      state.listeners.send(value)
    }
  }

  /// Ends the sequences of all current listeners.
  func endSequences() { state.withLock { $0.listeners.finish() } }

  deinit { state.withLock { $0.listeners.finish() } }
}
