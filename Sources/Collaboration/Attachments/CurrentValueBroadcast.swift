import Synchronization

/// Tells everyone who listens what a value is, first of all what it is now.
final class CurrentValueBroadcast<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    var listeners: [Int: AsyncStream<Value>.Continuation] = [:]
    var nextID = 0
  }

  private let state: Mutex<State>

  init(_ value: Value) { state = Mutex(State(value: value)) }

  /// The value now, and each later one.
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
    // Inside the lock, so that all listeners hear two values in one order.
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
    // Outside of the lock: a listener's end asks for it.
    for listener in listeners.values { listener.finish() }
  }
}
