public import SchemaRuntime

/// The reason why a call could not be launched or controlled. An error leaves everything unchanged.
public enum CallError: Error, Hashable, Sendable {
  /// There is no call to hold, resume or report on.
  case callIsNotInProgress
  /// There is already a call; dismiss it first.
  case callIsInProgress
  /// The transport has no token to join with.
  case communicationTokenCredentialNotSet
  /// No incoming call has this id.
  case callIDNotFound
  /// The options are invalid; nothing was passed to the transport.
  case invalidOptions(SchemaError)
  /// The transport failed, with its reason.
  case connectionFailed(String)
  /// The credential's token has expired and could not be refreshed, with the reason.
  case tokenNotRefreshed(String)
  /// The transport did not answer in time (``CallComposite/Options/requestTimeout``).
  case timedOut(after: Duration)
  /// The calling task was cancelled before the transport answered.
  case cancelled
}

extension CallError {
  /// The error code of the service's libraries.
  public var code: String {
    switch self {
    case .callIsNotInProgress: "callIsNotInProgress"
    case .callIsInProgress: "callIsInProgress"
    case .communicationTokenCredentialNotSet: "communicationTokenCredentialNotSet"
    case .callIDNotFound: "callIdNotFound"
    case .invalidOptions: "invalidOptions"
    case .connectionFailed: "callJoin"
    case .tokenNotRefreshed: "tokenExpired"
    case .timedOut: "timedOut"
    case .cancelled: "cancelled"
    }
  }
}

/// An error during a call, as passed to ``CallCompositeEvents/onError``.
///
/// Errors are equal if their properties are, so each is equal to itself.
public struct CallCompositeError: Error, Hashable, Sendable {
  /// The kind of error.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    case callJoin
    case callEnd
    case cameraFailure
    case tokenExpired
    case microphonePermissionNotGranted
    case microphoneNotAvailable
    case networkConnectionNotAvailable
    case captionsNotActive
    case captionsStartFailedSpokenLanguageNotSupported
    case captionsStartFailedCallNotConnected
    case communicationTokenCredentialNotSet
    case callEvicted
    case callDenied
    case callHold
    case callResume
  }

  /// The subject of an error.
  public enum Category: Hashable, Sendable {
    /// The state of the call: view data of remote participants is dropped.
    case callState
    /// Anything else.
    case other
  }

  /// The kind of error.
  public var code: Code
  /// The subject of the error.
  public var category: Category
  /// The transport's reason, if any.
  public var reason: String?

  public init(code: Code, category: Category, reason: String? = nil) {
    self.code = code
    self.category = category
    self.reason = reason
  }
}

/// The reason why view data could not be set for a remote participant.
public enum SetParticipantViewDataError: String, Error, Hashable, Sendable {
  /// No participant of the call has this identifier, or there is no call.
  case participantNotInCall
}
