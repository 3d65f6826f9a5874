import Collaboration
import CollaborationModels
import SchemaRuntime

/// Two members of one whiteboard see each other's changes.
enum WhiteboardAct {
  /// The application's own room state.
  struct Lesson: Codable, Hashable, Sendable {
    var topic: String
    var minutesLeft: Int
  }

  static func play(_ transport: any RoomTransport, _ transcript: inout Transcript) async throws {
    transcript.act("A whiteboard")
    let sdk = WhiteboardSDK(transport: transport)
    sdk.registerGlobalState(Lesson.self)
    let config = RoomConfig(uuid: "room-1", roomToken: "amal", uid: "amal")
    try transcript.show("Amal's configuration", config)
    try transcript.show("without a token", RoomConfig(uuid: "room-1", roomToken: ""))
    let amal = try await sdk.joinRoom(config)
    let bo = try await sdk.joinRoom(RoomConfig(uuid: "room-1", roomToken: "bo", uid: "bo"))
    var events = bo.events().makeAsyncIterator()

    try amal.setGlobalState(Lesson(topic: "Fractions", minutesLeft: 35))
    if let patch = await nextPatch(&events) { try transcript.show("what Bo receives", patch) }
    transcript.say("as the app's own type: \(try bo.globalState(as: Lesson.self))")

    try await amal.putScenes(in: "/lesson", [WhiteboardScene(name: "one"), WhiteboardScene(name: "two")], at: 0)
    try await amal.setScenePath("/lesson/two")
    while let patch = await nextPatch(&events) {
      try transcript.show("what Bo receives", patch)
      if patch.sceneState.value?.scenePath == "/lesson/two" { break }
    }
    do {
      try await amal.setScenePath("lesson/three")
      transcript.say("a path without a slash was accepted, which is an error")
    } catch { transcript.say("a path without a slash is rejected: \(error)") }
    try transcript.show("the room at the end", await bo.getRoomState())
    await bo.disconnect()
    await amal.disconnect()
    transcript.say("Amal's phase after leaving: \(amal.phase.rawValue)")
  }

  private static func nextPatch(_ events: inout AsyncStream<RoomEvent>.Iterator) async -> RoomState.Patch? {
    while let event = await events.next() {
      if case .roomStateChanged(let patch) = event { return patch }
    }
    return nil
  }
}
