import CollaborationModels
import SchemaRuntime
import Testing

@testable import Collaboration
@testable import CollaborationService

/// Several members in one room of the in-memory service.
@Suite struct RoomSharingTests {
  /// Waits until all rooms have received each other's changes.
  private func settle(_ rooms: Room...) async {
    for room in rooms { _ = await room.getRoomState() }
    for room in rooms { _ = await room.getRoomState() }
  }

  @Test("other members see and receive a member's changes; the member receives no callback")
  func sharesState() async throws {
    let (board, own, other) = (Whiteboard(), RoomDiary(), RoomDiary())
    let first = try await board.join("first", callbacks: own)
    let second = try await board.join("second", callbacks: other)
    await settle(first, second)
    let before = (own.lines.count, other.lines.count)
    try first.setGlobalState(["lesson": "Fractions", "timer": ["left": 90, "runs": true]])
    try first.setGlobalState(["timer": ["left": 80], "lesson": nil])
    #expect(first.globalState == ["timer": ["left": 80, "runs": true]])
    await settle(first, second)
    #expect(second.globalState == first.globalState)
    #expect(own.lines.count == before.0)
    #expect(
      other.lines.dropFirst(before.1) == [
        #"state["globalState"], reads new"#, #"state["globalState"], reads new"#,
      ])
  }

  @Test(
    "3b: one member leads and others follow; a later one takes over; moving away is free; leaving ends the broadcast")
  func leads() async throws {
    let board = Whiteboard()
    let first = try await board.join("first")
    let second = try await board.join("second")
    try first.setViewMode(.follower)
    #expect(first.broadcastState.mode == .freedom)
    try first.setViewMode(.broadcaster)
    try first.moveCamera(CameraState(centerX: 4, centerY: 2, scale: 3, width: 800, height: 600))
    await settle(first, second)
    #expect(second.broadcastState.mode == .follower && second.broadcastState.broadcasterID == .value(1))
    #expect(second.broadcastState.broadcasterInformation.value?.payload == ["nickName": "first"])
    #expect(second.cameraState == first.cameraState && second.scale == 3)

    let third = try await board.join("third")
    #expect(third.broadcastState.mode == .follower && third.cameraState.centerX == 4)
    try second.setViewMode(.broadcaster)
    await settle(second, first, third)
    #expect(first.broadcastState.mode == .follower && third.broadcastState.mode == .follower)
    #expect([first, second, third].allSatisfy { $0.broadcastState.broadcasterID == .value(2) })

    try third.moveCamera(.initial)
    await settle(third, second)
    #expect(third.broadcastState.mode == .freedom && third.broadcastState.broadcasterID == .value(2))
    try second.moveCamera(CameraState(centerX: 7, centerY: 7, scale: 1, width: 800, height: 600))
    await settle(second, first, third)
    #expect(first.cameraState.centerX == 7 && third.cameraState.centerX == 0)
    try third.setViewMode(.follower)
    await settle(third)
    #expect(third.cameraState.centerX == 7)

    await second.disconnect()
    await settle(first, third)
    #expect(first.broadcastState == BroadcastState(mode: .freedom))
    #expect(third.broadcastState == BroadcastState(mode: .freedom))
  }

  @Test("scenes are shared; a refused change has a reason and changes nothing")
  func sharesScenes() async throws {
    let (board, diary) = (Whiteboard(), RoomDiary())
    let first = try await board.join("first", callbacks: diary)
    // Without callbacks of its own, the second room would call those of the first.
    let second = try await board.join("second", callbacks: RoomDiary())
    await settle(first, second)
    let before = diary.lines.count
    try await first.putScenes(in: "/deck", [WhiteboardScene(name: "a"), WhiteboardScene(name: "b")])
    #expect(first.sceneState.scenePath == "/init")
    try await first.setScenePath("/deck/a")
    #expect(first.sceneState.scenePath == "/deck/a" && first.pageState == PageState(index: 0, length: 2))
    #expect(try await first.nextPage())
    #expect(try await !first.nextPage())
    try await first.addPage()
    #expect(Array(diary.lines.dropFirst(before)) == [])
    await settle(second)
    #expect(second.sceneState == first.sceneState && second.pageState == PageState(index: 1, length: 3))

    let state = first.state
    await #expect(throws: WhiteboardFailure.illegalScenePath("deck")) { try await first.setScenePath("deck") }
    await #expect(throws: WhiteboardFailure.illegalScenePath("a/b")) {
      try await first.putScenes(in: "/", [WhiteboardScene(name: "a/b")])
    }
    for (path, failure) in [
      ("/none", WhiteboardFailure.sceneNotFound("/none")), ("/deck", .scenePathIsDirectory("/deck")),
    ] {
      await #expect(throws: WhiteboardFailure.service(failure.error)) { try await first.setScenePath(path) }
    }
    await #expect(throws: WhiteboardFailure.service(WhiteboardFailure.pageIndexOutOfRange(-1).error)) {
      try await first.removePage(-1)
    }
    #expect(first.state == state)
    #expect(try await first.scenePathType("/deck") == .directory)
    #expect(try await first.entireScenes()["/deck"]?.map(\.name) == ["a", "b", "page-3"])
    try await first.removeScenes("/")
    await settle(second)
    #expect(second.sceneState == .initial)
  }

  @Test("events reach the other members who listen, but not the sender")
  func sharesEvents() async throws {
    let (board, own, other) = (Whiteboard(), RoomDiary(), RoomDiary())
    let first = try await board.join("first", callbacks: own)
    let second = try await board.join("second", callbacks: other)
    for room in [first, second] { room.addMagixEventListener("poll") }
    try await first.dispatchMagixEvent("poll", payload: ["question": 4])
    try await first.dispatchMagixEvent("other")
    await settle(second)
    second.removeMagixEventListener("poll")
    try await first.dispatchMagixEvent("poll")
    await settle(second)
    #expect(other.lines.filter { $0.hasPrefix("event") } == ["event poll"])
    #expect(!own.lines.contains { $0.hasPrefix("event") })
  }

  @Test("3b: frequent events are batched, at most every 500 milliseconds")
  func gathersEvents() async throws {
    let (board, diary) = (Whiteboard(), RoomDiary())
    let first = try await board.join("first")
    let second = try await board.join("second", callbacks: diary)
    second.addHighFrequencyEventListener("move", interval: .milliseconds(10))
    for _ in 0..<3 { try await first.dispatchMagixEvent("move") }
    await settle(second)
    // The interval, and the checks of two quiet connections.
    await board.clock.sleepers(3)
    var events = second.events().makeAsyncIterator()
    board.clock.advance(by: .milliseconds(499))
    #expect(!diary.lines.contains("events 3"))
    board.clock.advance(by: .milliseconds(1))
    guard case .highFrequencyEvents(let heard) = await events.next() else {
      Issue.record("expected the events of the interval")
      return
    }
    #expect(heard.count == 3)
    #expect(diary.lines.last == "events 3")
  }

  @Test("3b: a reader can only change the view, and may request write access")
  func reads() async throws {
    let (board, diary) = (Whiteboard(), RoomDiary())
    let reader = try await board.join("reader", isWritable: false, callbacks: diary)
    let state = reader.state
    #expect(throws: WhiteboardFailure.notWritable) { try reader.setGlobalState(["a": 1]) }
    #expect(throws: WhiteboardFailure.notWritable) { try reader.setViewMode(.broadcaster) }
    await #expect(throws: WhiteboardFailure.notWritable) { try await reader.setScenePath("/init") }
    await #expect(throws: WhiteboardFailure.notWritable) { try await reader.dispatchMagixEvent("e") }
    #expect(reader.state == state)
    try await reader.setWritable(true)
    #expect(reader.isAbleToCommit && diary.lines.last == "able true, reads true")
    try reader.setGlobalState(["a": 1])
    #expect(reader.globalState == ["a": 1])
  }

  @Test("updates missed while offline arrive after reconnecting, including removals")
  func catchesUp() async throws {
    let board = Whiteboard()
    let first = try await board.join("first")
    let second = try await board.join("second")
    try first.setGlobalState(["kept": 1, "gone": ["a": 1, "b": 2]])
    await settle(first, second)
    board.service.dropConnection(of: 2, in: "room")
    try first.setGlobalState(["gone": ["a": nil], "new": 3])
    await settle(first)
    while second.phase != .reconnecting { await Task.yield() }
    var events = second.events().makeAsyncIterator()
    board.service.recoverConnection(of: 2, in: "room")
    board.clock.advance(by: .seconds(1))
    while let event = await events.next(), event != .phaseChanged(.connected) {}
    #expect(second.globalState == ["kept": 1, "gone": ["b": 2], "new": 3])
    await settle(first, second)
    #expect(second.state == board.service.state(of: "room", for: 2))
    #expect(first.roomMembers.map(\.memberID) == [1, 2])
  }

  @Test("a kicked member receives the reason, and the others see it")
  func kicks() async throws {
    let (board, diary) = (Whiteboard(), RoomDiary())
    let first = try await board.join("first")
    let second = try await board.join("second", callbacks: diary)
    var events = second.events().makeAsyncIterator()
    board.service.kick(2, from: "room", reason: "closed")
    while let event = await events.next(), event != .kicked(reason: "closed") {}
    #expect(second.phase == .disconnected && diary.lines.last == "kicked closed, reads disconnected")
    await settle(first)
    #expect(first.roomMembers.map(\.memberID) == [1])
    board.service.kick(99, from: "room", reason: "nobody")
  }

  @Test("a room that is released is left")
  func forgets() async throws {
    let board = Whiteboard()
    let first = try await board.join("first")
    var second: Room? = try await board.join("second")
    _ = second?.phase
    await settle(first)
    #expect(first.roomMembers.count == 2)
    var events = first.events().makeAsyncIterator()
    second = nil
    guard case .roomStateChanged(let patch) = await events.next() else {
      Issue.record("expected that the member goes")
      return
    }
    #expect(patch.roomMembers.value?.map(\.memberID) == [1])
  }
}

