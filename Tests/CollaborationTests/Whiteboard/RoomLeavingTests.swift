import CollaborationModels
import SchemaRuntime
import Testing

@testable import Collaboration
@testable import CollaborationService

@Suite struct RoomLeavingTests {
  private static func result(of joining: () async throws -> Room) async -> (any Error)? {
    do {
      _ = try await joining()
      return nil
    } catch { return error }
  }

  @Test("a room that the first callback leaves does not report a timeout")
  func leavesInCallback() async throws {
    struct Leaving: RoomCallbacks {
      func firePhaseChanged(_ phase: RoomPhase, in room: Room) {
        if phase == .connecting { try? room.process(.leave) }
      }
    }
    let sdk = WhiteboardSDK(transport: try ManualConnection(), clock: VirtualClock())
    let failure = await Self.result {
      try await sdk.joinRoom(RoomTests.config, callbacks: Leaving())
    }
    #expect(failure as? WhiteboardFailure == .joinFailed("the room was left"))
  }

  @Test("cancelled joining ends, and a connection that comes too late is closed")
  func cancelsJoining() async throws {
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let (connection, clock) = (try ManualConnection(gate: gate), VirtualClock())
    let sdk = WhiteboardSDK(transport: connection, clock: clock)
    let joining = Task {
      await Self.result { try await sdk.joinRoom(RoomTests.config) }
    }
    await clock.sleepers(1)
    joining.cancel()
    #expect(await joining.value is CancellationError)
    opening.finish()
    var left = connection.left.makeAsyncIterator()
    #expect(await left.next() != nil)
    #expect(clock.sleeperCount == 0)
  }

