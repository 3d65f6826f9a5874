import CollaborationModels
import CollaborationREST
import Foundation
import SchemaRuntime
import Testing

@testable import Collaboration
@testable import CollaborationService

/// All asynchronous sequences of the library, with listeners who hold what they listen to.
@Suite(.timeLimit(.minutes(60))) struct SequenceEndTests {
  /// A public function that returns a sequence.
  struct Row: Sendable, CustomTestStringConvertible {
    /// The type and the name of the function.
    let name: String
    /// How the sequence ends.
    let end: String
    /// Returns the listener, which returns at the end of its sequence, and what ends it.
    let begin: @Sendable (VirtualClock) async throws -> (listen: Work, end: Work)

    typealias Work = @Sendable () async -> Void

    init<Owner: Sendable, Element: Sendable>(
      _ name: String, _ end: String, _ make: @escaping @Sendable (VirtualClock) async throws -> Owner,
      _ stream: @escaping @Sendable (Owner) async throws -> AsyncStream<Element>,
      close: @escaping @Sendable (Owner) async -> Void
    ) {
      (self.name, self.end) = (name, end)
      begin = { clock in
        let owner = try await make(clock)
        let elements = try await stream(owner)
        return (
          {
            for await _ in elements {}
            withExtendedLifetime(owner) {}
          }, { await close(owner) }
        )
      }
    }

    var testDescription: String { "\(name), by \(end)" }
  }

  private static let call = RemoteOptions(locator: .roomCall(RoomCallLocator(roomID: "1")))

  private static func room(_ clock: VirtualClock) async throws -> Room {
    try await WhiteboardSDK(transport: LocalWhiteboard(), clock: clock).joinRoom(RoomTests.config)
  }

  private static let whiteboards = [
    Row("Room.events", "disconnect", room, { $0.events() }) { await $0.disconnect() },
    Row("Room.snapshots", "disconnect", room, { $0.snapshots() }) { await $0.disconnect() },
    Row(
      "Player.events", "stop",
      { clock in
        let recordings = LocalRecordings(["room": try .sample()])
        let sdk = WhiteboardSDK(transport: LocalWhiteboard(), recordings: recordings, clock: clock)
        return try await sdk.createPlayer(PlayerConfig(room: "room"))
      }, { $0.events() }
    ) { $0.stop() },
    Row("SyncedStore.diffs", "disconnect", { try await room($0).connectSyncedStore("s") }, { $0.diffs() }) {
      await $0.disconnect()
    },
    Row(
      "SyncedStore.diffs", "the end of its room",
      { clock in
        let room = try await room(clock)
        return (room, try await room.connectSyncedStore("s"))
      }, { $0.1.diffs() }
    ) { await $0.0.disconnect() },
  ]

  private static func client(_ connector: any MessageConnector, _ clock: VirtualClock) -> MessageClient {
    MessageClient(
      channel: "c", connector: connector, credential: CommunicationTokenCredential(token: "ana"), clock: clock)
  }

  private static let messages = [
    Row("MessageClient.messages", "close", { client(LocalMessages(), $0) }, { $0.messages() }) { await $0.close() },
    Row("MessageClient.channelMessages", "close", { client(LocalMessages(), $0) }, { $0.channelMessages() }) {
      await $0.close()
    },
    Row(
      "Conversation.snapshots", "close",
      { Conversation(client(LocalMessages(), $0), user: MessageUser(id: "ana")) }, { $0.snapshots() }
    ) { await $0.close() },
    Row(
      "Conversation.snapshots", "close without a connection",
      { Conversation(client(SilentConnector(connects: false), $0), user: MessageUser(id: "ana")) }, { $0.snapshots() }
    ) { await $0.close() },
    Row("MessageClient.messages", "close without an answer", { client(SilentConnector(), $0) }, { $0.messages() }) {
      await $0.close()
    },
    Row(
      "MessageClient.channelMessages", "close without a connection", { client(SilentConnector(connects: false), $0) },
      { $0.channelMessages() }
    ) { await $0.close() },
    Row(
      "UserCardExchange.arrivals", "close of its client",
      { clock in
        let client = client(LocalMessages(), clock)
        return (client, UserCardExchange(currentUser: try UserID("ana"), transport: client, clock: clock))
      }, { $0.1.arrivals() }
    ) { await $0.0.close() },
    Row(
      "MessageComposer.events", "close", { _ in try MessageComposer.sample(FakeMessageServer()) }, { await $0.events() }
    ) {
      await $0.close()
    },
  ]

  private static let calls = [
    Row(
      "CallComposite.updates", "close",
      { clock in
        let composite = CallComposite(transport: SilentCallTransport(joins: true), clock: clock)
        try await composite.launch(remoteOptions: call)
        return composite
      }, { $0.updates() }
    ) { await $0.close() },
    Row(
      "CallComposite.snapshots", "close", { CallComposite(transport: SilentCallTransport(), clock: $0) },
      { $0.snapshots() }
    ) { await $0.close() },
    Row(
      "CallComposite.updates", "close before a call",
      { CallComposite(transport: SilentCallTransport(), clock: $0) }, { $0.updates() }
    ) { await $0.close() },
    Row(
      "CallClient.join", "leave", { CallClient(connector: SilentConnector(begins: true), clock: $0) },
      { try await $0.join(OutgoingPayload(call.payload), credential: nil) }
    ) { await $0.leave() },
    Row(
      "CallClient.accept", "leave", { CallClient(connector: SilentConnector(begins: true), clock: $0) },
      { try await $0.accept(callID: "1") }
    ) { await $0.leave() },
    Row("VideoCall.updates", "close", { VideoCall(callCID: "a:b", clock: $0) }, { $0.updates() }) { $0.close() },
  ]

  private static let users = [
    Row(
      "UserInfoManager.notifications", "close",
      { UserInfoManager(currentUser: try UserID("ana"), store: SilentStore(), clock: $0) }, { $0.notifications() }
    ) { $0.close() },
    Row(
      "RESTUserInfoStore.warnings", "close",
      { _ in
        let url = try #require(URL(string: "https://rest.example/org/app"))
        return try RESTUserInfoStore(url: url, credential: CommunicationTokenCredential(token: "t"))
      }, { $0.warnings() }
    ) { $0.close() },
  ]

  private static let sounds = [
    Row(
      "AudioPlayer.contexts", "close", { AudioPlayer(output: SilentAudioOutput(), clock: $0) }, { await $0.contexts() }
    ) { await $0.close() },
    Row(
      "AudioQueuePlayer.contexts", "close",
      { AudioQueuePlayer(output: SilentAudioOutput(), dataSource: SilentAudioOutput(), clock: $0) },
      { await $0.contexts() }
    ) { await $0.close() },
    Row("VirtualAudioOutput.events", "close", { VirtualAudioOutput(durations: [:], clock: $0) }, { $0.events() }) {
      $0.close()
    },
    Row("FileAudioOutput.events", "close", { FileAudioOutput(sink: "/tmp/none.wav", clock: $0) }, { $0.events() }) {
      $0.close()
    },
    Row(
      "FileCaptureDevice.events", "close", { FileCaptureDevice(source: "none.wav", folder: "/tmp", clock: $0) },
      { $0.events() }
    ) { $0.close() },
    Row(
      "AudioRecorder.events", "close", { AudioRecorder(device: SilentCaptureDevice(), clock: $0) { "1.wav" } },
      { await $0.events() }
    ) { await $0.close() },
    Row(
      "VoiceRecordingController.contents", "close", { _ in try VoiceRecordingStage().controller },
      { await $0.contents() }
    ) { await $0.close() },
    Row(
      "VoiceRecordingController.failures", "close", { _ in try VoiceRecordingStage().controller },
      { await $0.failures() }
    ) { await $0.close() },
  ]

  static let rows = whiteboards + messages + calls + users + sounds

  /// Sequences of the service's side, which end with their log.
  private static let service: Set = ["InMemoryRoomLog.updates"]

  @Test("a sequence ends although its listener keeps what it listens to", arguments: rows)
  func ends(_ row: Row) async throws {
    let clock = VirtualClock()
    let isOver = Mutex(false)
    let task = Task {
      let (listen, end) = try await row.begin(clock)
      let listening = Task(operation: listen)
      // Until the listener waits.
      for _ in 0..<20 { await Task.yield() }
      await end()
      await listening.value
    }
    let watching = Task {
      _ = await task.result
      isOver.withLock { $0 = true }
    }
    while !isOver.withLock({ $0 }) {
      clock.advance(by: .milliseconds(100))
      await Task.yield()
    }
    await watching.value
    try await task.value
  }

  /// The files of the library, with their texts.
  private static func files() throws -> [(name: String, text: String)] {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/Collaboration")
    var result: [(name: String, text: String)] = []
    for target in ["Collaboration", "CollaborationService", "CollaborationREST", "CollaborationWebSocket"] {
      let files = FileManager.default.enumerator(at: sources.appending(path: target), includingPropertiesForKeys: nil)
      for case let file as URL in try #require(files) where file.pathExtension == "swift" {
        result.append((file.deletingPathExtension().lastPathComponent, try String(contentsOf: file, encoding: .utf8)))
      }
    }
    return result
  }

  @Test("every public sequence of the library has a row")
  func coversAll() throws {
    var found: Set<String> = []
    for (_, text) in try Self.files() {
      let functions = text.matches(of: /public (?:nonisolated )?func (\w+)[^{}]*?-> (?:some )?Async\w+</)
      let properties = text.matches(of: /public (?:nonisolated )?(?:var|let) (\w+): (?:some )?Async\w+/)
      for match in functions + properties {
        found.insert("\(DeadlineTests.owner(of: text[..<match.range.lowerBound])).\(match.1)")
      }
    }
    #expect(found == Set(Self.rows.map(\.name)).union(Self.service))
  }

  @Test("only connections, and the work that an object has for itself, wait without a limit")
  func boundsAll() throws {
    var unbounded: Set<String> = []
    for (name, text) in try Self.files() {
      let streams = text.matches(of: /makeStream\(([^()]|\([^()]*\))*\)/)
      if streams.contains(where: { !$0.0.contains("bufferingPolicy") }) {
        unbounded.insert(name)
      }
      if text.contains("(limit: nil)") || text.contains("(.unlimited)") { unbounded.insert(name) }
    }
    #expect(
      unbounded == [
        "AudioPlayer", "AudioRecorder", "VoiceRecordingController", "LocalLines",
        "URLSessionWebSocketClient", "LibWebSocketClient", "InMemoryRoomLog",
      ])
  }

  @Test("messages can be listened to again after the client was closed")
  func listensAgain() async throws {
    let service = LocalMessages()
    let client = MessageClient(
      channel: "c", connector: service, credential: CommunicationTokenCredential(token: "ana"), clock: SlowClock())
    for round in 0..<3 {
      var arrivals = client.channelMessages().makeAsyncIterator()
      while service.sessionCount(of: "ana") == 0 { await Task.yield() }
      let other = MessageClient(
        channel: "c", connector: service, credential: CommunicationTokenCredential(token: "ben"), clock: SlowClock())
      try await other.send(Message.sample("\(round)", by: "ben", []))
      #expect(await arrivals.next()?.id == "\(round)")
      await client.close()
      #expect(await arrivals.next() == nil)
      await other.close()
    }
  }
}
