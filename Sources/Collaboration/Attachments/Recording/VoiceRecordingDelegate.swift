/// Takes what the recording flow makes: the document's delegate, which adds recordings to a message and sends it.
/// ``MessageComposer`` is one.
public protocol VoiceRecordingDelegate: Sendable {
  func voiceRecordingWillBegin() async
  func voiceRecordingDidStop() async
  /// Puts a finished recording among the attachments.
  /// - Throws: when the message does not take it, and then it is not published either.
  func addAttachment(_ voice: RecordedVoice) async throws(MessageCompositionError)
  /// Sends the message with what has been added.
  func publishMessage() async throws(MessageCompositionError)
}
