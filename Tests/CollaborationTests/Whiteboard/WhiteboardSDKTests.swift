import CollaborationCompatibility
import CollaborationModels
import Foundation
import SchemaRuntime
import Testing

@testable import Collaboration
@testable import CollaborationService

/// An application's own global state.
private struct Lesson: Codable, Hashable, Sendable {
  struct Timer: Codable, Hashable, Sendable {
    var left: Int
    var runs: Bool?
  }

  var title: String
  var timer: Timer?
}

/// A type whose JSON is that of another one.
private struct Wrapped: Codable, Sendable {
  var lesson: Lesson
  init(from decoder: any Decoder) throws { lesson = try decoder.singleValueContainer().decode(Lesson.self) }
  func encode(to encoder: any Encoder) throws { try lesson.encode(to: encoder) }
}

private struct RawInt: Codable, RawRepresentable, Sendable { var rawValue: Int }

@Suite struct WhiteboardSDKTests {
  // MARK: Callbacks

  @Test("common callbacks are set, replaced and removed while rooms are in use")
  func replacesCommonCallbacks() async throws {
    let board = Whiteboard()
    let room = try await board.join()
    func fail(_ message: String) async {
      board.service.send(to: 1, in: "room") {
        .uncaughtError(revision: $0, payload: WhiteboardError(code: 1, message: message))
      }
      _ = await room.getRoomPhase()
    }
    let second = CommonDiary()
    await fail("a")
    board.sdk.setCommonCallbacks(second)
    await fail("b")
    board.sdk.setCommonCallbacks(nil)
    await fail("c")
    board.sdk.setCommonCallbacks(board.common)
    await fail("d")
    #expect(board.common.errors.map(\.message) == ["a", "d"])
    #expect(second.errors.map(\.message) == ["b"])
  }

  @Test("joining again without callbacks keeps the previous ones, with callbacks replaces them")
  func keepsRoomCallbacks() async throws {
    let (board, first, second) = (Whiteboard(), RoomDiary(), RoomDiary())
    await (try board.join(callbacks: first)).disconnect()
    let count = first.lines.count
    await (try board.join()).disconnect()
    #expect(first.lines.count == 2 * count)
    await (try board.join(callbacks: second)).disconnect()
    await (try board.join()).disconnect()
    #expect(first.lines.count == 2 * count && second.lines.count == 2 * count)
  }

