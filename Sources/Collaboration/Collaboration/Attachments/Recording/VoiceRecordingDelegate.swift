/// Receives the recordings of the recording flow: the document's delegate, which adds recordings to a message and sends
/// it. ``MessageComposer`` is one.
public protocol VoiceRecordingDelegate: Sendable {
  func voiceRecordingWillBegin() async
  func voiceRecordingDidStop() async
  /// Adds a finished recording to the attachments.
  /// - Throws: if the message rejects it. Then it is not published either.
  func addAttachment(_ voice: RecordedVoice) async throws(MessageCompositionError)
  /// Sends the message with everything added so far.
  func publishMessage() async throws(MessageCompositionError)
}
