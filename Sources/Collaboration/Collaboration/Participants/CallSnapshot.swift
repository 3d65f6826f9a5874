public import CollaborationModels

/// The state of a call at one moment, as this device shows it.
public struct CallSnapshot: Hashable, Sendable {
  /// A remote participant.
  public struct Participant: Hashable, Sendable, Identifiable {
    /// The participant as reported by the service.
    public var participant: RemoteParticipant
    /// The name: ``CallComposite/displayName(of:)``.
    public var name: String
    /// The title of the cell: ``CallComposite/gridTitle(of:)``.
    public var title: String

    /// The raw id.
    public var id: String { participant.identifier.resolvedRawID }

    public init(participant: RemoteParticipant, name: String, title: String) {
      self.participant = participant
      self.name = name
      self.title = title
    }
  }

  /// The call's latest state from the service; `none` before the first.
  public var callState: CallState
  /// Whether there is a call, also one that is being joined.
  public var isInProgress: Bool
  /// The remote participants, in the order in which the service lists them.
  public var participants: [Participant]
  /// The title of the local participant's cell.
  public var localTitle: String
  /// The latest error since the launch.
  public var error: CallCompositeError?

  public init(
    callState: CallState, isInProgress: Bool, participants: [Participant], localTitle: String,
    error: CallCompositeError? = nil
  ) {
    self.callState = callState
    self.isInProgress = isInProgress
    self.participants = participants
    self.localTitle = localTitle
    self.error = error
  }
}
