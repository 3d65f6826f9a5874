import Collaboration
import CollaborationService
import SchemaRuntime
import SchemaStreaming
import ServerModels

/// What an administrator does with rooms:
///
///     POST   /rooms/get     JSON; the rooms of which something is kept
///     DELETE /rooms/{id}    ends a room, with all that is kept of it
struct RoomRoutes: Sendable {
  enum Route: Hashable, Sendable {
    case list
    case end(String)
  }

  let rooms: RoomService
  let gate: PayloadGate
  /// Receives the failures of the log.
  let failed: @Sendable (any Error) -> Void

  /// Returns the route of a request; nil for other paths.
  /// - Throws: 405 for another method.
  static func route(_ head: RequestHead) throws(ProblemDocument) -> Route? {
    guard head.path.hasPrefix("/rooms/") else { return nil }
    // The id may contain encoded slashes.
    let id = String(head.path.dropFirst("/rooms/".count))
    switch head.method {
    case "POST" where id == "get": return .list
    case "DELETE" where SocketRoutes.isRoomID(id): return .end(id)
    case "DELETE": return nil
    default: throw .methodNotAllowed("expected DELETE, or POST for /rooms/get, found \(head.method)")
    }
  }

  /// The methods of a path with rooms, for a refusal of another one (RFC 9110, section 10.2.1); nil for other paths.
  static func allowedMethods(_ head: RequestHead) -> String? {
    guard head.path.hasPrefix("/rooms/") else { return nil }
    return head.path == "/rooms/get" ? "POST, DELETE" : "DELETE"
  }

  /// Checks what is known before the body arrives.
  /// - Throws: 403 without the permission to administer, 411, 413 and 415 for the body.
  func admit(_ route: Route, _ head: RequestHead, _ identity: Identity) throws(ProblemDocument) {
    let access = identity.permissions[.rooms]
    switch route {
    case .list:
      guard access.all == .administer else {
        throw .forbidden("expected a token whose scope permits 'rooms:administer'")
      }
      try gate.admit(contentType: head.contentType, contentLength: head.contentLength)
      guard head.contentLength != nil else { throw .lengthRequired("expected the header field Content-Length") }
    case .end(let room):
      guard access.level(of: room) == .administer else {
        throw .forbidden("expected a token whose scope permits to administer this room, such as 'rooms:administer'")
      }
    }
  }

  /// Returns what takes the body of a request; nil if it has none.
  func body(of route: Route, _ head: RequestHead) throws(ProblemDocument) -> PayloadStream<RoomListRequest>? {
    route == .list ? try gate.stream(RoomListRequest.self, contentType: head.contentType) : nil
  }

  /// Performs a request.
  /// - Throws: 422 for an invalid body, 503 if the log of the rooms fails.
  func respond(
    to route: Route, _ head: RequestHead, body: [UInt8], _ identity: Identity
  ) async throws(ProblemDocument) -> Response {
    let tenant = identity.tenant ?? .none
    switch route {
    case .end(let room):
      await rooms.end(room: room, in: tenant, reason: "an administrator has ended the room")
      return Response(status: 204)
    case .list:
      let request = try gate.decode(RoomListRequest.self, from: body, contentType: head.contentType)
      let limit = request.limit
      do {
        // One more shows whether there is another page.
        let found = try await rooms.list(in: tenant, after: request.after, count: limit + 1)
        let list = found.prefix(limit).map { summary, connections in
          RoomList.Room(
            id: summary.room, changed: Int(summary.changed.secondsSinceEpoch), bytes: summary.bytes,
            connections: connections)
        }
        let next = found.count > limit ? list.last?.id : nil
        return Response(json: try RoomList(rooms: list, next: next).json())
      } catch {
        failed(error)
        throw .unavailable("the log of the rooms failed")
      }
    }
  }
}
