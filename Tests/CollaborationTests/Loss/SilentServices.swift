import Collaboration
import CollaborationModels
import SchemaRuntime

/// Never answers, and ignores cancellation.
enum Silence {
  /// Kept, because a continuation that is released without a result is reported.
  private static let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])

  static func keep() async {
    await withCheckedContinuation { continuation in waiting.withLock { $0.append(continuation) } }
  }
}

struct SilentCallTransport: CallTransport {
  /// Whether it joins calls, and is silent only afterwards.
  var joins = false

  func join(
    _ remoteOptions: OutgoingPayload<RemoteOptionsPayload>, credential: CommunicationTokenCredential?
  ) async throws(CallError) -> AsyncStream<CallEvent> {
    try await accept(callID: "")
  }

  func accept(callID: String) async throws(CallError) -> AsyncStream<CallEvent> {
    if !joins { await Silence.keep() }
    return AsyncStream { _ in }
  }

  func hold() async throws(CallError) { await Silence.keep() }
  func resume() async throws(CallError) { await Silence.keep() }
  func leave() async { await Silence.keep() }
}

/// Opens connections on which nothing arrives.
struct SilentConnector: CallConnector, MessageConnector {
  /// Whether it opens connections at all.
  var connects = true
  /// Whether a call begins, and is silent only afterwards.
  var begins = false

  private struct Connection: MessageConnection {
    let messages: AsyncStream<[UInt8]>

    func send(_ message: [UInt8]) {}
    func close() {}
  }

  func connect(token: String?) async throws -> any MessageConnection {
    if !connects { await Silence.keep() }
    let (messages, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let snapshot = CallFrame.Snapshot(
      revision: 0, state: .connected, participants: [], lastUpdate: Timestamp(validated: "2026-04-17T06:31:00Z"),
      identifier: CommunicationIdentifier(rawID: "4:1"), handled: 0, answers: [])
    if begins { continuation.yield(try CallFrame.snapshot(snapshot).json()) }
    return Connection(messages: messages)
  }
}

struct SilentStore: UserInfoStore {
  func records(
    of users: [UserID], attributes: UserAttributeSelection
  ) async throws(UserInfoError) -> [UserID: UserInfoRecord] {
    await Silence.keep()
    return [:]
  }

  func apply(_ changes: [UserInfoChange], by author: UserInfoAuthor) async throws(UserInfoError) -> [UserInfoRecord] {
    await Silence.keep()
    return []
  }

  func deleteRecord(of user: UserID, by author: UserInfoAuthor) async throws(UserInfoError) -> UserInfoRecord? {
    await Silence.keep()
    return nil
  }

  func capacity() async throws(UserInfoError) -> Int {
    await Silence.keep()
    return 0
  }
}

struct SilentVideoTransport: VideoTransport {
  func updateTrackSize(_ size: TrackSize, sessionID: String) async throws { await Silence.keep() }
}

struct SilentMessageServer: AttachmentTransport, MessageSending, MessageTransport {
  /// Whether files are uploaded, and only messages are not sent.
  var uploads = false

  func upload(
    _ attachment: CollaborationModels.Attachment, progress: @escaping @Sendable (Double) async -> Void
  ) async throws -> String {
    if !uploads { await Silence.keep() }
    return "https://files.example/1"
  }

  func send(_ message: Message) async throws { await Silence.keep() }
  func send(_ message: OutgoingPayload<CustomMessage>) async throws { await Silence.keep() }
  func messages() -> AsyncStream<[UInt8]> { AsyncStream { _ in } }
}

struct SilentCaptureDevice: AudioCaptureDevice {
  func activateSession() async throws { await Silence.keep() }
  func requestPermission() async -> Bool { await Silence.keep(); return true }
  func start(_ settings: AudioCaptureSettings) async throws { await Silence.keep() }
  func pause() async { await Silence.keep() }
  func resume() async throws { await Silence.keep() }
  func stop() async -> Bool { await Silence.keep(); return true }
  func keepRecording(name: String) async throws -> String { await Silence.keep(); return "" }
  func averagePower() async -> Double { await Silence.keep(); return 0 }
  func currentTime() async -> Duration { await Silence.keep(); return 0 }
  func events() -> AsyncStream<AudioCaptureEvent> { AsyncStream { _ in } }
}

struct SilentAudioOutput: AudioOutput, AudioQueuePlayerDataSource {
  func load(_ location: String) async throws -> Duration { await Silence.keep(); return 0 }
  func play(rate: Double) async { await Silence.keep() }
  func pause() async { await Silence.keep() }
  func seek(to time: Duration) async { await Silence.keep() }
  func unload() async { await Silence.keep() }
  func events() -> AsyncStream<AudioOutputEvent> { AsyncStream { _ in } }
  func nextAsset(after location: String) async -> String? { await Silence.keep(); return nil }
}
