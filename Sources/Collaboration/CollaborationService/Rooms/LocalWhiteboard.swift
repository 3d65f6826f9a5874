public import Collaboration
public import CollaborationModels
import SchemaRuntime

/// An in-memory whiteboard service: any number of members join its rooms and see each other's changes.
///
/// It is meant for previews and tests, and simulates network failures, kicks and loss of write access on demand. Its
/// connections carry the same JSON texts as a socket would.
public final class LocalWhiteboard: RoomTransport {
  private struct Rooms: Sendable {
    var rooms: [String: LocalRoom] = [:]

    func member(_ id: Int, in room: String) -> LocalRoom.Member? { rooms[room]?.members.first { $0.id == id } }

    mutating func change(
      _ uuid: String, _ body: (inout LocalRoom) -> LocalRoom.Deliveries
    ) -> [OutgoingFrame<RoomFrame>] {
      body(&rooms[uuid, default: LocalRoom(uuid: uuid)]).map {
        OutgoingFrame(connection: $0.connection, frame: $0.frame)
      }
    }
  }

  private struct Peer: Sendable {
    var room: String
    /// Members are who they say they are.
    var user: String?
  }

  private let lines: LocalLines<Rooms, RoomFrame, Peer>

  public init() {
    lines = LocalLines(Rooms()) { rooms, text, peer, line in
      // Members repeat what is not answered, so an unreadable message has no effect.
      guard let message = try? RoomRequestFrame(json: text) else { return [] }
      return rooms.change(peer.room) { $0.receive(message, from: peer.user, on: line) }
    } disconnect: { rooms, peer, line in
      rooms.change(peer.room) { $0.disconnect(line) }
    }
  }

  public func connect(_ config: RoomConfig) async throws -> any MessageConnection {
    lines.connect(Peer(room: config.uuid, user: config.uid))
  }

  private func change(_ uuid: String, _ body: (inout LocalRoom) -> LocalRoom.Deliveries) {
    lines.change { $0.change(uuid, body) }
  }
}

// MARK: - What a service does on its own

extension LocalWhiteboard {
  /// Simulates the loss of a member's connection.
  public func dropConnection(of memberID: Int, in room: String) {
    let line = lines.read { $0.member(memberID, in: room)?.link.connection }
    change(room) { $0.lose(memberID) }
    if let line { lines.close(line) }
  }

  /// Simulates the recovery of a member's connection.
  public func recoverConnection(of memberID: Int, in room: String) { change(room) { $0.find(memberID) } }

  /// Kicks a member out of a room.
  public func kick(_ memberID: Int, from room: String, reason: String) {
    change(room) { $0.kick(memberID, reason: reason) }
  }

  /// Grants or revokes a member's right to change the room.
  public func setWritable(_ isWritable: Bool, for memberID: Int, in room: String) {
    change(room) { $0.setWritable(isWritable, for: memberID) }
  }

  /// Sends a frame to a member.
  /// - Parameter frame: returns the frame with its revision.
  public func send(to memberID: Int, in room: String, _ frame: @escaping (_ revision: Int) -> RoomFrame) {
    change(room) { $0.post([LocalRoom.Post(members: [memberID], frame: frame)]) }
  }

  /// Returns the state of a room as a member sees it, or would see it online; nil if there is no such member.
  public func state(of room: String, for memberID: Int) -> RoomState? {
    lines.read { rooms in rooms.member(memberID, in: room).flatMap { rooms.rooms[room]?.state(for: $0) } }
  }
}
