import CollaborationCompatibility
import CollaborationModels
import SchemaRuntime
import Testing

@testable import Collaboration
@testable import CollaborationService

@Suite struct RoomWireTests {
  static let requests: [RoomAction] =
    RoomMachineTests.requests + [
      .setCamera(camera: .initial), .setWritable(isWritable: true), .connectStore(name: "s", values: ["a": 1]),
      .disconnectStore(name: "s"),
      .entireScenes(), .scenePathType(path: "/"), .synchronize(), .putScenes(directory: "/", scenes: [], index: nil),
      .addPage(scene: WhiteboardScene(name: "a"), afterCurrent: false), .removePage(index: 2),
      .sendEvent(name: "e", payload: .null),
      .sendEvent(name: "e", payload: ["a": [1]]),
      .insertImage(
        RoomAction.InsertImage(WhiteboardImage(uuid: "i", src: "s", centerX: 1.5, width: 1, height: 1, isLocked: true))),
    ]

  @Test("every request is the same after it was sent as JSON", arguments: requests)
  func sendsRequests(_ action: RoomAction) throws {
    let act = RoomRequestFrame.Act(session: "s", id: 1, seen: 0, action: action)
    guard case .act(let read) = try RoomRequestFrame(json: RoomRequestFrame.act(act).json()) else {
      Issue.record("expected an action")
      return
    }
    #expect(read.action == action)
    #expect(read == act)
  }

  static let frames: [RoomFrame] = [
    .phase(revision: 7, payload: RoomPhaseChange(phase: .connected)),
    .state(revision: 7, payload: RoomState.Patch(zoomScale: .value(2))),
    .state(revision: 7, payload: RoomState.Patch(broadcastState: .null)),
    .writable(revision: 7, payload: WritableChange(isAbleToCommit: true)),
    .disconnect(revision: 7, payload: DisconnectError(error: "x")),
    .kick(revision: 7, payload: KickReason(reason: "x")),
    .appendError(revision: 7, payload: FrameError(userID: 1, error: "x")), .event(revision: 7, payload: .sample()),
    .uncaughtError(revision: 7, payload: WhiteboardError(code: 1)),
    .store(revision: 7, payload: StoreChange(name: "s", state: ["a": 1])),
    .store(revision: 7, payload: StoreChange(name: "s", state: nil)),
    .accepted(revision: 7, request: 1, payload: RoomState.Patch(), value: .null),
    .accepted(revision: 7, request: 1, payload: RoomState.Patch()),
    .refused(revision: 7, request: 1, payload: WhiteboardError(code: 1)),
    .snapshot(
      RoomFrame.Snapshot(
        revision: 7, memberID: 1, isWritable: true, state: .sample, stores: ["s": ["a": 1], "gone": nil], handled: 3,
        answers: [RoomAnswer(request: 3, value: ["a": 1])])),
  ]

  @Test("every frame is the same after it was sent as JSON, and its role has its revision", arguments: frames)
  func sendsFrames(_ frame: RoomFrame) throws {
    let read = try RoomFrame(json: frame.json())
    #expect(read == frame)
    switch RoomWire.role(of: read) {
    case .numbered(let revision, let answers):
      #expect(revision == 7 && answers == (read.accepted?.request ?? read.refused?.request))
    case .last(let revision, _): #expect(revision == 7)
    case .snapshot(let revision, let handled, let answers): #expect(revision == 7 && handled == 3 && answers == [3])
    case .upToDate, .ended: Issue.record("expected a frame with content, found \(read)")
    }
  }

  @Test("the queue returns its elements in order, and finds and removes any of them")
  func queues() {
    var queue = Queue<Int>()
    var model: [Int] = []
    for number in 0..<1_000 {
      queue.append(number)
      model.append(number)
      if number.isMultiple(of: 3) || number > 500 {
        #expect(queue.removeFirst() == model.removeFirst())
      }
      if number.isMultiple(of: 7), let wanted = model.dropFirst(2).first {
        #expect(queue.remove { $0 == wanted } == wanted)
        model.removeAll { $0 == wanted }
      }
      #expect(queue.count == model.count && queue.first == model.first && queue[1] == model.dropFirst().first)
    }
    #expect(Array(queue.elements) == model)
  }
}

