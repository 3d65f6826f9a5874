public import CollaborationModels
public import SchemaRuntime

/// The participants of a call's session, as reported by the coordinating service: a state machine without a clock or
/// tasks.
///
/// Events of other calls, and of sessions other than the first one seen, are ignored. So are events that arrive after a
/// later one about the same participant, or after later counts: they were doubled or overtaken on their way.
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
  /// The time of the latest event about each participant.
  private var latestEvents = JSONMap<Timestamp>()
  /// When participants left, so that an earlier event does not bring them back. Only the latest ones are kept.
  private var departures = JSONMap<Timestamp>()
  private var latestCounts: Timestamp?

  /// The number of departures to keep.
  static let departureLimit = 1_000

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
      concerns(event.callCid, event.sessionID) ? join(event.participant, at: event.createdAt) : []
    case .sessionParticipantLeft(let event):
      concerns(event.callCid, event.sessionID) ? leave(event.participant.userSessionID, at: event.createdAt) : []
    case .sessionParticipantCounts(let event):
      concerns(event.callCid, event.sessionID)
        ? count(event.participantsCountByRole, anonymous: event.anonymousParticipantCount, at: event.createdAt) : []
    case .custom(let event): event.callCid == callCID ? [.custom(event)] : []
    case .unknown(let event): [.unhandled(event)]
    }
  }

  private mutating func concerns(_ callCID: String, _ sessionID: String) -> Bool {
    guard callCID == self.callCID else { return false }
    if self.sessionID == nil { self.sessionID = sessionID }
    return sessionID == self.sessionID
  }

  private mutating func join(_ participant: SessionParticipant, at time: Timestamp) -> [Change] {
    let id = participant.userSessionID
    guard !isOvertaken(id, at: time) else { return [] }
    departures[id] = nil
    latestEvents[id] = time
    let former = participants[id]
    guard former != participant else { return [] }
    participants[id] = participant
    if former?.role != participant.role {
      if let former { count(former.role, by: -1, at: time) }
      count(participant.role, by: 1, at: time)
    }
    return [former == nil ? .joined(userSessionID: id) : .updated(userSessionID: id)]
  }

  private mutating func leave(_ userSessionID: String, at time: Timestamp) -> [Change] {
    guard !isOvertaken(userSessionID, at: time) else { return [] }
    latestEvents[userSessionID] = nil
    departures[userSessionID] = nil
    departures.append(userSessionID, time)
    if departures.count > Self.departureLimit {
      departures = JSONMap(departures.dropFirst(Self.departureLimit / 2).map { ($0.key, $0.value) })
    }
    guard let participant = participants[userSessionID] else { return [] }
    participants[userSessionID] = nil
    count(participant.role, by: -1, at: time)
    return [.left(userSessionID: userSessionID)]
  }

  /// Whether a later event about this participant has been applied.
  private func isOvertaken(_ id: String, at time: Timestamp) -> Bool {
    (latestEvents[id] ?? departures[id]).map { time.isEarlier(than: $0) } ?? false
  }

  /// The service counts more participants than it reports, so its counts take precedence.
  private mutating func count(_ counts: JSONMap<Int>, anonymous: Int, at time: Timestamp) -> [Change] {
    if let latestCounts, time.isEarlier(than: latestCounts) { return [] }
    latestCounts = time
    let counts = JSONMap(counts.lazy.filter { $0.value > 0 }.map { ($0.key, $0.value) })
    guard counts != countsByRole || anonymous != anonymousCount else { return [] }
    countsByRole = counts
    anonymousCount = anonymous
    return [.countsChanged]
  }

  /// Counts a change, unless the service's counts are later and include it.
  private mutating func count(_ role: String, by step: Int, at time: Timestamp) {
    if let latestCounts, time.isEarlier(than: latestCounts) { return }
    let (sum, isOverflow) = (countsByRole[role] ?? 0).addingReportingOverflow(step)
    countsByRole[role] = isOverflow ? Int.max : sum > 0 ? sum : nil
  }
}
