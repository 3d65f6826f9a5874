import CollaborationCompatibility
import CollaborationModels
import SchemaRuntime
import Testing

@testable import Collaboration
@testable import CollaborationService

/// The samples of the fourth document: rooms and playbacks, in Objective-C, as Swift.
@Suite struct WhiteboardSampleTests {
  private func once<Value: Sendable>(_ get: (@escaping @Sendable (Value) -> Void) -> Void) async -> Value {
    await withCheckedContinuation { continuation in get { continuation.resume(returning: $0) } }
  }

  @Test("sample 3.1: the state of a room is read from properties")
  func readsRoom() async throws {
    let room = try await Whiteboard().join()
    let globalState: JSONObject = room.globalState
    let memberState: MemberState = room.memberState
    let roomMembers: [RoomMember] = room.roomMembers
    let broadcastState: BroadcastState = room.broadcastState
    let scale: Double = room.scale
    let state: RoomState = room.state
    let sceneState: SceneState = room.sceneState
    let phase: RoomPhase = room.phase
    #expect(globalState.isEmpty && memberState.currentApplianceName == .pencil && roomMembers.count == 1)
    #expect(broadcastState.mode == .freedom && scale == 1 && phase == .connected)
    #expect(state.sceneState == sceneState && sceneState == .initial)
  }

  @Test("sample 3.2: the state of a room is asked for")
  func asksRoom() async throws {
    let room = try await Whiteboard().join()
    #expect(await once { room.getGlobalState(result: $0) } == room.globalState)
    #expect(await once { room.getMemberState(result: $0) } == room.memberState)
    #expect(await once { room.getRoomMembers(result: $0) } == room.roomMembers)
    #expect(await once { room.getBroadcastState(result: $0) } == room.broadcastState)
    #expect(await once { room.getRoomPhase(result: $0) } == .connected)
    #expect(await once { room.getZoomScale(result: $0) } == 1)
    #expect(await once { room.getRoomState(result: $0) } == room.state)
  }

  @Test("samples 3.3 and 3.4: the state of a playback is read and asked for; it is nil before the first frame")
  func readsPlayer() async throws {
    let board = Whiteboard(recordings: LocalRecordings(["room": try .sample()]))
    let player = try await board.sdk.createPlayer(PlayerConfig(room: "room"))
    #expect(player.phase == .waitingFirstFrame && player.state == nil && player.timeInfo.scheduleTime == 0)
    #expect(await once { player.getPlayerState(result: $0) } == nil)
    #expect(try await player.seek(toScheduleTime: Duration.zero) == .success)
    #expect(await once { player.getPhase(result: $0) } == player.phase)
    #expect(await once { player.getPlayerState(result: $0) } == player.state && player.state != nil)
    #expect(await once { player.getPlayerTimeInfo(result: $0) } == player.timeInfo)
  }

  /// Samples 3.6, 3.9 and 3.11: delegates with the documented callbacks.
  private final class Delegate: CommonCallbackDelegate, RoomCallbackDelegate, PlayerEventDelegate {
    private let entries = Mutex<[String]>([])
    var lines: [String] { entries.withLock { $0 } }
    private func note(_ line: String) { entries.withLock { $0.append(line) } }

    func throwError(_ error: any Error) { note("throwError") }
    func urlInterrupter(_ url: String) -> String { url + "?token" }

    func firePhaseChanged(_ phase: RoomPhase) { note("firePhaseChanged") }
    func fireRoomStateChanged(_ modifyState: RoomState.Patch) { note("fireRoomStateChanged") }
    func fireBeingAbleToCommitChange(_ isAbleToCommit: Bool) { note("fireBeingAbleToCommitChange") }
    func fireDisconnectWithError(_ error: String) { note("fireDisconnectWithError") }
    func fireKicked(withReason reason: String) { note("fireKickedWithReason") }
    func fireCatchError(whenAppendFrame userID: UInt, error: String) { note("fireCatchErrorWhenAppendFrame") }
    func fireMagixEvent(_ event: WhiteboardEvent) { note("fireMagixEvent") }

    func phaseChanged(_ phase: PlayerPhase) { note("phaseChanged") }
    func loadFirstFrame() { note("loadFirstFrame") }
    func sliceChanged(_ slice: String) { note("sliceChanged") }
    func playerStateChanged(_ modifyState: PlayerState.Patch) { note("playerStateChanged") }
    func stoppedWithError(_ error: any Error) { note("stoppedWithError") }
    func scheduleTimeChanged(_ time: Double) { note("scheduleTimeChanged") }
    func error(whenAppendFrame error: any Error) { note("errorWhenAppendFrame") }
    func error(whenRender error: any Error) { note("errorWhenRender") }
  }

