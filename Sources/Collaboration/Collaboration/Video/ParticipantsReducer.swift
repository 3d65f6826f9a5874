public import CollaborationModels
import SchemaRuntime

/// The participants of a call as the result of events: a state machine without a clock or tasks.
///
/// Events for sessions that are not in the call, or of unknown kind, are ignored. Data that a record contains twice, in
/// the participant and in its tracks, is kept consistent.
public struct ParticipantsReducer: Hashable, Sendable {
  /// The number of participants whose video is shown by default.
  public static let shownTracksLimit = 10
  /// The number of loudness measurements to keep.
  public static let audioLevelLimit = 10
  /// The user id of recorders, which are not shown.
  static let recorderUserID = "recording-egress"

  private var states = JSONMap<ParticipantState>()

  public init() {}

  /// The participants in the order in which they joined.
  public var participants: [ParticipantState] { states.values }

  /// The number of participants.
  public var count: Int { states.count }

  /// Returns the participant of a session.
  public subscript(sessionID: String) -> ParticipantState? { states[sessionID] }

  /// Also compares the order, unlike the records' own equality.
  public static func == (a: Self, b: Self) -> Bool {
    a.count == b.count && zip(a.states, b.states).allSatisfy { $0.value == $1.value }
  }

  /// Hashes the properties that equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(participants) }

  /// Applies an event and returns the resulting changes.
  public mutating func receive(_ event: ParticipantEvent) -> [ParticipantChange] {
    switch event {
    case .connectionQualityChanged(let changes):
      changes.compactMap { change in update(change.sessionID) { $0.participant.connectionQuality = change.quality } }
    case .audioLevelChanged(let changes):
      changes.compactMap { change in update(change.sessionID) { $0.hear(change) } }
    case .participantJoined(let state, let isPinned, let time): join(state, pinnedAt: isPinned ? time : nil)
    case .participantUpdated(let state): merge(state)
    case .participantLeft(let sessionID): leave(sessionID)
    case .dominantSpeakerChanged(let sessionID): makeDominant(sessionID)
    case .trackPublished(let track, let sessionID): updated(sessionID) { $0.publish(track) }
    case .trackUnpublished(let track, let sessionID): updated(sessionID) { $0.unpublish(track) }
    case .pinsChanged(let sessionIDs, let time): pin(sessionIDs, at: time)
    case .inboundStateChanged(let changes):
      changes.compactMap { change in update(change.sessionID) { $0.setPaused(change.track, change.isPaused) } }
    case .locallyPinned(let sessionID, let isPinned, let time):
      updated(sessionID) { $0.pin = isPinned ? PinInfo(isLocal: true, pinnedAt: time) : nil }
    case .showTrackChanged(let sessionID, let showTrack): updated(sessionID) { $0.setShowTrack(showTrack) }
    case .trackSizeChanged(let sessionID, let size): updated(sessionID) { $0.setTrackSize(size) }
    case .unknown(let type, let payload): [.unhandled(type: type, payload: payload)]
    }
  }
}

// MARK: - Steps

extension ParticipantsReducer {
  private mutating func update(_ sessionID: String, _ body: (inout ParticipantState) -> Void) -> ParticipantChange? {
    guard let former = states[sessionID] else { return nil }
    var state = former
    body(&state)
    guard state != former else { return nil }
    states[sessionID] = state
    return .updated(sessionID: sessionID)
  }

  private mutating func updated(_ sessionID: String, _ body: (inout ParticipantState) -> Void) -> [ParticipantChange] {
    update(sessionID, body).map { [$0] } ?? []
  }

  private mutating func join(_ joining: ParticipantState, pinnedAt: Timestamp?) -> [ParticipantChange] {
    let sessionID = joining.participant.sessionID
    guard joining.participant.userID != Self.recorderUserID, states[sessionID] == nil else { return [] }
    var state = joining
    state.setShowTrack(count < Self.shownTracksLimit)
    if let pinnedAt { state.pin = PinInfo(isLocal: false, pinnedAt: pinnedAt) }
    state.normalize()
    states.append(sessionID, state)
    let joined = ParticipantChange.joined(sessionID: sessionID)
    return state.isDominantSpeaker ? [joined] + makeDominant(sessionID) : [joined]
  }

  private mutating func merge(_ news: ParticipantState) -> [ParticipantChange] {
    let sessionID = news.participant.sessionID
    let changes = updated(sessionID) { $0.merge(news) }
    return states[sessionID]?.isDominantSpeaker == true ? changes + makeDominant(sessionID) : changes
  }

  private mutating func leave(_ sessionID: String) -> [ParticipantChange] {
    guard states[sessionID] != nil else { return [] }
    states[sessionID] = nil
    return [.left(sessionID: sessionID)]
  }

  private mutating func makeDominant(_ sessionID: String) -> [ParticipantChange] {
    // An unknown participant leads, so no known state changes.
    guard states[sessionID] != nil else { return [] }
    return states.compactMap { id, state in
      // Compared byte by byte, as sessions are everywhere else.
      let isDominant = id.utf8.elementsEqual(sessionID.utf8)
      guard state.isDominantSpeaker != isDominant else { return nil }
      return update(id) { $0.isDominantSpeaker = isDominant }
    }
  }

  private mutating func pin(_ sessionIDs: [String], at time: Timestamp) -> [ParticipantChange] {
    let pinned = JSONMap(sessionIDs.map { ($0, true) })
    return states.keys.compactMap { id in
      update(id) { state in
        if pinned[id] == nil {
          state.pin = nil
        } else if state.pin?.isLocal != false {
          state.pin = PinInfo(isLocal: false, pinnedAt: time)
        }
      }
    }
  }
}
