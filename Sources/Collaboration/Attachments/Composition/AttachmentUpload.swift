public import CollaborationModels

/// What happens to an upload.
public enum AttachmentUploadEvent: Hashable, Sendable {
  /// It begins, or begins again after it failed.
  case start
  /// How much is uploaded, from 0 to 1.
  case progress(Double)
  case fail
  case succeed
  /// It failed and waits to begin again.
  case retry
}

/// An event that an upload cannot take.
public enum AttachmentUploadError: Error, Hashable, Sendable {
  /// The event means nothing in this phase.
  case outOfOrder(AttachmentUploadEvent, phase: UploadPhase)
  /// A progress that is no number of 0…1.
  case invalidProgress(Double)
}

/// The way of an attachment's file to the server: it waits, is on its way, and is uploaded or has failed and can be
/// tried again. Progress never goes back.
///
///     var upload = AttachmentUpload()
///     try upload.receive(.start)
///     try upload.receive(.progress(0.4))
///     upload.state                      // UploadState(state: .uploading, progress: 0.4)
public struct AttachmentUpload: Hashable, Sendable {
  /// Where the upload stands.
  public private(set) var state: UploadState

  /// An upload that waits to begin.
  public init() { state = UploadState(state: .pendingUpload) }

  /// An upload that was interrupted, such as by the end of the application: one on its way has to begin again, and so
  /// has one in a phase that a later version wrote.
  public init(restoring state: UploadState) {
    switch state.state {
    case .uploaded, .uploadingFailed: self.state = UploadState(state: state.state)
    case .unknown, .pendingUpload, .uploading: self.state = UploadState(state: .pendingUpload)
    }
  }

  /// Takes an event, or throws and stays as it is.
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
