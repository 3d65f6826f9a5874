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

  /// What applications keep in the room.
  public func getGlobalState() async -> JSONObject { await synchronized(\.globalState) }
  /// The tool of the local member.
  public func getMemberState() async -> MemberState { await synchronized(\.memberState) }
  /// The members who are online.
  public func getRoomMembers() async -> [RoomMember] { await synchronized(\.roomMembers) }
  /// How the local member sees the room, and who leads it.
  public func getBroadcastState() async -> BroadcastState { await synchronized(\.broadcastState) }
  /// The scene that is shown and those around it.
  public func getSceneState() async -> SceneState { await synchronized(\.sceneState) }
  /// The part of the whiteboard that is seen.
  public func getCameraState() async -> CameraState { await synchronized(\.cameraState) }
  /// Where the connection stands.
  public func getRoomPhase() async -> RoomPhase { await synchronized(\.phase) }
  /// How much the local member has enlarged the view.
  public func getZoomScale() async -> Double { await synchronized(\.scale) }
  /// The whole state, with those of its parts that are optional too.
  public func getRoomState() async -> RoomState { await synchronized(\.state) }

  /// Calls once with what applications keep in the room.
  public func getGlobalState(result: @escaping @Sendable (JSONObject) -> Void) { answer(result) { $0.globalState } }
  /// Calls once with the tool of the local member.
  public func getMemberState(result: @escaping @Sendable (MemberState) -> Void) { answer(result) { $0.memberState } }
  /// Calls once with the members who are online.
  public func getRoomMembers(result: @escaping @Sendable ([RoomMember]) -> Void) { answer(result) { $0.roomMembers } }
  /// Calls once with how the local member sees the room, and who leads it.
  public func getBroadcastState(result: @escaping @Sendable (BroadcastState) -> Void) {
    answer(result) { $0.broadcastState }
  }
  /// Calls once with the scene that is shown and those around it.
  public func getSceneState(result: @escaping @Sendable (SceneState) -> Void) { answer(result) { $0.sceneState } }
  /// Calls once with the part of the whiteboard that is seen.
  public func getCameraState(result: @escaping @Sendable (CameraState) -> Void) { answer(result) { $0.cameraState } }
  /// Calls once with where the connection stands.
  public func getRoomPhase(result: @escaping @Sendable (RoomPhase) -> Void) { answer(result) { $0.phase } }
  /// Calls once with how much the local member has enlarged the view.
  public func getZoomScale(result: @escaping @Sendable (Double) -> Void) { answer(result) { $0.scale } }
  /// Calls once with the whole state, with those of its parts that are optional too.
  public func getRoomState(result: @escaping @Sendable (RoomState) -> Void) { answer(result) { $0.state } }
}
