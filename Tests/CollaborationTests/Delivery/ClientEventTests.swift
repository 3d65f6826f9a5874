import CollaborationModels
import SchemaRuntime
import Testing

@testable import Collaboration

/// What clients tell the log of an app.
@Suite(.timeLimit(.minutes(60))) struct ClientEventTests {
  /// A service of messages that answers by a script.
  final class Script: MessageConnector {
    /// What happens on one connection, after the client's first message.
    enum Step: Sendable {
      /// The connection cannot be opened.
      case unreachable
      /// These texts arrive, and the connection ends, or stays open.
      case receives([String], ends: Bool = false)
    }

    struct Connection: MessageConnection {
      let messages: AsyncStream<[UInt8]>
      let sent: @Sendable () -> Void

      func send(_ message: [UInt8]) { sent() }
      func close() {}
    }

    private let steps: Mutex<[Step]>

    init(_ steps: [Step]) { self.steps = Mutex(steps.reversed()) }

    func connect(token: String?) async throws -> any MessageConnection {
      let (messages, continuation) = AsyncStream.makeStream(of: [UInt8].self)
      // The last step is repeated.
      switch steps.withLock({ $0.count > 1 ? $0.popLast() : $0.last }) {
      case .unreachable: throw ConnectionEnded()
      case .receives(let texts, let ends):
        let isFirst = Mutex(true)
        return Connection(messages: messages) {
          let wasFirst = isFirst.withLock { isFirst in
            defer { isFirst = false }
            return isFirst
          }
          guard wasFirst else { return }
          for text in texts { continuation.yield(Array(text.utf8)) }
          if ends { continuation.finish() }
        }
      case nil: return Connection(messages: messages) { _ = continuation }
      }
    }
  }

  /// The events of a client, which may be awaited.
  private final class Log: Sendable {
    private let broadcast = EventBroadcast<ClientEvent>(limit: nil)
    private let entries = Mutex<[ClientEvent]>([])
    var events: [ClientEvent] { entries.withLock { $0 } }

    @Sendable func write(_ event: ClientEvent) {
      entries.withLock { $0.append(event) }
      broadcast.send(event)
    }

    /// Waits for an event of a kind.
    /// - Parameter passesTime: whether time passes, also while there is a connection.
    func wait(for name: String, _ clock: VirtualClock, passesTime: Bool = false) async -> ClientEvent {
      while true {
        let events = events
        if let event = events.last(where: { ClientEventTests.name($0.kind) == name }) { return event }
        let isLost = events.last.map { ["connectionFailed", "disconnected"].contains(ClientEventTests.name($0.kind)) }
        if passesTime || isLost == true, clock.sleeperCount > 0 { clock.advance(by: .milliseconds(100)) }
        await Task.yield()
      }
    }
  }

  private static let snapshot = #"{"kind":"snapshot","revision":0,"handled":0,"answers":[]}"#
  private static let upToDate = #"{"kind":"upToDate","revision":0}"#
  private static let refused =
    #"{"kind":"refused","revision":1,"request":1,"error":{"code":"forbidden","message":"not here"}}"#
  private static let rejected = #"{"kind":"rejected","error":{"code":"forbidden","message":"not you"}}"#

  /// The name of a kind. A new one needs a row below.
  private static func name(_ kind: ClientEvent.Kind) -> String {
    switch kind {
    case .connecting: "connecting"
    case .connected: "connected"
    case .connectionFailed: "connectionFailed"
    case .disconnected: "disconnected"
    case .joined: "joined"
    case .resumed: "resumed"
    case .repeated: "repeated"
    case .refused: "refused"
    case .timedOut: "timedOut"
    case .dropped: "dropped"
    case .failed: "failed"
    case .ended: "ended"
    }
  }

  struct Case: Sendable {
    var script: [Script.Step]
    var passesTime = false
    var name: String
    var level: ClientEvent.Level
    var text: String
  }

  static let cases = [
    Named(
      "the first attempt to connect",
      Case(script: [], name: "connecting", level: .debug, text: "connecting, attempt 1")),
    Named("an open connection", Case(script: [], name: "connected", level: .debug, text: "connected")),
    Named(
      "a service that cannot be reached",
      Case(
        script: [.unreachable, .receives([])], name: "connectionFailed", level: .warning,
        text: "cannot connect: the connection has ended")),
    Named(
      "a connection that ends",
      Case(
        script: [.receives([snapshot], ends: true), .receives([])], name: "disconnected", level: .warning,
        text: "connection lost: the connection has ended")),
    Named(
      "a connection on which nothing arrives",
      Case(
        script: [.receives([])], passesTime: true, name: "disconnected", level: .warning,
        text: "connection lost: the service does not answer")),
    Named(
      "a session that begins",
      Case(script: [.receives([snapshot])], name: "joined", level: .info, text: "joined")),
    Named(
      "a session that continues on another connection",
      Case(
        script: [.receives([snapshot], ends: true), .receives([upToDate])], name: "resumed", level: .info,
        text: "resumed")),
    Named(
      "a message without an answer",
      Case(script: [.receives([])], passesTime: true, name: "repeated", level: .debug, text: "sent 1 message again")),
    Named(
      "a request that the service refuses",
      Case(
        script: [.receives([snapshot, refused])], name: "refused", level: .warning,
        text: "request 1 refused: not here")),
    Named(
      "a request that the service does not answer",
      Case(
        script: [.receives([snapshot])], passesTime: true, name: "timedOut", level: .warning,
        text: "request 1 timed out")),
    Named(
      "a text that is not a message",
      Case(
        script: [.receives(["[]"])], name: "dropped", level: .warning,
        text: "message ignored: 1:1: expected object, found array (oneOf)")),
    Named(
      "a session that the service rejects",
      Case(script: [.receives([rejected])], name: "failed", level: .error, text: "failed: not you")),
    Named("the end of a session", Case(script: [.receives([rejected])], name: "ended", level: .info, text: "ended")),
  ]

  @Test("each kind of event is told, with its level and words", arguments: cases)
  func tells(_ row: Named<Case>) async {
    let (log, clock) = (Log(), VirtualClock())
    let client = MessageClient(
      channel: "team", connector: Script(row.value.script), clock: clock, log: log.write)
    let sending = Task { try? await client.send(Message(id: "1", user: MessageUser(id: "amal"), text: "Hello")) }
    defer { sending.cancel() }
    let event = await log.wait(for: row.value.name, clock, passesTime: row.value.passesTime)
    #expect(event.client == .channel("team") && event.level == row.value.level)
    // The wait before the next attempt is random.
    let (text, wait) = (event.description, "next attempt in ")
    let isLost = ["connectionFailed", "disconnected"].contains(row.value.name)
    #expect(text.contains(wait) == isLost)
    #expect(text.hasPrefix("channel 'team': \(row.value.text)\(isLost ? ", \(wait)" : "")"))
    #expect(isLost || text.hasSuffix(row.value.text))
  }

  @Test("every kind has a row")
  func coversKinds() {
    let samples: [ClientEvent.Kind] = [
      .connecting(attempt: 1), .connected, .connectionFailed(reason: "", nextAttempt: nil),
      .disconnected(reason: "", nextAttempt: nil), .joined, .resumed, .repeated(messages: 1),
      .refused(request: 1, reason: ""), .timedOut(request: 1), .dropped(reason: ""), .failed(reason: ""), .ended,
    ]
    #expect(Set(Self.cases.map(\.value.name)) == Set(samples.map(Self.name)))
  }

  @Test("attempts are counted until a connection is open")
  func countsAttempts() async {
    let (log, clock) = (Log(), VirtualClock())
    let script = Script([
      .unreachable, .unreachable, .receives([Self.snapshot], ends: true), .receives([Self.upToDate]),
    ])
    let client = MessageClient(channel: "team", connector: script, clock: clock, log: log.write)
    let messages = client.messages()
    _ = await log.wait(for: "resumed", clock)
    let told = log.events.filter { $0.level != .debug || Self.name($0.kind) == "connecting" }
    #expect(
      told.map { "\(Self.name($0.kind))" } == [
        "connecting", "connectionFailed", "connecting", "connectionFailed", "connecting", "joined", "disconnected",
        "connecting", "resumed",
      ])
    let attempts = told.compactMap { if case .connecting(let attempt) = $0.kind { attempt } else { nil } }
    #expect(attempts == [1, 2, 3, 1])
    _ = messages
  }

  @Test("a room tells its id, what it ignores, and why it is over")
  func tellsOfRooms() async throws {
    let (log, clock, service) = (Log(), VirtualClock(), try ManualConnection())
    let sdk = WhiteboardSDK(transport: service, clock: clock, log: log.write)
    let room = try await sdk.joinRoom(RoomConfig(uuid: "r", roomToken: "secret"))
    service.yield(RawFrame(.stateChange, "3"))
    service.yield(RawFrame(.disconnect, #"{"error":"full"}"#))
    for await event in room.events() where event == .disconnected(error: "full") { break }
    while log.events.count < 6 { await Task.yield() }
    let names = log.events.map { Self.name($0.kind) }
    #expect(names == ["connecting", "connected", "joined", "dropped", "ended", "failed"])
    #expect(log.events.allSatisfy { $0.client == .room("r") && !"\($0)".contains("secret") })
    #expect(log.events.last?.description == "room 'r': failed: full")
  }

  @Test("a room that cannot be joined in time has failed")
  func tellsOfTimeouts() async throws {
    let (log, clock) = (Log(), VirtualClock())
    let sdk = WhiteboardSDK(transport: try ManualConnection(silence: .everything), clock: clock, log: log.write)
    let joining = Task { try await sdk.joinRoom(RoomConfig(uuid: "r", roomToken: "t")) }
    let event = await log.wait(for: "failed", clock, passesTime: true)
    #expect(event.description == "room 'r': failed: the room could not be joined within 45.0 seconds")
    await #expect(throws: WhiteboardFailure.self) { try await joining.value }
  }

  @Test("a call tells what happens to its connection")
  func tellsOfCalls() async throws {
    let log = Log()
    let connector = SilentConnector(begins: true)
    let composite = CallComposite(
      transport: CallClient(connector: connector, clock: VirtualClock(), log: log.write), clock: VirtualClock())
    try await composite.launch(remoteOptions: RemoteOptions(locator: .roomCall(roomID: "1")))
    while log.events.count < 3 { await Task.yield() }
    #expect(log.events.map(\.description) == ["call: connecting, attempt 1", "call: connected", "call: joined"])
  }
}
