import Collaboration
import CollaborationModels
import CollaborationService
import SchemaRuntime
import Testing

/// Rooms, calls and conversations as snapshots, and as models that views observe.
@Suite struct ObservedTests {
  private static func room(_ whiteboard: LocalWhiteboard, _ user: String) async throws -> Room {
    try await WhiteboardSDK(transport: whiteboard, clock: SlowClock()).joinRoom(
      RoomConfig(uuid: "room", roomToken: "token", uid: user))
  }

  private static func conversation(_ messages: LocalMessages, _ user: String) -> Conversation {
    let client = MessageClient(
      channel: "team", connector: messages, credential: CommunicationTokenCredential(token: user),
      clock: SlowClock())
    return Conversation(client, user: MessageUser(id: user))
  }

  /// Returns the first value of a sequence with a property; nil if it ends before.
  private static func first<Value: Sendable>(
    of values: AsyncStream<Value>, where isWanted: (Value) -> Bool
  ) async -> Value? {
    for await value in values where isWanted(value) { return value }
    return nil
  }

  @Test("a room's snapshots begin with the current state, show what others change, and end when it is left")
  func roomSnapshots() async throws {
    let whiteboard = LocalWhiteboard()
    let (room, other) = (try await Self.room(whiteboard, "amal"), try await Self.room(whiteboard, "bo"))
    var snapshots = room.snapshots().makeAsyncIterator()
    let start = await snapshots.next()
    #expect(start?.phase == .connected && start?.memberID != nil)
    try other.setGlobalState(["topic": "circles"])
    let changed = await Self.first(of: room.snapshots()) { $0.state.globalState["topic"] == "circles" }
    #expect(changed != nil)
    await room.disconnect()
    var last: RoomSnapshot?
    while let next = await snapshots.next() { last = next }
    #expect(last?.phase == .disconnected)
    await other.disconnect()
  }

  @Test("a listener who comes after the end gets the last state alone")
  func afterTheEnd() async throws {
    let room = try await Self.room(LocalWhiteboard(), "amal")
    await room.disconnect()
    var phases: [RoomPhase] = []
    for await snapshot in room.snapshots() { phases.append(snapshot.phase) }
    #expect(phases == [.disconnected])
  }

  @Test("of the states that a slow listener has missed, the newest arrives")
  func newestOnly() async throws {
    let conversation = Self.conversation(LocalMessages(), "amal")
    var snapshots = conversation.snapshots().makeAsyncIterator()
    for number in 0..<20 { try await conversation.send("\(number)") }
    var counts: [Int] = []
    repeat { counts.append(await snapshots.next()?.entries.count ?? -1) } while counts.last != 20 && counts.count < 5
    #expect(counts.last == 20 && counts.count <= 3, "\(counts)")
    await conversation.close()
  }

  @Test("a conversation has what was sent and received, in order, with its delivery")
  func conversationSnapshots() async throws {
    let messages = LocalMessages()
    let (amal, bo) = (Self.conversation(messages, "amal"), Self.conversation(messages, "bo"))
    try await bo.send("Hello")
    try await amal.send("Ahoy")
    let seen = await Self.first(of: bo.snapshots()) { $0.entries.count == 2 }
    #expect(seen?.entries.map(\.message.text) == ["Hello", "Ahoy"])
    #expect(seen?.entries.map(\.delivery) == [.sent, .received])
    await bo.close()
    #expect(await Self.first(of: bo.snapshots()) { !$0.isOpen } != nil)
    await amal.close()
  }

  @Test("a message that cannot be sent stays with its error, and is sent again with the same id")
  func failure() async throws {
    let amal = Self.conversation(LocalMessages(), "amal")
    let foreign = Message(id: "1", user: MessageUser(id: "bo"), text: "not mine")
    await #expect(throws: MessageDeliveryError.self) { try await amal.send(foreign) }
    guard case .failed(let error)? = amal.snapshot.entries.first?.delivery else {
      return #expect(Bool(false), "\(amal.snapshot)")
    }
    #expect(amal.snapshot.error == error)
    amal.clearError()
    #expect(amal.snapshot.error == nil && amal.snapshot.entries.count == 1)
    await #expect(throws: MessageDeliveryError.self) { try await amal.resend("1") }
    #expect(amal.snapshot.entries.count == 1)
    await amal.close()
  }

  @Test("a call's snapshots show who takes part, and end when the composite is closed")
  func callSnapshots() async throws {
    let calls = LocalCalls()
    func composite(_ user: String) -> CallComposite {
      CallComposite(
        transport: CallClient(
          connector: calls, credential: CommunicationTokenCredential(token: user), clock: SlowClock()),
        clock: SlowClock())
    }
    let (amal, bo) = (composite("8:acs:r_amal"), composite("8:acs:r_bo"))
    #expect(!amal.snapshot.isInProgress)
    var snapshots = amal.snapshots().makeAsyncIterator()
    try await amal.launch(remoteOptions: RemoteOptions(locator: .roomCall(roomID: "1"), displayName: "Amal"))
    try await bo.launch(remoteOptions: RemoteOptions(locator: .roomCall(roomID: "1"), displayName: "Bo"))
    let joined = await Self.first(of: amal.snapshots()) { !$0.participants.isEmpty }
    #expect(joined?.participants.map(\.name) == ["Bo"] && joined?.isInProgress == true)
    await amal.close()
    var last: CallSnapshot?
    while let next = await snapshots.next() { last = next }
    #expect(last?.isInProgress == false)
    await bo.close()
  }

  @MainActor
  @Test("a model follows until its source ends, and keeps the last state")
  func observed() async throws {
    let whiteboard = LocalWhiteboard()
    let (room, other) = (try await Self.room(whiteboard, "amal"), try await Self.room(whiteboard, "bo"))
    let model = Observed(room)
    #expect(model.phase == .connected)
    let following = Task { await model.follow() }
    try other.setGlobalState(["topic": "circles"])
    while model.state.globalState["topic"] != "circles" { await Task.yield() }
    await room.disconnect()
    await following.value
    #expect(model.phase == .disconnected && model.state.globalState["topic"] == "circles")
    await other.disconnect()
  }

  @MainActor
  @Test("a cancelled task stops to follow, and a later one catches up")
  func cancelled() async throws {
    let conversation = Self.conversation(LocalMessages(), "amal")
    let model = Observed(conversation)
    let first = Task { await model.follow() }
    first.cancel()
    await first.value
    try await conversation.send("Hello")
    let second = Task { await model.follow() }
    while model.entries.isEmpty { await Task.yield() }
    #expect(model.entries.map(\.message.text) == ["Hello"])
    await conversation.close()
    await second.value
    #expect(!model.isOpen)
  }
}
