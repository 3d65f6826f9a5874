import CollaborationModels
import SchemaRuntime
import TestSupport
import Testing

@testable import Collaboration
@testable import CollaborationService

/// Every wait has a deadline and can be cancelled.
@Suite struct RoomDeadlineTests {
  private struct Board {
    let connection: ManualConnection
    let clock = VirtualClock()
    let common = CommonDiary()
    let sdk: WhiteboardSDK

    init(_ silence: ManualConnection.Silence, recordings: any RecordingSource = NoRecordings()) throws {
      connection = try ManualConnection(silence: silence)
      sdk = WhiteboardSDK(
        configuration: WhiteboardSDK.Configuration(requestTimeout: .seconds(3), leaveTimeout: .seconds(2)),
        transport: connection, recordings: recordings, clock: clock, commonCallbacks: common)
    }

    /// Lets time pass until a task has ended.
    func wait<Value: Sendable>(for task: Task<Value, Never>) async -> Value {
      let watch = Task { [clock] in
        while !Task.isCancelled {
          clock.advance(by: .milliseconds(250))
          for _ in 0..<20 { await Task.yield() }
        }
      }
      defer { watch.cancel() }
      return await task.value
    }
  }

  /// A recording that is never found and never ready.
  private struct Stuck: RecordingSource {
    var found: RoomRecording?

    func recording(for config: PlayerConfig) async throws -> RoomRecording {
      if let found { return found }
      try await prepare(config, at: 0)
      throw WhiteboardFailure.replayFailed("expected no recording")
    }

    func prepare(_ config: PlayerConfig, at scheduleTime: Duration) async throws {
      // Ignores cancellation, as a stuck library would.
      await withCheckedContinuation { continuation in Self.forever.withLock { $0.append(continuation) } }
    }

    private static let forever = Mutex<[CheckedContinuation<Void, Never>]>([])
  }

  /// Connections that cannot be opened a second time.
  private final class HangingTransport: RoomTransport {
    let service = LocalWhiteboard()
    let opened = Mutex(0)
    let cancelled = Mutex(0)

    func connect(_ config: RoomConfig) async throws -> any MessageConnection {
      let count = opened.withLock { count in
        count += 1
        return count
      }
      if count == 1 { return try await service.connect(config) }
      do {
        while true { try await Task.sleep(for: .seconds(60)) }
      } catch {
        cancelled.withLock { $0 += 1 }
        throw error
      }
    }
  }

  @Test("an attempt to connect that hangs ends with the stay in the room, although the room is kept")
  func endsHangingAttempt() async throws {
    let transport = HangingTransport()
    let clock = VirtualClock()
    let config = RoomTests.config.changing { $0.timeout = 3_600_000 }
    let room = try await WhiteboardSDK(transport: transport, clock: clock).joinRoom(config)
    transport.service.dropConnection(of: 1, in: RoomTests.config.uuid)
    while transport.opened.withLock({ $0 }) < 2 {
      clock.advance(by: .milliseconds(250))
      for _ in 0..<20 { await Task.yield() }
    }
    await room.disconnect()
    while transport.cancelled.withLock({ $0 }) == 0 { await Task.yield() }
    #expect(room.phase == .disconnected)
  }

  typealias Wait = @Sendable (Room) async throws -> Void

  static let waits: [Named<Wait>] = [
    Named("setWritable") { try await $0.setWritable(false) },
    Named("insertImage") {
      _ = try await $0.insertImage(WhiteboardImage(uuid: "i", src: "s", width: 1, height: 1))
    },
    Named("setScenePath") { try await $0.setScenePath("/init") },
    Named("setSceneIndex") { try await $0.setSceneIndex(0) },
    Named("putScenes") { try await $0.putScenes(in: "/", [WhiteboardScene(name: "a")]) },
    Named("removeScenes") { try await $0.removeScenes("/a") },
    Named("addPage") { try await $0.addPage() },
    Named("removePage") { try await $0.removePage() },
    Named("nextPage") { _ = try await $0.nextPage() },
    Named("prevPage") { _ = try await $0.prevPage() },
    Named("scenePathType") { _ = try await $0.scenePathType("/") },
    Named("entireScenes") { _ = try await $0.entireScenes() },
    Named("dispatchMagixEvent") { try await $0.dispatchMagixEvent("e") },
    Named("connectSyncedStore") { _ = try await $0.connectSyncedStore("s") },
  ]

  private static func failure(_ body: () async throws -> Void) async -> (any Error)? {
    do {
      try await body()
      return nil
    } catch { return error }
  }

