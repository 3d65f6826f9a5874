public import CollaborationModels
public import SchemaRuntime

/// What connects a call with its service: joins, tells what happens, leaves. An app's adapter to the service, or a test.
///
/// A transport is given ``OutgoingPayload``s and ids that came from the service, and nothing else. What is local only
/// has no writable model, so that there is no payload of it to be given.
public protocol CallTransport: Sendable {
  /// Joins a call; the sequence ends when the call is over.
  func join(_ remoteOptions: OutgoingPayload<RemoteOptions>) async throws(CallError) -> AsyncStream<CallEvent>

  /// Accepts an incoming call that the system's call screen has taken.
  func accept(callID: String) async throws(CallError) -> AsyncStream<CallEvent>

  /// Puts the call on hold.
  func hold() async throws(CallError)

  /// Takes the call from hold.
  func resume() async throws(CallError)

  /// Leaves the call, if there is one.
  func leave() async
}

/// The bytes of a validated model that may be sent.
public struct OutgoingPayload<Model: WritableModel>: Hashable, Sendable {
  /// Compact JSON text in UTF-8.
  public let bytes: [UInt8]

  /// - Throws: what is wrong with the model.
  public init(_ model: Model) throws(SchemaError) {
    try model.validate()
    bytes = try model.json()
  }
}

/// What a transport tells of a call.
public enum CallEvent: Hashable, Sendable {
  /// The call's state changed.
  case callStateChanged(CallState)
  /// All remote participants who are in the call now. It counts as news only if the time of the update is another one
  /// than before.
  case remoteParticipantsChanged([RemoteParticipant], lastUpdate: Timestamp)
  /// The service has told who the local participant is.
  case localParticipantIdentified(CommunicationIdentifier)
  /// Something went wrong.
  case failed(CallCompositeError)
}

/// A remote participant as the service tells of one.
public struct RemoteParticipant: Hashable, Sendable {
  /// Who it is; participants are told apart by raw id.
  public var identifier: CommunicationIdentifier
  /// The name that the participant's own app gave to the service; nil when it gave none.
  public var displayName: String?
  /// Where the participant's own connection stands.
  public var status: ParticipantStatus
  /// Whether this device has called the participant, rather than met the participant in a call.
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

  /// Whether the participant's device is being called at the moment.
  public var isDialed: Bool { isCalled && (status == .connecting || status == .ringing) }
}
