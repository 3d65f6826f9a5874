public import CollaborationModels

/// What a request about user attributes wanted: the service's answers mean different things.
public enum UserInfoOperation: Hashable, Sendable, CaseIterable {
  case update
  case fetch
}

extension UserInfoErrorCode {
  /// The error that an HTTP status stands for; nil for success (200 to 299).
  ///
  /// For a store that speaks to the service. A success whose body makes no sense is ``general``; 401 means this error
  /// only after the token was renewed once. The service also answers 403 where attributes are switched off; there is no
  /// telling that from too many bytes, which is what the table of the documents makes of it.
  public init?(status: Int, of operation: UserInfoOperation) {
    switch (status, operation) {
    case (200...299, _): return nil
    case (400, .fetch): self = .userCountExceeded
    case (401, _): self = .authenticationFailed
    case (403, .update): self = .dataLengthExceeded
    case (404, _): self = .userNotFound
    case (429, _): self = .serviceLimitExceeded
    default: self = .serverUnreachable
    }
  }
}
