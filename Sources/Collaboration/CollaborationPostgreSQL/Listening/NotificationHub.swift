import SchemaRuntime

/// Delivers each report to all consumers. A slow consumer delays nobody: what does not fit into its buffer is replaced by
/// one report that something may have been missed.
final class NotificationHub<Report: Sendable>: Sendable {
  private struct Consumer {
    var id: Int
    var continuation: AsyncStream<Report>.Continuation
    /// Whether reports did not fit, of which the consumer does not know yet.
    var hasMissed = false
  }

  private struct State {
    var consumers: [Consumer] = []
    var nextID = 0
    /// Whether reports arrive.
    var isListening = false
  }

  /// Says that reports may have been missed.
  private let missed: Report
  private let capacity: Int
  private let state = Mutex(State())

  init(missed: Report, capacity: Int = 1024) {
    self.missed = missed
    self.capacity = capacity
  }

  /// Adds a consumer, who is told at once if reports arrive already.
  /// - Returns: the consumer's number, its stream, and whether it is the only one.
  func add() -> (id: Int, stream: AsyncStream<Report>, continuation: AsyncStream<Report>.Continuation, isFirst: Bool) {
    let (stream, continuation) = AsyncStream.makeStream(of: Report.self, bufferingPolicy: .bufferingOldest(capacity))
    return state.withLock { state in
      defer { state.nextID += 1 }
      if state.isListening { continuation.yield(missed) }
      state.consumers.append(Consumer(id: state.nextID, continuation: continuation))
      return (state.nextID, stream, continuation, state.consumers.count == 1)
    }
  }

  /// Returns whether no consumer is left.
  func remove(_ id: Int) -> Bool {
    state.withLock { state in
      state.consumers.removeAll { $0.id == id }
      if state.consumers.isEmpty { state.isListening = false }
      return state.consumers.isEmpty
    }
  }

  /// Reports begin to arrive, or arrive again.
  func begin() {
    state.withLock { state in
      state.isListening = true
      for index in state.consumers.indices {
        state.consumers[index].hasMissed = true
        deliverMissed(&state.consumers[index])
      }
    }
  }

  /// No reports arrive until they begin again.
  func pause() { state.withLock { $0.isListening = false } }

  func send(_ report: Report) {
    state.withLock { state in
      for index in state.consumers.indices {
        deliverMissed(&state.consumers[index])
        if !state.consumers[index].hasMissed, case .dropped = state.consumers[index].continuation.yield(report) {
          state.consumers[index].hasMissed = true
        }
      }
    }
  }

  /// Reports that something was missed.
  func sendMissed() { send(missed) }

  /// Tells those who have missed something, if there is room again.
  func deliverMissed() {
    state.withLock { state in
      for index in state.consumers.indices { deliverMissed(&state.consumers[index]) }
    }
  }

  private func deliverMissed(_ consumer: inout Consumer) {
    guard consumer.hasMissed else { return }
    if case .enqueued = consumer.continuation.yield(missed) { consumer.hasMissed = false }
  }

  /// Ends the streams of all consumers.
  func finish() {
    let consumers = state.withLock { state in
      defer { state.consumers = [] }
      return state.consumers
    }
    // Outside the lock, because the end of a stream removes its consumer.
    for consumer in consumers { consumer.continuation.finish() }
  }
}