// MARK: - Names of the documents

/// Callbacks with the signatures of the service's documents, without the room.
private final class VendorCallbacks: RoomCallbackDelegate, PlayerEventDelegate, CommonCallbackDelegate {
  private let entries = Mutex<[String]>([])
  var lines: [String] { entries.withLock { $0 } }
  private func note(_ line: String) { entries.withLock { $0.append(line) } }

  func firePhaseChanged(_ phase: RoomPhase) { note("phase \(phase)") }
  func fireRoomStateChanged(_ modifyState: RoomState.Patch) { note("state \(modifyState.names)") }
  func fireBeingAble(toCommitChange isAbleToCommit: Bool) { note("able \(isAbleToCommit)") }
  func fireBeingAbleToCommitChange(_ isAbleToCommit: Bool) { note("able \(isAbleToCommit)") }
  func fireDisconnectWithError(_ error: String) { note("error \(error)") }
  func fireDisconnect(withError error: String) { note("error \(error)") }
  func fireKicked(withReason reason: String) { note("kicked \(reason)") }
  func fireKickedWithReason(_ reason: String) { note("kicked \(reason)") }
  func fireCatchErrorWhenAppendFrame(_ userID: UInt, error: String) { note("frame \(userID) \(error)") }
  func fireMagixEvent(_ event: WhiteboardEvent) { note("event \(event.eventName)") }
  func fireHighFrequencyEvent(_ events: [WhiteboardEvent]) { note("events \(events.count)") }

  func phaseChanged(_ phase: PlayerPhase) { note("player \(phase)") }
  func loadFirstFrame() { note("first frame") }
  func sliceChanged(_ slice: String) { note("slice \(slice)") }
  func playerStateChanged(_ modifyState: PlayerState.Patch) { note("player state") }
  func stoppedWithError(_ error: WhiteboardError) { note("stopped \(error.code)") }
  func scheduleTimeChanged(_ time: Double) { note("time \(time)") }
  func errorWhenAppendFrame(_ error: WhiteboardError) { note("append \(error.code)") }
  func errorWhenRender(_ error: WhiteboardError) { note("render \(error.code)") }
}

/// Callbacks with any error, under the second names that Swift gives to the Objective-C methods.
private final class ErrorCallbacks: RoomCallbackDelegate, PlayerEventDelegate, CommonCallbackDelegate {
  private let entries = Mutex<[String]>([])
  var lines: [String] { entries.withLock { $0 } }
  private func note(_ line: String) { entries.withLock { $0.append(line) } }

  func throwError(_ error: any Error) { note("thrown \(error)") }
  func fireCatchError(whenAppendFrame userID: UInt, error: String) { note("frame \(userID) \(error)") }
  func stoppedWithError(_ error: any Error) { note("stopped \(error)") }
  func errorWhenAppendFrame(_ error: any Error) { note("append \(error)") }
  func error(whenAppendFrame error: any Error) { note("append \(error)") }
  func errorWhenRender(_ error: any Error) { note("render \(error)") }
  func error(whenRender error: any Error) { note("render \(error)") }
}