  @Test("a callback may call the room, and the effects come after it")
  func callsBack() async throws {
    final class Answering: RoomCallbacks {
      let diary = RoomDiary()
      func fireRoomStateChanged(_ modifyState: RoomState.Patch, in room: Room) {
        diary.fireRoomStateChanged(modifyState, in: room)
        try? room.setGlobalState(["answer": room.globalState["question"] ?? nil])
        Task { await room.disconnect() }
      }
      func firePhaseChanged(_ phase: RoomPhase, in room: Room) { diary.firePhaseChanged(phase, in: room) }
    }
    let (board, answering) = (Whiteboard(), Answering())
    let room = try await board.join(callbacks: answering)
    var events = room.events().makeAsyncIterator()
    board.service.send(to: 1, in: "room") {
      .state(revision: $0, payload: RoomState.Patch(globalState: .value(["question": 4])))
    }
    while let event = await events.next(), event != .phaseChanged(.disconnected) {}
    #expect(room.globalState == ["question": 4, "answer": 4])
    #expect(
      answering.diary.lines.dropFirst(2) == [
        #"state["globalState"], reads new"#, "phase disconnecting, reads disconnecting",
        "phase disconnected, reads disconnected",
      ])
  }

  // MARK: URL interrupter

  @Test("3b: the interrupter is asked for the addresses of pictures and slides, if it was enabled")
  func interruptsAddresses() async throws {
    for isEnabled in [true, false] {
      let service = LocalWhiteboard()
      let sdk = WhiteboardSDK(
        configuration: WhiteboardSDK.Configuration(enableInterrupterAPI: isEnabled), transport: service,
        clock: VirtualClock(), commonCallbacks: CommonDiary(mark: "?token"))
      let room = try await sdk.joinRoom(RoomTests.config)
      let mark = isEnabled ? "?token" : ""
      let image = WhiteboardImage(uuid: "i", src: "https://a.example/1.png", width: 10, height: 10)
      #expect(try await room.insertImage(image).src == "https://a.example/1.png" + mark)
      #expect(room.sceneState.scenes.first?.componentsCount == 1)
      let slide = PPT(src: "https://a.example/2.png", previewURL: "https://a.example/3.png")
      try await room.putScenes(in: "/", [WhiteboardScene(name: "slide", ppt: slide), WhiteboardScene(name: "blank")])
      let inserted = room.sceneState.scenes.dropFirst().first?.ppt
      #expect(inserted?.src == "https://a.example/2.png" + mark)
      #expect(inserted?.previewURL == "https://a.example/3.png" + mark)
      try await room.addPage(WhiteboardScene(name: "page", ppt: PPT(src: "https://a.example/4.png")))
      #expect(room.sceneState.scenes.last?.ppt?.src == "https://a.example/4.png" + mark)
      sdk.setCommonCallbacks(nil)
      #expect(try await room.insertImage(image) == image)
    }
  }

  // MARK: Custom global state

  @Test("a registered Codable type is returned typed, by the room and by the playback")
  func readsCodableState() async throws {
    var state = PlayerState.sample
    state.globalState = ["title": "Recorded"]
    let recording = try RoomRecording(
      beginTimestamp: 0, duration: .milliseconds(10),
      frames: [PlayerFrame(at: .zero, .state, payload: try state.json())])
    let board = Whiteboard(recordings: LocalRecordings(["room": recording]))
    let room = try await board.join()
    #expect(throws: WhiteboardFailure.globalStateNotRegistered("Lesson")) { try room.globalState(as: Lesson.self) }
    #expect(throws: WhiteboardFailure.globalStateNotRegistered("Lesson")) {
      try room.setGlobalState(Lesson(title: "x"))
    }
    #expect(try room.customGlobalState() == nil)

    board.sdk.registerGlobalState(Lesson.self)
    try room.setGlobalState(Lesson(title: "Fractions", timer: Lesson.Timer(left: 90, runs: true)))
    #expect(room.globalState == ["title": "Fractions", "timer": ["left": 90, "runs": true]])
    // Members that are nil go, also in objects; members that the type does not have stay.
    try room.setGlobalState(["other": 1])
    let expected = Lesson(title: "Roots", timer: Lesson.Timer(left: 80))
    try room.setGlobalState(expected)
    #expect(room.globalState == ["title": "Roots", "timer": ["left": 80], "other": 1])
    #expect(room.globalState.keys == ["timer", "title", "other"])
    #expect(try room.globalState(as: Lesson.self) == expected)
    #expect(try room.customGlobalState() as? Lesson == expected)

    let player = try await board.sdk.createPlayer(PlayerConfig(room: "room"))
    #expect(try player.globalState(as: Lesson.self) == nil)
    #expect(try await player.seek(toScheduleTime: Duration.zero) == .success)
    #expect(try player.globalState(as: Lesson.self) == Lesson(title: "Recorded"))
    // A playback is read-only: changes affect only the copy.
    var copy = player.state
    copy?.globalState["title"] = "Changed"
    #expect(copy != player.state)
    #expect(try player.customGlobalState() as? Lesson == Lesson(title: "Recorded"))

    board.sdk.unregisterGlobalState()
    #expect(try room.customGlobalState() == nil)
    #expect(throws: WhiteboardFailure.globalStateNotRegistered("Lesson")) { try player.globalState(as: Lesson.self) }
  }

  @Test("a registered generated type is validated both ways")
  func readsGeneratedState() async throws {
    let board = Whiteboard()
    let room = try await board.join()
    board.sdk.registerGlobalState(MemberState.self)
    try room.setGlobalState(MemberState(currentApplianceName: .text, textSize: 9))
    #expect(try room.globalState(as: MemberState.self).textSize == 9)
    #expect(throws: WhiteboardFailure.self) {
      try room.setGlobalState(MemberState(currentApplianceName: .eraser, pencilEraserSize: 9))
    }
    #expect(room.globalState == ["currentApplianceName": "text", "textSize": 9])
    try room.setGlobalState(["currentApplianceName": "Text"])
    let failure = #expect(throws: WhiteboardFailure.self) { try room.globalState(as: MemberState.self) }
    guard case .invalidPayload = failure else {
      Issue.record("expected an invalid payload")
      return
    }
  }

  @Test("a value that is not an object cannot be a global state, and a state that the type does not read is reported")
  func refusesCustomState() async throws {
    let board = Whiteboard()
    let room = try await board.join()
    #expect(board.sdk.registerGlobalState(Lesson.self))
    #expect(!board.sdk.registerGlobalState([Int].self))
    #expect(!board.sdk.registerGlobalState(Int.self) && !board.sdk.registerGlobalState(ViewMode.self))
    #expect(!board.sdk.registerGlobalState(RawInt.self) && board.sdk.registerGlobalState(Wrapped.self))
    for isObject in [
      board.sdk.registerGlobalState(URL.self), board.sdk.registerGlobalState(Decimal.self),
      board.sdk.registerGlobalState(Int128.self), board.sdk.registerGlobalState(UInt128.self),
      board.sdk.registerGlobalState(Date.self), board.sdk.registerGlobalState(UUID.self),
      board.sdk.registerGlobalState(Data.self), board.sdk.registerGlobalState(Double.self),
      board.sdk.registerGlobalState(Set<String>.self), board.sdk.registerGlobalState(URL?.self),
    ] { #expect(!isObject) }
    #expect(board.sdk.registerGlobalState([String: Int].self) && board.sdk.registerGlobalState(MemberState.self))
    #expect(!board.sdk.registerGlobalState(String.self))
    #expect(throws: WhiteboardFailure.globalStateNotRegistered("Array<Int>")) { try room.setGlobalState([1]) }
    #expect(throws: WhiteboardFailure.globalStateNotRegistered("Lesson")) {
      try room.setGlobalState(Lesson(title: "x"))
    }
    #expect(room.globalState.isEmpty)
    board.sdk.registerGlobalState(Lesson.self)
    #expect(throws: WhiteboardFailure.globalStateNotRegistered("Array<Int>")) { try room.globalState(as: [Int].self) }
    let failure = #expect(throws: WhiteboardFailure.self) { try room.globalState(as: Lesson.self) }
    guard case .globalStateMismatch = failure else {
      Issue.record("expected a mismatch")
      return
    }
  }

  @Test("two libraries do not share a registered type")
  func registersForItself() async throws {
    let (one, two) = (Whiteboard(), Whiteboard())
    one.sdk.registerGlobalState(Lesson.self)
    let room = try await two.join()
    #expect(throws: WhiteboardFailure.globalStateNotRegistered("Lesson")) { try room.globalState(as: Lesson.self) }
  }

  // MARK: Getters

  @Test("every part of the state is available immediately, by waiting, and by a single callback")
  func getsParts() async throws {
    let board = Whiteboard()
    let room = try await board.join()
    try room.setGlobalState(["a": 1])
    func once<Value: Sendable>(_ get: (@escaping @Sendable (Value) -> Void) -> Void) async -> Value {
      await withCheckedContinuation { continuation in get { continuation.resume(returning: $0) } }
    }
    let globals = (room.globalState, await room.getGlobalState(), await once { room.getGlobalState(result: $0) })
    #expect(globals.0 == ["a": 1] && globals.1 == ["a": 1] && globals.2 == ["a": 1])
    let tool = (room.memberState, await room.getMemberState(), await once { room.getMemberState(result: $0) })
    #expect(tool.0.currentApplianceName == .pencil && tool.1 == tool.0 && tool.2 == tool.0)
    let members = (room.roomMembers, await room.getRoomMembers(), await once { room.getRoomMembers(result: $0) })
    #expect(members.0.map(\.memberID) == [1] && members.1 == members.0 && members.2 == members.0)
    let view = (room.broadcastState, await room.getBroadcastState(), await once { room.getBroadcastState(result: $0) })
    #expect(view.0.mode == .freedom && view.1 == view.0 && view.2 == view.0)
    let scenes = (room.sceneState, await room.getSceneState(), await once { room.getSceneState(result: $0) })
    #expect(scenes.0 == .initial && scenes.1 == scenes.0 && scenes.2 == scenes.0)
    let camera = (room.cameraState, await room.getCameraState(), await once { room.getCameraState(result: $0) })
    #expect(camera.0 == .initial && camera.1 == camera.0 && camera.2 == camera.0)
    let phase = (room.phase, await room.getRoomPhase(), await once { room.getRoomPhase(result: $0) })
    #expect(phase == (.connected, .connected, .connected))
    let scale = (room.scale, await room.getZoomScale(), await once { room.getZoomScale(result: $0) })
    #expect(scale == (1, 1, 1))
    let state = (room.state, await room.getRoomState(), await once { room.getRoomState(result: $0) })
    #expect(state.0.pageState == PageState(index: 0, length: 1) && state.1 == state.0 && state.2 == state.0)
    #expect(room.pageState == state.0.pageState && room.windowBoxState == nil && room.appState == nil)
    await room.disconnect()
    #expect(await room.getRoomState() == state.0)
    #expect(await room.getRoomPhase() == .disconnected)
  }

  // MARK: Errors

  static let codes: [Named<(WhiteboardFailure, Int)>] = [
    Named("3b: joining", (.joinFailed("x"), -100)), Named("3b: playback", (.replayFailed("x"), -101)),
    Named("3b: an operation", (.notWritable, -1000)), Named("3b: setting up", (.invalidConfiguration("step"), -400)),
    Named("3b: what the service answers", (.service(WhiteboardError(code: -70100)), -70100)),
  ]

  @Test("codes of errors", arguments: codes)
  func hasCodes(_ row: Named<(WhiteboardFailure, Int)>) throws {
    #expect(row.value.0.error.code == row.value.1)
    #expect(row.value.0.error.domain == "com.herewhite.white")
    try row.value.0.error.validate()
    #expect(row.value.0.uncaught.code == .max)
  }
}
