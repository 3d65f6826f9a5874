import CollaborationModels

/// The complete behavior of a live room, without time, network and tasks.
///
/// It takes inputs and returns effects. A refused input changes nothing.
///
/// Changes that are immediately visible to the local member (global state, tool, view) wait in ``pending`` until the
/// service has answered them. ``state`` is always the confirmed state with the pending changes applied. So concurrent
/// changes of two members cannot leave them with different states. A change that fails is an event
/// (``RoomEvent/changeFailed(_:_:)``).
struct RoomMachine: Hashable, Sendable {
  /// An input of a room. Cases with large values are boxed here and below, so that the small ones, which are the
  /// majority, are cheap to pass on.
  enum Input: Hashable, Sendable {
    /// The local member joins; joining and reconnecting may take this many milliseconds each.
    case join(timeout: Int)
    indirect case joined(memberID: Int, isWritable: Bool, state: RoomState)
    case joinFailed(String)
    /// A frame of the service, whose turn it is.
    indirect case frame(RoomFrame)
    /// The local member asks for something.
    indirect case action(RoomAction)
    /// The local member leaves.
    case leave
    /// The room was left.
    case left
    /// A timer has fired.
    case timeUp(timer: Int)
    case listen(to: String, everyMilliseconds: Int?)
    case stopListening(to: String)
    /// An interval of frequent events has ended.
    case intervalEnded(timer: Int)
    /// The caller of a request no longer waits for its answer.
    case abandoned(id: Int)
    /// A request was not answered in time. If its change was already visible, it is taken back until it is confirmed.
    case overdue(id: Int, milliseconds: Int)
  }

  /// An effect to perform, in order.
  enum Effect: Hashable, Sendable {
    /// Notify the listeners of an event.
    case notify(RoomEvent)
    /// Report an error for which no caller waits to the common callbacks.
    case report(WhiteboardError)
    /// Start a timer. Only one timer runs at a time; a new one replaces the old one.
    case startTimer(Int, milliseconds: Int)
    case stopTimer
    case startInterval(Int, milliseconds: Int)
    indirect case send(id: Int, RoomAction)
    /// A request was answered.
    case answered(id: Int, WhiteboardError?)
    /// Joining has ended; nil means success.
    case joinEnded(WhiteboardFailure?)
    /// Leave the connection in an orderly way.
    case leave
    /// Close the connection, which is no longer usable.
    case close
  }

  /// The current phase.
  var phase = RoomPhase.disconnected
  /// The state visible to the local member; empty before joining, the last state after leaving.
  var state = RoomState.empty
  /// Whether the local member may change the room while connected.
  var isWritable = false
  /// The number of the local member; nil before joining.
  var memberID: Int?
  /// The timeout for joining and reconnecting, in milliseconds.
  var timeout = 45_000
  var confirmed = RoomState.empty
  var pending = PendingChanges()
  /// Requests without an answer whose callers no longer wait: their changes are reported like those of others.
  var abandoned: Set<Int> = []
  var listening = EventListening()
  var lastRequest = 0
  var lastTimer = 0
  /// The current timer.
  var timer: Int?

  private let acceptsOfflineChanges: Bool

  /// - Parameter acceptsOfflineChanges: whether changes are accepted while the room reconnects, to be sent afterwards.
  init(acceptsOfflineChanges: Bool = true) { self.acceptsOfflineChanges = acceptsOfflineChanges }

  /// Whether an action is accepted in the current phase. Questions cannot wait for a connection.
  func accepts(_ action: RoomAction) -> Bool {
    phase == .connected || (phase == .reconnecting && acceptsOfflineChanges && action.isChange)
  }

  /// Whether changes can be committed now.
  var isAbleToCommit: Bool { phase == .connected && isWritable }

