public import Collaboration
public import CollaborationModels

/// The callbacks of a live room as the whiteboard SDK has them: without the room, under both names that Swift gives to
/// their Objective-C methods. All have default implementations.
///
/// They are called by the forms with the room: implement one form of each callback.
public protocol RoomCallbackDelegate: RoomCallbacks {
  /// The connection has entered another phase.
  func firePhaseChanged(_ phase: RoomPhase)
  /// Others have changed the state. Not called for the local member's own changes.
  func fireRoomStateChanged(_ modifyState: RoomState.Patch)
  /// Changes can or can no longer be committed.
  func fireBeingAbleToCommitChange(_ isAbleToCommit: Bool)
  /// Changes can or can no longer be committed.
  func fireBeingAble(toCommitChange isAbleToCommit: Bool)
  /// The connection was lost because of an error.
  func fireDisconnectWithError(_ error: String)
  /// The connection was lost because of an error.
  func fireDisconnect(withError error: String)
  /// The service has removed the local member from the room.
  func fireKickedWithReason(_ reason: String)
  /// The service has removed the local member from the room.
  func fireKicked(withReason reason: String)
  /// A change that the member `userID` made could not be applied.
  func fireCatchErrorWhenAppendFrame(_ userID: UInt, error: String)
  /// A change that the member `userID` made could not be applied.
  func fireCatchError(whenAppendFrame userID: UInt, error: String)
  /// A custom event requested with `addMagixEventListener`.
  func fireMagixEvent(_ event: WhiteboardEvent)
  /// The custom events of one interval, requested with `addHighFrequencyEventListener`.
  func fireHighFrequencyEvent(_ events: [WhiteboardEvent])
}

extension RoomCallbackDelegate {
  public func firePhaseChanged(_ phase: RoomPhase, in room: Room) { firePhaseChanged(phase) }
  public func fireRoomStateChanged(_ modifyState: RoomState.Patch, in room: Room) { fireRoomStateChanged(modifyState) }
  public func fireBeingAbleToCommitChange(_ isAbleToCommit: Bool, in room: Room) {
    fireBeingAbleToCommitChange(isAbleToCommit)
    fireBeingAble(toCommitChange: isAbleToCommit)
  }
  public func fireDisconnect(error: String, in room: Room) {
    fireDisconnectWithError(error)
    fireDisconnect(withError: error)
  }
  public func fireKicked(reason: String, in room: Room) {
    fireKickedWithReason(reason)
    fireKicked(withReason: reason)
  }
  public func fireCatchErrorWhenAppendFrame(userID: Int, error: String, in room: Room) {
    fireCatchErrorWhenAppendFrame(UInt(clamping: userID), error: error)
    fireCatchError(whenAppendFrame: UInt(clamping: userID), error: error)
  }
  public func fireMagixEvent(_ event: WhiteboardEvent, in room: Room) { fireMagixEvent(event) }
  public func fireHighFrequencyEvents(_ events: [WhiteboardEvent], in room: Room) { fireHighFrequencyEvent(events) }

  public func firePhaseChanged(_ phase: RoomPhase) {}
  public func fireRoomStateChanged(_ modifyState: RoomState.Patch) {}
  public func fireBeingAbleToCommitChange(_ isAbleToCommit: Bool) {}
  public func fireBeingAble(toCommitChange isAbleToCommit: Bool) {}
  public func fireDisconnectWithError(_ error: String) {}
  public func fireDisconnect(withError error: String) {}
  public func fireKickedWithReason(_ reason: String) {}
  public func fireKicked(withReason reason: String) {}
  public func fireCatchErrorWhenAppendFrame(_ userID: UInt, error: String) {}
  public func fireCatchError(whenAppendFrame userID: UInt, error: String) {}
  public func fireMagixEvent(_ event: WhiteboardEvent) {}
  public func fireHighFrequencyEvent(_ events: [WhiteboardEvent]) {}
}
