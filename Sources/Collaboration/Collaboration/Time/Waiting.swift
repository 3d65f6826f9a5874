import SchemaRuntime

/// The end of a wait for an answer.
package enum WaitOutcome<Value: Sendable>: Sendable {
  case answered(Value)
  /// There was no answer in time.
  case timedOut
  /// The waiting task was cancelled before there was an answer.
  case cancelled
}

/// Waits for the answer of a service, until a deadline or the cancellation of the calling task.
///
/// At the end of an unanswered wait, the work is cancelled but not awaited: it may ignore the cancellation and never
/// return. Its answer, if there is one after all, is passed to `late`.
/// - Parameter limit: the maximum duration of the wait; nil if the work ends by itself.
/// - Parameter late: receives an answer that came after the end of the wait.
package func waitForAnswer<Value: Sendable>(
  within limit: Duration?, on clock: any Clock<Duration>, late: (@Sendable (Value) async -> Void)? = nil,
  _ work: @escaping @Sendable () async -> Value
) async -> WaitOutcome<Value> {
  guard !Task.isCancelled else { return .cancelled }
  let first = FirstOutcome<WaitOutcome<Value>>()
  let working = Task {
    let value = await work()
    if !first.decide(.answered(value)) { await late?(value) }
  }
  let timing = limit.map { limit in
    Task {
      do { try await clock.sleep(for: min(max(limit, .zero), longestWait)) } catch { if Task.isCancelled { return } }
      first.decide(.timedOut)
    }
  }
  let outcome = await withTaskCancellationHandler {
    await first.value()
  } onCancel: {
    first.decide(.cancelled)
  }
  timing?.cancel()
  switch outcome {
  case .answered: break
  case .timedOut, .cancelled: working.cancel()
  }
  return outcome
}

/// Waits for work that can fail, as ``waitForAnswer(within:on:late:_:)``.
package func waitForResult<Value: Sendable, Failure: Error>(
  within limit: Duration?, on clock: any Clock<Duration>,
  late: (@Sendable (Result<Value, Failure>) async -> Void)? = nil,
  _ work: @escaping @Sendable () async throws(Failure) -> Value
) async -> WaitOutcome<Result<Value, Failure>> {
  await waitForAnswer(within: limit, on: clock, late: late) { () async -> Result<Value, Failure> in
    do throws(Failure) { return .success(try await work()) } catch { return .failure(error) }
  }
}

/// A century counts as forever: clocks cannot represent much longer times.
private let longestWait = Duration.seconds(100 * 365 * 24 * 60 * 60)

/// The first of several outcomes. Later ones are ignored.
final class FirstOutcome<Value: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Value, Never>)
    case decided(Value)
  }

  private let state = Mutex(State.open)

  /// Returns whether this outcome is the first one.
  @discardableResult
  func decide(_ value: Value) -> Bool {
    let (isFirst, waiting) = state.withLock { state -> (Bool, CheckedContinuation<Value, Never>?) in
      switch state {
      case .open:
        state = .decided(value)
        return (true, nil)
      case .awaited(let continuation):
        state = .decided(value)
        return (true, continuation)
      case .decided: return (false, nil)
      }
    }
    waiting?.resume(returning: value)
    return isFirst
  }

  /// Waits for the first outcome. May be called once.
  func value() async -> Value {
    await withCheckedContinuation { continuation in
      let decided = state.withLock { state -> Value? in
        if case .decided(let value) = state { return value }
        state = .awaited(continuation)
        return nil
      }
      if let decided { continuation.resume(returning: decided) }
    }
  }
}
