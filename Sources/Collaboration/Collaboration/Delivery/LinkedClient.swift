import SchemaRuntime

/// A client with a link to its service: its extension opens the connections, and connects the link with them and with
/// the clock.
///
/// Link and client have one lock, so that what they learn takes effect in one order.
protocol LinkedClient: AnyObject, Sendable {
  associatedtype Wire: SessionWire
  associatedtype State: LinkedState where State.Wire == Wire

  var guarded: Mutex<State> { get }
  var timeline: Timeline { get }

  /// The app's log, if it has one.
  var log: ClientLog? { get }

  /// Opens a connection, without keeping the client.
  var connect: @Sendable () async throws -> any MessageConnection { get }

  /// Takes what the link reports, in order. The lock is held: the client must not wait.
  func receive(_ event: LinkEvent<Wire>, _ state: inout State)

  /// Called after each change of the state, without the lock.
  func didChange()
}

/// The state of a client, which its lock guards.
protocol LinkedState: Sendable {
  associatedtype Wire: SessionWire
  var line: ClientLine<Wire> { get set }
}

/// What a link reports to its client.
enum LinkEvent<Wire: SessionWire> {
  /// A frame whose turn it is.
  indirect case frame(Wire.Frame)
  /// A text that is not a frame, with the reason. The client tells the link what it counts as.
  case unreadable([UInt8], SchemaError)
  case interrupted
  case resumed
  case failed(reason: String)
  case overdue(id: Int)
  case left
}

/// A client's link with its connection and its alarm.
struct ClientLine<Wire: SessionWire>: Sendable {
  /// What the link is told.
  enum Cause: Sendable {
    case connection(any Error)
    indirect case frame(Wire.Frame)
    case time
  }

  fileprivate(set) var link: ClientLink<Wire>
  /// What the link is told now: the cause if it fails.
  fileprivate(set) var cause = Cause.time
  fileprivate var connection: (any MessageConnection)?
  /// The number of the current connection, which distinguishes it from earlier ones.
  fileprivate var connectionNumber = 0
  fileprivate var receiving: Task<Void, Never>?
  /// The attempts to connect since the last connection.
  fileprivate var attempts = 0
  /// The task that wakes the link, and its time.
  fileprivate var alarm: (time: Int, task: Task<Void, Never>)?
  /// Connections to close without the lock.
  fileprivate var closing: [any MessageConnection] = []

  /// - Parameter seed: decides the random waits between attempts.
  init(timing: LinkTiming, seed: UInt64) { link = ClientLink(timing: timing, seed: seed) }

  /// Ends all that the client has begun, when it is released.
  func end() {
    receiving?.cancel()
    alarm?.task.cancel()
    guard let connection else { return }
    // A session that is released without being left does not go on at the service.
    let farewell = Wire.leave(session: link.session)
    if link.phase != .idle, let text = try? farewell.json() { connection.send(text) }
    connection.close()
  }

  /// Returns the name of a new session: 128 random bits, because the session is a secret of its client.
  static func newSession() -> String {
    (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
  }
}

// MARK: - The link

extension LinkedClient {
  /// Changes the state under the lock.
  func change<Value: Sendable, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let (result, closing) = guarded.withLock { state in
      let result = Result { () throws(Failure) in try body(&state) }
      setAlarm(&state)
      defer { state.line.closing = [] }
      return (result, state.line.closing)
    }
    for connection in closing { connection.close() }
    log?.flush()
    didChange()
    return try result.get()
  }

  /// Passes an input to the link and performs its effects. The lock must be held, as in all functions with a state.
  func operate(_ input: ClientLink<Wire>.Input, _ state: inout State) {
    let now = timeline.now()
    let before = log.map { _ in LinkStanding(state.line.link, now: now) }
    let effects = state.line.link.receive(input, now: now)
    if let log, let before {
      log.note(input, effects, state.line.link, since: before, attempt: state.line.attempts + 1, now: now)
    }
    for effect in effects { perform(effect, &state) }
  }

  private func operate(_ input: ClientLink<Wire>.Input, because cause: ClientLine<Wire>.Cause, _ state: inout State) {
    state.line.cause = cause
    operate(input, &state)
    state.line.cause = .time
  }

  private func perform(_ effect: ClientLink<Wire>.Effect, _ state: inout State) {
    switch effect {
    case .connect: openConnection(&state)
    case .disconnect:
      state.line.connectionNumber += 1
      state.line.receiving?.cancel()
      if let connection = state.line.connection { state.line.closing.append(connection) }
      state.line.connection = nil
    case .transmit(let message):
      // Everything in it was validated before, so it can always be written.
      if let text = try? message.json() { state.line.connection?.send(text) }
    case .deliver(let frame): receive(.frame(frame), &state)
    case .interrupted: receive(.interrupted, &state)
    case .resumed: receive(.resumed, &state)
    case .failed(let reason): receive(.failed(reason: reason), &state)
    case .overdue(let id): receive(.overdue(id: id), &state)
    case .left: receive(.left, &state)
    }
  }

  /// Lets the link wake at its deadline. An earlier alarm stays: waking early has no effect.
  private func setAlarm(_ state: inout State) {
    guard let deadline = state.line.link.deadline else {
      state.line.alarm?.task.cancel()
      state.line.alarm = nil
      return
    }
    if let alarm = state.line.alarm, alarm.time <= deadline { return }
    state.line.alarm?.task.cancel()
    let task = Task { [weak self, timeline] in
      do { try await timeline.sleep(deadline) } catch { return }
      guard let self, !Task.isCancelled else { return }
      change { state in
        if state.line.alarm?.time == deadline { state.line.alarm = nil }
        operate(.wake, &state)
      }
    }
    state.line.alarm = (deadline, task)
  }
}

// MARK: - Connections

extension LinkedClient {
  private func openConnection(_ state: inout State) {
    state.line.connectionNumber += 1
    state.line.attempts += 1
    let number = state.line.connectionNumber
    state.line.receiving?.cancel()
    state.line.receiving = Task { [weak self, connect] in
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
    change { state in
      guard state.line.connectionNumber == number else { return false }
      state.line.connection = connection
      state.line.attempts = 0
      operate(.connected, &state)
      return true
    }
  }

  private func lose(_ number: Int, _ error: any Error) {
    change { state in
      guard state.line.connectionNumber == number else { return }
      state.line.connection = nil
      operate(.disconnected("\(error)"), because: .connection(error), &state)
    }
  }

  private func receive(_ text: [UInt8], on number: Int) {
    let read = Result { () throws(SchemaError) in try Wire.Frame(json: text) }
    change { state in
      guard state.line.connectionNumber == number else { return }
      switch read {
      case .success(let frame): operate(.frame(frame), because: .frame(frame), &state)
      case .failure(let error):
        log?.note(.dropped(reason: "\(error)"))
        receive(.unreadable(text, error), &state)
      }
    }
  }
}

/// The service or the network has ended a connection.
struct ConnectionEnded: Error, CustomStringConvertible {
  var description: String { "the connection has ended" }
}
