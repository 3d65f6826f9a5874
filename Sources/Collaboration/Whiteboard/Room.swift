public import CollaborationModels
public import SchemaRuntime

/// A live room, shared with other members.
///
/// Its properties are the cached state, which can be read at any time. A callback that reads them sees the state that
/// it was called for. After the room is left, they keep the last state.
///
/// A class with a lock rather than an actor, because the document promises synchronous properties, and callbacks in the
/// order of the events.
public final class Room: Sendable {
  /// The service's response to a successful request.
  struct Answer: Sendable {
    var value: JSONValue?
    /// The changes that the request made in a synced store.
    var diff: SyncedStoreDiff = [:]
  }

  enum Delivery: Sendable {
    case event(RoomEvent)
    case error(WhiteboardError)
    /// A caller waits for a response, and resumes after the earlier callbacks have returned.
    case resume(@Sendable () -> Void)
  }

  /// A caller who waits for a response.
  struct Waiting: Sendable {
    var continuation: CheckedContinuation<Result<Answer, WhiteboardFailure>, Never>
    /// The store whose values the response contains.
    var store: SyncedStore?
  }

  struct State {
    var machine = RoomMachine()
    var connection: (any RoomConnection)?
    var timer: Task<Void, Never>?
    var messages: Task<Void, Never>?
    var intervals: [Int: Task<Void, Never>] = [:]
    var waiting: [Int: Waiting] = [:]
    /// The contents of responses until their callers are resumed.
    var answers: [Int: JSONValue] = [:]
    var joining: CheckedContinuation<Result<Void, WhiteboardFailure>, Never>?
    /// The result of joining, if it was known before a caller waited for it.
    var joinResult: Result<Void, WhiteboardFailure>?
    var leaving: [CheckedContinuation<Void, Never>] = []
    var stores: [String: [WeakStore]] = [:]
  }

  struct WeakStore: Sendable {
    weak var store: SyncedStore?
  }

  /// The configuration with which the room was joined.
  public let config: RoomConfig
  let context: WhiteboardContext
  let callbacks: (any RoomCallbacks)?
  let clock: any Clock<Duration>
  let guarded = Mutex(State())
  let deliveries = OrderedDelivery<Delivery>()
  private let broadcast = EventBroadcast<RoomEvent>()

  init(
    config: RoomConfig, callbacks: (any RoomCallbacks)?, context: WhiteboardContext, clock: any Clock<Duration>
  ) {
    self.config = config
    self.callbacks = callbacks
    self.context = context
    self.clock = clock
  }

  deinit {
    guarded.withLock { state in
      state.timer?.cancel()
      state.messages?.cancel()
      for interval in state.intervals.values { interval.cancel() }
      // A room that is released without being left does not stay visible to the other members.
      if let connection = state.connection { Task { await connection.leave() } }
    }
  }

  /// Returns all events from now on, in the same order as the callbacks.
  public func events() -> AsyncStream<RoomEvent> { broadcast.events() }
}

// MARK: - The cached state

extension Room {
  private func read<Value: Sendable>(_ value: (RoomMachine) -> Value) -> Value {
    guarded.withLock { value($0.machine) }
  }

  /// The complete state.
  public var state: RoomState { read { $0.state } }
  /// The application's global state as sent by the service; see also `globalState(as:)`.
  public var globalState: JSONObject { read { $0.state.globalState } }
  /// The tool of the local member.
  public var memberState: MemberState { read { $0.state.memberState } }
  /// The members who are online.
  public var roomMembers: [RoomMember] { read { $0.state.roomMembers } }
  /// The local member's view mode and the broadcaster.
  public var broadcastState: BroadcastState { read { $0.state.broadcastState } }
  /// The current scene and the others in its folder.
  public var sceneState: SceneState { read { $0.state.sceneState } }
  /// The visible part of the whiteboard.
  public var cameraState: CameraState { read { $0.state.cameraState } }
  /// The current page; nil if the service does not report it.
  public var pageState: PageState? { read { $0.state.pageState } }
  /// The arrangement of windows; nil in a room without windows.
  public var windowBoxState: WindowBoxState? { read { $0.state.windowBoxState } }
  /// The open apps; nil in a room without windows.
  public var appState: AppState? { read { $0.state.appState } }
  /// The zoom scale of the local member's view; 1 is its natural size.
  public var scale: Double { read { $0.state.zoomScale } }
  /// The state of the connection.
  public var phase: RoomPhase { read { $0.phase } }
  /// Whether the local member may change the room while connected.
  public var isWritable: Bool { read { $0.isWritable } }
  /// Whether changes can be committed now: while connected, by a member with write access.
  public var isAbleToCommit: Bool { read { $0.isAbleToCommit } }
  /// The number of the local member; nil before the room is joined.
  public var memberId: Int? { read { $0.memberId } }
}

// MARK: - What happens

extension Room {
  /// Passes an input to the machine and performs its effects.
  func process(_ input: RoomMachine.Input) throws(WhiteboardFailure) {
    try guarded.withLock { state throws(WhiteboardFailure) in
      for effect in try state.machine.receive(input) { perform(effect, &state) }
    }
    deliver()
  }

