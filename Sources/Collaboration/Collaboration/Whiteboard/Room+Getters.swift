public import CollaborationModels
public import SchemaRuntime

// Each part of the state is available in two ways: as a cached property, without waiting, and by an async getter. While
// connected, the getters ask the service and return once all earlier changes have arrived; otherwise, and if the service
// does not answer in time or the task is cancelled, they return the cached state.

extension Room {
  private func synchronized<Value: Sendable>(_ value: (Room) -> Value) async -> Value {
    _ = try? await ask(.synchronize())
    return value(self)
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
}
