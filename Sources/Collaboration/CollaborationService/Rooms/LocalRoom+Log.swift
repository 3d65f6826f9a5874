import Collaboration
import CollaborationModels

extension LocalRoom {
  /// Processes an entry of the room's log. Entries may be repeated: a second time they change nothing.
  mutating func process(_ entry: RoomLogEntry) -> Deliveries {
    switch entry {
    case .message(let entry):
      return receive(entry.message, from: entry.userID, on: entry.connection, mayWrite: entry.mayWrite)
    case .refusal(let refusal): return refuse(refusal)
    case .disconnection(let entry): return disconnect(entry.connection)
    case .serverStop(let stop):
      let lost = members.compactMap(\.link.connection).filter { ConnectionNumber($0).server == stop.server }
      return lost.flatMap { disconnect($0) }
    case .expiry(let expiry):
      guard let member = members.first(where: { $0.link.session == expiry.session }), !member.isOnline,
        member.connections == expiry.connections
      else { return [] }
      return post(leave(member.id))
    case .end(let end): return self.end(reason: end.reason)
    }
  }

  /// Removes all members, and then everything: a replica that only knows that the room has ended has the same room.
  mutating func end(reason: String) -> Deliveries {
    let deliveries = members.map(\.id).flatMap { kick($0, reason: reason) }
    let limit = sizeLimit
    self = LocalRoom(uuid: uuid)
    sizeLimit = limit
    return deliveries
  }
}

/// The number of a connection, unique among all servers of a room.
struct ConnectionNumber: Hashable, Sendable {
  let value: Int

  init(_ value: Int) { self.value = value }

  /// - Parameters:
  /// - server: the number of the server.
  /// - count: the number of the connection among those of the server, less than 2³¹.
  init(server: Int, count: Int) { value = server << 31 | count }

  var server: Int { value >> 31 }
}
