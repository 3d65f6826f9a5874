public import CollaborationModels

/// An event in an upload.
public enum AttachmentUploadEvent: Hashable, Sendable {
  /// The upload starts, or restarts after a failure.
  case start
  /// The uploaded fraction, from 0 to 1.
  case progress(Double)
  case fail
  case succeed
  /// The upload failed and waits to be restarted.
  case retry
}

/// The reason why an upload rejects an event.
public enum AttachmentUploadError: Error, Hashable, Sendable {
  /// The event is not allowed in this phase.
  case outOfOrder(AttachmentUploadEvent, phase: UploadPhase)
  /// A progress that is not a number from 0 to 1.
  case invalidProgress(Double)
}

/// The upload of an attachment's file: pending, uploading, uploaded, or failed and ready to be retried. Progress never
/// decreases.
///
///     var upload = AttachmentUpload()
///     try upload.receive(.start)
///     try upload.receive(.progress(0.4))
///     upload.state                      // UploadState(state: .uploading, progress: 0.4)
public struct AttachmentUpload: Hashable, Sendable {
  /// The current state of the upload.
  public private(set) var state: UploadState

  /// Creates a pending upload.
  public init() { state = UploadState(state: .pendingUpload) }

  /// Restores an interrupted upload, for instance after the application was terminated. An upload in progress must
  /// restart, and so must one in an unknown phase that a later version wrote.
  public init(restoring state: UploadState) {
    switch state.state {
    case .uploaded, .uploadingFailed: self.state = UploadState(state: state.state)
    case .unknown, .pendingUpload, .uploading: self.state = UploadState(state: .pendingUpload)
    }
  }

  /// Applies an event. If it throws, the state is unchanged.
  public mutating func receive(_ event: AttachmentUploadEvent) throws(AttachmentUploadError) {
    switch (event, state.state) {
    case (.start, .pendingUpload), (.start, .uploadingFailed): state = UploadState(state: .uploading, progress: 0)
    case (.retry, .uploadingFailed): state = UploadState(state: .pendingUpload)
    case (.fail, .uploading), (.fail, .pendingUpload): state = UploadState(state: .uploadingFailed)
    case (.succeed, .uploading): state = UploadState(state: .uploaded)
    case (.progress(let progress), .uploading):
      guard 0...1 ~= progress else { throw .invalidProgress(progress) }
      state.progress = max(state.progress ?? 0, progress)
    default: throw .outOfOrder(event, phase: state.state)
    }
  }
}