  /// Processes a message from the service. An invalid one changes nothing and is reported to the common callbacks,
  /// unless the room is being left or was left: messages about other members may still arrive then, which is not an
  /// error.
  func receive(_ frame: RoomFrame) {
    do throws(WhiteboardFailure) {
      let message = try RoomMessage(frame)
      try guarded.withLock { state throws(WhiteboardFailure) in
        let effects = try state.machine.receive(.message(message))
        if case .accepted(let request, _) = message { state.answers[request] = frame.value }
        if case .storeChange(let name, let values) = message { changeStores(name, to: values, &state) }
        for effect in effects { perform(effect, &state) }
      }
    } catch {
      if let request = frame.request { fail(request, error) }
      if phase == .connected || phase == .reconnecting { deliveries.add(.error(error.uncaught)) }
    }
    deliver()
  }

  /// Fails the waiting call, because its response cannot be read.
  private func fail(_ request: Int, _ failure: WhiteboardFailure) {
    guarded.withLock { state in
      state.answers[request] = nil
      guard let waiting = state.waiting.removeValue(forKey: request) else { return }
      deliveries.add(.resume { waiting.continuation.resume(returning: .failure(failure)) })
    }
  }

  func deliver() {
    deliveries.run { delivery in
      switch delivery {
      case .event(let event):
        callbacks?.fire(event, in: self)
        broadcast.send(event)
      case .error(let error): context.throwError(error)
      case .resume(let resume): resume()
      }
    }
  }

  /// Performs one effect of the machine. The lock must be held, so nothing here waits or calls back.
  func perform(_ effect: RoomMachine.Effect, _ state: inout State) {
    switch effect {
    case .notify(let event): deliveries.add(.event(event))
    case .report(let error): deliveries.add(.error(error))
    case .startTimer(let timer, let milliseconds):
      state.timer?.cancel()
      state.timer = wake(after: milliseconds, with: .timeUp(timer: timer))
    case .stopTimer:
      state.timer?.cancel()
      state.timer = nil
    case .startInterval(let timer, let milliseconds):
      state.intervals[timer] = wake(after: milliseconds, with: .intervalEnded(timer: timer))
    case .send(let id, let request): state.connection?.send(request, id: id)
    case .answered(let id, let error):
      answer(id, error, &state)
    case .joinEnded(let failure):
      let result = failure.map { Result<Void, _>.failure($0) } ?? .success(())
      guard let joining = state.joining else {
        state.joinResult = result
        return
      }
      state.joining = nil
      deliveries.add(.resume { joining.resume(returning: result) })
    case .leave: leave(state.connection)
    case .close: close(&state)
    }
  }

  private func answer(_ id: Int, _ error: WhiteboardError?, _ state: inout State) {
    var answer = Answer(value: state.answers.removeValue(forKey: id))
    guard let waiting = state.waiting.removeValue(forKey: id) else { return }
    // Here, not in the waiting caller: the next change by others must see these values.
    if error == nil, let store = waiting.store {
      answer.diff = changeOwn(store, to: answer.value?.object, &state)
    }
    let result = error.map { Result<Answer, _>.failure(WhiteboardFailure.service($0)) } ?? .success(answer)
    deliveries.add(.resume { waiting.continuation.resume(returning: result) })
  }

  private func wake(after milliseconds: Int, with input: RoomMachine.Input) -> Task<Void, Never> {
    let duration = Duration.timer(milliseconds: milliseconds)
    return Task { [weak self, clock] in
      do { try await clock.sleep(for: duration) } catch { return }
      if case .intervalEnded(let timer) = input {
        self?.guarded.withLock { _ = $0.intervals.removeValue(forKey: timer) }
      }
      // The machine never refuses the end of a timer.
      try? self?.process(input)
    }
  }

  private func leave(_ connection: (any RoomConnection)?) {
    Task { [weak self] in
      await connection?.leave()
      try? self?.process(.left)
    }
  }

  private func close(_ state: inout State) {
    // Only joining is cancelled here. The service may still report why the connection ended, after its phase; the
    // messages end when the connection is left.
    if state.connection == nil { state.messages?.cancel() }
    for interval in state.intervals.values { interval.cancel() }
    for stores in state.stores.values { for store in stores { store.store?.close() } }
    let (waiting, leaving, connection) = (state.waiting.values, state.leaving, state.connection)
    deliveries.add(
      .resume {
        for waiting in waiting { waiting.continuation.resume(returning: .failure(.connectionEnded)) }
        for leaving in leaving { leaving.resume() }
        Task { await connection?.leave() }
      })
    (state.waiting, state.leaving, state.connection) = ([:], [], nil)
    (state.intervals, state.stores, state.answers) = ([:], [:], [:])
  }
}

extension Duration {
  /// Returns the duration of a timer: not negative, and at most the maximum of the service's own timers, 2^31 - 1 ms.
  static func timer(milliseconds: Int) -> Duration { .milliseconds(min(max(milliseconds, 0), 2_147_483_647)) }
}
