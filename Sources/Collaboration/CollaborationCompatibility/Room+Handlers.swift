public import Collaboration
public import CollaborationModels
public import SchemaRuntime

// The asynchronous getters with handlers, which are called once.

extension Room {
  /// Calls a handler once with the application's global state.
  public func getGlobalState(result: @escaping @Sendable (JSONObject) -> Void) {
    Task { result(await getGlobalState()) }
  }
  /// Calls a handler once with the tool of the local member.
  public func getMemberState(result: @escaping @Sendable (MemberState) -> Void) {
    Task { result(await getMemberState()) }
  }
  /// Calls a handler once with the members who are online.
  public func getRoomMembers(result: @escaping @Sendable ([RoomMember]) -> Void) {
    Task { result(await getRoomMembers()) }
  }
  /// Calls a handler once with the local member's view mode and the broadcaster.
  public func getBroadcastState(result: @escaping @Sendable (BroadcastState) -> Void) {
    Task { result(await getBroadcastState()) }
  }
  /// Calls a handler once with the current scene and the others in its folder.
  public func getSceneState(result: @escaping @Sendable (SceneState) -> Void) {
    Task { result(await getSceneState()) }
  }
  /// Calls a handler once with the visible part of the whiteboard.
  public func getCameraState(result: @escaping @Sendable (CameraState) -> Void) {
    Task { result(await getCameraState()) }
  }
  /// Calls a handler once with the state of the connection.
  public func getRoomPhase(result: @escaping @Sendable (RoomPhase) -> Void) { Task { result(await getRoomPhase()) } }
  /// Calls a handler once with the zoom scale of the local member's view.
  public func getZoomScale(result: @escaping @Sendable (Double) -> Void) { Task { result(await getZoomScale()) } }
  /// Calls a handler once with the complete state, including its optional parts.
  public func getRoomState(result: @escaping @Sendable (RoomState) -> Void) { Task { result(await getRoomState()) } }

  /// Leaves the room and calls a handler once when this is done.
  public func disconnect(completion: @escaping @Sendable () -> Void) {
    Task {
      await disconnect()
      completion()
    }
  }
}
