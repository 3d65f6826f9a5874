public import CollaborationModels
public import SchemaRuntime

extension RoomState {
  /// The initial state of a room: the scene "/init", a pencil, and no members.
  public static let empty = RoomState(
    globalState: [:], roomMembers: [], sceneState: .initial, cameraState: .initial,
    memberState: MemberState(currentApplianceName: .pencil), broadcastState: BroadcastState(mode: .freedom),
    zoomScale: 1)

  /// Merges a partial update into the state. Null resets a required part as in ``empty``, so that a broadcaster who
  /// leaves can be cleared.
  /// - Throws: an error if the result is not valid; then the state is unchanged.
  public mutating func apply(_ patch: RoomState.Patch) throws(SchemaError) { try merge(patch) }
}

extension PlayerState {
  /// Merges a partial update into the state, as a live room does; see `RoomState.apply(_:)`.
  /// - Throws: an error if the result is not valid; then the state is unchanged.
  public mutating func apply(_ patch: PlayerState.Patch) throws(SchemaError) { try merge(patch) }
}

/// A state with a global state, which may be large. Every value of that is valid, so that it is merged in place, without
/// checking it again.
protocol SharedState: WritableModel {
  associatedtype Patch: SharedStatePatch where Patch.PatchedModel == Self

  var globalState: JSONObject { get set }

  /// Adapts the parts to what the schema does not say.
  mutating func settle(_ patch: Patch)
  /// Removes what an update of another object replaces.
  mutating func prepare(for patch: Patch)
}

protocol SharedStatePatch: MergePatch {
  var globalState: Presence<JSONObject> { get set }
}

extension SharedState {
  mutating func merge(_ patch: Patch) throws(SchemaError) {
    if let merged = try mergingParts(patch) { self = merged }
    switch patch.globalState {
    case .absent: break
    case .null: globalState = [:]
    case .value(let change): globalState.mergePatch(change)
    }
  }

  /// Returns the state with all parts but the global state updated; nil if the patch changes no other part.
  func mergingParts(_ patch: Patch) throws(SchemaError) -> Self? {
    var parts = patch
    parts.globalState = .absent
    if parts.isEmpty { return nil }
    var state = self
    state.globalState = [:]
    state.prepare(for: patch)
    try parts.apply(to: &state)
    state.settle(patch)
    state.globalState = globalState
    return state
  }
}

extension SharedStatePatch where PatchedModel: SharedState {
  /// Creates a patch that compares only the members of the global states that may differ.
  ///
  /// - Parameter names: their names; nil for all.
  init(from old: PatchedModel, to new: PatchedModel, globalNames names: [String]?) throws(SchemaError) {
    var (from, to) = (old, new)
    (from.globalState, to.globalState) = ([:], [:])
    self = try Self(from: from, to: to)
    let (before, after) = (old.globalState.only(names), new.globalState.only(names))
    if before != after { globalState = .value(before.mergePatch(to: after)) }
  }
}

extension JSONObject {
  /// Returns the members with these names; all for nil.
  fileprivate func only(_ names: [String]?) -> JSONObject {
    guard let names else { return self }
    var part = JSONObject()
    for name in names { part[name] = self[name] }
    return part
  }
}

extension RoomState.Patch: SharedStatePatch {}
extension PlayerState.Patch: SharedStatePatch {}

extension RoomState: SharedState {
  mutating func prepare(for patch: RoomState.Patch) {
    // Information about one broadcaster does not apply to the next.
    guard let information = patch.broadcastState.value?.broadcasterInformation.value, let id = information.id,
      let old = broadcastState.broadcasterInformation.value, old.id != id
    else { return }
    broadcastState.broadcasterInformation = .absent
  }

  mutating func settle(_ patch: RoomState.Patch) {
    appState?.settle(patch.appState)
    let isOfAnother = broadcastState.broadcasterInformation.value.map { $0.id != broadcastState.broadcasterID.value }
    if isOfAnother ?? false, !(patch.broadcastState.value?.broadcasterInformation.isPresent ?? false) {
      broadcastState.broadcasterInformation = .absent
    }
  }
}

extension PlayerState: SharedState {
  mutating func prepare(for patch: PlayerState.Patch) {}
  mutating func settle(_ patch: PlayerState.Patch) { appState?.settle(patch.appState) }
}

extension AppState {
  /// A focused app keeps the focus only while it is open.
  fileprivate mutating func settle(_ patch: Presence<AppState.Patch>) {
    guard let patch = patch.value, !patch.focusedID.isPresent, let focused = focusedID else { return }
    if !appIDs.contains(focused) { focusedID = nil }
  }
}

extension WritableModel {
  /// Returns the value with the members of another one merged into it.
  package func merging(_ change: Self) throws(SchemaError) -> Self {
    guard case .object(var object) = try JSONValue(self), case .object(let members) = try JSONValue(change) else {
      return change
    }
    object.mergePatch(members)
    return try Self(json: .object(object))
  }
}

extension MergePatch {
  /// Creates a patch that sets all members that a value has.
  package init(setting value: PatchedModel) throws(WhiteboardFailure) {
    do { try self.init(json: JSONValue(value)) } catch { throw .invalidPayload(error) }
  }
}

extension SceneState {
  /// The scenes of a new room: only "/init".
  package static let initial = SceneState(
    scenes: [WhiteboardScene(name: "init", componentsCount: 0)], scenePath: "/init", sceneName: "init",
    contextPath: "/", index: 0)
}

extension CameraState {
  /// An unmoved view of unknown size.
  package static let initial = CameraState(centerX: 0, centerY: 0, scale: 1, width: 0, height: 0)
}
