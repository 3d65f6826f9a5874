public import CollaborationModels

/// What a room tells those who listen, in the order in which it happens.
public enum RoomEvent: Hashable, Sendable {
  /// The connection has entered another phase.
  case phaseChanged(RoomPhase)
  /// Others have changed the state; only the parts that truly changed, each with its whole new value.
  indirect case roomStateChanged(RoomStatePatch)
  /// Whether changes can be committed now: while connected, by a member who may write.
  case ableToCommitChanged(Bool)
  /// The connection is lost because of an error.
  case disconnected(error: String)
  /// The service has put the local member out of the room.
  case kicked(reason: String)
  /// A change that a member made could not be applied.
  case appendFrameFailed(userId: Int, error: String)
  /// A custom event of a name that one listens to.
  case magixEvent(WhiteboardEvent)
  /// The custom events of one interval, oldest first, of a name that one listens to as a frequent one.
  case highFrequencyEvents([WhiteboardEvent])
  /// Others have changed a synced store.
  case storeChanged(name: String, SyncedStoreDiff)
}

/// The callbacks of a live room. All have an empty form, so that one writes only those one needs.
///
/// They come one after the other, in the order of the events; the cached state of the room is changed before.
public protocol RoomCallbacks: Sendable {
  /// The connection has entered another phase.
  func firePhaseChanged(_ phase: RoomPhase, in room: Room)
  /// Others have changed the state. Changes that one makes oneself do not come back.
  func fireRoomStateChanged(_ modifyState: RoomStatePatch, in room: Room)
  /// Changes can be committed from now on, or no more.
  func fireBeingAbleToCommitChange(_ isAbleToCommit: Bool, in room: Room)
  /// The connection is lost because of an error.
  func fireDisconnect(error: String, in room: Room)
  /// The service has put the local member out of the room.
  func fireKicked(reason: String, in room: Room)
  /// A change that the member `userId` made could not be applied.
  func fireCatchErrorWhenAppendFrame(userId: Int, error: String, in room: Room)
  /// A custom event that was asked for with `addMagixEventListener`.
  func fireMagixEvent(_ event: WhiteboardEvent, in room: Room)
  /// The custom events of one interval that were asked for with `addHighFrequencyEventListener`.
  func fireHighFrequencyEvents(_ events: [WhiteboardEvent], in room: Room)
  /// Others have changed a synced store.
  func fireSyncedStoreUpdate(_ diff: SyncedStoreDiff, name: String, in room: Room)
}

extension RoomCallbacks {
  public func firePhaseChanged(_ phase: RoomPhase, in room: Room) {}
  public func fireRoomStateChanged(_ modifyState: RoomStatePatch, in room: Room) {}
  public func fireBeingAbleToCommitChange(_ isAbleToCommit: Bool, in room: Room) {}
  public func fireDisconnect(error: String, in room: Room) {}
  public func fireKicked(reason: String, in room: Room) {}
  public func fireCatchErrorWhenAppendFrame(userId: Int, error: String, in room: Room) {}
  public func fireMagixEvent(_ event: WhiteboardEvent, in room: Room) {}
  public func fireHighFrequencyEvents(_ events: [WhiteboardEvent], in room: Room) {}
  public func fireSyncedStoreUpdate(_ diff: SyncedStoreDiff, name: String, in room: Room) {}
}

extension RoomCallbacks {
  /// Calls the callback that an event stands for.
  func fire(_ event: RoomEvent, in room: Room) {
    switch event {
    case .phaseChanged(let phase): firePhaseChanged(phase, in: room)
    case .roomStateChanged(let patch): fireRoomStateChanged(patch, in: room)
    case .ableToCommitChanged(let isAble): fireBeingAbleToCommitChange(isAble, in: room)
    case .disconnected(let error): fireDisconnect(error: error, in: room)
    case .kicked(let reason): fireKicked(reason: reason, in: room)
    case .appendFrameFailed(let userId, let error):
      fireCatchErrorWhenAppendFrame(userId: userId, error: error, in: room)
    case .magixEvent(let event): fireMagixEvent(event, in: room)
    case .highFrequencyEvents(let events): fireHighFrequencyEvents(events, in: room)
    case .storeChanged(let name, let diff): fireSyncedStoreUpdate(diff, name: name, in: room)
    }
  }
}
