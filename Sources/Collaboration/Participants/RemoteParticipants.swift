public import CollaborationModels
public import SchemaRuntime

/// The remote participants of a call, and how this device shows them.
///
/// A state machine without clock or tasks. Its effects are to be carried out one after the other, each before the next
/// event: that order is the promise of 0b, by which data may be set from inside the handler of `joined`.
public struct RemoteParticipants: Sendable {
  /// What happens to the participants.
  public enum Event: Hashable, Sendable {
    /// All participants who are in the call now.
    case listChanged([RemoteParticipant], lastUpdate: Timestamp)
    /// The answer to ``Effect/dropViewData(of:)``.
    case viewDataDropped(of: [String])
    case callStateChanged(CallState)
    case failed(CallCompositeError)
  }

  /// What is to be done about an event.
  public enum Effect: Hashable, Sendable {
    /// Tell the app who joined, in one batch.
    case joined([CommunicationIdentifier])
    /// Come back with ``Event/viewDataDropped(of:)``.
    case dropViewData(of: [String])
    /// Tell the app who left, in one batch.
    case left([CommunicationIdentifier])
    /// Nothing that was set for remote participants is left.
    case allViewDataDropped
  }

  /// The participants by raw id, in the order of the latest update.
  public private(set) var participants = JSONMap<RemoteParticipant>()

  /// What was set, by raw id, latest last.
  public private(set) var viewData = JSONMap<ParticipantViewData>()

  /// The time of the latest update; nil before the first.
  public private(set) var lastUpdate: Timestamp?

  public init() {}

  /// Takes an event; an update with the time of the one before changes nothing.
  public mutating func receive(_ event: Event) -> [Effect] {
    switch event {
    case .listChanged(let list, let time): return update(list, at: time)
    case .viewDataDropped(let rawIDs):
      drop(rawIDs)
      return []
    case .callStateChanged(let state) where state == .disconnected:
      // Nobody is left in a call that is over. Nobody has left it either: no effect says so.
      participants = [:]
      return dropAll()
    case .callStateChanged: return []
    case .failed(let error): return error.category == .callState ? dropAll() : []
    }
  }

  /// Sets how a participant is shown on this device. What was set before is replaced, and moves to the end.
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
  /// The raw id by which somebody is listed. That of a phone number is published with a plus and without, so one that
  /// is made of the number alone means either.
  func listedRawID(of identifier: CommunicationIdentifier) -> String {
    let rawID = identifier.rawID
    guard participants[rawID] == nil, case .phoneNumber(let number) = identifier, number.rawId == nil,
      rawID.hasPrefix("4:+")
    else { return rawID }
    let withoutPlus = "4:\(rawID.dropFirst(3))"
    return participants[withoutPlus] == nil ? rawID : withoutPlus
  }

  private mutating func update(_ list: [RemoteParticipant], at time: Timestamp) -> [Effect] {
    guard lastUpdate.map({ !$0.isSameInstant(as: time) }) ?? true else { return [] }
    lastUpdate = time
    let former = participants
    participants = [:]
    participants.reserveCapacity(list.count)
    var joined: [CommunicationIdentifier] = []
    // A participant without a raw id cannot be told apart from others without one, and is left out; of two with one, the first
    // stays.
    for participant in list {
      let rawID = participant.identifier.rawID
      guard !rawID.isEmpty, participants[rawID] == nil else { continue }
      participants.append(rawID, participant)
      if former[rawID] == nil { joined.append(participant.identifier) }
    }
    let left = former.members.filter { participants[$0.name] == nil }
    var effects: [Effect] = []
    if !joined.isEmpty { effects.append(.joined(joined)) }
    if !left.isEmpty {
      effects.append(.dropViewData(of: left.map(\.name)))
      effects.append(.left(left.map(\.value.identifier)))
    }
    return effects
  }

  private mutating func drop(_ rawIDs: [String]) {
    var dropped = JSONMap<Bool>()
    // A participant who comes back keeps what was set.
    for rawID in rawIDs where participants[rawID] == nil { dropped[rawID] = true }
    viewData = JSONMap(viewData.lazy.filter { dropped[$0.name] == nil }.map { ($0.name, $0.value) })
  }

  private mutating func dropAll() -> [Effect] {
    guard !viewData.isEmpty else { return [] }
    viewData = [:]
    return [.allViewDataDropped]
  }
}

extension Timestamp {
  /// Whether both are one moment, whatever zones they are written in.
  fileprivate func isSameInstant(as other: Timestamp) -> Bool {
    self == other || (secondsSinceEpoch == other.secondsSinceEpoch && nanosecond == other.nanosecond)
  }
}
