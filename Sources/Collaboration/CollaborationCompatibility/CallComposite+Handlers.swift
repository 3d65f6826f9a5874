public import Collaboration
public import CollaborationModels

extension CallComposite {
  /// Joins a call without waiting for it, for callers that are not asynchronous; `await` selects the other form. Errors
  /// are also reported by ``Collaboration/CallCompositeEvents/onError``.
  /// - Parameter completionHandler: called once, with the result.
  public func launch(
    remoteOptions: RemoteOptions, localOptions: LocalOptions? = nil, screens: CallScreens = CallScreens(),
    completionHandler: (@Sendable (Result<Void, CallError>) -> Void)? = nil
  ) {
    Task {
      do throws(CallError) {
        try await launch(remoteOptions: remoteOptions, localOptions: localOptions, screens: screens)
        completionHandler?(.success(()))
      } catch {
        completionHandler?(.failure(error))
      }
    }
  }

  /// Discards the call immediately, as ``Collaboration/CallComposite/dismiss()``, and leaves it in a task.
  /// - Parameter completionHandler: called once, after the transport has left or its time is up.
  public func dismiss(completionHandler: (@Sendable () -> Void)?) {
    let leaving = forget()
    guard let completionHandler else { return }
    Task {
      await leaving?.value
      completionHandler()
    }
  }

  /// Sets how a remote participant is shown on this device, and calls a handler once with the result before it returns.
  public func set(
    remoteParticipantViewData data: ParticipantViewData, for identifier: CommunicationIdentifier,
    completionHandler: ((Result<Void, SetParticipantViewDataError>) -> Void)?
  ) {
    let result = set(remoteParticipantViewData: data, for: identifier)
    completionHandler?(result.result)
  }

  /// Sets how a remote participant is shown on this device: the name on Android.
  @discardableResult
  public func setRemoteParticipantViewData(
    _ identifier: CommunicationIdentifier, _ data: ParticipantViewData
  ) -> SetViewDataResult {
    set(remoteParticipantViewData: data, for: identifier)
  }
}

extension SetViewDataResult {
  /// The result as passed to completion handlers.
  public var result: Result<Void, SetParticipantViewDataError> {
    switch self {
    case .success: .success(())
    case .participantNotInCall: .failure(.participantNotInCall)
    }
  }
}

extension CallCompositeEvents {
  /// Identifies a handler, to remove it.
  public struct HandlerID: Hashable, Sendable {
    fileprivate let number: Int
  }

  /// Sets ``Collaboration/CallCompositeEvents/onRemoteParticipantJoined``.
  public func setOnRemoteParticipantJoinedHandler(_ handler: IdentifiersHandler?) {
    onRemoteParticipantJoined = handler
  }

  /// Adds a handler for participants who joined: the name on Android. All handlers are called before the participants
  /// who left at the same time are reported: `onRemoteParticipantJoined` first, then the others in the order in which
  /// they were added.
  @discardableResult
  public func addOnRemoteParticipantJoinedEventHandler(_ handler: @escaping IdentifiersHandler) -> HandlerID {
    HandlerID(number: addJoinedHandler(handler))
  }

  /// Removes a handler that was added.
  public func removeOnRemoteParticipantJoinedEventHandler(_ id: HandlerID) { removeJoinedHandler(id.number) }
}

extension RemoteOptions {
  /// The options of a call, with the credential before the name.
  public init(
    for locator: JoinLocator, credential: CommunicationTokenCredential? = nil, displayName: String? = nil
  ) {
    self.init(locator: locator, displayName: displayName, credential: credential)
  }
}
