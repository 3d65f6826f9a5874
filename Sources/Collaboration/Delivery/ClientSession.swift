import CollaborationModels
import SchemaRuntime

/// A session of a client with its service: opens connections, and connects the link with them and with the clock.
///
/// Events are reported under the lock, in order: their receiver must neither wait nor call the session.
final class ClientSession<Wire: ServiceWire>: Sendable {
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

  private struct Waiting {
    var request: Wire.Request
    var answer: FirstOutcome<Answer>
  }

  private struct State {
    var link: ClientLink<Wire>
    var connection: (any MessageConnection)?
    /// The number of the current connection, which distinguishes it from earlier ones.
    var connectionNumber = 0
    var receiving: Task<Void, Never>?
    /// The task that wakes the link, and its time.
    var alarm: (time: Int, task: Task<Void, Never>)?
    var lastID = 0
    var waiting: [Int: Waiting] = [:]
    var leaving: [FirstOutcome<Void>] = []
    /// Whether the service has begun the session.
    var hasBegun = false
    /// The reason if the link fails now.
    var cause = Failure.timedOut
    /// Connections to close outside the lock.
    var closing: [any MessageConnection] = []
  }

  private let opening: Wire.Opening
  private let rejoins: Bool
  private let timeline: Timeline
  private let connect: @Sendable () async throws -> any MessageConnection
  private let receive: @Sendable (Event) -> Void
  private let guarded: Mutex<State>

  /// - Parameter seed: decides the random waits between attempts.
  /// - Parameter rejoins: whether another session begins when the service has ended one, with the requests that have no
  ///   answer.
  init(
    _ opening: Wire.Opening, rejoins: Bool = false, timing: LinkTiming, seed: UInt64, clock: any Clock<Duration>,
    connect: @escaping @Sendable () async throws -> any MessageConnection,
    receive: @escaping @Sendable (Event) -> Void
  ) {
    self.opening = opening
    self.rejoins = rejoins
    self.connect = connect
    self.receive = receive
    timeline = Timeline(clock)
    guarded = Mutex(State(link: ClientLink(timing: timing, seed: seed)))
  }

  deinit {
    guarded.withLock { state in
      state.receiving?.cancel()
      state.alarm?.task.cancel()
      for waiting in state.waiting.values { waiting.answer.decide(.ended(nil)) }
      for leaving in state.leaving { leaving.decide(()) }
      guard let connection = state.connection else { return }
      // A session that is released without being left does not go on at the service.
      let farewell = Wire.leave(session: state.link.session)
      if state.link.phase != .idle, let text = try? farewell.json() { connection.send(text) }
      connection.close()
    }
  }

  /// Whether there is no session: before it is joined, and after its end.
  var isIdle: Bool { guarded.withLock { $0.link.phase == .idle } }

  /// Begins the session, unless there is one.
  func join() { change { self.join(&$0) } }

