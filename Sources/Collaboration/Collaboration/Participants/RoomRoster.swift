public import CollaborationModels
public import SchemaRuntime

/// The participants of a room and their roles.
public struct RoomRoster: Hashable, Sendable {
  /// The result of an update for one participant.
  public enum Change: Hashable, Sendable {
    case added(rawID: String, role: RoomRole)
    case changed(rawID: String, from: RoomRole, to: RoomRole)
    case removed(rawID: String)
  }

  /// The participants by raw id.
  public private(set) var participants = JSONMap<RoomParticipant>()

  public init() {}

  /// Applies a payload of changes.
  /// - Throws: if the payload is invalid; then nothing changes.
  public mutating func apply(json bytes: [UInt8]) throws(SchemaError) -> [Change] {
    apply(try RoomParticipantsUpdate(json: bytes))
  }

  /// Applies changes: a record adds or replaces a participant, null removes one, others stay.
  public mutating func apply(_ update: RoomParticipantsUpdate) -> [Change] {
    update.participants.compactMap { member in
      let former = participants[member.key]
      participants[member.key] = member.value
      switch (former, member.value) {
      case (nil, let now?): return .added(rawID: member.key, role: now.role)
      case (let former?, let now?) where former.role != now.role:
        return .changed(rawID: member.key, from: former.role, to: now.role)
      case (.some, nil): return .removed(rawID: member.key)
      case (.some, .some), (nil, nil): return nil
      }
    }
  }
}