// MARK: - Stores

@Suite struct SyncedStoreTests {
  static let rows: [Named<(JSONObject, JSONObject, JSONObject, SyncedStoreDiff)>] = [
    Named(
      "3b: a new value has no old one",
      (["a": 1], ["b": 2], ["a": 1, "b": 2], ["b": SyncedStoreChange(oldValue: nil, newValue: 2)])),
    Named(
      "3b: a value that goes has no new one",
      (["a": 1], ["a": nil], [:], ["a": SyncedStoreChange(oldValue: 1, newValue: nil)])),
    Named(
      "a changed value has both", (["a": 1], ["a": 2], ["a": 2], ["a": SyncedStoreChange(oldValue: 1, newValue: 2)])),
    Named("a value that stays is no change", (["a": 1, "b": 2], ["a": 1.0], ["a": 1, "b": 2], [:])),
    Named(
      "an object replaces the old one entirely",
      (
        ["a": ["x": 1]], ["a": ["y": 2]], ["a": ["y": 2]],
        ["a": SyncedStoreChange(oldValue: ["x": 1], newValue: ["y": 2])]
      )),
    Named("null for a key that is not there is no change", (["a": 1], ["b": nil], ["a": 1], [:])),
  ]

  @Test("values and diffs", arguments: rows)
  func sets(_ row: Named<(JSONObject, JSONObject, JSONObject, SyncedStoreDiff)>) {
    var store = SyncedStoreState(values: row.value.0)
    #expect(store.set(row.value.1) == row.value.3)
    #expect(store.values == row.value.2)
  }

