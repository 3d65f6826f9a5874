import CollaborationCompatibility
import CollaborationModels
import SchemaRuntime
import Testing

@testable import Collaboration
@testable import CollaborationService

@Suite struct RoomTests {
  static let config = RoomConfig(uuid: "room", roomToken: "NOT_A_REAL_TOKEN")

  static func frame(_ kind: RawFrame.Kind, _ payload: String) -> RawFrame { RawFrame(kind, payload) }

  private struct JoinedRoom {
    var room: Room
    var connection: ManualConnection
    var diary = RoomDiary()
    var common = CommonDiary()
    var clock = VirtualClock()
  }

  private static func join() async throws -> JoinedRoom {
    let (connection, diary, common, clock) = (try ManualConnection(), RoomDiary(), CommonDiary(), VirtualClock())
    let sdk = WhiteboardSDK(transport: connection, clock: clock, commonCallbacks: common)
    let room = try await sdk.joinRoom(config, callbacks: diary)
    return JoinedRoom(room: room, connection: connection, diary: diary, common: common, clock: clock)
  }

  @Test("3b: after joining the state is there, and the callbacks came in order")
  func joins() async throws {
    let joined = try await Self.join()
    #expect(joined.room.state == .sample)
    #expect(joined.room.phase == .connected && joined.room.isWritable && joined.room.memberID == 1)
    #expect(
      joined.diary.lines == [
        "phase connecting, reads connecting", "phase connected, reads connected", "able true, reads true",
      ])
    // Only the check of a quiet connection.
    await joined.clock.sleepers(1)
    #expect(joined.clock.sleeperCount == 1)
  }

  struct Told: Sendable {
    var frames: [RawFrame]
    var lines: [String]
  }

  static let messages: [Named<Told>] = [
    Named(
      "3b: the cache changes before the callback",
      Told(frames: [frame(.stateChange, #"{"zoomScale":3}"#)], lines: [#"state["zoomScale"], reads new"#])),
    Named(
      "an update that changes nothing is not reported",
      Told(frames: [frame(.stateChange, #"{"zoomScale":1}"#)], lines: [])),
    Named(
      "the right to write",
      Told(
        frames: [
          frame(.writableChange, #"{"isAbleToCommit":false}"#), frame(.writableChange, #"{"isAbleToCommit":true}"#),
        ],
        lines: ["able false, reads false", "able true, reads true"])),
    Named(
      "a frame that failed, with the user's id",
      Told(frames: [frame(.frameError, #"{"userId":12,"error":"unknown action"}"#)], lines: ["frame 12 unknown action"])
    ),
    Named(
      "a custom event",
      Told(
        frames: [frame(.event, #"{"eventName":"poll","payload":null,"uuid":"room","scope":"magix","authorId":2}"#)],
        lines: ["event poll"])),
    Named(
      "a lost network and its return",
      Told(
        frames: [frame(.phaseChange, #"{"phase":"reconnecting"}"#), frame(.phaseChange, #"{"phase":"connected"}"#)],
        lines: [
          "phase reconnecting, reads reconnecting", "able false, reads false", "phase connected, reads connected",
          "able true, reads true",
        ])),
  ]

  @Test("messages of the service", arguments: messages)
  func hears(_ row: Named<Told>) async throws {
    let joined = try await Self.join()
    let before = joined.diary.lines.count
    joined.room.addMagixEventListener("poll")
    for frame in row.value.frames { joined.connection.service.yield(frame) }
    _ = await joined.room.getRoomState()
    #expect(Array(joined.diary.lines.dropFirst(before)) == row.value.lines)
    #expect(joined.common.errors.isEmpty)
  }

  static let endings: [Named<(RawFrame, [String])>] = [
    Named(
      "an error that ends the connection",
      (
        frame(.disconnect, #"{"error":"gone"}"#),
        ["phase disconnected, reads disconnected", "able false, reads false", "error gone, reads disconnected"]
      )),
    Named(
      "a kick from the room",
      (
        frame(.kick, #"{"reason":"closed"}"#),
        ["phase disconnected, reads disconnected", "able false, reads false", "kicked closed, reads disconnected"]
      )),
  ]

  @Test("ends of a connection: waiting calls fail, and the last state can be read", arguments: endings)
  func ends(_ row: Named<(RawFrame, [String])>) async throws {
    let joined = try await Self.join()
    var events = joined.room.events().makeAsyncIterator()
    let page = Task { try await joined.room.nextPage() }
    while joined.connection.sent.isEmpty { await Task.yield() }
    joined.connection.service.yield(row.value.0)
    await #expect(throws: WhiteboardFailure.connectionEnded) { try await page.value }
    for _ in row.value.1 { _ = await events.next() }
    #expect(Array(joined.diary.lines.dropFirst(3)) == row.value.1)
    #expect(joined.room.state == .sample)
    var left = joined.connection.left.makeAsyncIterator()
    #expect(await left.next() != nil)
    #expect(throws: WhiteboardFailure.notConnected(.disconnected)) { try joined.room.setGlobalState(["a": 1]) }
    #expect(joined.room.state == .sample)
  }

  @Test("messages that end are a lost connection, which is opened again")
  func endsSilently() async throws {
    let joined = try await Self.join()
    var events = joined.room.events().makeAsyncIterator()
    joined.connection.service.finish()
    for event in [
      RoomEvent.phaseChanged(.reconnecting), .ableToCommitChanged(false), .phaseChanged(.connected),
      .ableToCommitChanged(true),
    ] {
      #expect(await events.next() == event)
      if event == .ableToCommitChanged(false) { joined.clock.advance(by: .seconds(1)) }
    }
    #expect(await joined.room.getRoomState() == .sample)
  }

  @Test("messages that end while the room is being left end the phase too, without an error")
  func endsInOrder() async throws {
    let joined = try await Self.join()
    joined.connection.service.yield(Self.frame(.phaseChange, #"{"phase":"disconnecting"}"#))
    joined.connection.service.finish()
    await joined.room.disconnect()
    #expect(
      joined.diary.lines.dropFirst(3) == [
        "phase disconnecting, reads disconnecting", "able false, reads false", "phase disconnected, reads disconnected",
      ])
  }

  static let wrong: [Named<RawFrame>] = [
    Named("3a: a phase that there is not", frame(.phaseChange, #"{"phase":"lost"}"#)),
    Named("a phase as a number", frame(.phaseChange, #"{"phase":1}"#)),
    Named("3c: a mode with a capital in an update", frame(.stateChange, #"{"broadcastState":{"mode":"Broadcaster"}}"#)),
    Named("an update of the wrong type", frame(.stateChange, #"{"roomMembers":{}}"#)),
    Named(
      "3c: a colour of two numbers",
      frame(.stateChange, #"{"memberState":{"currentApplianceName":"pencil","strokeColor":[1,2]}}"#)),
    Named(
      "an update of which one part is wrong changes none",
      frame(.stateChange, #"{"zoomScale":7,"pageState":{"index":"1","length":1}}"#)),
    Named("an update that is null", frame(.stateChange, "null")),
    Named("a text that is no JSON", frame(.stateChange, "{")),
    Named("nothing at all", frame(.stateChange, "")),
    Named("two members of one name", frame(.stateChange, #"{"zoomScale":7,"zoomScale":8}"#)),
    Named("a phase that cannot follow", frame(.phaseChange, #"{"phase":"connecting"}"#)),
    Named(
      "an event by a member who is not there",
      frame(.event, #"{"eventName":"poll","uuid":"room","scope":"custom","authorId":99}"#)),
    Named("an event without an author", frame(.event, #"{"eventName":"poll","uuid":"room","scope":"custom"}"#)),
    Named("an error without a user", frame(.frameError, #"{"error":"x"}"#)),
    Named("a right to write in words", frame(.writableChange, #"{"isAbleToCommit":"no"}"#)),
    Named("an answer to no question", frame(.accepted, "{}")),
    Named("a store without a name", frame(.storeChange, #"{"state":{}}"#)),
    Named("a store that is a list", frame(.storeChange, #"{"name":"s","state":[]}"#)),
  ]

  @Test("an invalid message changes nothing, and is reported as an uncaught error", arguments: wrong)
  func refuses(_ row: Named<RawFrame>) async throws {
    let joined = try await Self.join()
    joined.room.addMagixEventListener("poll")
    joined.connection.service.yield(row.value)
    #expect(await joined.room.getRoomState() == .sample)
    #expect(joined.room.phase == .connected && joined.room.isAbleToCommit)
    #expect(joined.diary.lines.count == 3)
    #expect(joined.common.errors.map(\.code) == [.max])
    #expect(joined.common.errors.first?.domain == "com.herewhite.white")
  }

  @Test("an invalid answer fails the waiting call")
  func refusesAnswers() async throws {
    let joined = try await Self.join()
    let page = Task { try await joined.room.nextPage() }
    while joined.connection.sent.isEmpty { await Task.yield() }
    joined.connection.service.yield(RawFrame(.accepted, #"{"zoomScale":"x"}"#, request: 1))
    let failure = await #expect(throws: WhiteboardFailure.self) { try await page.value }
    #expect(failure?.code == -1000)
    #expect(joined.room.state == .sample)
  }

  static let outgoing: [Named<@Sendable (Room) throws -> Void>] = [
    Named("a view without a position") {
      try $0.moveCamera(CameraState(centerX: .nan, centerY: 0, scale: 1, width: 1, height: 1))
    },
    Named("a view with an infinite scale") {
      try $0.moveCamera(CameraState(centerX: 0, centerY: 0, scale: .infinity, width: 1, height: 1))
    },
    Named("3c: a colour of four numbers") {
      try $0.setMemberState(MemberState(currentApplianceName: .pencil, strokeColor: [1, 2, 3, 4]))
    },
    Named("a colour past 255") {
      try $0.setMemberState(MemberState(currentApplianceName: .pencil, strokeColor: [1, 2, 256]))
    },
    Named("an eraser of size 4") {
      try $0.setMemberState(MemberState(currentApplianceName: .eraser, pencilEraserSize: 4))
    },
    Named("a global state too deep to be read") {
      var deep: JSONValue = 1
      for _ in 0..<2_000 { deep = ["a": deep] }
      try $0.setGlobalState(["a": deep])
    },
  ]

  @Test("an invalid request is not sent, and changes nothing", arguments: outgoing)
  func refusesOutgoing(_ row: Named<@Sendable (Room) throws -> Void>) async throws {
    let joined = try await Self.join()
    let failure = #expect(throws: WhiteboardFailure.self) { try row.value(joined.room) }
    guard case .invalidPayload = failure else {
      Issue.record("expected an invalid payload, found \(String(describing: failure))")
      return
    }
    #expect(joined.room.state == .sample)
    #expect(joined.connection.sent.isEmpty)
  }
}

// MARK: - Time

@Suite struct RoomTimeTests {
  @Test("3b: 45 seconds without a network disconnect, not a millisecond less")
  func limitsReconnecting() async throws {
    let (board, diary) = (Whiteboard(), RoomDiary())
    let room = try await board.join(callbacks: diary)
    var events = room.events().makeAsyncIterator()
    board.service.dropConnection(of: 1, in: "room")
    #expect(await events.next() == .phaseChanged(.reconnecting))
    board.clock.advance(by: .milliseconds(44_999))
    await board.clock.sleepers(1)
    #expect(room.phase == .reconnecting)
    board.clock.advance(by: .milliseconds(1))
    var heard: [RoomEvent] = []
    while let event = await events.next() {
      heard.append(event)
      if case .disconnected = event { break }
    }
    #expect(
      heard == [
        .ableToCommitChanged(false), .phaseChanged(.disconnecting),
        .phaseChanged(.disconnected),
        .disconnected(error: "Reconnect time exceeds 45000 milliseconds, sdk call disconnect automatically"),
      ])
    #expect(
      diary.lines.suffix(1) == [
        "error Reconnect time exceeds 45000 milliseconds, sdk call disconnect automatically, reads disconnected"
      ])
  }

  @Test("a recovered connection has the full timeout again at the next loss")
  func restartsReconnecting() async throws {
    let board = Whiteboard()
    let room = try await board.join()
    var events = room.events().makeAsyncIterator()
    board.service.dropConnection(of: 1, in: "room")
    while let event = await events.next(), event != .phaseChanged(.reconnecting) {}
    // Before the silence of the new connection is noticed.
    board.clock.advance(by: .seconds(13))
    board.service.recoverConnection(of: 1, in: "room")
    while let event = await events.next(), event != .phaseChanged(.connected) {}
    board.service.dropConnection(of: 1, in: "room")
    while let event = await events.next(), event != .phaseChanged(.reconnecting) {}
    board.clock.advance(by: .seconds(40))
    #expect(room.phase == .reconnecting)
    board.service.recoverConnection(of: 1, in: "room")
    // The silent connection was given up, and the next one is opened after a second.
    for _ in 0..<20 where room.phase == .reconnecting {
      board.clock.advance(by: .milliseconds(200))
      for _ in 0..<100 where room.phase == .reconnecting { await Task.yield() }
    }
    #expect(room.phase == .connected && room.isAbleToCommit)
  }

  @Test("joining that takes too long fails, and a connection that comes too late is closed")
  func limitsJoining() async throws {
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let (connection, clock, diary) = (try ManualConnection(gate: gate), VirtualClock(), RoomDiary())
    let sdk = WhiteboardSDK(transport: connection, clock: clock)
    let joining = Task { () -> Result<Void, WhiteboardFailure> in
      do {
        _ = try await sdk.joinRoom(
          RoomConfig(uuid: "room", roomToken: "NOT_A_REAL_TOKEN", timeout: 1500), callbacks: diary)
        return .success(())
      } catch { return .failure(error as? WhiteboardFailure ?? .joinFailed("\(error)")) }
    }
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(1500))
    let result = await joining.value
    #expect(throws: WhiteboardFailure.joinTimedOut(after: .milliseconds(1500))) { try result.get() }
    #expect(diary.lines == ["phase connecting, reads connecting", "phase disconnected, reads disconnected"])
    opening.finish()
    var left = connection.left.makeAsyncIterator()
    #expect(await left.next() != nil)
  }

  static let failing: [Named<(String?, WhiteboardFailure?)>] = [
    Named("the service refuses", (nil, .joinFailed("no such room"))),
    Named("the service sends no state", ("{}", nil)),
    Named("the service sends a state with a wrong mode", (#"{"broadcastState":{"mode":"Freedom"}}"#, nil)),
  ]

  @Test("3b: failed joining has the code -100, with both ways to join", arguments: failing)
  func failsToJoin(_ row: Named<(String?, WhiteboardFailure?)>) async throws {
    let connection = try ManualConnection(state: row.value.0.map(text), joinError: row.value.1)
    let sdk = WhiteboardSDK(transport: connection, clock: VirtualClock())
    let failure = await #expect(throws: WhiteboardFailure.self) { _ = try await sdk.joinRoom(RoomTests.config) }
    #expect(failure?.error.code == -100)
    let result = await withCheckedContinuation { continuation in
      sdk.joinRoom(RoomTests.config) { continuation.resume(returning: $0) }
    }
    #expect(throws: WhiteboardFailure.self) { _ = try result.get() }
  }

  @Test("3a: a config without a token is refused before joining")
  func refusesConfigs() async throws {
    let connection = try ManualConnection()
    let sdk = WhiteboardSDK(transport: connection, clock: VirtualClock())
    for config in [
      RoomConfig(uuid: "room", roomToken: ""),
      RoomConfig(uuid: "room", roomToken: "t", uid: String(repeating: "u", count: 1025)),
    ] {
      let failure = await #expect(throws: WhiteboardFailure.self) { _ = try await sdk.joinRoom(config) }
      guard case .invalidPayload = failure else {
        Issue.record("expected an invalid payload")
        continue
      }
    }
  }

  static let timeouts: [(Int, Duration)] = [
    (45_000, .seconds(45)), (0, .zero), (-1, .zero), (.min, .zero), (.max, .milliseconds(2_147_483_647)),
  ]

  @Test("timers are never negative and never longer than the service's", arguments: timeouts)
  func limitsTimers(_ milliseconds: Int, _ duration: Duration) {
    #expect(Duration.timer(milliseconds: milliseconds) == duration)
  }

  @Test("leaving returns when the room is left, also twice, and the phases are reported")
  func leaves() async throws {
    let (board, diary) = (Whiteboard(), RoomDiary())
    let room = try await board.join(callbacks: diary)
    async let first: Void = room.disconnect()
    async let second: Void = room.disconnect()
    _ = await (first, second)
    #expect(room.phase == .disconnected)
    #expect(
      diary.lines.suffix(3) == [
        "phase disconnecting, reads disconnecting", "able false, reads false", "phase disconnected, reads disconnected",
      ])
    await withCheckedContinuation { continuation in room.disconnect { continuation.resume() } }
    #expect(board.service.state(of: "room", for: 1) == nil)
  }
}
