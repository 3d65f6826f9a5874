import Collaboration
import CollaborationService
import CollaborationModels
import Foundation
import SchemaRuntime

/// The WebSockets of the server:
///
///     /rooms/{id}    a whiteboard room
///     /calls         calls
///     /messages      messages, with and without attachments
struct SocketRoutes: Sendable {
  enum Route: Hashable, Sendable {
    case room(String)
    case calls
    case messages
  }

  /// The name of the messages' protocol, for clients that offer it (RFC 6455, section 1.9).
  static let subprotocol = "collaboration.v1"
  /// The maximum number of bytes of a room's id.
  static let idLimit = 128

  let rooms: RoomService
  let metrics: Metrics
  // Held by this server alone, and apart for each tenant.
  private let calls = TenantTable { SocketTable<CallService, CallFrame>(CallService()) }
  private let messages = TenantTable { SocketTable<MessageService, MessageFrame>(MessageService()) }

  init(rooms: RoomService, metrics: Metrics) {
    self.rooms = rooms
    self.metrics = metrics
  }

  /// - Throws: 404 for other paths.
  static func route(_ head: RequestHead) throws(ProblemDocument) -> Route {
    let segments = head.segments
    switch (segments.first, segments.count) {
    case ("rooms", 2) where isRoomID(segments[1]): return .room(String(segments[1]))
    case ("calls", 1): return .calls
    case ("messages", 1): return .messages
    default: throw .notFound("expected the path /rooms/{id}, /calls or /messages of a WebSocket")
    }
  }

  /// Whether a text may be the id of a room: 1 to ``idLimit`` bytes of UTF-8, without control characters.
  static func isRoomID(_ text: some StringProtocol) -> Bool {
    (1...idLimit).contains(text.utf8.count)
      && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// Takes a socket; nil if the server is stopping.
  func open(_ socket: WebSocket, _ route: Route, _ identity: Identity) -> (any WebSocketHandler)? {
    switch route {
    case .room(let room): open(socket, room: room, identity)
    case .calls: openCalls(socket, identity)
    case .messages: openMessages(socket, identity)
    }
  }

  private func open(_ socket: WebSocket, room: String, _ identity: Identity) -> (any WebSocketHandler)? {
    let mayWrite = identity.permissions[.rooms].level(of: room) >= .write
    let tenant = identity.tenant ?? .none
    let member = rooms.open(room: room, in: tenant, user: identity.user, mayWrite: mayWrite) { socket.send($0) }
    guard let member else { return nil }
    return FrameSocket<RoomRequestFrame>(socket, metrics) { [rooms] frame, size in
      // A message that joins names the room and the user for whom the socket was opened.
      if case .join(let join) = frame {
        guard join.config.uuid == room else { return false }
        if let user = identity.user, let claimed = join.config.uid, claimed != user { return false }
      }
      rooms.receive(frame, size: size, from: member)
      return true
    } refuse: { [rooms] request in
      rooms.refuse(request, from: member)
    } end: { [rooms] in
      rooms.close(member)
    }
  }

  private func openCalls(_ socket: WebSocket, _ identity: Identity) -> any WebSocketHandler {
    let calls = calls[identity.tenant ?? .none]
    let connection = calls.open(socket)
    let participant = identity.rawID.map { CommunicationIdentifier(rawID: $0) }
    let access = identity.permissions[.calls]
    return FrameSocket<CallRequestFrame>(socket, metrics) { message, _ in
      calls.change { $0.receive(message, from: participant, access: access, on: connection, at: .now) }
      return true
    } refuse: { request in
      calls.change { $0.refuse(request, from: participant, access: access, on: connection, at: .now) }
    } end: {
      calls.close(connection)
      calls.change { $0.disconnect(connection, at: .now) }
    }
  }

  private func openMessages(_ socket: WebSocket, _ identity: Identity) -> any WebSocketHandler {
    let messages = messages[identity.tenant ?? .none]
    let connection = messages.open(socket)
    let access = identity.permissions[.channels]
    return FrameSocket<MessageRequestFrame>(socket, metrics) { message, _ in
      messages.change { $0.receive(message, from: identity.user, access: access, on: connection) }
      return true
    } refuse: { request in
      messages.change { $0.refuse(request, from: identity.user, access: access, on: connection) }
    } end: {
      messages.close(connection)
      messages.change { $0.disconnect(connection) }
    }
  }
}
