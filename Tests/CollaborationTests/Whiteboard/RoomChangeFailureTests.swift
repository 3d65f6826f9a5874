import CollaborationModels
import SchemaRuntime
import Testing

@testable import Collaboration
@testable import CollaborationService

/// Changes that are visible at once, and fail later: each is an event that names it.
@Suite struct RoomChangeFailureTests {
  /// One change of each kind that is visible at once.
  private static let changes: [RoomAction] = [
    .setGlobalState(state: ["x": 1]), .setMemberState(state: MemberState(currentApplianceName: .text, textSize: 20)),
    .setViewMode(mode: .broadcaster),
    .setCamera(camera: CameraState(centerX: 9, centerY: 0, scale: 2, width: 0, height: 0)),
  ]

  private static let error = WhiteboardError(code: -1000, message: "no")

  private static func snapshot(answers: [RoomAnswer]) -> RoomMachine.Input {
    .frame(
      .snapshot(
        RoomFrame.Snapshot(
          revision: 9, memberID: 1, isWritable: true, state: .sample, stores: [:], handled: 1, answers: answers)))
  }

  struct Way: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let input: RoomMachine.Input
    let failure: WhiteboardFailure
  }

  private static let ways = [
    Way(
      testDescription: "it is refused", input: .frame(.refused(revision: 0, request: 1, payload: error)),
      failure: .service(error)),
    Way(
      testDescription: "it is not answered in time", input: .overdue(id: 1, milliseconds: 300),
      failure: .requestTimedOut(after: .milliseconds(300))),
    Way(
      testDescription: "the member is kicked", input: .frame(.kick(revision: 0, payload: KickReason(reason: "r"))),
      failure: .connectionEnded),
    Way(
      testDescription: "the connection ends",
      input: .frame(.disconnect(revision: 0, payload: DisconnectError(error: "e"))),
      failure: .connectionEnded),
    Way(
      testDescription: "the refusal is found in a snapshot",
      input: snapshot(answers: [RoomAnswer(request: 1, error: error)]), failure: .service(error)),
    Way(testDescription: "its answer is lost", input: snapshot(answers: []), failure: .answerLost),
  ]

  @Test("a change that fails is taken back, and then named by an event", arguments: ways)
  func names(_ way: Way) throws {
    #expect(Set(Self.changes.map(\.part.rawValue)).count == 3 && Self.changes.allSatisfy(\.isImmediate))
    for change in Self.changes {
      var machine = try RoomMachine.inPhase(.connected)
      _ = try machine.receive(.action(change))
      #expect(machine.state != .sample)
      let effects = try machine.receive(way.input)
      #expect(machine.state == .sample)
      let failures = effects.enumerated().filter { $0.element == .notify(.changeFailed(change, way.failure)) }
      #expect(failures.count == 1)
      let told = effects.firstIndex { if case .notify(.roomStateChanged) = $0 { true } else { false } }
      #expect(told.map { $0 < failures[0].offset } == true)
      #expect(!effects.contains { if case .report = $0 { true } else { false } })
    }
  }

  @Test("a change that the service finds too large is an event, also without callbacks")
  func reportsRefusal() async throws {
    let board = Whiteboard()
    let room = try await board.join()
    var events = room.events().makeAsyncIterator()
    let change: JSONObject = ["big": .string(String(repeating: "x", count: 2 << 20))]
    try room.setGlobalState(change)
    while let event = await events.next() {
      guard case .changeFailed(let failed, let failure) = event else { continue }
      #expect(failed == .setGlobalState(state: change))
      guard case .service(let error) = failure else {
        Issue.record("expected a refusal, found \(failure)")
        return
      }
      #expect(error.message?.contains("bytes") == true)
      break
    }
    #expect(room.globalState.isEmpty && board.common.errors.isEmpty)
  }
}

