public import CollaborationModels
public import SchemaRuntime

/// Connects a call with its service: joins, reports events, leaves. Implemented by an app's adapter to the service, or
/// by a test.
///
/// A transport receives only ``OutgoingPayload``s and ids that came from the service. Models of local data are not
/// writable, so there can be no payload of them.
///
/// A composite waits for an answer only until its deadline (``CallComposite/Options``) or until its caller is cancelled.
/// Then the task in which it called the transport is cancelled. A transport that answers nevertheless is heard: it is
/// asked to leave a call that it joined too late, unless it was asked to join another one since.
public protocol CallTransport: Sendable {
  /// Joins a call; the sequence ends when the call is over.
  /// - Parameter credential: the user's credential; nil if the transport has its own.
  func join(
    _ remoteOptions: OutgoingPayload<RemoteOptionsPayload>, credential: CommunicationTokenCredential?
  ) async throws(CallError) -> AsyncStream<CallEvent>

  /// Accepts an incoming call that the system's call screen has taken.
  func accept(callID: String) async throws(CallError) -> AsyncStream<CallEvent>

  /// Puts the call on hold.
  func hold() async throws(CallError)

  /// Resumes a call on hold.
  func resume() async throws(CallError)

  /// Leaves the call, if there is one. The next call may be joined before this method returns if it takes longer than
  /// ``CallComposite/Options/leaveTimeout``: it must leave the call that it was called for.
  func leave() async
}

/// The bytes of a validated model that may be sent.
public struct OutgoingPayload<Model: WritableModel>: Hashable, Sendable {
  /// Compact JSON text in UTF-8.
  public let bytes: [UInt8]

  /// - Throws: if the model is invalid.
  public init(_ model: Model) throws(SchemaError) {
    try model.validate()
    bytes = try model.json()
  }
}

/// An event of a call, reported by a transport.
public enum CallEvent: Hashable, Sendable {
  /// The call's state changed.
  case callStateChanged(CallState)
  /// All remote participants who are currently in the call. Ignored unless the update is newer than all before.
  case remoteParticipantsChanged([RemoteParticipant], lastUpdate: Timestamp)
  /// The service has identified the local participant.
  case localParticipantIdentified(CommunicationIdentifier)
  /// An error occurred.
  case failed(CallCompositeError)
}

/// A remote participant as reported by the service.
public struct RemoteParticipant: Hashable, Sendable {
  /// The participant's identifier; participants are distinguished by raw id.
  public var identifier: CommunicationIdentifier
  /// The name that the participant's own app gave to the service, if any.
  public var displayName: String?
  /// The state of the participant's connection.
  public var status: ParticipantStatus
  /// Whether this device called the participant, as opposed to meeting the participant in a call.
  public var isCalled: Bool

  public init(
    identifier: CommunicationIdentifier, displayName: String? = nil, status: ParticipantStatus = .connected,
    isCalled: Bool = false
  ) {
    self.identifier = identifier
    self.displayName = displayName
    self.status = status
    self.isCalled = isCalled
  }

  /// Whether the participant's device is currently being called.
  public var isDialed: Bool { isCalled && (status == .connecting || status == .ringing) }
}
