public import Collaboration
public import CollaborationModels
public import SchemaRuntime

extension AudioRecorder {
  /// Begins a recording, as ``Collaboration/AudioRecorder/beginRecording(session:)``.
  /// - Parameter completion: called once, also with an error, which the SDK's own recorder does not report.
  public nonisolated func beginRecording(
    session: Int, completion: @escaping @Sendable (Result<Void, AudioRecorderError>) -> Void
  ) {
    Task {
      do throws(AudioRecorderError) {
        try await beginRecording(session: session)
        completion(.success(()))
      } catch {
        completion(.failure(error))
      }
    }
  }
}

extension AudioQueuePlayerNextItemProvider {
  /// Finds the next recording for listeners whose own recordings count as well.
  public func findNextItem(
    in messages: [Message], currentVoiceRecordingURL: String?, lookUpScope: AudioLookupScope
  ) -> String? {
    findNextItem(
      in: messages, currentVoiceRecordingURL: currentVoiceRecordingURL, lookupScope: lookUpScope, currentUserID: nil)
  }
}

extension CustomMessageBody {
  /// A body with an event and texts, as the chat SDK has it.
  public init(event: String, ext: JSONMap<String>? = nil) { self.init(customEvent: event, customExts: ext) }
}
