public import SchemaRuntime

/// Why a call could not be launched or controlled. An error leaves everything as it was before.
public enum CallError: Error, Hashable, Sendable {
  /// There is no call to hold, resume or report on.
  case callIsNotInProgress
  /// A call is launched already; dismiss it first.
  case callIsInProgress
  /// The transport has no token to join with.
  case communicationTokenCredentialNotSet
  /// No incoming call has this id.
  case callIDNotFound
  /// The options break their schema; nothing was given to the transport.
  case invalidOptions(SchemaError)
  /// The transport could not do it, for a reason in its own words.
  case connectionFailed(String)
}

extension CallError {
  /// The error as the service's libraries call it.
  public var code: String {
    switch self {
    case .callIsNotInProgress: "callIsNotInProgress"
    case .callIsInProgress: "callIsInProgress"
    case .communicationTokenCredentialNotSet: "communicationTokenCredentialNotSet"
    case .callIDNotFound: "callIdNotFound"
    case .invalidOptions: "invalidOptions"
    case .connectionFailed: "callJoin"
    }
  }
}

/// Something that went wrong in a call: what ``CallCompositeEvents/onError`` is told.
///
/// Two errors are equal when their parts are, so that each is equal to itself.
public struct CallCompositeError: Error, Hashable, Sendable {
  /// What went wrong.
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

  /// What an error is about.
  public enum Category: Hashable, Sendable {
    /// The state of the call: what was set for remote participants is dropped.
    case callState
    /// Anything else.
    case other
  }

  /// What went wrong.
  public var code: Code
  /// What the error is about.
  public var category: Category
  /// The reason, in the transport's own words; nil when it gave none.
  public var reason: String?

  public init(code: Code, category: Category, reason: String? = nil) {
    self.code = code
    self.category = category
    self.reason = reason
  }
}

/// Why data could not be set for a remote participant.
public enum SetParticipantViewDataError: String, Error, Hashable, Sendable {
  /// No participant of the call has this identifier, or there is no call.
  case participantNotInCall
}
