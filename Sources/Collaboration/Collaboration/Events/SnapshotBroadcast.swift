import SchemaRuntime

/// Broadcasts the state of something that has its own lock.
///
/// States are read inside the lock of the broadcast, so that all listeners receive them in order; the owner must not
/// hold its own lock when it calls. Nothing is read without listeners.
final class SnapshotBroadcast<Value: Equatable & Sendable>: Sendable {
  private struct State {
    var listeners = Listeners<Value>(.skipping(beyond: 1))
    var latest: Value?

    mutating func send(_ value: Value) {
      guard value != latest else { return }
      latest = value
      listeners.send(value)
    }
  }

  private let state = Mutex(State())

  /// Returns the state, followed by each later one, unless it is the last one.
  func values(isLast: (Value) -> Bool = { _ in false }, _ read: () -> Value) -> AsyncStream<Value> {
    state.withLock { state in
      let value = read()
      state.send(value)
      let stream = state.listeners.add(beginningWith: value)
      if isLast(value) { state.listeners.finish() }
      return stream
    }
  }

  /// Sends the state if it has changed, and ends the sequences if it is the last one.
  func update(isLast: (Value) -> Bool = { _ in false }, _ read: () -> Value) {
    state.withLock { state in
      guard state.listeners.count > 0 else { return }
      let value = read()
      state.send(value)
      if isLast(value) { state.listeners.finish() }
    }
  }

  /// Ends the sequences of all current listeners.
  func endSequences() { state.withLock { $0.listeners.finish() } }

  deinit { endSequences() }
}
