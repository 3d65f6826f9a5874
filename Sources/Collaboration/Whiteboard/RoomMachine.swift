public import CollaborationModels

/// The whole behaviour of a live room, without time, network and tasks.
///
/// It takes in what happens and says what is to be done. What it refuses changes nothing.
///
/// Changes that the local member sees at once (global state, tool, view) wait in ``pending`` until the service has
/// answered them: ``state`` is always the state that the service has confirmed with the waiting changes on top. So a
/// change of another member which crosses one's own on the way cannot leave two members with different states.
public struct RoomMachine: Hashable, Sendable {
  /// What happens to a room. Cases with large values are boxed here and below, so that the small ones, which are most,
  /// cost little to hand on.
  public enum Input: Hashable, Sendable {
    /// The local member wants to join; joining and reconnecting may take so many milliseconds each.
    case join(timeout: Int)
    indirect case joined(memberId: Int, isWritable: Bool, state: RoomState)
    case joinFailed(String)
    case message(RoomMessage)
    indirect case request(RoomRequest)
    /// The local member wants to leave.
    case leave
    /// Leaving is done.
    case left
    /// A timer has come to its end.
    case timeUp(timer: Int)
    case listen(to: String, everyMilliseconds: Int?)
    case stopListening(to: String)
    /// An interval of frequent events has come to its end.
    case intervalEnded(timer: Int)
  }

  /// What is to be done, in order.
  public enum Effect: Hashable, Sendable {
    /// The listeners are to hear of it.
    case notify(RoomEvent)
    /// The common callbacks are to hear of an error that nobody waits for.
    case report(WhiteboardError)
    /// One timer runs at a time; a new one takes the place of the old one.
    case startTimer(Int, milliseconds: Int)
    case stopTimer
    case startInterval(Int, milliseconds: Int)
    indirect case send(id: Int, RoomRequest)
    /// The answer to a request has come.
    case answered(id: Int, WhiteboardError?)
    /// Joining is over; nil when it has succeeded.
    case joinEnded(WhiteboardFailure?)
    /// The connection is to be left in good order.
    case leave
    /// The connection is of no use any more.
    case close
  }

  struct Pending: Hashable {
    var id: Int
    var request: RoomRequest
  }

  /// Where the connection stands.
  public internal(set) var phase = RoomPhase.disconnected
  /// What the local member sees; that of an empty room until it is joined, the last one after it is left.
  public internal(set) var state = RoomState.empty
  /// Whether the local member may change the room while connected.
  public internal(set) var isWritable = false
  /// The number of the local member; nil until the room is joined.
  public internal(set) var memberId: Int?
  /// How long joining and reconnecting may take, in milliseconds.
  public internal(set) var timeout = 45_000
  var confirmed = RoomState.empty
  var pending: [Pending] = []
  var listening = EventListening()
  var lastRequest = 0
  var lastTimer = 0
  /// The timer that runs.
  var timer: Int?

  public init() {}

  /// Whether changes can be committed now.
  public var isAbleToCommit: Bool { phase == .connected && isWritable }

  /// Takes in what happens.
  /// - Throws: why it is refused; then nothing has changed.
  public mutating func receive(_ input: Input) throws(WhiteboardFailure) -> [Effect] {
    switch input {
    case .join(let timeout): return try join(timeout: timeout)
    case .joined(let memberId, let isWritable, let state):
      return try joined(memberId: memberId, isWritable: isWritable, state: state)
    case .joinFailed(let reason):
      guard phase == .connecting else { throw .illegalRoomPhase(from: phase, to: .disconnected) }
      return enter(.disconnected) + [.joinEnded(.joinFailed(reason))]
    case .message(let message): return try receive(message)
    case .request(let request): return try receive(request)
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
    }
  }
}

// MARK: - Phases

extension RoomMachine {
  private mutating func join(timeout: Int) throws(WhiteboardFailure) -> [Effect] {
    guard phase.canBecome(.connecting) else { throw .illegalRoomPhase(from: phase, to: .connecting) }
    self.timeout = timeout
    return enter(.connecting)
  }

  private mutating func joined(
    memberId: Int, isWritable: Bool, state: RoomState
  ) throws(WhiteboardFailure) -> [Effect] {
    guard phase == .connecting else { throw .illegalRoomPhase(from: phase, to: .connected) }
    self.memberId = memberId
    // Together with the phase, so that one callback alone tells of it.
    let effects = enter(.connected, isWritable: isWritable)
    self.state = state
    confirmed = state
    return effects + [.joinEnded(nil)]
  }

  /// Enters a phase, and says whether changes can be committed now, if that is new.
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
      // What the service never confirmed stays what one sees: there is no later state to read.
      pending = []
      confirmed = state
      effects.append(.close)
    }
    return effects
  }

  /// A timer belongs to one stay in a phase: the one of a lost connection that was recovered in time does not end
  /// the next one early.
  private mutating func timeUp(_ timer: Int) -> [Effect] {
    guard timer == self.timer else { return [] }
    if phase == .connecting {
      return enter(.disconnected) + [.joinEnded(.joinTimedOut(milliseconds: timeout))]
    }
    // The text is the service's own.
    let error = "Reconnect time exceeds \(timeout) milliseconds, sdk call disconnect automatically"
    return enter(.disconnecting) + enter(.disconnected) + [.notify(.disconnected(error: error))]
  }
}
