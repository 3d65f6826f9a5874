public import CollaborationModels
public import SchemaRuntime

// Each part of the state is available in three ways: a cached property, without waiting; an async getter; and a getter
// with a completion handler, which is called once. While connected, the getters ask the service and return once all
// earlier changes have arrived; otherwise, and if the service does not answer in time or the task is cancelled, they
// return the cached state.

extension Room {
  private func synchronized<Value: Sendable>(_ value: (Room) -> Value) async -> Value {
    _ = try? await ask(.synchronize())
    return value(self)
  }

  private func answer<Value: Sendable>(
    _ result: @escaping @Sendable (Value) -> Void, _ value: @escaping @Sendable (Room) -> Value
  ) {
    Task { result(await synchronized(value)) }
  }

  /// Returns the application's global state.
  public func getGlobalState() async -> JSONObject { await synchronized(\.globalState) }
  /// Returns the tool of the local member.
  public func getMemberState() async -> MemberState { await synchronized(\.memberState) }
  /// Returns the members who are online.
  public func getRoomMembers() async -> [RoomMember] { await synchronized(\.roomMembers) }
  /// Returns the local member's view mode and the broadcaster.
  public func getBroadcastState() async -> BroadcastState { await synchronized(\.broadcastState) }
  /// Returns the current scene and the others in its folder.
  public func getSceneState() async -> SceneState { await synchronized(\.sceneState) }
  /// Returns the visible part of the whiteboard.
  public func getCameraState() async -> CameraState { await synchronized(\.cameraState) }
  /// Returns the state of the connection.
  public func getRoomPhase() async -> RoomPhase { await synchronized(\.phase) }
  /// Returns the zoom scale of the local member's view.
  public func getZoomScale() async -> Double { await synchronized(\.scale) }
  /// Returns the complete state, including its optional parts.
  public func getRoomState() async -> RoomState { await synchronized(\.state) }

  /// Calls a handler once with the application's global state.
  public func getGlobalState(result: @escaping @Sendable (JSONObject) -> Void) { answer(result) { $0.globalState } }
  /// Calls a handler once with the tool of the local member.
  public func getMemberState(result: @escaping @Sendable (MemberState) -> Void) { answer(result) { $0.memberState } }
  /// Calls a handler once with the members who are online.
  public func getRoomMembers(result: @escaping @Sendable ([RoomMember]) -> Void) { answer(result) { $0.roomMembers } }
  /// Calls a handler once with the local member's view mode and the broadcaster.
  public func getBroadcastState(result: @escaping @Sendable (BroadcastState) -> Void) {
    answer(result) { $0.broadcastState }
  }
  /// Calls a handler once with the current scene and the others in its folder.
  public func getSceneState(result: @escaping @Sendable (SceneState) -> Void) { answer(result) { $0.sceneState } }
  /// Calls a handler once with the visible part of the whiteboard.
  public func getCameraState(result: @escaping @Sendable (CameraState) -> Void) { answer(result) { $0.cameraState } }
  /// Calls a handler once with the state of the connection.
  public func getRoomPhase(result: @escaping @Sendable (RoomPhase) -> Void) { answer(result) { $0.phase } }
  /// Calls a handler once with the zoom scale of the local member's view.
  public func getZoomScale(result: @escaping @Sendable (Double) -> Void) { answer(result) { $0.scale } }
  /// Calls a handler once with the complete state, including its optional parts.
  public func getRoomState(result: @escaping @Sendable (RoomState) -> Void) { answer(result) { $0.state } }
}
