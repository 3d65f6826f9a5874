import SchemaRuntime

/// Broadcasts a value to all listeners, starting with the current one.
final class CurrentValueBroadcast<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    var listeners = Listeners<Value>()
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

  deinit { state.withLock { $0.listeners.finish() } }
}
