import CollaborationModels
import SchemaRuntime

/// A session of a client with its service, and its requests.
///
/// Events are reported under the lock, in order: their receiver must neither wait nor call the session.
final class ClientSession<Wire: ServiceWire>: LinkedClient {
  enum Event: Sendable {
    indirect case frame(Wire.Frame)
    /// Joining has failed, or the connection could not be restored.
    case failed(Failure)
    /// The session has ended: the client has left, or the service has ended it.
    case ended
  }

  enum Failure: Error, Sendable {
    case connection(any Error)
    case rejected(ServiceError)
    case timedOut
  }

  /// The end of a request.
  enum Answer: Sendable {
    case accepted
    case refused(ServiceError)
    /// There was no answer in time. The request may still be performed.
    case timedOut
    /// The session has ended without an answer, with the failure, if any.
    case ended(Failure?)
    /// Too many requests wait for an answer.
    case overloaded
  }

  /// The maximum number of requests without an answer.
  static var requestLimit: Int { 1_024 }

  fileprivate struct Waiting {
    var request: Wire.Request
    var answer: FirstOutcome<Answer>
  }

  struct State: LinkedState {
    var line: ClientLine<Wire>
    fileprivate var lastID = 0
    fileprivate var waiting: [Int: Waiting] = [:]
    fileprivate var leaving: [FirstOutcome<Void>] = []
    /// Whether the service has begun the session.
    fileprivate var hasBegun = false
  }

  let guarded: Mutex<State>
  let timeline: Timeline
  let log: ClientLog?
  private let opening: Wire.Opening
  private let rejoins: Bool
  let connect: @Sendable () async throws -> any MessageConnection
  private let report: @Sendable (Event) -> Void

  /// - Parameter log: the app's log, if it has one.
  /// - Parameter seed: decides the random waits between attempts.
  /// - Parameter rejoins: whether another session begins when the service has ended one, with the requests that have no
  ///   answer.
  init(
    _ opening: Wire.Opening, rejoins: Bool = false, timing: LinkTiming, seed: UInt64, clock: any Clock<Duration>,
    log: ClientLog? = nil,
    connect: @escaping @Sendable () async throws -> any MessageConnection,
    receive: @escaping @Sendable (Event) -> Void
  ) {
    self.opening = opening
    self.rejoins = rejoins
    self.connect = connect
    self.log = log
    report = receive
    timeline = Timeline(clock)
    guarded = Mutex(State(line: ClientLine(timing: timing, seed: seed)))
  }

  deinit {
    guarded.withLock { state in
      for waiting in state.waiting.values { waiting.answer.decide(.ended(nil)) }
      for leaving in state.leaving { leaving.decide(()) }
      state.line.end()
    }
  }

  /// Whether there is no session: before it is joined, and after its end.
  var isIdle: Bool { guarded.withLock { $0.line.link.phase == .idle } }

  /// Begins the session, unless there is one.
  func join() { change { self.join(&$0) } }

  /// Sends a request, and repeats it until it is answered.
  func submit(_ request: Wire.Request) -> FirstOutcome<Answer> {
    let answer = FirstOutcome<Answer>()
    change { state in
      if rejoins { join(&state) }
      if state.line.link.phase == .idle || state.line.link.phase == .leaving {
        answer.decide(.ended(nil))
      } else if state.line.link.size >= Self.requestLimit {
        answer.decide(.overloaded)
      } else {
        send(Waiting(request: request, answer: answer), &state)
      }
    }
    return answer
  }

  /// Leaves the session. Earlier requests are answered first, within the time to leave, if the caller keeps the session
  /// until then.
  func leave() -> FirstOutcome<Void> {
    let left = FirstOutcome<Void>()
    change { state in
      state.leaving.append(left)
      operate(.leave, &state)
    }
    return left
  }
}

// MARK: - What the link reports

extension ClientSession {
  func didChange() {}

  func receive(_ event: LinkEvent<Wire>, _ state: inout State) {
    switch event {
    case .frame(let frame):
      if case .ended = Wire.role(of: frame) { endSession(&state) } else { deliver(frame, &state) }
    case .unreadable(let text, _):
      // For example a frame of a newer service.
      let members = try? JSONValue(parsing: text).object
      operate(.unreadable(revision: members?["revision"]?.int, request: members?["request"]?.int), &state)
    case .interrupted, .resumed: break
    case .failed: finish(Failure(state.line.cause), &state)
    case .overdue(let id): state.waiting.removeValue(forKey: id)?.answer.decide(.timedOut)
    case .left: finish(nil, &state)
    }
  }

  private func join(_ state: inout State) {
    guard state.line.link.phase == .idle else { return }
    (state.lastID, state.hasBegun) = (0, false)
    operate(.join(opening, session: ClientLine<Wire>.newSession()), &state)
  }

  private func send(_ waiting: Waiting, _ state: inout State) {
    state.lastID += 1
    state.waiting[state.lastID] = waiting
    operate(.send(id: state.lastID, waiting.request), &state)
  }

  private func deliver(_ frame: Wire.Frame, _ state: inout State) {
    state.hasBegun = true
    report(.frame(frame))
    for answer in Wire.answers(in: frame) {
      let outcome = answer.error.map { Answer.refused($0) } ?? .accepted
      state.waiting.removeValue(forKey: answer.request)?.answer.decide(outcome)
    }
  }

  /// The service has ended the session.
  private func endSession(_ state: inout State) {
    guard rejoins, state.hasBegun else { return finish(nil, &state) }
    operate(.close, &state)
    let waiting = state.waiting.sorted { $0.key < $1.key }.map(\.value)
    state.waiting = [:]
    join(&state)
    for entry in waiting { send(entry, &state) }
  }

  private func finish(_ failure: Failure?, _ state: inout State) {
    operate(.close, &state)
    report(failure.map { .failed($0) } ?? .ended)
    for waiting in state.waiting.values { waiting.answer.decide(.ended(failure)) }
    for leaving in state.leaving { leaving.decide(()) }
    (state.waiting, state.leaving) = ([:], [])
  }
}

extension ClientSession.Failure {
  fileprivate init(_ cause: ClientLine<Wire>.Cause) {
    switch cause {
    case .connection(let error): self = .connection(error)
    case .frame(let frame): self = Wire.rejection(in: frame).map { .rejected($0) } ?? .timedOut
    case .time: self = .timedOut
    }
  }
}