  /// Sends a request, and repeats it until it is answered.
  func submit(_ request: Wire.Request) -> FirstOutcome<Answer> {
    let answer = FirstOutcome<Answer>()
    change { state in
      if rejoins { join(&state) }
      if state.link.phase == .idle || state.link.phase == .leaving {
        answer.decide(.ended(nil))
      } else if state.link.size >= Self.requestLimit {
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

// MARK: - The link

extension ClientSession {
  private func change(_ body: (inout State) -> Void) {
    let closing = guarded.withLock { state in
      body(&state)
      setAlarm(&state)
      defer { state.closing = [] }
      return state.closing
    }
    for connection in closing { connection.close() }
  }

  private func join(_ state: inout State) {
    guard state.link.phase == .idle else { return }
    (state.lastID, state.hasBegun, state.cause) = (0, false, .timedOut)
    // 128 random bits: the session is a secret of its client.
    let session = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
    operate(.join(opening, session: session), &state)
  }

  private func send(_ waiting: Waiting, _ state: inout State) {
    state.lastID += 1
    state.waiting[state.lastID] = waiting
    operate(.send(id: state.lastID, waiting.request), &state)
  }

  private func operate(_ input: ClientLink<Wire>.Input, _ state: inout State) {
    for effect in state.link.receive(input, now: timeline.now()) { perform(effect, &state) }
  }

  private func perform(_ effect: ClientLink<Wire>.Effect, _ state: inout State) {
    switch effect {
    case .connect: connect(&state)
    case .disconnect:
      state.connectionNumber += 1
      state.receiving?.cancel()
      if let connection = state.connection { state.closing.append(connection) }
      state.connection = nil
    case .transmit(let message):
      // Everything in it was validated before, so it can always be written.
      if let text = try? message.json() { state.connection?.send(text) }
    case .deliver(let frame):
      if case .ended = Wire.role(of: frame) { endSession(&state) } else { deliver(frame, &state) }
    case .interrupted, .resumed: break
    case .failed: finish(state.cause, &state)
    case .overdue(let id): state.waiting.removeValue(forKey: id)?.answer.decide(.timedOut)
    case .left: finish(nil, &state)
    }
  }

  private func deliver(_ frame: Wire.Frame, _ state: inout State) {
    state.hasBegun = true
    receive(.frame(frame))
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
    receive(failure.map { .failed($0) } ?? .ended)
    for waiting in state.waiting.values { waiting.answer.decide(.ended(failure)) }
    for leaving in state.leaving { leaving.decide(()) }
    (state.waiting, state.leaving) = ([:], [])
  }

  /// Lets the link wake at its deadline. An earlier alarm stays: waking early has no effect.
  private func setAlarm(_ state: inout State) {
    guard let deadline = state.link.deadline else {
      state.alarm?.task.cancel()
      state.alarm = nil
      return
    }
    if let alarm = state.alarm, alarm.time <= deadline { return }
    state.alarm?.task.cancel()
    let task = Task { [weak self, timeline] in
      do { try await timeline.sleep(deadline) } catch { return }
      guard !Task.isCancelled else { return }
      self?.change { state in
        if state.alarm?.time == deadline { state.alarm = nil }
        state.cause = .timedOut
        self?.operate(.wake, &state)
      }
    }
    state.alarm = (deadline, task)
  }
}

// MARK: - Connections

extension ClientSession {
  private func connect(_ state: inout State) {
    state.connectionNumber += 1
    let number = state.connectionNumber
    state.receiving?.cancel()
    state.receiving = Task { [weak self, connect] in
      let connection: any MessageConnection
      do {
        connection = try await connect()
      } catch {
        self?.lose(number, error)
        return
      }
      guard self?.enter(connection, number) == true else {
        // Too late: the session ended meanwhile.
        connection.close()
        return
      }
      for await text in connection.messages { self?.receive(text, on: number) }
      self?.lose(number, ConnectionEnded())
    }
  }

  private func enter(_ connection: any MessageConnection, _ number: Int) -> Bool {
    var isWanted = false
    change { state in
      guard state.connectionNumber == number else { return }
      isWanted = true
      state.connection = connection
      operate(.connected, &state)
    }
    return isWanted
  }

  private func lose(_ number: Int, _ error: any Error) {
    change { state in
      guard state.connectionNumber == number else { return }
      state.connection = nil
      state.cause = .connection(error)
      operate(.disconnected("\(error)"), &state)
    }
  }

  private func receive(_ text: [UInt8], on number: Int) {
    let input: ClientLink<Wire>.Input
    var cause = Failure.timedOut
    if let frame = try? Wire.Frame(json: text) {
      input = .frame(frame)
      if let error = Wire.rejection(in: frame) { cause = .rejected(error) }
    } else {
      // For example a frame of a newer service.
      let members = try? JSONValue(parsing: text).object
      input = .unreadable(revision: members?["revision"]?.int, request: members?["request"]?.int)
    }
    change { state in
      guard state.connectionNumber == number else { return }
      state.cause = cause
      operate(input, &state)
    }
  }
}

/// The service or the network has ended a connection.
struct ConnectionEnded: Error, CustomStringConvertible {
  var description: String { "the connection has ended" }
}
