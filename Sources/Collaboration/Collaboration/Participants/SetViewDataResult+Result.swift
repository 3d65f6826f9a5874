public import CollaborationModels

extension SetViewDataResult {
  /// The result as passed to completion handlers.
  public var result: Result<Void, SetParticipantViewDataError> {
    switch self {
    case .success: .success(())
    case .participantNotInCall: .failure(.participantNotInCall)
    }
  }
}