  @Test("changes by others during leaving have no effect, and are no error")
  func ignoresLateMessages() async throws {
    let (connection, common) = (try ManualConnection(), CommonDiary())
    let sdk = WhiteboardSDK(transport: connection, clock: VirtualClock(), commonCallbacks: common)
    let room = try await sdk.joinRoom(RoomTests.config)
    connection.service.yield(RoomTests.frame(.phaseChange, #"{"phase":"disconnecting"}"#))
    connection.service.yield(RoomTests.frame(.stateChange, #"{"zoomScale":3}"#))
    connection.service.yield(RoomTests.frame(.phaseChange, #"{"phase":"reconnecting"}"#))
    connection.service.finish()
    await room.disconnect()
    #expect(room.state == .sample)
    #expect(common.errors.isEmpty)
  }

  @Test("the sequences of events end with the last event when the room is left, and a room can be joined again")
  func endsEvents() async throws {
    let board = Whiteboard()
    let (room, other) = (try await board.join("first"), try await board.join("second"))
    let heard = Task { [events = room.events()] in
      var last: RoomEvent?
      for await event in events { last = event }
      return last
    }
    board.service.kick(1, from: "room", reason: "closed")
    #expect(await heard.value == .kicked(reason: "closed"))
    for await _ in room.events() { Issue.record("expected no events of a room that was left") }

    try other.setGlobalState(["a": 1])
    _ = await other.getRoomState()
    try await room.rejoin()
    #expect(room.phase == .connected && room.memberID == 3 && room.globalState == ["a": 1])
    var again = room.events().makeAsyncIterator()
    try other.setGlobalState(["a": 2])
    guard case .roomStateChanged = await again.next() else {
      Issue.record("expected a change")
      return
    }
    await #expect(throws: WhiteboardFailure.illegalRoomPhase(from: .connected, to: .connecting)) {
      try await room.rejoin()
    }
    try room.setGlobalState(["b": 1])
    _ = await (room.getRoomState(), other.getRoomState())
    #expect(other.globalState == ["a": 2, "b": 1])
  }

  @Test("callbacks whose deinitializer sets callbacks can be replaced")
  func replacesCallbacks() throws {
    final class Last: CommonCallbacks, RoomCallbacks {
      let sdk: WhiteboardSDK
      init(_ sdk: WhiteboardSDK) { self.sdk = sdk }
      deinit {
        sdk.setCommonCallbacks(nil)
        _ = sdk.roomCallbacks.use(nil)
      }
    }
    let common = CommonDiary()
    let sdk = WhiteboardSDK(transport: try ManualConnection(), clock: VirtualClock())
    sdk.setCommonCallbacks(Last(sdk))
    sdk.setCommonCallbacks(common)
    sdk.context.throwError(WhiteboardError(code: 1))
    #expect(common.errors.isEmpty)
    _ = sdk.roomCallbacks.use(Last(sdk))
    #expect(sdk.roomCallbacks.use(RoomDiary()) is RoomDiary)
  }
}

// MARK: - Handles of stores

@Suite struct SyncedStoreHandleTests {
  @Test("after one handle of a store is disconnected, the other still receives changes, repeatedly")
  func keepsOtherHandle() async throws {
    let board = Whiteboard()
    let (first, second) = (try await board.join("first"), try await board.join("second"))
    let own = try await first.connectSyncedStore("score")
    let kept = try await second.connectSyncedStore("score")
    for _ in 0..<20 {
      let closed = try await second.connectSyncedStore("score")
      await closed.disconnect()
      await closed.disconnect()
    }
    #expect(second.guarded.withLock { $0.stores["score"]?.count ?? 0 } <= 2)
    try await own.setState(["a": 1])
    _ = await second.getRoomState()
    #expect(kept.state == ["a": 1])
  }

  @Test("a handle that is being connected does not report changes made by others")
  func tellsTrueDiff() async throws {
    let connection = try ManualConnection()
    let room = try await WhiteboardSDK(transport: connection, clock: VirtualClock()).joinRoom(RoomTests.config)
    func answer(_ count: Int, _ values: JSONValue) async {
      while connection.sent.count < count { await Task.yield() }
      connection.service.yield(RawFrame(.accepted, "{}", request: count, value: values))
    }
    async let connecting = room.connectSyncedStore("score", initial: ["a": 0])
    await answer(1, ["a": 5])
    let store = try await connecting
    async let later = room.connectSyncedStore("score", initial: ["a": 0])
    while connection.sent.count < 2 { await Task.yield() }
    var events = room.events().makeAsyncIterator()
    connection.service.yield(RoomTests.frame(.storeChange, #"{"name":"score","state":{"a":6}}"#))
    #expect(await events.next() == .storeChanged(name: "score", ["a": SyncedStoreChange(oldValue: 5, newValue: 6)]))
    await answer(2, ["a": 6])
    #expect(try await later.state == store.state)
  }

  @Test("updates missed while offline: values, deleted stores, and the broadcaster's view")
  func catchesUp() async throws {
    let (board, diary) = (Whiteboard(), RoomDiary())
    let first = try await board.join("first", callbacks: RoomDiary())
    let second = try await board.join("second", callbacks: diary)
    let own = try await first.connectSyncedStore("score", initial: ["a": 0])
    let score = try await second.connectSyncedStore("score")
    let gone = try await second.connectSyncedStore("gone", initial: ["b": 0])
    board.service.dropConnection(of: 2, in: "room")
    try await own.setState(["a": 1])
    try await first.connectSyncedStore("gone").deleteStorage()
    try first.setViewMode(.broadcaster)
    try first.moveCamera(CameraState(centerX: 4, centerY: 2, scale: 3, width: 800, height: 600))
    _ = await first.getRoomState()
    while second.phase != .reconnecting { await Task.yield() }
    var events = second.events().makeAsyncIterator()
    board.service.recoverConnection(of: 2, in: "room")
    board.clock.advance(by: .seconds(1))
    while let event = await events.next(), event != .phaseChanged(.connected) {}
    #expect(score.state == ["a": 1] && score.isConnected)
    #expect(gone.state.isEmpty && !gone.isConnected)
    #expect(second.broadcastState.mode == .follower)
    #expect(second.cameraState == first.cameraState && second.scale == 3)
    #expect(diary.lines.filter { $0.hasPrefix("store") }.count == 2)
    #expect(board.common.errors.isEmpty)
  }
}