  /// Processes an input.
  /// - Throws: if the input is rejected; then nothing has changed.
  mutating func receive(_ input: Input) throws(WhiteboardFailure) -> [Effect] {
    switch input {
    case .join(let timeout): return try join(timeout: timeout)
    case .joined(let memberID, let isWritable, let state):
      return try joined(memberID: memberID, isWritable: isWritable, state: state)
    case .joinFailed(let reason):
      guard phase == .connecting else { throw .illegalRoomPhase(from: phase, to: .disconnected) }
      return enter(.disconnected) + [.joinEnded(.joinFailed(reason))]
    case .frame(let frame): return try receive(frame)
    case .action(let action): return try receive(action)
    case .leave:
      guard phase.canBecome(.disconnecting) else { return [] }
      let isJoining = phase == .connecting
      return enter(.disconnecting) + (isJoining ? [.joinEnded(.joinFailed("the room was left"))] : []) + [.leave]
    case .left: return phase == .disconnecting ? enter(.disconnected) : []
    case .timeUp(let timer): return timeUp(timer)
    case .listen(let name, let interval):
      if let interval { listening.listen(to: name, every: interval) } else { listening.listen(to: name) }
      return []
    case .stopListening(let name):
      listening.stopListening(to: name)
      return []
    case .intervalEnded(let timer):
      let events = listening.endInterval(timer)
      return events.isEmpty ? [] : [.notify(.highFrequencyEvents(events))]
    case .abandoned(let id):
      abandoned.insert(id)
      return []
    case .overdue(let id, let milliseconds): return overdue(id, milliseconds)
    }
  }
}

// MARK: - Phases

extension RoomMachine {
  private mutating func join(timeout: Int) throws(WhiteboardFailure) -> [Effect] {
    guard phase.canBecome(.connecting) else { throw .illegalRoomPhase(from: phase, to: .connecting) }
    self.timeout = timeout
    // Every stay in the room is a session of its own.
    lastRequest = 0
    return enter(.connecting)
  }

  private mutating func joined(
    memberID: Int, isWritable: Bool, state: RoomState
  ) throws(WhiteboardFailure) -> [Effect] {
    guard phase == .connecting else { throw .illegalRoomPhase(from: phase, to: .connected) }
    self.memberID = memberID
    // Together with the phase, so that a single callback reports it.
    let effects = enter(.connected, isWritable: isWritable)
    self.state = state
    confirmed = state
    return effects + [.joinEnded(nil)]
  }

  /// Enters a phase, and reports whether changes can be committed if that has changed.
  mutating func enter(_ next: RoomPhase, isWritable: Bool? = nil) -> [Effect] {
    guard next != phase else { return [] }
    let wasAble = isAbleToCommit
    phase = next
    self.isWritable = isWritable ?? self.isWritable
    var effects = [Effect.notify(.phaseChanged(next))]
    if isAbleToCommit != wasAble { effects.append(.notify(.ableToCommitChanged(isAbleToCommit))) }
    if next == .connecting || next == .reconnecting {
      lastTimer &+= 1
      timer = lastTimer
      effects.append(.startTimer(lastTimer, milliseconds: timeout))
    } else if timer != nil {
      timer = nil
      effects.append(.stopTimer)
    }
    if next == .disconnected {
      listening.endIntervals()
      effects += takeBack() + [.close]
    }
    return effects
  }

  /// Takes back the changes that the service has not confirmed, so that the last state is one that the room had.
  private mutating func takeBack() -> [Effect] {
    abandoned = []
    if pending.isEmpty { return [] }
    let lost = pending.requests.map { Effect.notify(.changeFailed($0, .connectionEnded)) }
    pending = PendingChanges()
    let told = tell(confirmed, globalNames: nil)
    state = confirmed
    return told + lost
  }

  /// Handles a timer. A timer belongs to one stay in a phase: the timer of a connection that was recovered in time does
  /// not end the next phase early.
  private mutating func timeUp(_ timer: Int) -> [Effect] {
    guard timer == self.timer else { return [] }
    if phase == .connecting {
      return enter(.disconnected) + [.joinEnded(.joinTimedOut(after: .milliseconds(timeout)))]
    }
    // The service's own text.
    let error = "Reconnect time exceeds \(timeout) milliseconds, sdk call disconnect automatically"
    return enter(.disconnecting) + enter(.disconnected) + [.notify(.disconnected(error: error))]
  }
}
