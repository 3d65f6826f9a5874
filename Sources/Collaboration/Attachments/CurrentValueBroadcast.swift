import SchemaRuntime

/// Broadcasts a value to all listeners, starting with the current one.
final class CurrentValueBroadcast<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    var listeners: [Int: AsyncStream<Value>.Continuation] = [:]
    var nextID = 0
  }

  private let state: Mutex<State>

  init(_ value: Value) { state = Mutex(State(value: value)) }

  /// Returns the current value, followed by each later one.
  func values() -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
    let id = state.withLock { state in
      defer { state.nextID += 1 }
      continuation.yield(state.value)
      state.listeners[state.nextID] = continuation
      return state.nextID
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.listeners.removeValue(forKey: id) }
    }
    return stream
  }

  func send(_ value: Value) {
    // Inside the lock, so that all listeners receive values in the same order.
    state.withLock { state in
      state.value = value
      for listener in state.listeners.values { listener.yield(value) }
    }
  }

  deinit {
    let listeners = state.withLock { state in
      defer { state.listeners = [:] }
      return state.listeners
    }
    // Outside the lock, because a listener's termination acquires it.
    for listener in listeners.values { listener.finish() }
  }
}
