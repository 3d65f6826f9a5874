public import CollaborationModels

/// The call to join, the credential for it, and the name to use.
///
///     RemoteOptions(locator: .groupCall(groupID: UUID()), displayName: "Amal", credential: credential)
///
/// Location and name are sent to the service as ``CollaborationModels/RemoteOptionsPayload``. The credential is handed
/// to the transport.
public struct RemoteOptions: Sendable {
  /// The location of the call.
  public var locator: JoinLocator
  /// The credential of the user; nil for a transport that has its own.
  public var credential: CommunicationTokenCredential?
  /// The display name that all participants see, at most 256 characters.
  public var displayName: String?

  public init(
    locator: JoinLocator, displayName: String? = nil, credential: CommunicationTokenCredential? = nil
  ) {
    self.locator = locator
    self.credential = credential
    self.displayName = displayName
  }

  /// What is sent to the service.
  public var payload: RemoteOptionsPayload { RemoteOptionsPayload(locator: locator, displayName: displayName) }
}

extension JoinLocator {
  /// A group call with an id, such as a `UUID`. An id that is not a UUID is refused at the launch.
  public static func groupCall(groupID: some CustomStringConvertible) -> JoinLocator {
    .groupCall(groupID: groupID.description)
  }
}
