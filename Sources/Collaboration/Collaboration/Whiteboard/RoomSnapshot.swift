public import CollaborationModels
import SchemaRuntime

/// The state of a room at one moment, as a member sees it.
public struct RoomSnapshot: Hashable, Sendable {
  /// The complete state.
  public var state: RoomState
  /// The state of the connection.
  public var phase: RoomPhase
  /// The number of the local member; nil before the room is joined.
  public var memberID: Int?
  /// Whether changes can be committed now: while connected, by a member with write access.
  public var isAbleToCommit: Bool
  /// The latest error since the room was joined that no function has thrown: a change that failed later, a lost
  /// connection, the reason for a kick, an invalid message.
  public var error: WhiteboardFailure?

  public init(
    state: RoomState, phase: RoomPhase, memberID: Int? = nil, isAbleToCommit: Bool = false,
    error: WhiteboardFailure? = nil
  ) {
    self.state = state
    self.phase = phase
    self.memberID = memberID
    self.isAbleToCommit = isAbleToCommit
    self.error = error
  }
}

extension Room: SnapshotSource {
  public var snapshot: RoomSnapshot {
    guarded.withLock { state in
      RoomSnapshot(
        state: state.machine.state, phase: state.machine.phase, memberID: state.machine.memberID,
        isAbleToCommit: state.machine.isAbleToCommit, error: state.error)
    }
  }

  /// Returns the current snapshot, followed by later ones until the room is left.
  public func snapshots() -> AsyncStream<RoomSnapshot> { snapshotBroadcast.values(isLast: Self.isLast) { snapshot } }

  public func clearError() { change { $0.error = nil } }

  func sendSnapshot() { snapshotBroadcast.update(isLast: Self.isLast) { snapshot } }

  private static func isLast(_ snapshot: RoomSnapshot) -> Bool { snapshot.phase == .disconnected }
}

extension RoomEvent {
  /// The error that the event reports, if any.
  var error: WhiteboardFailure? {
    switch self {
    case .disconnected(let reason): .service(WhiteboardError(code: -1000, message: reason))
    case .kicked(let reason): .service(WhiteboardError(code: -1000, message: reason))
    case .appendFrameFailed(_, let reason): .service(WhiteboardError(code: -100, message: reason))
    case .changeFailed(_, let failure): failure
    case .phaseChanged, .roomStateChanged, .ableToCommitChanged, .magixEvent, .highFrequencyEvents, .storeChanged: nil
    }
  }
}
