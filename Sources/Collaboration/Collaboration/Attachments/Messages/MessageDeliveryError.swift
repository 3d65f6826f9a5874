public import CollaborationModels
public import SchemaRuntime

/// The reason why a message was not sent.
public enum MessageDeliveryError: Error, Hashable, Sendable {
  /// The schema rejects the message.
  case invalid(SchemaError)
  /// The message exceeds the maximum size, in bytes.
  case tooLarge(limit: Int, actual: Int)
  /// Too many messages wait for the service.
  case tooManyUnsent(limit: Int)
  /// The service refused the message.
  case refused(ServiceError)
  /// The service rejected the session, for example because of its token.
  case rejected(ServiceError)
  /// The session ended without an answer, with the reason. The message may have been sent nevertheless.
  case notConnected(String)
  /// There was no answer in time. The message may be sent nevertheless.
  case timedOut(after: Duration)
  /// The calling task was cancelled before there was an answer. The message may be sent nevertheless.
  case cancelled
}

extension MessageDeliveryError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalid(let error): error.description
    case .tooLarge(let limit, let actual): "expected a message of at most \(limit) bytes, found \(actual)"
    case .tooManyUnsent(let limit): "expected at most \(limit) messages without an answer"
    case .refused(let error): "the service refused the message: \(error.message)"
    case .rejected(let error): "the service rejected the session: \(error.message)"
    case .notConnected(let reason): "the message was not sent: \(reason)"
    case .timedOut(let limit): "expected an answer within \(limit), found none"
    case .cancelled: "the task was cancelled"
    }
  }
}
