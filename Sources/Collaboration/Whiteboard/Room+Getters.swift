public import CollaborationModels
public import SchemaRuntime

// Each part of the state can be asked for in three ways: the cached property, which needs no waiting; an async getter;
// and one with a completion handler, which is called once. While connected, the getters ask the service, and answer
// when all that it did before has arrived; otherwise they answer with the cached state at once.

extension Room {
  private func synchronized<Value: Sendable>(_ value: (Room) -> Value) async -> Value {
    _ = try? await ask(.synchronize)
    return value(self)
  }

  private func answer<Value: Sendable>(
    _ result: @escaping @Sendable (Value) -> Void, _ value: @escaping @Sendable (Room) -> Value
  ) {
    Task { result(await synchronized(value)) }
  }

  public func getGlobalState() async -> JSONObject { await synchronized(\.globalState) }
  public func getMemberState() async -> MemberState { await synchronized(\.memberState) }
  public func getRoomMembers() async -> [RoomMember] { await synchronized(\.roomMembers) }
  public func getBroadcastState() async -> BroadcastState { await synchronized(\.broadcastState) }
  public func getSceneState() async -> SceneState { await synchronized(\.sceneState) }
  public func getCameraState() async -> CameraState { await synchronized(\.cameraState) }
  public func getRoomPhase() async -> RoomPhase { await synchronized(\.phase) }
  public func getZoomScale() async -> Double { await synchronized(\.scale) }
  /// The whole state: that with all its parts, those that are optional too.
  public func getRoomState() async -> RoomState { await synchronized(\.state) }

  public func getGlobalState(result: @escaping @Sendable (JSONObject) -> Void) { answer(result) { $0.globalState } }
  public func getMemberState(result: @escaping @Sendable (MemberState) -> Void) { answer(result) { $0.memberState } }
  public func getRoomMembers(result: @escaping @Sendable ([RoomMember]) -> Void) { answer(result) { $0.roomMembers } }
  public func getBroadcastState(result: @escaping @Sendable (BroadcastState) -> Void) {
    answer(result) { $0.broadcastState }
  }
  public func getSceneState(result: @escaping @Sendable (SceneState) -> Void) { answer(result) { $0.sceneState } }
  public func getCameraState(result: @escaping @Sendable (CameraState) -> Void) { answer(result) { $0.cameraState } }
  public func getRoomPhase(result: @escaping @Sendable (RoomPhase) -> Void) { answer(result) { $0.phase } }
  public func getZoomScale(result: @escaping @Sendable (Double) -> Void) { answer(result) { $0.scale } }
  public func getRoomState(result: @escaping @Sendable (RoomState) -> Void) { answer(result) { $0.state } }
}