  @Test("3b: connect, set, reset, delete and disconnect, seen from two rooms")
  func shares() async throws {
    let (board, diary) = (Whiteboard(), RoomDiary())
    let (first, second) = (try await board.join("first"), try await board.join("second", callbacks: diary))
    let own = try await first.connectSyncedStore("score", initial: ["a": 0, "b": 0])
    let other = try await second.connectSyncedStore("score", initial: ["ignored": true])
    #expect(other.state == ["a": 0, "b": 0])
    var diffs = other.diffs().makeAsyncIterator()

    let diff = try await own.setState(["a": 5, "b": nil])
    #expect(own.state == ["a": 5])
    #expect(await diffs.next() == diff)
    #expect(other.state == ["a": 5])
    #expect(diary.lines.last == #"store score ["b", "a"]"# || diary.lines.last == #"store score ["a", "b"]"#)

    try await own.resetState()
    #expect(own.state == ["a": 0, "b": 0])
    _ = await diffs.next()
    #expect(other.state == ["a": 0, "b": 0])

    await other.disconnect()
    #expect(!other.isConnected)
    #expect(await diffs.next() == nil)
    try await own.setState(["a": 9])
    _ = await second.getRoomState()
    #expect(other.state == ["a": 0, "b": 0])
    await #expect(throws: WhiteboardFailure.storeClosed("score")) { try await other.setState(["a": 1]) }

    let again = try await second.connectSyncedStore("score")
    #expect(again.state == ["a": 9, "b": 0])
    var last = again.diffs().makeAsyncIterator()
    try await own.deleteStorage()
    #expect(await last.next()?["a"] == SyncedStoreChange(oldValue: 9, newValue: nil))
    #expect(await last.next() == nil)
    #expect(again.state.isEmpty && !again.isConnected && !own.isConnected)
  }

  @Test("a reader sees the values of a store that does not exist yet, and cannot change them")
  func reads() async throws {
    let board = Whiteboard()
    let reader = try await board.join("reader", isWritable: false)
    let store = try await reader.connectSyncedStore("score", initial: ["a": 1])
    #expect(store.state == ["a": 1])
    await #expect(throws: WhiteboardFailure.notWritable) { try await store.setState(["a": 2]) }
    #expect(store.state == ["a": 1])
    await reader.disconnect()
    #expect(!store.isConnected)
    await #expect(throws: WhiteboardFailure.notConnected(.disconnected)) {
      _ = try await reader.connectSyncedStore("x")
    }
  }
}
