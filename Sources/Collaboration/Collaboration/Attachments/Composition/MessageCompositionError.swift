public import SchemaRuntime

/// The reason why a message rejects an attachment or cannot be created.
public enum MessageCompositionError: Error, Hashable, Sendable {
  /// The message already has the maximum number of attachments.
  case maxAttachmentsCountPerMessageExceeded(limit: Int)
  /// The file exceeds the maximum size, in bytes.
  case maxFileSizeExceeded(limit: Int, actual: Int)
  /// A negative size.
  case invalidFileSize(Int)
  /// The attachment with this number is not uploaded yet.
  case notUploaded(id: Int)
  /// There is no attachment with this number.
  case unknownAttachment(id: Int)
  /// The message has neither text nor attachments.
  case emptyMessage
  /// The message could not be sent, with the sender's reason.
  case notSent(reason: String)
  /// There was no answer in time. The message may have been sent nevertheless.
  case timedOut(after: Duration)
  /// The calling task was cancelled before there was an answer. The message may have been sent nevertheless.
  case cancelled
  /// Voice recording is not enabled.
  case voiceRecordingDisabled
  /// The schema rejects the attachment or the message.
  case invalid(SchemaError)
}

extension MessageCompositionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .maxAttachmentsCountPerMessageExceeded(let limit): "expected at most \(limit) attachments per message"
    case .maxFileSizeExceeded(let limit, let actual): "expected a file of at most \(limit) bytes, found \(actual)"
    case .invalidFileSize(let size): "expected a size of at least 0 bytes, found \(size)"
    case .notUploaded(let id): "expected attachment \(id) to be uploaded"
    case .unknownAttachment(let id): "expected an attachment with the number \(id), found none"
    case .emptyMessage: "expected a text or an attachment, found neither"
    case .notSent(let reason): "the message was not sent: \(reason)"
    case .timedOut(let limit): "expected an answer within \(limit), found none"
    case .cancelled: "the task was cancelled"
    case .voiceRecordingDisabled: "expected voice recording to be enabled"
    case .invalid(let error): error.description
    }
  }
}
