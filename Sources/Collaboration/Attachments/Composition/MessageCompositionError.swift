public import SchemaRuntime

/// Why a message does not take an attachment, or cannot be made.
public enum MessageCompositionError: Error, Hashable, Sendable {
  /// The message has as many attachments as it may.
  case maxAttachmentsCountPerMessageExceeded(limit: Int)
  /// The file is larger than files may be, in bytes.
  case maxFileSizeExceeded(limit: Int, actual: Int)
  /// A size below 0.
  case invalidFileSize(Int)
  /// An attachment of this number is not, or not yet, uploaded.
  case notUploaded(id: Int)
  /// There is no attachment of this number.
  case unknownAttachment(id: Int)
  /// Neither text nor attachment.
  case emptyMessage
  /// What the sender of messages says.
  case notSent(reason: String)
  /// Voice recording is not enabled.
  case voiceRecordingDisabled
  /// What the schema says against the attachment or the message.
  case invalid(SchemaError)
}

extension MessageCompositionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .maxAttachmentsCountPerMessageExceeded(let limit): "expected at most \(limit) attachments a message"
    case .maxFileSizeExceeded(let limit, let actual): "expected a file of at most \(limit) bytes, found \(actual)"
    case .invalidFileSize(let size): "expected a size of at least 0 bytes, found \(size)"
    case .notUploaded(let id): "expected attachment \(id) to be uploaded"
    case .unknownAttachment(let id): "expected an attachment of the number \(id), found none"
    case .emptyMessage: "expected a text or an attachment, found neither"
    case .notSent(let reason): "the message was not sent: \(reason)"
    case .voiceRecordingDisabled: "expected voice recording to be enabled"
    case .invalid(let error): error.description
    }
  }
}
