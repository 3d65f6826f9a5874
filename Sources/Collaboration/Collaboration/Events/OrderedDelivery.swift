import SchemaRuntime

/// Delivers values one at a time, in the order in which they were added, from any thread.
///
/// Values are added where the state changes, under its lock, and delivered outside it. A caller who finds no delivery
/// in progress delivers all pending values. So callbacks may call back, and no callback starts before an earlier one
/// has returned.
final class OrderedDelivery<Value: Sendable>: Sendable {
  fileprivate struct State {
    var waiting: [Value] = []
    var isRunning = false
  }

  private let state = Mutex(State())

  func add(_ value: Value) { state.withLock { $0.waiting.append(value) } }

  /// Delivers all pending values, unless a delivery is in progress.
  func run(_ body: (Value) -> Void) {
    guard state.withLock({ $0.begin() }) else { return }
    while true {
      let batch = state.withLock { $0.takeBatch() }
      if batch.isEmpty { return }
      for value in batch { body(value) }
    }
  }
}

extension OrderedDelivery.State {
  fileprivate mutating func begin() -> Bool {
    if isRunning || waiting.isEmpty { return false }
    isRunning = true
    return true
  }

  fileprivate mutating func takeBatch() -> [Value] {
    defer { waiting = [] }
    if waiting.isEmpty { isRunning = false }
    return waiting
  }
}
