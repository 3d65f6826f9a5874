public import CollaborationModels
import SchemaRuntime

extension PlayerState {
  /// Merges a partial update into the state, as a live room does; see `RoomState.apply(_:)`.
  public mutating func apply(_ patch: PlayerStatePatch) {
    switch patch.globalState {
    case .absent: break
    case .null: globalState = [:]
    case .value(let change): globalState.mergePatch(change)
    }
    switch patch.roomMembers {
    case .absent: break
    case .null: roomMembers = []
    case .value(let members): roomMembers = members
    }
    sceneState.merge(patch.sceneState, empty: .initial)
    cameraState.merge(patch.cameraState, empty: .initial)
    windowBoxState.merge(patch.windowBoxState)
    pageState.merge(patch.pageState)
    appState.merge(patch.appState)
    observerMode.merge(patch.observerMode, empty: .directory)
    if !patch.additionalMembers.isEmpty { additionalMembers.mergePatch(patch.additionalMembers) }
  }
}

extension PlayerStatePatch {
  /// Creates a patch with the parts in which two states differ, each with its complete new value; null for removed
  /// parts.
  public init(from old: PlayerState, to new: PlayerState) {
    self.init()
    if old.globalState != new.globalState { globalState = .value(new.globalState) }
    if old.roomMembers != new.roomMembers { roomMembers = .value(new.roomMembers) }
    if old.sceneState != new.sceneState { sceneState = .value(new.sceneState) }
    if old.cameraState != new.cameraState { cameraState = .value(new.cameraState) }
    if old.windowBoxState != new.windowBoxState { windowBoxState = Presence(new.windowBoxState) }
    if old.pageState != new.pageState { pageState = Presence(new.pageState) }
    if old.appState != new.appState { appState = Presence(new.appState) }
    if old.observerMode != new.observerMode { observerMode = .value(new.observerMode) }
    additionalMembers = JSONObject(changedFrom: old.additionalMembers, to: new.additionalMembers)
  }

  /// Whether the patch changes nothing.
  public var isEmpty: Bool { self == PlayerStatePatch() }
}
