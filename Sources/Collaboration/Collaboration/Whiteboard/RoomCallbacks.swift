public import CollaborationModels

/// An event of a room, in order of occurrence.
public enum RoomEvent: Hashable, Sendable {
  /// The connection has entered another phase.
  case phaseChanged(RoomPhase)
  /// Others have changed the state; contains only the parts that actually changed, each with its complete new value.
  indirect case roomStateChanged(RoomState.Patch)
  /// Whether changes can be committed now has changed: while connected, by a member with write access.
  case ableToCommitChanged(Bool)
  /// The connection was lost because of an error.
  case disconnected(error: String)
  /// The service has removed the local member from the room.
  case kicked(reason: String)
  /// A change that a member made could not be applied.
  case appendFrameFailed(userID: Int, error: String)
  /// A custom event with a name that the room listens to.
  case magixEvent(WhiteboardEvent)
  /// The custom events of one interval, oldest first, with a name that the room listens to by interval.
  case highFrequencyEvents([WhiteboardEvent])
  /// Others have changed a synced store.
  case storeChanged(name: String, SyncedStoreDiff)
  /// A change of the local member, which was visible at once, failed and was taken back: the service refused it
  /// (``WhiteboardFailure/service(_:)``), did not answer in time, or the connection ended before. A change whose answer
  /// was lost may have been made: then the state shows it.
  indirect case changeFailed(RoomAction, WhiteboardFailure)
}

/// The callbacks of a live room. All have default implementations.
///
/// They are called one at a time, in the order of the events, after the cached state was updated.
public protocol RoomCallbacks: Sendable {
  /// The connection has entered another phase.
  func firePhaseChanged(_ phase: RoomPhase, in room: Room)
  /// Others have changed the state. Not called for the local member's own changes.
  func fireRoomStateChanged(_ modifyState: RoomState.Patch, in room: Room)
  /// Changes can or can no longer be committed.
  func fireBeingAbleToCommitChange(_ isAbleToCommit: Bool, in room: Room)
  /// The connection was lost because of an error.
  func fireDisconnect(error: String, in room: Room)
  /// The service has removed the local member from the room.
  func fireKicked(reason: String, in room: Room)
  /// A change that the member `userID` made could not be applied.
  func fireCatchErrorWhenAppendFrame(userID: Int, error: String, in room: Room)
  /// A custom event requested with `addMagixEventListener`.
  func fireMagixEvent(_ event: WhiteboardEvent, in room: Room)
  /// The custom events of one interval, requested with `addHighFrequencyEventListener`.
  func fireHighFrequencyEvents(_ events: [WhiteboardEvent], in room: Room)
  /// Others have changed a synced store.
  func fireSyncedStoreUpdate(_ diff: SyncedStoreDiff, name: String, in room: Room)
  /// A change of the local member failed and was taken back; see ``RoomEvent/changeFailed(_:_:)``.
  func fireChangeFailed(_ change: RoomAction, failure: WhiteboardFailure, in room: Room)
}

extension RoomCallbacks {
  public func firePhaseChanged(_ phase: RoomPhase, in room: Room) {}
  public func fireRoomStateChanged(_ modifyState: RoomState.Patch, in room: Room) {}
  public func fireBeingAbleToCommitChange(_ isAbleToCommit: Bool, in room: Room) {}
  public func fireDisconnect(error: String, in room: Room) {}
  public func fireKicked(reason: String, in room: Room) {}
  public func fireCatchErrorWhenAppendFrame(userID: Int, error: String, in room: Room) {}
  public func fireMagixEvent(_ event: WhiteboardEvent, in room: Room) {}
  public func fireHighFrequencyEvents(_ events: [WhiteboardEvent], in room: Room) {}
  public func fireSyncedStoreUpdate(_ diff: SyncedStoreDiff, name: String, in room: Room) {}
  public func fireChangeFailed(_ change: RoomAction, failure: WhiteboardFailure, in room: Room) {}
}

extension RoomCallbacks {
  /// Calls the callback for an event.
  func fire(_ event: RoomEvent, in room: Room) {
    switch event {
    case .phaseChanged(let phase): firePhaseChanged(phase, in: room)
    case .roomStateChanged(let patch): fireRoomStateChanged(patch, in: room)
    case .ableToCommitChanged(let isAble): fireBeingAbleToCommitChange(isAble, in: room)
    case .disconnected(let error): fireDisconnect(error: error, in: room)
    case .kicked(let reason): fireKicked(reason: reason, in: room)
    case .appendFrameFailed(let userID, let error):
      fireCatchErrorWhenAppendFrame(userID: userID, error: error, in: room)
    case .magixEvent(let event): fireMagixEvent(event, in: room)
    case .highFrequencyEvents(let events): fireHighFrequencyEvents(events, in: room)
    case .storeChanged(let name, let diff): fireSyncedStoreUpdate(diff, name: name, in: room)
    case .changeFailed(let change, let failure): fireChangeFailed(change, failure: failure, in: room)
    }
  }
}
