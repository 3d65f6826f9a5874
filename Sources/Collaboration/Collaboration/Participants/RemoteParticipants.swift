public import CollaborationModels
public import SchemaRuntime

/// The remote participants of a call, and how this device shows them.
///
/// A state machine without a clock or tasks. Its effects must be performed one after another, each before the next
/// event. 0b promises this order, so that data may be set in the handler of `joined`.
public struct RemoteParticipants: Sendable {
  /// An event that affects the participants.
  public enum Event: Hashable, Sendable {
    /// All participants who are currently in the call.
    case listChanged([RemoteParticipant], lastUpdate: Timestamp)
    /// The response to ``Effect/dropViewData(of:)``.
    case viewDataDropped(of: [String])
    case callStateChanged(CallState)
    case failed(CallCompositeError)
  }

  /// An effect of an event.
  public enum Effect: Hashable, Sendable {
    /// Notify the app of the participants who joined, in one batch.
    case joined([CommunicationIdentifier])
    /// Respond with ``Event/viewDataDropped(of:)``.
    case dropViewData(of: [String])
    /// Notify the app of the participants who left, in one batch.
    case left([CommunicationIdentifier])
    /// All view data of remote participants was removed.
    case allViewDataDropped
  }

  /// The participants by raw id, in the order of the latest update.
  public private(set) var participants = JSONMap<RemoteParticipant>()

  /// The view data by raw id, latest last.
  public private(set) var viewData = JSONMap<ParticipantViewData>()

  /// The time of the latest update; nil before the first.
  public private(set) var lastUpdate: Timestamp?

  public init() {}

  /// Applies an event. A list that is older than the latest one is ignored: it was overtaken on its way. Of lists with
  /// equal times, the last one counts: the same list again has no effect.
  public mutating func receive(_ event: Event) -> [Effect] {
    switch event {
    case .listChanged(let list, let time): return update(list, at: time)
    case .viewDataDropped(let rawIDs):
      drop(rawIDs)
      return []
    case .callStateChanged(let state) where state == .disconnected:
      // A call that is over has no participants, but they have not left: no effect reports them.
      participants = [:]
      return dropAll()
    case .callStateChanged: return []
    case .failed(let error): return error.category == .callState ? dropAll() : []
    }
  }

  /// Sets how a participant is shown on this device. Replaces earlier data and moves it to the end.
  public mutating func set(
    _ data: ParticipantViewData, for identifier: CommunicationIdentifier
  ) -> SetViewDataResult {
    let rawID = listedRawID(of: identifier)
    guard participants[rawID] != nil else { return .participantNotInCall }
    viewData[rawID] = nil
    viewData.append(rawID, data)
    return .success
  }
}

extension RemoteParticipants {
  /// Returns the raw id with which a participant is listed. The service publishes phone numbers with and without a
  /// plus, so a raw id made from the number alone matches both.
  func listedRawID(of identifier: CommunicationIdentifier) -> String {
    let rawID = identifier.resolvedRawID
    guard participants[rawID] == nil, case .phoneNumber(let number) = identifier, number.rawID == nil,
      rawID.hasPrefix("4:+")
    else { return rawID }
    let withoutPlus = "4:\(rawID.dropFirst(3))"
    return participants[withoutPlus] == nil ? rawID : withoutPlus
  }

  private mutating func update(_ list: [RemoteParticipant], at time: Timestamp) -> [Effect] {
    if let lastUpdate, time.isEarlier(than: lastUpdate) { return [] }
    lastUpdate = time
    let former = participants
    participants = [:]
    participants.reserveCapacity(list.count)
    var joined: [CommunicationIdentifier] = []
    // Participants without a raw id cannot be distinguished and are skipped; of two with the same one, the first is
    // kept.
    for participant in list {
      let rawID = participant.identifier.resolvedRawID
      guard !rawID.isEmpty, participants[rawID] == nil else { continue }
      participants.append(rawID, participant)
      if former[rawID] == nil { joined.append(participant.identifier) }
    }
    let left = former.filter { participants[$0.key] == nil }
    var effects: [Effect] = []
    if !joined.isEmpty { effects.append(.joined(joined)) }
    if !left.isEmpty {
      effects.append(.dropViewData(of: left.keys))
      effects.append(.left(left.values.map(\.identifier)))
    }
    return effects
  }

  private mutating func drop(_ rawIDs: [String]) {
    var dropped = JSONMap<Bool>()
    // A participant who comes back keeps the view data.
    for rawID in rawIDs where participants[rawID] == nil { dropped[rawID] = true }
    viewData.removeAll { dropped[$0.key] != nil }
  }

  private mutating func dropAll() -> [Effect] {
    guard !viewData.isEmpty else { return [] }
    viewData = [:]
    return [.allViewDataDropped]
  }
}

extension Timestamp {
  /// Whether this point in time is before the other one, regardless of time zone.
  package func isEarlier(than other: Timestamp) -> Bool {
    (secondsSinceEpoch, nanosecond) < (other.secondsSinceEpoch, other.nanosecond)
  }
}
