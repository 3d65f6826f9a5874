public import CollaborationModels
public import SchemaRuntime

/// The participants of a call's session, as reported by the coordinating service: a state machine without a clock or
/// tasks.
///
/// Events of other calls, and of sessions other than the first one seen, are ignored.
public struct SessionRoster: Hashable, Sendable {
  /// The result of an event.
  public enum Change: Hashable, Sendable {
    case joined(userSessionID: String)
    case updated(userSessionID: String)
    case left(userSessionID: String)
    case countsChanged
    /// A custom event of the app.
    case custom(CustomVideoEvent)
    /// An event of unknown kind, kept unchanged.
    case unhandled(UnknownVideoEvent)
  }

  /// The type and the id of the call, separated by a colon.
  public let callCID: String
  /// The session; nil before the first event.
  public private(set) var sessionID: String?
  /// The connections by user session id, in the order in which they were made.
  public private(set) var participants = JSONMap<SessionParticipant>()
  /// The number of participants by role; roles without participants are omitted.
  public private(set) var countsByRole = JSONMap<Int>()
  /// The number of anonymous participants.
  public private(set) var anonymousCount = 0

  public init(callCID: String, sessionID: String? = nil) {
    self.callCID = callCID
    self.sessionID = sessionID
  }

  /// Applies a payload.
  /// - Throws: if the payload is invalid; then nothing changes.
  public mutating func receive(json bytes: [UInt8]) throws(SchemaError) -> [Change] {
    receive(try VideoEvent(json: bytes))
  }

  /// Applies an event and returns the resulting changes.
  public mutating func receive(_ event: VideoEvent) -> [Change] {
    switch event {
    case .sessionParticipantJoined(let event):
      concerns(event.callCid, event.sessionID) ? join(event.participant) : []
    case .sessionParticipantLeft(let event):
      concerns(event.callCid, event.sessionID) ? leave(event.participant.userSessionID) : []
    case .sessionParticipantCounts(let event):
      concerns(event.callCid, event.sessionID)
        ? count(event.participantsCountByRole, anonymous: event.anonymousParticipantCount) : []
    case .custom(let event): event.callCid == callCID ? [.custom(event)] : []
    case .unknown(let event): [.unhandled(event)]
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

  /// The service counts more participants than it reports, so its counts take precedence.
  private mutating func count(_ counts: JSONMap<Int>, anonymous: Int) -> [Change] {
    let counts = JSONMap(counts.lazy.filter { $0.value > 0 }.map { ($0.key, $0.value) })
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
