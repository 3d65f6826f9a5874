public import CollaborationModels

/// Records sound: what the recording flow asks of a recorder. ``AudioRecorder`` is one.
public protocol AudioRecording: Sendable {
  /// Begins a recording. Returns when the recorder knows of it, so that a ``stop()`` that follows ends it; what comes
  /// of it are events, because the user may have to be asked first.
  /// - Parameter session: a number of the caller's own, which all events of this recording carry.
  func begin(session: Int) async
  /// Interrupts the recording; does nothing unless it is being recorded.
  func pause() async
  /// Goes on with a recording that is paused; does nothing otherwise.
  func resume() async
  /// Ends the recording. Its file follows as an event. Does nothing when there is none.
  func stop() async
  /// What happens from now on.
  func events() async -> AsyncStream<AudioRecorderEvent>
}

/// What a recorder reports.
public enum AudioRecorderEvent: Hashable, Sendable {
  /// State, length or loudness have changed.
  case context(RecordingContext, session: Int)
  /// The recording is finished and kept at an absolute URI of its own.
  case finished(location: String, session: Int)
  /// The recording could not begin, go on or be kept.
  case failed(AudioRecorderError, session: Int)
}

/// Why there is no recording.
public enum AudioRecorderError: Error, Hashable, Sendable, CaseIterable {
  case unknown
  /// The user does not allow it.
  case noRecordPermission
  /// Another recording is going on, the device refuses, or the recording was stopped before it began.
  case failedToBegin
  case failedToResume
  /// The file was not finished or could not be copied.
  case failedToSave
}

extension AudioRecorderError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknown: "An unknown error occurred."
    case .noRecordPermission: "Missing permission to record."
    case .failedToBegin: "Failed to begin recording."
    case .failedToResume: "Failed to resume recording."
    case .failedToSave: "Failed to save recording."
    }
  }
}