  @Test(
    "a request that is never answered ends after the timeout, and its caller can cancel it before", arguments: waits)
  func endsRequests(_ wait: Named<Wait>) async throws {
    let board = try Board(.requests)
    let room = try await board.sdk.joinRoom(RoomTests.config)
    let cancelled = Task { await Self.failure { try await wait.value(room) } }
    while board.connection.sent.isEmpty { await Task.yield() }
    cancelled.cancel()
    #expect(await cancelled.value is CancellationError)
    let early = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await Self.failure { try await wait.value(room) }
    }
    #expect(await early.value is CancellationError)
    let late = Task { await Self.failure { try await wait.value(room) } }
    let failure = await board.wait(for: late) as? WhiteboardFailure
    #expect(failure == .requestTimedOut(after: .seconds(3)))
    #expect(failure?.code == -1000)
    #expect(room.guarded.withLock { $0.waiting.isEmpty && $0.waits.isEmpty && $0.cancelled.isEmpty })
  }

  static let getters: [Named<@Sendable (Room) async -> Void>] = [
    Named("getGlobalState") { _ = await $0.getGlobalState() },
    Named("getMemberState") { _ = await $0.getMemberState() },
    Named("getRoomMembers") { _ = await $0.getRoomMembers() },
    Named("getBroadcastState") { _ = await $0.getBroadcastState() },
    Named("getSceneState") { _ = await $0.getSceneState() }, Named("getCameraState") { _ = await $0.getCameraState() },
    Named("getRoomPhase") { _ = await $0.getRoomPhase() }, Named("getZoomScale") { _ = await $0.getZoomScale() },
    Named("getRoomState") { _ = await $0.getRoomState() }, Named("disconnect") { await $0.disconnect() },
  ]

  @Test("getters and leaving return although the service never answers", arguments: getters)
  func endsGetters(_ getter: Named<@Sendable (Room) async -> Void>) async throws {
    let board = try Board(.requests)
    let room = try await board.sdk.joinRoom(RoomTests.config)
    let task = Task { await getter.value(room) }
    await board.wait(for: task)
    #expect(room.state == .sample)
  }

  @Test("the functions of a store end, also disconnecting from it")
  func endsStores() async throws {
    let (connection, clock) = (try ManualConnection(), VirtualClock())
    let room = try await WhiteboardSDK(transport: connection, clock: clock).joinRoom(RoomTests.config)
    async let connecting = room.connectSyncedStore("s")
    while connection.sent.isEmpty { await Task.yield() }
    connection.yield(RawFrame(.accepted, "{}", request: 1, value: [:]))
    let store = try await connecting
    let waits: [@Sendable () async throws -> Void] = [
      { try await store.setState(["a": 1]) }, { try await store.resetState() }, { try await store.deleteStorage() },
      { await store.disconnect() },
    ]
    for (index, wait) in waits.enumerated() {
      let count = connection.sent.count
      let task = Task { await Self.failure(wait) }
      while connection.sent.count == count { await Task.yield() }
      task.cancel()
      let failure = await task.value
      #expect(index == 3 ? failure == nil : failure is CancellationError)
    }
  }

  @Test("joining a service that never answers ends, by its timeout or by cancellation; so does joining again")
  func endsJoining() async throws {
    let board = try Board(.everything)
    let task = Task { await Self.failure { _ = try await board.sdk.joinRoom(RoomTests.config) } }
    #expect(await board.wait(for: task) as? WhiteboardFailure == .joinTimedOut(after: .seconds(45)))
    let other = Task { await Self.failure { _ = try await board.sdk.joinRoom(RoomTests.config) } }
    other.cancel()
    #expect(await other.value is CancellationError)
  }

  @Test("a playback of a source that never answers ends its waits")
  func endsPlayback() async throws {
    let board = try Board(.none, recordings: Stuck())
    let creating = Task { await Self.failure { _ = try await board.sdk.createPlayer(PlayerConfig(room: "room")) } }
    #expect(await board.wait(for: creating) as? WhiteboardFailure == .requestTimedOut(after: .seconds(3)))
    let cancelled = Task { await Self.failure { _ = try await board.sdk.createPlayer(PlayerConfig(room: "room")) } }
    cancelled.cancel()
    #expect(await cancelled.value is CancellationError)

    let other = try Board(.none, recordings: Stuck(found: try .sample()))
    let player = try await other.sdk.createPlayer(PlayerConfig(room: "room"))
    let seek = Task { try? await player.seek(toScheduleTime: .seconds(1)) }
    #expect(await other.wait(for: seek) == .stopped)
    let last = Task { await Self.failure { _ = try await player.seek(toScheduleTime: .milliseconds(1500)) } }
    for _ in 0..<50 { await Task.yield() }
    last.cancel()
    #expect(await last.value is CancellationError)
    player.stop()
  }

  @Test("a visible change that is not answered is taken back and reported; if it is made later, it is told")
  func takesBack() async throws {
    let (board, diary) = (try Board(.requests), RoomDiary())
    let room = try await board.sdk.joinRoom(RoomTests.config, callbacks: diary)
    try room.setGlobalState(["mine": 1])
    let waiting = Task { while room.globalState["mine"] != nil { await Task.yield() } }
    await board.wait(for: waiting)
    #expect(room.state == .sample)
    // Callbacks run after the state has changed.
    let change = RoomAction.setGlobalState(state: ["mine": 1])
    let line = "failed \(change): \(WhiteboardFailure.requestTimedOut(after: .seconds(3)))"
    for _ in 0..<100_000 where !diary.lines.contains(line) { await Task.yield() }
    #expect(diary.lines.contains(line) && board.common.errors.isEmpty)
    // The silent connection is replaced.
    await board.wait(for: Task { while board.connection.connections < 2 { await Task.yield() } })
    let count = diary.lines.count
    board.connection.yield(RawFrame(.accepted, #"{"globalState":{"mine":1}}"#, request: 1))
    for _ in 0..<100_000 where diary.lines.count == count { await Task.yield() }
    #expect(room.globalState["mine"] == 1)
    #expect(diary.lines.last == #"state["globalState"], reads new"#)
  }

  @Test("a change whose answer was lost before the connection returned is sent again, and is then confirmed")
  func sendsAgain() async throws {
    let board = try Board(.none)
    let room = try await board.sdk.joinRoom(RoomTests.config)
    try room.setGlobalState(["mine": 1])
    board.connection.yield(RawFrame(.phaseChange, #"{"phase":"reconnecting"}"#))
    board.connection.yield(RawFrame(.phaseChange, #"{"phase":"connected"}"#))
    let repeated = Task { while board.connection.receivedActions < 2 { await Task.yield() } }
    await board.wait(for: repeated)
    #expect(board.connection.sent == [.setGlobalState(state: ["mine": 1])])
    board.connection.yield(RawFrame(.accepted, #"{"globalState":{"mine":2}}"#, request: 1))
    while room.globalState["mine"] != 2 { await Task.yield() }
    #expect(room.guarded.withLock { $0.machine.pending.isEmpty && $0.line.link.size == 0 })
  }
}

// MARK: - Costs

@Suite struct RoomCostTests {
  @Test("many changes in a row take linear time")
  func isLinear() throws {
    func cost(_ count: Int) throws -> Double {
      let time = try ProcessorTime.measure {
        var room = SimulatedRoom(quiet: 2)
        for number in 0..<count {
          room.request(.setGlobalState(state: ["key \(number)": .number(JSONNumber(number))]), by: 0)
        }
        for _ in 0..<(count / 16) { room.advance(by: 1_000) }
        let agree = room.members[1].machine.state.globalState == room.members[0].machine.state.globalState
        if !agree || room.service.globalState.count != count { throw WhiteboardFailure.connectionEnded }
      }
      return Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    }
    _ = try cost(250)
    // Four times as many changes take four times as long; a quadratic cost would be 16 times, whatever else the machine
    // does.
    var ratio = Double.infinity
    for _ in 0..<3 where ratio >= 9 { ratio = min(ratio, try cost(2_000) / max(cost(500), 0.01)) }
    #expect(ratio < 9)
  }

  @Test("a room does not grow with its events")
  func isBounded() {
    var room = SimulatedRoom(quiet: 2)
    func run(_ count: Int) {
      for number in 0..<count {
        let left = JSONValue.number(JSONNumber(number))
        room.request(
          number.isMultiple(of: 2) ? .setGlobalState(state: ["left": left]) : .sendEvent(name: "e", payload: left),
          by: number % 2)
        room.advance(by: 10)
      }
      room.advance(by: 20_000)
    }
    func size() -> Int {
      room.members.map(\.link.size).reduce(0, +) + room.service.members.map(\.link.size).reduce(0, +)
    }
    run(1_000)
    let before = size()
    run(Effort.rounds(2_000, soak: 1_000))
    #expect(size() <= before && before == 0)
  }
}
