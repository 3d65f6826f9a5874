import CollaborationModels
import SchemaRuntime
import Testing

@testable import Collaboration
@testable import CollaborationService

@Suite(.timeLimit(.minutes(60))) struct MessageClientTests {
  private static let fast = MessageClient.Options(
    retryInterval: .milliseconds(1), maximumRetryInterval: .milliseconds(4))

  private static func client(_ user: String, _ connector: any MessageConnector) -> MessageClient {
    MessageClient(
      channel: "team", connector: connector, credential: CommunicationTokenCredential(token: user), options: fast,
      clock: SlowClock())
  }

  /// Waits until the service knows a user, so that messages arrive.
  private static func join(_ user: String, _ service: LocalMessages) async {
    while service.sessionCount(of: user) == 0 { await Task.yield() }
  }

  @Test("cards are exchanged over the client")
  func exchangesCards() async throws {
    let service = LocalMessages()
    let (ana, ben) = (Self.client("ana", service), Self.client("ben", service))
    var arrivals = UserCardExchange(currentUser: try UserID("ben"), transport: ben, clock: SlowClock()).arrivals()
      .makeAsyncIterator()
    await Self.join("ben", service)
    let card = UserCard(uid: "ana", nickname: "Ana", avatar: "https://a.example")
    try await UserCardExchange(currentUser: try UserID("ana"), transport: ana, clock: SlowClock()).send(
      card, to: [try UserID("ben")])
    guard case .card(let arrived) = await arrivals.next() else {
      Issue.record("expected a card")
      return
    }
    #expect(arrived.uid == "ana" && arrived.nickname == "Ana")
  }

  @Test("messages arrive once and in order, also if they are sent again and connections are lost")
  func arrivesInOrder() async throws {
    let service = LocalMessages()
    let (ana, ben) = (Self.client("ana", service), Self.client("ben", service))
    var arrivals = ben.channelMessages().makeAsyncIterator()
    await Self.join("ben", service)
    for number in 0..<60 {
      let message = try Message.sample("\(number)", by: "ana", [])
      try await ana.send(message)
      if number.isMultiple(of: 3) { try await ana.send(message) }
      if number.isMultiple(of: 7) { service.dropConnections(of: "ben") }
      if number.isMultiple(of: 11) { service.dropConnections(of: "ana") }
    }
    for number in 0..<60 { #expect(await arrivals.next()?.id == "\(number)") }
  }

  @Test("a composer sends with the client")
  func sendsComposedMessages() async throws {
    let service = LocalMessages()
    let (ana, ben) = (Self.client("ana", service), Self.client("ben", service))
    var arrivals = ben.channelMessages().makeAsyncIterator()
    await Self.join("ben", service)
    let user = try MessageUser.sample("ana")
    let composer = MessageComposer(
      configuration: VoiceRecordingConfiguration(isVoiceRecordingEnabled: true), user: user,
      transport: SilentMessageServer(uploads: true), sender: ana, makeID: { "1" },
      now: { user.createdAt }, clock: SlowClock(),
      recordedFile: { _ in MessageComposer.RecordedFile(size: 1) })
    await composer.setText("Hello")
    let sent = try await composer.send()
    #expect(await arrivals.next() == sent)
  }

  /// A service that can be replaced by one that knows nothing.
  private final class RestartingConnector: MessageConnector {
    private let service = Mutex(LocalMessages())
    var current: LocalMessages { service.withLock { $0 } }

    func restart() {
      let former = service.withLock { service in
        defer { service = LocalMessages() }
        return service
      }
      for user in ["ana", "ben"] { former.dropConnections(of: user) }
    }

    func connect(token: String?) async throws -> any MessageConnection { try await current.connect(token: token) }
  }

  @Test("a session that the service has forgotten begins again, with the messages that have no answer")
  func beginsAgain() async throws {
    let connector = RestartingConnector()
    let (ana, ben) = (Self.client("ana", connector), Self.client("ben", connector))
    var arrivals = ben.channelMessages().makeAsyncIterator()
    for number in 0..<5 {
      await Self.join("ben", connector.current)
      try await ana.send(Message.sample("\(number)", by: "ana", []))
      #expect(await arrivals.next()?.id == "\(number)")
      connector.restart()
    }
  }

  @Test("messages that the client or the service refuses are not delivered")
  func refuses() async throws {
    let service = LocalMessages(identify: { $0 == "eve" ? nil : $0 })
    let ana = Self.client("ana", service)
    let (large, foreign) = (try Message.sample("1", by: "ana", []), try Message.sample("1", by: "ben", []))
    var tooLarge = large
    tooLarge.text = String(repeating: "a", count: MessageClient.messageLimit)
    let longID = try Message.sample(String(repeating: "a", count: 257), by: "ana", [])
    let rows: [(Message, String)] = [
      (tooLarge, "expected a message of at most 65536 bytes, found 65894"),
      (foreign, "the service refused the message: expected the user 'ana' as the sender, found 'ben'"),
      (longID, "the service refused the message: expected at most 256 bytes, found 257"),
    ]
    for (message, description) in rows {
      do {
        try await ana.send(message)
        Issue.record("expected an error")
      } catch { #expect("\(error)" == description) }
    }
    await #expect(throws: MessageDeliveryError.rejected(.tokenExpired)) {
      try await Self.client("eve", service).send(large)
    }
  }

  @Test("a closed client has no session, and begins another one when it is used again")
  func closes() async throws {
    let service = LocalMessages()
    let client = Self.client("ana", service)
    for number in 0..<3 {
      try await client.send(Message.sample("\(number)", by: "ana", []))
      #expect(service.sessionCount(of: "ana") == 1)
      await client.close()
      #expect(service.sessionCount(of: "ana") == 0)
    }
  }
}
