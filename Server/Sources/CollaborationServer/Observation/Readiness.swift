import Synchronization

/// Whether the store answers. However many ask, it is asked once at a time, and at most once a second.
final class Readiness: Sendable {
  private struct State {
    var question: Task<Bool, Never>?
    /// When the question was answered; nil while it is not.
    var answeredAt: ContinuousClock.Instant?
  }

  private let ask: @Sendable () async throws -> Void
  private let state = Mutex(State())

  /// - Parameter ask: Asks the store for something; throws if it does not answer.
  init(ask: @escaping @Sendable () async throws -> Void) { self.ask = ask }

  func isReady() async -> Bool {
    let question = state.withLock { state in
      let isCurrent = state.answeredAt.map { $0.duration(to: .now) < .seconds(1) } ?? true
      if let question = state.question, isCurrent { return question }
      let question = Task {
        let isReady = (try? await ask()) != nil
        self.state.withLock { $0.answeredAt = .now }
        return isReady
      }
      state = State(question: question)
      return question
    }
    return await question.value
  }
}
