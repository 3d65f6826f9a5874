public import CollaborationModels

/// A user action on a voice recording: the rows of the flow's table.
public enum VoiceRecordingAction: Hashable, Sendable, CaseIterable {
  /// Taps the record button.
  case tapRecord
  /// Released the button too early and gets a usage tip.
  case showTip
  case beginRecording
  /// Releases the button.
  case touchUp
  /// Slides towards the leading side: the recording is discarded.
  case cancel
  /// Slides up while recording: recording continues hands-free.
  case lock
  case stop
  /// Discards a recording that is locked or in preview.
  case discard
  /// Sends the recording, finishing it first.
  case send
  /// Adds the recording to the attachments, finishing it first.
  case confirm
  /// Hands over a finished recording.
  case publishMessage
  /// Plays a finished recording.
  case play
  case pause
}

/// The distance that a finger has slid from the record button, in pixels. A gesture reports one axis at a time.
public enum VoiceRecordingSlide: Hashable, Sendable {
  /// Towards the leading side: to the left where text runs to the right. Negative towards the trailing side, which does
  /// not cancel.
  case horizontal(Double)
  case upwards(Double)
}

/// An input to the recording flow.
public enum VoiceRecordingEvent: Hashable, Sendable {
  case action(VoiceRecordingAction)
  case slide(VoiceRecordingSlide)
  /// The tip with this number was shown long enough.
  case tipExpired(tip: Int)
  case recorder(AudioRecorderEvent)
  /// The waveform of a finished recording, or the reason why there is none.
  case analyzed(Result<[Double], AudioAnalysisError>, session: Int)
  case playback(AudioPlaybackContext)
}

/// An effect that the recording flow requests, in order.
public enum VoiceRecordingEffect: Hashable, Sendable {
  case haptic(HapticStrength)
  case willBeginRecording
  case stopPlayer
  case playRecording(location: String)
  case pausePlayer
  case beginRecorder(session: Int)
  case stopRecorder
  case analyze(location: String, targetSamples: Int, session: Int)
  case addAttachment(RecordedVoice)
  case didStopRecording
  case publishMessage
  /// Reports ``VoiceRecordingEvent/tipExpired(tip:)`` after ``VoiceRecordingFlow/tipDuration``.
  case hideTipLater(tip: Int)
  /// A recording or its waveform was lost.
  case failed(VoiceRecordingFailure)
  case contentChanged(RecordingFlow)
}

/// The failure of a voice recording.
public enum VoiceRecordingFailure: Error, Hashable, Sendable {
  case recorder(AudioRecorderError)
  /// The recording is kept, with the waveform that was measured while recording.
  case analysis(AudioAnalysisError)
  /// The message rejects the recording.
  case composition(MessageCompositionError)
}