/// Changes that are made while a room reconnects.
@Suite(.timeLimit(.minutes(60))) struct RoomOfflineTests {
  private static func board(_ offline: WhiteboardSDK.OfflineChanges) -> (WhiteboardSDK, LocalWhiteboard, VirtualClock) {
    let (service, clock) = (LocalWhiteboard(), VirtualClock())
    let sdk = WhiteboardSDK(
      configuration: WhiteboardSDK.Configuration(offlineChanges: offline), transport: service, clock: clock,
      random: SystemRandomNumberGenerator())
    return (sdk, service, clock)
  }

  /// Joins with another member, who stays online, and loses the connection of the second one.
  private static func lost(
    _ sdk: WhiteboardSDK, _ service: LocalWhiteboard
  ) async throws -> (online: Room, offline: Room) {
    let (online, offline) = (try await sdk.joinRoom(RoomTests.config), try await sdk.joinRoom(RoomTests.config))
    service.dropConnection(of: 2, in: "room")
    while offline.phase != .reconnecting { await Task.yield() }
    return (online, offline)
  }

  private static func recover(_ room: Room, _ service: LocalWhiteboard, _ clock: VirtualClock) async {
    service.recoverConnection(of: 2, in: "room")
    while room.phase == .reconnecting {
      // Slowly, so that no time limit is over before the service has answered.
      clock.advance(by: .milliseconds(20))
      try? await Task.sleep(for: .milliseconds(1))
    }
    #expect(room.phase == .connected)
  }

  @Test("changes made offline are visible at once, and arrive in order, each once")
  func sendsInOrder() async throws {
    let (sdk, service, clock) = Self.board(.wait())
    let (online, offline) = try await Self.lost(sdk, service)
    var events = online.events().makeAsyncIterator()
    online.addMagixEventListener("e")
    for number in 1...20 { try offline.setGlobalState(["n": .number(JSONNumber(number))]) }
    #expect(offline.globalState == ["n": 20] && !offline.isAbleToCommit && online.globalState.isEmpty)
    let event = Task { try await offline.dispatchMagixEvent("e", payload: 21) }
    while offline.guarded.withLock({ $0.offline.count }) < 21 { await Task.yield() }
    try offline.setGlobalState(["n": 22])
    await Self.recover(offline, service, clock)
    var heard: [Int] = []
    while heard.last != 22, let event = await events.next() {
      switch event {
      case .roomStateChanged(let patch):
        if let number = patch.globalState.value?["n"]?.int { heard.append(number) }
      case .magixEvent(let event): heard.append(event.payload?.int ?? -1)
      default: break
      }
    }
    #expect(heard == Array(1...22))
    try await event.value
    #expect(offline.globalState == ["n": 22] && online.globalState == ["n": 22])
    // Nothing waits any longer.
    try offline.setGlobalState(["n": 23])
    _ = await offline.getRoomState()
    #expect(offline.guarded.withLock { $0.machine.pending.isEmpty && $0.line.link.size == 0 })
  }

  @Test("a change beyond the limits is refused without effect; after reconnecting there is space again")
  func isBounded() async throws {
    let (sdk, service, clock) = Self.board(.wait(maximumCount: 2, maximumBytes: 1_000))
    let (_, offline) = try await Self.lost(sdk, service)
    let full = WhiteboardFailure.tooManyOfflineChanges(count: 2, bytes: 1_000)
    let large: JSONObject = ["large": .string(String(repeating: "x", count: 1_000))]
    #expect(throws: full) { try offline.setGlobalState(large) }
    #expect(offline.globalState.isEmpty)
    try offline.setGlobalState(["a": 1])
    try offline.setGlobalState(["b": 1])
    #expect(throws: full) { try offline.setGlobalState(["c": 1]) }
    await #expect(throws: full) { try await offline.nextPage() }
    #expect(offline.globalState == ["a": 1, "b": 1])
    // Questions do not wait.
    await #expect(throws: WhiteboardFailure.notConnected(.reconnecting)) { try await offline.entireScenes() }
    #expect(await offline.getGlobalState() == ["a": 1, "b": 1])
    await Self.recover(offline, service, clock)
    _ = await offline.getRoomState()
    service.dropConnection(of: 2, in: "room")
    while offline.phase != .reconnecting { await Task.yield() }
    try offline.setGlobalState(["c": 1])
    try offline.setGlobalState(["d": 1])
    #expect(throws: full) { try offline.setGlobalState(["e": 1]) }
  }

  @Test("if changes may not wait, they are refused while the room reconnects")
  func refuses() async throws {
    let (sdk, service, clock) = Self.board(.refused)
    let (_, offline) = try await Self.lost(sdk, service)
    let refused = WhiteboardFailure.notConnected(.reconnecting)
    #expect(throws: refused) { try offline.setGlobalState(["a": 1]) }
    #expect(throws: refused) {
      try offline.moveCamera(CameraState(centerX: 0, centerY: 0, scale: 1, width: 1, height: 1))
    }
    await #expect(throws: refused) { try await offline.dispatchMagixEvent("e") }
    #expect(offline.globalState.isEmpty)
    await Self.recover(offline, service, clock)
    try offline.setGlobalState(["a": 1])
  }

  @Test("if the room does not reconnect, each change that waited is taken back and named")
  func takesBack() async throws {
    let (sdk, service, clock) = Self.board(.wait())
    let (_, offline) = try await Self.lost(sdk, service)
    let events = offline.events()
    try offline.setGlobalState(["a": 1])
    try offline.setGlobalState(["b": 1])
    let page = Task { try await offline.nextPage() }
    while offline.phase != .disconnected {
      clock.advance(by: .seconds(1))
      await Task.yield()
    }
    var failed: [RoomAction] = []
    for await case .changeFailed(let change, .connectionEnded) in events { failed.append(change) }
    #expect(failed == [.setGlobalState(state: ["a": 1]), .setGlobalState(state: ["b": 1])])
    #expect(offline.globalState.isEmpty)
    await #expect(throws: WhiteboardFailure.self) { try await page.value }
  }
}
