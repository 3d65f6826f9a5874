public import CollaborationModels

/// What a user does with a voice recording: the rows of the flow's table.
public enum VoiceRecordingAction: Hashable, Sendable, CaseIterable {
  /// Touches the record button.
  case tapRecord
  /// Let go of the button too soon, and is told how it works.
  case showTip
  case beginRecording
  /// Lets go of the button.
  case touchUp
  /// Slides away from the button: the recording is thrown away.
  case cancel
  /// Slides up: recording goes on hands-free.
  case lock
  case stop
  /// Throws a recording away that was locked or listened to.
  case discard
  /// Sends the recording, finishing it first.
  case send
  /// Puts the recording among the attachments, finishing it first.
  case confirm
  /// Hands over a finished recording.
  case publishMessage
  /// Listens to a finished recording.
  case play
  case pause
}

/// How far a finger has slid from the record button, in pixels. The gesture knows one axis at a time.
public enum VoiceRecordingSlide: Hashable, Sendable {
  /// Along the horizontal axis, whichever side is the leading one.
  case horizontal(Double)
  case upwards(Double)
}

/// What the recording flow is told.
public enum VoiceRecordingEvent: Hashable, Sendable {
  case action(VoiceRecordingAction)
  case slide(VoiceRecordingSlide)
  /// The tip of this number has been shown long enough.
  case tipExpired(tip: Int)
  case recorder(AudioRecorderEvent)
  /// The waveform of a finished recording, or why there is none.
  case analysed(Result<[Double], AudioAnalysisError>, session: Int)
  case playback(AudioPlaybackContext)
}

/// What the recording flow wants done, in order.
public enum VoiceRecordingEffect: Hashable, Sendable {
  case haptic(HapticStrength)
  case willBeginRecording
  case stopPlayer
  case playRecording(location: String)
  case pausePlayer
  case beginRecorder(session: Int)
  case stopRecorder
  case analyse(location: String, targetSamples: Int, session: Int)
  case addAttachment(RecordedVoice)
  case didStopRecording
  case publishMessage
  /// Reports ``VoiceRecordingEvent/tipExpired(tip:)`` after ``VoiceRecordingFlow/tipDuration``.
  case hideTipLater(tip: Int)
  /// A recording, or its waveform, was lost.
  case failed(VoiceRecordingFailure)
  case contentChanged(RecordingFlow)
}

/// What went wrong with a voice recording.
public enum VoiceRecordingFailure: Error, Hashable, Sendable {
  case recorder(AudioRecorderError)
  /// The recording is kept, with the waveform that was measured while it was made.
  case analysis(AudioAnalysisError)
  /// The message does not take the recording.
  case composition(MessageCompositionError)
}
