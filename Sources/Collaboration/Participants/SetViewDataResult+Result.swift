public import CollaborationModels

extension SetViewDataResult {
  /// The result in the form that completion handlers get.
  public var result: Result<Void, SetParticipantViewDataError> {
    switch self {
    case .success: .success(())
    case .participantNotInCall: .failure(.participantNotInCall)
    }
  }
}
