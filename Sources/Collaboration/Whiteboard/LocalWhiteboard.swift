public import CollaborationModels
import SchemaRuntime

/// An in-memory whiteboard service: any number of members join its rooms and see each other's changes.
///
/// It is meant for previews and tests, and simulates network failures, kicks and loss of write access on demand.
public final class LocalWhiteboard: RoomTransport {
  fileprivate struct State {
    var rooms: [String: LocalRoom] = [:]
    var lines: [Line: AsyncStream<RoomFrame>.Continuation] = [:]
  }

  fileprivate struct Line: Hashable {
    var room: String
    var memberId: Int
  }

  private struct Connection: RoomConnection {
    let service: LocalWhiteboard
    let room: String
    let memberId: Int
    let isWritable: Bool
    let state: [UInt8]
    let messages: AsyncStream<RoomFrame>

    func send(_ request: RoomRequest, id: Int) {
      service.change(room) { $0.handle(request, id: id, from: memberId) }
    }

    func leave() async { service.remove(memberId, from: room) }
  }

  // A lock rather than an actor, because requests must be performed in the order of the calls, and `send` must not
  // wait.
  private let state = Mutex(State())

  public init() {}

  public func join(_ config: RoomConfig) async throws -> any RoomConnection {
    try config.validate()
    let (messages, continuation) = AsyncStream.makeStream(of: RoomFrame.self)
    return try state.withLock { state in
      var room = state.rooms[config.uuid] ?? LocalRoom(uuid: config.uuid)
      let (member, output) = room.join(config)
      let json = try room.state(for: member).json()
      state.rooms[config.uuid] = room
      state.lines[Line(room: config.uuid, memberId: member.id)] = continuation
      state.send(output, in: config.uuid)
      return Connection(
        service: self, room: config.uuid, memberId: member.id, isWritable: member.isWritable, state: json,
        messages: messages)
    }
  }

  private func change(_ uuid: String, _ body: (inout LocalRoom) -> LocalRoom.Output) {
    state.withLock { state in
      guard var room = state.rooms[uuid] else { return }
      let output = body(&room)
      state.rooms[uuid] = room
      state.send(output, in: uuid)
    }
  }

  /// Removes a member from a room and ends the member's messages.
  private func remove(_ memberId: Int, from uuid: String) {
    change(uuid) { $0.leave(memberId) }
    let line = state.withLock { $0.lines.removeValue(forKey: Line(room: uuid, memberId: memberId)) }
    line?.finish()
  }
}

extension LocalWhiteboard.State {
  fileprivate func send(_ output: LocalRoom.Output, in uuid: String) {
    for (memberId, frame) in output {
      lines[LocalWhiteboard.Line(room: uuid, memberId: memberId)]?.yield(frame)
    }
  }
}

// MARK: - What a service does on its own

extension LocalWhiteboard {
  /// Simulates the loss of a member's connection.
  public func dropConnection(of memberId: Int, in room: String) { change(room) { $0.drop(memberId) } }

  /// Simulates the recovery of a member's connection.
  public func recoverConnection(of memberId: Int, in room: String) { change(room) { $0.recover(memberId) } }

  /// Kicks a member out of a room.
  public func kick(_ memberId: Int, from room: String, reason: String) {
    change(room) { [(memberId, $0.frame(.kick, KickReason(reason: reason)))] }
    remove(memberId, from: room)
  }

  /// Grants or revokes a member's right to change the room.
  public func setWritable(_ isWritable: Bool, for memberId: Int, in room: String) {
    change(room) { room in
      guard let index = room.index(of: memberId) else { return [] }
      room.members[index].isWritable = isWritable
      return [(memberId, room.frame(.writableChange, WritableChange(isAbleToCommit: isWritable)))]
    }
  }

  /// Sends a message to a member unchanged, even an invalid one.
  public func send(_ frame: RoomFrame, to memberId: Int, in room: String) {
    state.withLock { $0.send([(memberId, frame)], in: room) }
  }

  /// Returns the state of a room as a member sees it, or would see it online; nil if there is no such member.
  public func state(of room: String, for memberId: Int) -> RoomState? {
    state.withLock { state in
      guard let room = state.rooms[room], let index = room.index(of: memberId) else { return nil }
      return room.state(for: room.members[index])
    }
  }
}
