public import CollaborationModels
import SchemaRuntime

/// An in-memory whiteboard service: any number of members join its rooms and see each other's changes.
///
/// It is meant for previews and tests, and simulates network failures, kicks and loss of write access on demand. Its
/// connections carry the same JSON texts as a socket would.
public final class LocalWhiteboard: RoomTransport {
  private struct State {
    var rooms: [String: LocalRoom] = [:]
    var lines: [Int: Line] = [:]
    var lastLine = 0
  }

  private struct Line {
    var room: String
    /// Members are who they say they are.
    var user: String?
    var continuation: AsyncStream<[UInt8]>.Continuation
  }

  private struct Connection: MessageConnection {
    let service: LocalWhiteboard
    let line: Int
    let messages: AsyncStream<[UInt8]>

    func send(_ message: [UInt8]) { service.receive(message, on: line) }
    func close() { service.close(line) }
  }

  // A lock rather than an actor, because messages must be processed in the order of the calls, and `send` must not wait.
  private let state = Mutex(State())

  public init() {}

  public func connect(_ config: RoomConfig) async throws -> any MessageConnection {
    let (messages, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    return state.withLock { state in
      state.lastLine += 1
      state.lines[state.lastLine] = Line(room: config.uuid, user: config.uid, continuation: continuation)
      return Connection(service: self, line: state.lastLine, messages: messages)
    }
  }

  private func receive(_ text: [UInt8], on line: Int) {
    // Members repeat what is not answered, so an unreadable message has no effect.
    guard let message = try? RoomRequestFrame(json: text) else { return }
    guard let sender = state.withLock({ $0.lines[line] }) else { return }
    change(sender.room) { $0.receive(message, from: sender.user, on: line) }
  }

  private func change(_ uuid: String, _ body: (inout LocalRoom) -> LocalRoom.Deliveries) {
    state.withLock { state in
      let deliveries = body(&state.rooms[uuid, default: LocalRoom(uuid: uuid)])
      for (line, frame) in deliveries {
        // Everything here was validated when it was received, so it can always be written.
        if let text = try? frame.json() { state.lines[line]?.continuation.yield(text) }
      }
    }
  }

  private func close(_ line: Int) {
    guard let closed = state.withLock({ $0.lines.removeValue(forKey: line) }) else { return }
    change(closed.room) { $0.disconnect(line) }
    closed.continuation.finish()
  }
}

// MARK: - What a service does on its own

extension LocalWhiteboard {
  /// Simulates the loss of a member's connection.
  public func dropConnection(of memberId: Int, in room: String) {
    let line = state.withLock { state -> Int? in
      guard let room = state.rooms[room], let index = room.index(of: memberId) else { return nil }
      return room.members[index].link.connection
    }
    change(room) { $0.lose(memberId) }
    if let line { close(line) }
  }

  /// Simulates the recovery of a member's connection.
  public func recoverConnection(of memberId: Int, in room: String) { change(room) { $0.find(memberId) } }

  /// Kicks a member out of a room.
  public func kick(_ memberId: Int, from room: String, reason: String) {
    change(room) { $0.kick(memberId, reason: reason) }
  }

  /// Grants or revokes a member's right to change the room.
  public func setWritable(_ isWritable: Bool, for memberId: Int, in room: String) {
    change(room) { $0.setWritable(isWritable, for: memberId) }
  }

  /// Sends a frame to a member.
  /// - Parameter frame: returns the frame with its revision.
  public func send(to memberId: Int, in room: String, _ frame: @escaping (_ revision: Int) -> RoomFrame) {
    change(room) { $0.post([LocalRoom.Post(members: [memberId], frame: frame)]) }
  }

  /// Returns the state of a room as a member sees it, or would see it online; nil if there is no such member.
  public func state(of room: String, for memberId: Int) -> RoomState? {
    state.withLock { state in
      guard let room = state.rooms[room], let index = room.index(of: memberId) else { return nil }
      return room.state(for: room.members[index])
    }
  }
}