  @Test("samples 3.5 to 3.7: common callbacks are passed to the library, replaced and removed")
  func setsCommonCallbacks() async throws {
    let (service, delegate) = (LocalWhiteboard(), Delegate())
    let sdk = WhiteboardSDK(
      configuration: WhiteboardSDK.Configuration(enableInterrupterAPI: true), transport: service,
      clock: VirtualClock(), commonCallbacks: delegate)
    let room = try await sdk.joinRoom(RoomTests.config)
    let image = WhiteboardImage(uuid: "i", src: "https://a.example/1.png", width: 1, height: 1)
    #expect(try await room.insertImage(image).src == "https://a.example/1.png?token")
    service.send(to: 1, in: "room") { .uncaughtError(revision: $0, payload: WhiteboardError(code: 1)) }
    _ = await room.getRoomPhase()
    #expect(delegate.lines == ["throwError"])
    sdk.setCommonCallbackDelegate(nil)
    #expect(try await room.insertImage(image) == image)
  }

  @Test("samples 3.8 and 3.9: a room is joined with callbacks, which are called and kept for the next room")
  func joinsRooms() async throws {
    let (board, delegate) = (Whiteboard(), Delegate())
    let room = await withCheckedContinuation { continuation in
      board.sdk.joinRoom(withRoomUuid: "room", roomToken: "token", callbacks: delegate) { success, room, error in
        #expect(success && error == nil)
        continuation.resume(returning: room)
      }
    }
    let joined = try #require(room)
    #expect(delegate.lines.prefix(2) == ["firePhaseChanged", "firePhaseChanged"])
    let events: [(RoomEvent, String)] = [
      (.roomStateChanged(RoomState.Patch()), "fireRoomStateChanged"),
      (.ableToCommitChanged(true), "fireBeingAbleToCommitChange"),
      (.disconnected(error: "x"), "fireDisconnectWithError"), (.kicked(reason: "x"), "fireKickedWithReason"),
      (.appendFrameFailed(userID: 1, error: "x"), "fireCatchErrorWhenAppendFrame"),
      (.magixEvent(.sample()), "fireMagixEvent"),
    ]
    for (event, name) in events {
      delegate.fire(event, in: joined)
      #expect(delegate.lines.last == name)
    }
    let count = delegate.lines.count
    _ = try await board.sdk.joinRoom(RoomTests.config)
    #expect(delegate.lines.count > count)
  }

  @Test("samples 3.10 and 3.11: a playback is created with callbacks, which are called")
  func createsReplayers() async throws {
    let board = Whiteboard(recordings: LocalRecordings(["room": try .sample()]))
    let delegate = Delegate()
    let player = await withCheckedContinuation { continuation in
      board.sdk.createReplayer(with: PlayerConfig(room: "room"), callbacks: delegate) { success, player, error in
        #expect(success && error == nil)
        continuation.resume(returning: player)
      }
    }
    let created = try #require(player)
    let error = WhiteboardError(code: 1)
    let events: [(PlayerEvent, String)] = [
      (.phaseChanged(.playing), "phaseChanged"), (.firstFrameLoaded, "loadFirstFrame"),
      (.sliceChanged("s"), "sliceChanged"), (.playerStateChanged(PlayerState.Patch()), "playerStateChanged"),
      (.stoppedWithError(error), "stoppedWithError"), (.scheduleTimeChanged(1), "scheduleTimeChanged"),
      (.appendFrameFailed(error), "errorWhenAppendFrame"), (.renderFailed(error), "errorWhenRender"),
    ]
    for (event, name) in events {
      delegate.fire(event, in: created)
      #expect(delegate.lines.last == name)
    }
  }

  /// The custom state of sample 3.12.
  private struct Lesson: Codable, Hashable, Sendable { var title: String }

  @Test("sample 3.12: a custom type for the global state is registered, set and read")
  func setsCustomGlobalState() async throws {
    let board = Whiteboard()
    #expect(board.sdk.setCustomGlobalStateClass(Lesson.self))
    let room = try await board.join()
    try room.setGlobalState(Lesson(title: "Fractions"))
    #expect(try room.globalState(as: Lesson.self) == Lesson(title: "Fractions"))
  }
}
