public import CollaborationModels

/// The operation of a request about user attributes; the service's status codes depend on it.
public enum UserInfoOperation: Hashable, Sendable, CaseIterable {
  case update
  case fetch
}

extension UserInfoErrorCode {
  /// Creates the error for an HTTP status; nil for success (200 to 299).
  ///
  /// For a store that communicates with the service. Success with an invalid body is ``general``. 401 means this error
  /// only after the token was renewed once. The service also responds with 403 if attributes are disabled; that cannot
  /// be distinguished from too many bytes, which is its meaning in the documents' table. Other services respond to too
  /// many bytes with 413.
  public init?(status: Int, of operation: UserInfoOperation) {
    switch (status, operation) {
    case (200...299, _): return nil
    case (400, .fetch): self = .userCountExceeded
    case (401, _): self = .authenticationFailed
    case (403, .update), (413, .update): self = .dataLengthExceeded
    case (404, _): self = .userNotFound
    case (429, _): self = .serviceLimitExceeded
    default: self = .serverUnreachable
    }
  }
}
