public import CollaborationModels
import SchemaRuntime

extension RoomState {
  /// The initial state of a room: the scene "/init", a pencil, and no members.
  public static let empty = RoomState(
    globalState: [:], roomMembers: [], sceneState: .initial, cameraState: .initial,
    memberState: MemberState(currentApplianceName: .pencil), broadcastState: BroadcastState(mode: .freedom),
    zoomScale: 1)

  /// Merges a partial update into the state.
  ///
  /// Absent parts are unchanged. A value is merged deeply into the old one; arrays are replaced. Null clears a part. A
  /// required part is reset to its empty form, as in ``empty``, so that a broadcaster who leaves can be cleared, and no
  /// update can leave a state without a required part.
  public mutating func apply(_ patch: RoomStatePatch) {
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
    memberState.merge(patch.memberState, empty: RoomState.empty.memberState)
    broadcastState.merge(patch.broadcastState, empty: RoomState.empty.broadcastState)
    switch patch.zoomScale {
    case .absent: break
    case .null: zoomScale = RoomState.empty.zoomScale
    case .value(let scale): zoomScale = scale
    }
    if !patch.additionalMembers.isEmpty { additionalMembers.mergePatch(patch.additionalMembers) }
  }
}

extension RoomStatePatch {
  /// Creates a patch with the parts in which two states differ, each with its complete new value; null for removed
  /// parts.
  public init(from old: RoomState, to new: RoomState) { self.init(from: old, to: new, except: []) }

  /// Creates a patch without comparing some parts, which are known to be equal.
  init(from old: RoomState, to new: RoomState, except same: StateParts) {
    self.init()
    if !same.contains(.globalState), old.globalState != new.globalState { globalState = .value(new.globalState) }
    if old.roomMembers != new.roomMembers { roomMembers = .value(new.roomMembers) }
    if old.sceneState != new.sceneState { sceneState = .value(new.sceneState) }
    if old.cameraState != new.cameraState { cameraState = .value(new.cameraState) }
    if old.windowBoxState != new.windowBoxState { windowBoxState = Presence(new.windowBoxState) }
    if old.pageState != new.pageState { pageState = Presence(new.pageState) }
    if old.appState != new.appState { appState = Presence(new.appState) }
    if old.memberState != new.memberState { memberState = .value(new.memberState) }
    if old.broadcastState != new.broadcastState { broadcastState = .value(new.broadcastState) }
    if old.zoomScale != new.zoomScale { zoomScale = .value(new.zoomScale) }
    additionalMembers = JSONObject(changedFrom: old.additionalMembers, to: new.additionalMembers)
  }

  /// Whether the patch changes nothing.
  public var isEmpty: Bool { self == RoomStatePatch() }
}

extension JSONObject {
  /// Creates an object with the members that differ, each with its complete new value; null for removed ones.
  init(changedFrom old: JSONObject, to new: JSONObject) {
    self.init()
    if old.isEmpty, new.isEmpty { return }
    for member in old where new[member.key] == nil { self[member.key] = .null }
    for member in new where old[member.key] != member.value { self[member.key] = member.value }
  }
}

extension SceneState {
  /// The scenes of a new room: only "/init".
  static let initial = SceneState(
    scenes: [WhiteboardScene(name: "init", componentsCount: 0)], scenePath: "/init", sceneName: "init",
    contextPath: "/", index: 0)
}

extension CameraState {
  /// An unmoved view of unknown size.
  static let initial = CameraState(centerX: 0, centerY: 0, scale: 1, width: 0, height: 0)
}
