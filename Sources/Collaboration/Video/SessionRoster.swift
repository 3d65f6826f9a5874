public import CollaborationModels
public import SchemaRuntime

/// Who takes part in the session of a call, as the coordinating service tells: a state machine without clock or tasks.
///
/// Events of other calls, and of other sessions than the one it first hears of, change nothing.
public struct SessionRoster: Hashable, Sendable {
  /// What an event came to.
  public enum Change: Hashable, Sendable {
    case joined(userSessionID: String)
    case updated(userSessionID: String)
    case left(userSessionID: String)
    case countsChanged
    /// An event of the app's own making.
    case custom(CustomVideoEvent)
    /// An event of a kind that is not known here, kept as it came.
    case unhandled(UnknownVideoEvent)
  }

  /// The type and the id of the call, with a colon between them.
  public let callCID: String
  /// The session; nil until the first event tells.
  public private(set) var sessionID: String?
  /// The connections by the id of the user's session, in the order in which they were made.
  public private(set) var participants = JSONMap<SessionParticipant>()
  /// How many have a role; roles that nobody has are left out.
  public private(set) var countsByRole = JSONMap<Int>()
  /// How many take part without a name.
  public private(set) var anonymousCount = 0

  public init(callCID: String, sessionID: String? = nil) {
    self.callCID = callCID
    self.sessionID = sessionID
  }

  /// Takes a payload.
  /// - Throws: what is wrong with the payload; then nothing changes.
  public mutating func receive(json bytes: [UInt8]) throws(SchemaError) -> [Change] {
    receive(try VideoEvent(json: bytes))
  }

  /// Takes an event, and says what changed by it.
  public mutating func receive(_ event: VideoEvent) -> [Change] {
    switch event {
    case .callSessionParticipantJoined(let event):
      concerns(event.callCid, event.sessionID) ? join(event.participant) : []
    case .callSessionParticipantLeft(let event):
      concerns(event.callCid, event.sessionID) ? leave(event.participant.userSessionID) : []
    case .callSessionParticipantCountUpdated(let event):
      concerns(event.callCid, event.sessionID)
        ? count(event.participantsCountByRole, anonymous: event.anonymousParticipantCount) : []
    case .custom(let event): event.callCid == callCID ? [.custom(event)] : []
    case .other(let event): [.unhandled(event)]
    }
  }

  private mutating func concerns(_ callCID: String, _ sessionID: String) -> Bool {
    guard callCID == self.callCID else { return false }
    if self.sessionID == nil { self.sessionID = sessionID }
    return sessionID == self.sessionID
  }

  private mutating func join(_ participant: SessionParticipant) -> [Change] {
    let id = participant.userSessionID
    let former = participants[id]
    guard former != participant else { return [] }
    participants[id] = participant
    if former?.role != participant.role {
      if let former { count(former.role, by: -1) }
      count(participant.role, by: 1)
    }
    return [former == nil ? .joined(userSessionID: id) : .updated(userSessionID: id)]
  }

  private mutating func leave(_ userSessionID: String) -> [Change] {
    guard let participant = participants[userSessionID] else { return [] }
    participants[userSessionID] = nil
    count(participant.role, by: -1)
    return [.left(userSessionID: userSessionID)]
  }

  /// The service counts more than it tells of, so its counts go before ours.
  private mutating func count(_ counts: JSONMap<Int>, anonymous: Int) -> [Change] {
    let counts = JSONMap(counts.lazy.filter { $0.value > 0 }.map { ($0.name, $0.value) })
    guard counts != countsByRole || anonymous != anonymousCount else { return [] }
    countsByRole = counts
    anonymousCount = anonymous
    return [.countsChanged]
  }

  private mutating func count(_ role: String, by step: Int) {
    let (sum, isOverflow) = (countsByRole[role] ?? 0).addingReportingOverflow(step)
    countsByRole[role] = isOverflow ? Int.max : sum > 0 ? sum : nil
  }
}
