import Collaboration
import CollaborationCompatibility
import CollaborationService
import CollaborationModels
import Foundation
import SchemaRuntime
import Testing

/// All asynchronous functions of calls, users and attachments, with services that never answer.
@Suite(.timeLimit(.minutes(60))) struct DeadlineTests {
  /// A public asynchronous function, called with silent services.
  struct Row: Sendable, CustomTestStringConvertible {
    /// The type and the name of the function.
    let name: String
    /// The error at the deadline; nil if the function returns.
    let timedOut: String?
    /// The error after a cancellation; nil if the function returns.
    let cancelled: String?
    let call: @Sendable (VirtualClock) async throws -> Void

    init(
      _ name: String, timedOut: String? = nil, cancelled: String? = nil,
      _ call: @escaping @Sendable (VirtualClock) async throws -> Void
    ) {
      self.name = name
      self.timedOut = timedOut
      self.cancelled = cancelled
      self.call = call
    }

    var testDescription: String { name }
  }

  private static let room = RemoteOptions(locator: .roomCall(RoomCallLocator(roomID: "1")))
  private static let file = CollaborationModels.Attachment.file(FileAttachment(assetURL: "file:///tmp/a.pdf"))
  private static let late = "timedOut(after: 15.0 seconds)"
  private static let lateCall = "timedOut(after: 45.0 seconds)"
  private static let lateStore = "300: expected an answer of the store within 15.0 seconds, found none"
  private static let lateMessage = "expected an answer within 15.0 seconds, found none"
  private static let cancelledTask = "the task was cancelled"

  private static func joined(_ clock: VirtualClock) async throws -> CallComposite {
    let composite = CallComposite(transport: SilentCallTransport(joins: true), clock: clock)
    // Not cancelled with the function that is called afterwards.
    try await Task { try await composite.launch(remoteOptions: room) }.value
    return composite
  }

  private static func inCall(_ clock: VirtualClock) async throws -> CallClient {
    let client = CallClient(connector: SilentConnector(begins: true), clock: clock)
    // Not cancelled with the function that is called afterwards.
    _ = try await Task { try await client.join(OutgoingPayload(room.payload), credential: nil) }.value
    return client
  }

  private static func conversation(_ clock: VirtualClock) -> Conversation {
    Conversation(
      MessageClient(channel: "c", connector: SilentConnector(), clock: clock), user: MessageUser(id: "ana"))
  }

  private static func manager(_ clock: VirtualClock) throws -> UserInfoManager {
    UserInfoManager(currentUser: try UserID("ana"), store: SilentStore(), clock: clock)
  }

  private static func composer(_ clock: VirtualClock, uploads: Bool = true) throws -> MessageComposer {
    let (server, user) = (SilentMessageServer(uploads: uploads), try MessageUser.sample("temur"))
    return MessageComposer(
      configuration: VoiceRecordingConfiguration(isVoiceRecordingEnabled: true), user: user, transport: server,
      sender: server, makeID: { "m" }, now: { user.createdAt }, clock: clock,
      recordedFile: { _ in
        await Silence.keep()
        return MessageComposer.RecordedFile(size: 1)
      })
  }

  private static func queuePlayer(_ clock: VirtualClock) -> AudioQueuePlayer {
    AudioQueuePlayer(output: SilentAudioOutput(), dataSource: SilentAudioOutput(), clock: clock)
  }

  private static let calls = [
    Row("CallComposite.launch", timedOut: late, cancelled: "cancelled") { clock in
      try await CallComposite(transport: SilentCallTransport(), clock: clock).launch(remoteOptions: room)
    },
    Row("CallComposite.launch", timedOut: late, cancelled: "cancelled") { clock in
      try await CallComposite(transport: SilentCallTransport(), clock: clock).launch(callIDAcceptedFromCallKit: "1")
    },
    // The transport has not left the former call.
    Row("CallComposite.launch", cancelled: "cancelled") { clock in
      let composite = try await joined(clock)
      composite.dismiss(completionHandler: nil)
      try await composite.launch(remoteOptions: room)
    },
    Row("CommunicationTokenCredential.token", timedOut: late, cancelled: "cancelled") { clock in
      let now = try #require(Timestamp(secondsSinceEpoch: 1))
      let credential = CommunicationTokenCredential(clock: clock, now: { now }) {
        await Silence.keep()
        return AccessToken(token: "")
      }
      _ = try await credential.token()
    },
    Row("VideoCall.updateTrackSize") { clock in
      let call = VideoCall(callCID: "a:b", transport: SilentVideoTransport(), clock: clock)
      let state = VideoSamples.state("a", joinedAt: try #require(VideoSamples.time))
      await call.receive(.participantJoined(state, isPinned: false, at: state.participant.joinedAt))
      var updates = call.updates().makeAsyncIterator()
      await call.updateTrackSize(TrackSize(width: 10, height: 10), for: state.participant)
      #expect(await updates.next() == .participants([.updated(sessionID: "a")]))
      #expect(await updates.next() == .trackSizeNotSent(sessionID: "a"))
    },
    Row("CallComposite.dismiss") { clock in try await joined(clock).dismiss() },
    Row("CallComposite.close") { clock in await (try joined(clock)).close() },
    Row("CallComposite.hold", timedOut: late, cancelled: "cancelled") { clock in try await joined(clock).hold() },
    Row("CallComposite.resume", timedOut: late, cancelled: "cancelled") { clock in try await joined(clock).resume() },
  ]

  private static let clients = [
    // There is no connection, or no answer.
    Row("CallClient.join", timedOut: lateCall, cancelled: "cancelled") { clock in
      let client = CallClient(connector: SilentConnector(connects: false), clock: clock)
      _ = try await client.join(OutgoingPayload(room.payload), credential: nil)
    },
    Row("CallClient.join", timedOut: lateCall, cancelled: "cancelled") { clock in
      let client = CallClient(connector: SilentConnector(), clock: clock)
      _ = try await client.join(OutgoingPayload(room.payload), credential: nil)
    },
    Row("CallClient.accept", timedOut: lateCall, cancelled: "cancelled") { clock in
      _ = try await CallClient(connector: SilentConnector(), clock: clock).accept(callID: "1")
    },
    Row("CallClient.hold", timedOut: late, cancelled: "cancelled") { clock in try await inCall(clock).hold() },
    Row("CallClient.resume", timedOut: late, cancelled: "cancelled") { clock in try await inCall(clock).resume() },
    Row("CallClient.leave") { clock in await (try inCall(clock)).leave() },
    Row("MessageClient.send", timedOut: lateMessage, cancelled: cancelledTask) { clock in
      let client = MessageClient(channel: "c", connector: SilentConnector(connects: false), clock: clock)
      try await client.send(Message.sample("1", by: "ana", []))
    },
    Row("MessageClient.send", timedOut: lateMessage, cancelled: cancelledTask) { clock in
      let client = MessageClient(channel: "c", connector: SilentConnector(), clock: clock)
      let message = CustomMessage(to: ["ben"], body: CustomMessageBody(customEvent: "e"))
      try await client.send(OutgoingPayload(message))
    },
    Row("Conversation.send", timedOut: lateMessage, cancelled: cancelledTask) { clock in
      _ = try await conversation(clock).send("Hello")
    },
    Row("Conversation.resend", timedOut: lateMessage, cancelled: cancelledTask) { clock in
      let conversation = conversation(clock)
      // There is no answer.
      try? await conversation.send(Message.sample("1", by: "ben", []))
      try await conversation.resend("1")
    },
    Row("Conversation.close") { clock in await conversation(clock).close() },
    Row("MessageClient.close") { clock in
      let client = MessageClient(channel: "c", connector: SilentConnector(), clock: clock)
      _ = client.messages()
      await client.close()
    },
  ]

  private static let users = [
    Row("UserInfoManager.updateOwnUserInfo", timedOut: lateStore, cancelled: "1: \(cancelledTask)") { clock in
      try await manager(clock).updateOwnUserInfo(UserInfo(sign: "s"))
    },
    Row("UserInfoManager.updateOwnUserInfo", timedOut: lateStore, cancelled: "1: \(cancelledTask)") { clock in
      try await manager(clock).updateOwnUserInfo("s", withType: .sign)
    },
    Row("UserInfoManager.updateOwnUserInfo", timedOut: lateStore, cancelled: "1: \(cancelledTask)") { clock in
      try await manager(clock).updateOwnUserInfo(UserInfoUpdate(json: #"{"type":2,"value":"1"}"#))
    },
    Row("UserCardExchange.send", timedOut: lateMessage, cancelled: cancelledTask) { clock in
      let exchange = UserCardExchange(
        currentUser: try UserID("ana"), transport: SilentMessageServer(), clock: clock)
      try await exchange.send(
        UserCard(uid: "ana", nickname: "Ana", avatar: "https://a.example"), to: [try UserID("ben")])
    },
    Row("UserInfoManager.deleteOwnUserInfo", timedOut: lateStore, cancelled: "1: \(cancelledTask)") { clock in
      try await manager(clock).deleteOwnUserInfo()
    },
    Row("UserInfoManager.fetchUserInfo", timedOut: lateStore, cancelled: "1: \(cancelledTask)") { clock in
      _ = try await manager(clock).fetchUserInfo(byId: ["ben"])
    },
    Row("UserInfoManager.fetchUserInfo", timedOut: lateStore, cancelled: "1: \(cancelledTask)") { clock in
      _ = try await manager(clock).fetchUserInfo(byId: ["ben"], type: [.sign], policy: .refresh)
    },
    Row("UserInfoManager.fetchUserInfo", timedOut: lateStore, cancelled: "1: \(cancelledTask)") { clock in
      _ = try await manager(clock).fetchUserInfo(UserInfoFetch(json: #"{"targets":["ben"]}"#))
    },
  ]

  private static let attachments = [
    Row("MessageComposer.send", timedOut: lateMessage, cancelled: cancelledTask) { clock in
      let composer = try composer(clock)
      await composer.setText("Hello")
      try await composer.send()
    },
    // The upload makes no progress.
    Row("MessageComposer.send", timedOut: "expected attachment 1 to be uploaded", cancelled: cancelledTask) { clock in
      let composer = try composer(clock, uploads: false)
      try await composer.add(file, fileSize: 1)
      try await composer.send()
    },
    Row("MessageComposer.publishMessage", timedOut: lateMessage, cancelled: cancelledTask) { clock in
      let composer = try composer(clock)
      try await composer.add(file, fileSize: 1)
      try await composer.publishMessage()
    },
    Row("MessageComposer.addAttachment", timedOut: lateMessage, cancelled: cancelledTask) { clock in
      try await composer(clock).addAttachment(RecordedVoice(location: "file:///a.wav", duration: 1, waveform: []))
    },
    Row("AudioRecorder.beginRecording", timedOut: "Failed to begin recording.", cancelled: "Failed to begin recording.")
    {
      clock in
      try await AudioRecorder(device: SilentCaptureDevice(), clock: clock) { "1.wav" }.beginRecording(session: 1)
    },
    Row(
      "WAVAnalyzer.waveform", timedOut: "expected the sound to be analyzed within 15.0 seconds",
      cancelled: cancelledTask
    ) { clock in
      let analyzer = WAVAnalyzer(clock: clock) { _ in
        await Silence.keep()
        return []
      }
      _ = try await analyzer.waveform(of: "file:///a.wav", targetSamples: 100)
    },
    Row("MessageQueue.nextAsset") { clock in
      let queue = MessageQueue(currentUserID: nil, clock: clock) {
        await Silence.keep()
        return []
      }
      #expect(await queue.nextAsset(after: "file:///a.wav") == nil)
    },
    Row("AudioQueuePlayer.contexts") { clock in _ = await queuePlayer(clock).contexts() },
    Row("AudioQueuePlayer.close") { clock in await queuePlayer(clock).close() },
    Row("AudioQueuePlayer.loadAsset") { clock in await queuePlayer(clock).loadAsset("file:///a.wav") },
    Row("AudioQueuePlayer.play") { clock in await queuePlayer(clock).play() },
    Row("AudioQueuePlayer.pause") { clock in await queuePlayer(clock).pause() },
    Row("AudioQueuePlayer.stop") { clock in await queuePlayer(clock).stop() },
    Row("AudioQueuePlayer.updateRate") { clock in await queuePlayer(clock).updateRate(.double) },
    Row("AudioQueuePlayer.seek") { clock in await queuePlayer(clock).seek(to: 1) },
    Row("AudioQueuePlayer.moveToBackground") { clock in await queuePlayer(clock).moveToBackground() },
    Row("AudioQueuePlayer.moveToForeground") { clock in await queuePlayer(clock).moveToForeground() },
  ]

  /// Functions that wait for nothing but themselves, files, and a store of the caller's.
  private static let immediate: Set = [
    "FileCaptureDevice.activateSession", "FileCaptureDevice.requestPermission", "FileCaptureDevice.start",
    "FileCaptureDevice.pause", "FileCaptureDevice.resume", "FileCaptureDevice.stop", "FileCaptureDevice.keepRecording",
    "FileCaptureDevice.averagePower", "FileCaptureDevice.currentTime", "FileAudioOutput.load", "FileAudioOutput.play",
    "FileAudioOutput.pause", "FileAudioOutput.seek", "FileAudioOutput.unload",
    "LocalCalls.connect", "LocalMessages.connect", "NoHapticFeedback.play", "VirtualAudioOutput.load",
    "VirtualAudioOutput.play", "VirtualAudioOutput.pause",
    "VirtualAudioOutput.seek", "VirtualAudioOutput.unload",
    "TenantUserInfoStore.records", "TenantUserInfoStore.apply", "TenantUserInfoStore.deleteRecord",
    "TenantUserInfoStore.capacity",
  ]

  static let rows = calls + clients + users + attachments

  /// The description of the error with which a function ended; nil if it returned.
  private static func outcome(
    of row: Row, _ clock: VirtualClock, while isWaiting: @escaping @Sendable (Task<String?, Never>) -> Void
  ) async -> String? {
    let isOver = Mutex(false)
    let task = Task { () -> String? in
      defer { isOver.withLock { $0 = true } }
      do { try await row.call(clock) } catch { return "\(error)" }
      return nil
    }
    while !isOver.withLock({ $0 }) {
      isWaiting(task)
      await Task.yield()
    }
    return await task.value
  }

  @Test("a function whose service never answers ends at its deadline", arguments: rows)
  func ends(_ row: Row) async {
    let clock = VirtualClock()
    let outcome = await Self.outcome(of: row, clock) { _ in clock.advance(by: .milliseconds(100)) }
    #expect(outcome == row.timedOut)
  }

  @Test(
    "a function whose service never answers ends when its task is cancelled, without any time passing", arguments: rows)
  func isCancelled(_ row: Row) async {
    // The former call is left only at the deadline, for which the launch waits.
    let outcome = await Self.outcome(of: row, VirtualClock()) { $0.cancel() }
    #expect(outcome == row.cancelled)
  }

  @Test("every public asynchronous function of calls, users and attachments has a row")
  func coversAll() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/Collaboration")
    var found: Set<String> = []
    for folder in ["Participants", "Video", "Users", "Attachments"].map({ "Collaboration/" + $0 })
      + ["CollaborationService/Calls", "CollaborationService/Messages"]
    {
      let files = FileManager.default.enumerator(at: sources.appending(path: folder), includingPropertiesForKeys: nil)
      for case let file as URL in try #require(files) where file.pathExtension == "swift" {
        let text = try String(contentsOf: file, encoding: .utf8)
        for match in text.matches(of: /public (?:nonisolated )?func (\w+)[^{}]*?\) async\b/) {
          found.insert("\(Self.owner(of: text[..<match.range.lowerBound])).\(match.1)")
        }
      }
    }
    #expect(found == Set(Self.rows.map(\.name)).union(Self.immediate))
  }

  /// The last type that is declared or extended in a text.
  static func owner(of text: Substring) -> Substring {
    text.matches(of: /\n(?:public )?(?:final )?(?:actor|class|struct|extension|enum) (\w+)/).last?.1 ?? ""
  }
}
