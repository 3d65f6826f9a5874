import Collaboration
import CollaborationService
import CollaborationModels
import SchemaRuntime
import Testing

@Suite(.timeLimit(.minutes(60))) struct CallClientTests {
  private static let room = JoinLocator.roomCall(RoomCallLocator(roomID: "1"))
  private static let time = Timestamp(validated: "2026-04-17T06:31:00Z")

  private static func options(_ name: String? = nil) throws -> OutgoingPayload<RemoteOptionsPayload> {
    try OutgoingPayload(RemoteOptionsPayload(locator: room, displayName: name))
  }

  private static func client(
    _ rawID: String, _ connector: any CallConnector, _ options: CallClient.Options = CallClient.Options()
  ) -> CallClient {
    CallClient(
      connector: connector, credential: CommunicationTokenCredential(token: rawID), options: options,
      clock: SlowClock())
  }

  /// The participants of the next list: raw ids, names and states.
  private static func list(
    _ events: inout AsyncStream<CallEvent>.Iterator
  ) async throws -> [String] {
    while let event = await events.next() {
      guard case .remoteParticipantsChanged(let list, _) = event else { continue }
      return list.map {
        "\($0.identifier.resolvedRawID) \($0.displayName ?? "-") \($0.status == .hold ? "hold" : "connected")"
      }
    }
    throw CallError.callIsNotInProgress
  }

  @Test("participants see each other join, hold, lose their connection, return and leave, each once and in order")
  func seesOthers() async throws {
    let calls = LocalCalls(now: { Self.time })
    let (ana, ben) = (Self.client("4:1", calls), Self.client("4:2", calls))
    var events = try await ana.join(Self.options("Ana"), credential: nil).makeAsyncIterator()
    #expect(await events.next() == .localParticipantIdentified(CommunicationIdentifier(rawID: "4:1")))
    #expect(await events.next() == .callStateChanged(.connected))
    #expect(try await Self.list(&events) == [])
    var others = try await ben.join(Self.options("Ben"), credential: nil).makeAsyncIterator()
    #expect(try await Self.list(&others) == ["4:1 Ana connected"])
    #expect(try await Self.list(&events) == ["4:2 Ben connected"])
    try await ben.hold()
    #expect(await others.next() == .callStateChanged(.localHold))
    #expect(try await Self.list(&events) == ["4:2 Ben hold"])
    calls.dropConnections(of: "4:2")
    #expect(try await Self.list(&events) == [])
    #expect(try await Self.list(&events) == ["4:2 Ben hold"])
    try await ben.resume()
    #expect(await others.next() == .callStateChanged(.connected))
    #expect(try await Self.list(&events) == ["4:2 Ben connected"])
    await ben.leave()
    #expect(await others.next() == nil)
    #expect(try await Self.list(&events) == [])
    #expect(calls.participants(of: Self.room).map(\.displayName) == ["Ana"])
    calls.evict("4:1", from: Self.room)
    #expect(await events.next() == .failed(CallCompositeError(code: .callEvicted, category: .callState)))
    #expect(await events.next() == .callStateChanged(.disconnected))
    #expect(await events.next() == nil)
    #expect(calls.participants(of: Self.room) == [])
  }

  @Test("a call that is over can be joined again, and a composite uses the client as its transport")
  func joinsAgain() async throws {
    let calls = LocalCalls(now: { Self.time })
    let composite = CallComposite(transport: Self.client("4:1", calls), clock: SlowClock())
    var updates = composite.updates().makeAsyncIterator()
    let ben = Self.client("4:2", calls)
    for _ in 0..<2 {
      try await composite.launch(remoteOptions: RemoteOptions(locator: Self.room))
      #expect(await updates.next() == .callStateChanged(.connected))
      let events = try await ben.join(Self.options(), credential: nil)
      #expect(await updates.next() == .remoteParticipantsJoined([CommunicationIdentifier(rawID: "4:2")]))
      calls.endCall(Self.room)
      for await _ in events {}
      #expect(await updates.next() == .callStateChanged(.disconnected))
    }
  }

  @Test("an incoming call is accepted by its id")
  func accepts() async throws {
    let calls = LocalCalls(now: { Self.time })
    calls.ring("incoming", for: Self.room)
    let client = Self.client("4:1", calls)
    await #expect(throws: CallError.callIDNotFound) { _ = try await client.accept(callID: "another") }
    _ = try await client.accept(callID: "incoming")
    #expect(calls.participants(of: Self.room).map(\.identifier.resolvedRawID) == ["4:1"])
    await #expect(throws: CallError.callIsInProgress) { _ = try await client.accept(callID: "incoming") }
  }

  @Test("a client that is released leaves its call")
  func leavesWhenReleased() async throws {
    let calls = LocalCalls(now: { Self.time })
    var ana: CallClient? = Self.client("4:1", calls)
    let stream = try await ana?.join(Self.options(), credential: nil)
    ana = nil
    // Its connection is closed as well, so that nothing arrives any longer.
    while !calls.participants(of: Self.room).isEmpty { await Task.yield() }
    withExtendedLifetime(stream) {}
  }

  // MARK: Failures

  /// Fails to connect from some attempt on.
  private final class FailingConnector: CallConnector {
    private let calls: LocalCalls
    private let limit: Int
    private let error: any Error
    private let attempts = Mutex(0)

    init(_ calls: LocalCalls, after limit: Int, _ error: any Error) {
      (self.calls, self.limit, self.error) = (calls, limit, error)
    }

    func connect(token: String?) async throws -> any MessageConnection {
      let attempt = attempts.withLock { attempts in
        attempts += 1
        return attempts
      }
      if attempt > limit { throw error }
      return try await calls.connect(token: token)
    }
  }

  private struct Offline: Error {}

  @Test("joining fails with the reason of the connector or of the service")
  func failsToJoin() async throws {
    let calls = LocalCalls(now: { Self.time }, identify: { _ in nil })
    let rows: [(any CallConnector, CallError)] = [
      (FailingConnector(calls, after: 0, Offline()), .connectionFailed("Offline()")),
      (FailingConnector(calls, after: 0, TokenRejected()), .tokenNotRefreshed("the service rejected the token")),
      (FailingConnector(calls, after: 0, CallError.callIDNotFound), .callIDNotFound),
      (calls, .tokenNotRefreshed("expected a valid token")),
    ]
    for (connector, error) in rows {
      let credential = CommunicationTokenCredential(token: "t")
      let client = CallClient(connector: connector, credential: credential, clock: SlowClock())
      await #expect(throws: error) { _ = try await client.join(Self.options(), credential: nil) }
      await #expect(throws: CallError.callIsNotInProgress) { try await client.hold() }
      await client.leave()
      if case .tokenNotRefreshed = error {
        await #expect(throws: CallError.communicationTokenCredentialNotSet) { _ = try await credential.token() }
      }
    }
  }

  @Test("a call whose connection is not restored in time is over")
  func isOver() async throws {
    let calls = LocalCalls(now: { Self.time })
    let connector = FailingConnector(calls, after: 1, Offline())
    let client = Self.client(
      "4:1", connector, CallClient.Options(connectionTimeout: .milliseconds(50), retryInterval: .milliseconds(5)))
    var events = try await client.join(Self.options(), credential: nil).makeAsyncIterator()
    #expect(try await Self.list(&events) == [])
    calls.dropConnections(of: "4:1")
    let error = CallCompositeError(code: .networkConnectionNotAvailable, category: .callState, reason: "timedOut")
    #expect(await events.next() == .failed(error))
    #expect(await events.next() == .callStateChanged(.disconnected))
    #expect(await events.next() == nil)
    await #expect(throws: CallError.callIsNotInProgress) { try await client.hold() }
  }
}
