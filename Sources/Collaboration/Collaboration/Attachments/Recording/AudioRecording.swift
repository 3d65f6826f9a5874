public import CollaborationModels

/// Records sound: the recorder that the recording flow needs. ``AudioRecorder`` is one.
public protocol AudioRecording: Sendable {
  /// Starts a recording. Returns once the recorder has accepted it, so that a following ``stop()`` ends it. The outcome
  /// is reported as events, because the user may have to be asked first.
  /// - Parameter session: a number chosen by the caller, which all events of this recording carry.
  func begin(session: Int) async
  /// Pauses the recording; does nothing unless it is recording.
  func pause() async
  /// Resumes a paused recording; does nothing otherwise.
  func resume() async
  /// Stops the recording. Its file follows as an event. Does nothing if there is no recording.
  func stop() async
  /// Returns all events from now on.
  func events() async -> AsyncStream<AudioRecorderEvent>
}

/// An event that a recorder reports.
public enum AudioRecorderEvent: Hashable, Sendable {
  /// State, duration or loudness changed.
  case context(RecordingContext, session: Int)
  /// The recording is finished and stored at its own absolute URI.
  case finished(location: String, session: Int)
  /// The recording could not be started, resumed or kept.
  case failed(AudioRecorderError, session: Int)
}

/// The reason why a recording failed.
public enum AudioRecorderError: Error, Hashable, Sendable, CaseIterable {
  case unknown
  /// The user did not grant permission.
  case noRecordPermission
  /// Another recording is in progress, the device failed, or the recording was stopped before it started.
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
