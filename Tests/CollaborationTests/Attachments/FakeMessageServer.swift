import CollaborationModels
import SchemaRuntime

@testable import Collaboration

/// A server for files and messages, controlled by the test.
final class FakeMessageServer: AttachmentTransport, MessageSending {
  struct Refused: Error {}

  private struct State {
    var failingUploads: Int
    var failingSends: Int
    var messages: [Message] = []
    var uploadCount = 0
  }

  private let state: Mutex<State>

  init(failingUploads: Int = 0, failingSends: Int = 0) {
    state = Mutex(State(failingUploads: failingUploads, failingSends: failingSends))
  }

  var messages: [Message] { state.withLock { $0.messages } }

  func upload(
    _ attachment: CollaborationModels.Attachment, progress: @escaping @Sendable (Double) async -> Void
  ) async throws -> String {
    await progress(0.5)
    await progress(0.25)
    let number = try state.withLock { state in
      if state.failingUploads > 0 {
        state.failingUploads -= 1
        throw Refused()
      }
      state.uploadCount += 1
      return state.uploadCount
    }
    await progress(1)
    return "https://voice.example/\(number).aac"
  }

  func send(_ message: Message) async throws {
    try state.withLock { state in
      if state.failingSends > 0 {
        state.failingSends -= 1
        throw Refused()
      }
      state.messages.append(message)
    }
  }
}

extension MessageComposer {
  /// A composer whose messages all have the id `m` and the same time.
  static func sample(
    _ server: FakeMessageServer, limits: AttachmentLimits = AttachmentLimits(), confirms: Bool = true
  ) throws -> MessageComposer {
    let user = try MessageUser.sample("temur")
    return MessageComposer(
      limits: limits,
      configuration: VoiceRecordingConfiguration(
        isVoiceRecordingEnabled: true, isVoiceRecordingConfirmationRequiredEnabled: confirms),
      user: user, transport: server, sender: server, makeID: { "m" }, now: { user.createdAt },
      clock: VirtualClock(),
      recordedFile: { _ in RecordedFile(title: "Voice note", size: 2444, mimeType: "audio/wav") })
  }
}
