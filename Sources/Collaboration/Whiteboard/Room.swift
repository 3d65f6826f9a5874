public import CollaborationModels
public import SchemaRuntime
import Synchronization

/// A live room that others are in as well.
///
/// Its properties are the cached state, which can be read at any time: a callback that reads them sees what it was
/// called for. After the room is left, they keep the last state.
///
/// It is a class with a lock rather than an actor, because the document promises properties that are read without
/// waiting, and callbacks in the order of the events.
public final class Room: Sendable {
  /// What the service said to a request that it carried out.
  struct Answer: Sendable {
    var value: JSONValue?
    /// What the request changed in a synced store.
    var diff: SyncedStoreDiff = [:]
  }

  enum Delivery: Sendable {
    case event(RoomEvent)
    case error(WhiteboardError)
    /// Somebody waits for an answer, and goes on when the callbacks before it have returned.
    case resume(@Sendable () -> Void)
  }

  /// Who waits for an answer.
  struct Waiting: Sendable {
    var continuation: CheckedContinuation<Result<Answer, WhiteboardFailure>, Never>
    /// The store whose values the answer brings.
    var store: SyncedStore?
  }

  struct State {
    var machine = RoomMachine()
    var connection: (any RoomConnection)?
    var timer: Task<Void, Never>?
    var messages: Task<Void, Never>?
    var intervals: [Int: Task<Void, Never>] = [:]
    var waiting: [Int: Waiting] = [:]
    /// What answers brought, until those who wait for it are resumed.
    var answers: [Int: JSONValue] = [:]
    var joining: CheckedContinuation<Result<Void, WhiteboardFailure>, Never>?
    /// How joining ended, where it did before anybody waited for it.
    var joinResult: Result<Void, WhiteboardFailure>?
    var leaving: [CheckedContinuation<Void, Never>] = []
    var stores: [String: [WeakStore]] = [:]
  }

  struct WeakStore: Sendable {
    weak var store: SyncedStore?
  }

  /// How the room was joined.
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
      // Who lets go of a room without leaving it does not stay in it for the others.
      if let connection = state.connection { Task { await connection.leave() } }
    }
  }

  /// What happens from now on, in order: the same as the callbacks hear.
  public func events() -> AsyncStream<RoomEvent> { broadcast.events() }
}

// MARK: - The cached state

extension Room {
  private func read<Value: Sendable>(_ value: (RoomMachine) -> Value) -> Value {
    guarded.withLock { value($0.machine) }
  }

  /// The whole state.
  public var state: RoomState { read { $0.state } }
  /// What applications keep in the room, as it is on the wire; see also `globalState(as:)`.
  public var globalState: JSONObject { read { $0.state.globalState } }
  /// The tool of the local member.
  public var memberState: MemberState { read { $0.state.memberState } }
  /// The members who are online.
  public var roomMembers: [RoomMember] { read { $0.state.roomMembers } }
  /// How the local member sees the room, and who leads it.
  public var broadcastState: BroadcastState { read { $0.state.broadcastState } }
  /// The scene that is shown and those around it.
  public var sceneState: SceneState { read { $0.state.sceneState } }
  /// The part of the whiteboard that is seen.
  public var cameraState: CameraState { read { $0.state.cameraState } }
  /// Where one is among the pages; nil when the service does not say.
  public var pageState: PageState? { read { $0.state.pageState } }
  /// How windows are shown; nil in a room without windows.
  public var windowBoxState: WindowBoxState? { read { $0.state.windowBoxState } }
  /// The apps that are open; nil in a room without windows.
  public var appState: AppState? { read { $0.state.appState } }
  /// How much the local member has enlarged the view; 1 is its natural size.
  public var scale: Double { read { $0.state.zoomScale } }
  /// Where the connection stands.
  public var phase: RoomPhase { read { $0.phase } }
  /// Whether the local member may change the room while connected.
  public var isWritable: Bool { read { $0.isWritable } }
  /// Whether changes can be committed now: while connected, by a member who may write.
  public var isAbleToCommit: Bool { read { $0.isAbleToCommit } }
  /// The number of the local member; nil before the room is joined.
  public var memberId: Int? { read { $0.memberId } }
}

// MARK: - What happens

extension Room {
  /// Lets the machine take in what happens, and does what it says.
  func process(_ input: RoomMachine.Input) throws(WhiteboardFailure) {
    try guarded.withLock { state throws(WhiteboardFailure) in
      for effect in try state.machine.receive(input) { perform(effect, &state) }
    }
    deliver()
  }

  /// Takes in a message of the service. One that is wrong changes nothing, and the common callbacks hear of it; unless
  /// the room is being left or has been, where what others did meanwhile may still arrive, and is no error.
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

  /// Tells who waits for an answer that it cannot be read.
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

  /// Does one thing that the machine asks for. The lock is held, so nothing here waits or calls back.
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
    // Here, and not where one waits: the next change by others must find these values.
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
      // The machine refuses no end of a timer.
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
    // Only joining is given up here. The service may still say why the connection ended, after its phase; the messages
    // end when the connection is left.
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
  /// The duration of a timer: not negative, and at most as long as the service's own timers can be, 2^31 - 1 ms.
  static func timer(milliseconds: Int) -> Duration { .milliseconds(min(max(milliseconds, 0), 2_147_483_647)) }
}
