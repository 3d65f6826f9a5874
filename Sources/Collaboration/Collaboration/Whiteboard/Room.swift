public import CollaborationModels
public import SchemaRuntime

/// A live room, shared with other members.
///
/// Its properties are the cached state, which can be read at any time. A callback that reads them sees the state that
/// it was called for. After the room is left, they keep the last state.
///
/// A class with a lock rather than an actor, because the document promises synchronous properties, and callbacks in the
/// order of the events.
public final class Room: LinkedClient, Sendable {
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
    /// The room is joined: sequences of events can begin.
    case begin
    /// The room was left: its sequences of events end.
    case end
  }

  /// A caller who waits for a response.
  typealias Waiting = CheckedContinuation<Result<Answer, any Error>, Never>

  struct State: LinkedState {
    var machine: RoomMachine
    var line: ClientLine<RoomWire>
    /// The requests that were made while the room reconnected, and have no answer, with their sizes.
    var offline = SizedQueue<Int>()
    var timer: Task<Void, Never>?
    var intervals: [Int: Task<Void, Never>] = [:]
    /// The waiting callers, and the requests that they wait for, by the number of the wait.
    var waiting: [Int: Waiting] = [:]
    var waits: [Int: Int] = [:]
    var lastWait = 0
    /// Waits that were cancelled before they began.
    var cancelled: Set<Int> = []
    /// The stores that requests change.
    var changing: [Int: SyncedStore] = [:]
    /// The contents of responses until their callers are resumed.
    var answers: [Int: JSONValue] = [:]
    var joining: CheckedContinuation<Result<Void, WhiteboardFailure>, Never>?
    /// The result of joining, if it was known before a caller waited for it.
    var joinResult: Result<Void, WhiteboardFailure>?
    var leaving: [CheckedContinuation<Void, Never>] = []
    /// The callers who resume when the last events of the room have been delivered.
    var released: [@Sendable () -> Void] = []
    var stores: [String: [WeakStore]] = [:]
    /// The latest error that no function has thrown.
    var error: WhiteboardFailure?
  }

  struct WeakStore: Sendable {
    weak var store: SyncedStore?
  }

  /// The configuration with which the room was joined.
  public let config: RoomConfig
  let context: WhiteboardContext
  let callbacks: (any RoomCallbacks)?
  let connect: @Sendable () async throws -> any MessageConnection
  let timeline: Timeline
  let log: ClientLog?
  let offlineChanges: WhiteboardSDK.OfflineChanges
  let guarded: Mutex<State>
  let deliveries = OrderedDelivery<Delivery>()
  let broadcast = EventBroadcast<RoomEvent>()
  let snapshotBroadcast = SnapshotBroadcast<RoomSnapshot>()

  init(
    config: RoomConfig, callbacks: (any RoomCallbacks)?, context: WhiteboardContext, transport: any RoomTransport,
    timing: LinkTiming, seed: UInt64, offlineChanges: WhiteboardSDK.OfflineChanges, clock: any Clock<Duration>,
    log: ClientLog? = nil
  ) {
    self.config = config
    self.callbacks = callbacks
    self.context = context
    connect = { try await transport.connect(config) }
    timeline = Timeline(clock)
    self.offlineChanges = offlineChanges
    self.log = log
    let machine = RoomMachine(acceptsOfflineChanges: offlineChanges != .refused)
    guarded = Mutex(State(machine: machine, line: ClientLine(timing: timing, seed: seed)))
  }

  deinit {
    guarded.withLock { state in
      state.timer?.cancel()
      for interval in state.intervals.values { interval.cancel() }
      state.line.end()
    }
  }

  /// Returns all events from now on, in the same order as the callbacks. The sequence ends when the room is left, and after
  /// 1,024 events that waited for a slow listener.
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
  public var memberID: Int? { read { $0.memberID } }
}