@Suite struct WhiteboardNameTests {
  @Test("callbacks for any error are called with the service's error")
  func callsErrorForms() async throws {
    let board = Whiteboard(recordings: LocalRecordings(["room": try .sample()]))
    let callbacks = ErrorCallbacks()
    board.sdk.setCommonCallbackDelegate(callbacks)
    let room = try await board.join()
    board.service.send(to: 1, in: "room") {
      .uncaughtError(revision: $0, payload: WhiteboardError(code: 1, message: "x"))
    }
    _ = await room.getRoomPhase()
    callbacks.fire(.appendFrameFailed(userID: 3, error: "x"), in: room)
    let player = try await board.sdk.createPlayer(PlayerConfig(room: "room"))
    let error = WhiteboardError(code: 1, message: "x")
    for event in [PlayerEvent.stoppedWithError(error), .appendFrameFailed(error), .renderFailed(error)] {
      callbacks.fire(event, in: player)
    }
    #expect(
      callbacks.lines == ["thrown x", "frame 3 x", "stopped x", "append x", "append x", "render x", "render x"])
  }

  @Test("a value of the registered type, and a literal, are set by the same name")
  func setsGlobalState() async throws {
    struct Poll: Codable, Sendable { var question: String }
    let board = Whiteboard()
    let room = try await board.join()
    #expect(throws: WhiteboardFailure.globalStateNotRegistered("Poll")) {
      try room.setGlobalState(Poll(question: "?"))
    }
    #expect(board.sdk.setCustomGlobalStateClass(Poll.self) && !board.sdk.setCustomGlobalStateClass(Int.self))
    #expect(board.sdk.setCustomGlobalStateClass(Poll.self))
    try room.setGlobalState(["votes": 3])
    try room.setGlobalState(Poll(question: "Why?"))
    #expect(room.globalState == ["votes": 3, "question": "Why?"])
    #expect(try room.globalState(as: Poll.self).question == "Why?")
  }

  @Test("callbacks with the documents' signatures are called for every event")
  func callsVendorForms() async throws {
    let board = Whiteboard()
    let room = try await board.join(callbacks: RoomDiary())
    let callbacks = VendorCallbacks()
    let events: [(RoomEvent, [String])] = [
      (.phaseChanged(.connected), ["phase connected"]),
      (.roomStateChanged(RoomState.Patch(zoomScale: .value(2))), [#"state ["zoomScale"]"#]),
      (.ableToCommitChanged(true), ["able true", "able true"]), (.disconnected(error: "x"), ["error x", "error x"]),
      (.kicked(reason: "x"), ["kicked x", "kicked x"]),
      (.appendFrameFailed(userID: 3, error: "x"), ["frame 3 x"]), (.magixEvent(.sample()), ["event poll"]),
      (.highFrequencyEvents([.sample()]), ["events 1"]),
    ]
    for (event, lines) in events {
      let count = callbacks.lines.count
      callbacks.fire(event, in: room)
      #expect(Array(callbacks.lines.dropFirst(count)) == lines)
    }
    let replays = Whiteboard(recordings: LocalRecordings(["room": try .sample()]))
    let player = try await replays.sdk.createPlayer(PlayerConfig(room: "room"))
    let error = WhiteboardError(code: 1)
    let playerEvents: [(PlayerEvent, String)] = [
      (.phaseChanged(.playing), "player playing"), (.firstFrameLoaded, "first frame"), (.sliceChanged("s"), "slice s"),
      (.playerStateChanged(PlayerState.Patch()), "player state"), (.stoppedWithError(error), "stopped 1"),
      (.scheduleTimeChanged(1), "time 1.0"), (.appendFrameFailed(error), "append 1"),
      (.renderFailed(error), "render 1"),
      (.magixEvent(.sample()), "event poll"),
    ]
    for (event, line) in playerEvents {
      callbacks.fire(event, in: player)
      #expect(callbacks.lines.last == line)
    }
  }

  @Test("the documents' names join rooms, create playbacks and set callbacks")
  func hasDocumentNames() async throws {
    let board = Whiteboard(recordings: LocalRecordings(["room": try .sample()]))
    let callbacks = VendorCallbacks()
    board.sdk.setCommonCallbackDelegate(callbacks)
    let room = await withCheckedContinuation { continuation in
      board.sdk.joinRoom(withRoomUuid: "room", roomToken: "t", callbacks: callbacks) { success, room, error in
        #expect(success && error == nil)
        continuation.resume(returning: room)
      }
    }
    #expect(room?.phase == .connected)
    #expect(callbacks.lines.prefix(2) == ["phase connecting", "phase connected"])
    let error = await withCheckedContinuation { continuation in
      board.sdk.joinRoom(withRoomUuid: "room", roomToken: "") { success, room, error in
        #expect(!success && room == nil)
        continuation.resume(returning: error)
      }
    }
    #expect(error is WhiteboardFailure)
    for (name, exists) in [("room", true), ("none", false)] {
      let result = await withCheckedContinuation { continuation in
        board.sdk.createReplayer(with: PlayerConfig(room: name), callbacks: callbacks) { success, player, error in
          continuation.resume(returning: success && player != nil && error == nil)
        }
      }
      #expect(result == exists)
    }
    await room?.disconnect()
  }
}
