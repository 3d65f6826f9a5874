import Collaboration
import SchemaRuntime
import ServerModels

/// Who sent a request.
struct Identity: Hashable, Sendable {
  /// The user. A server without a key trusts everyone on this machine: the token, if any, is the user's id.
  var user: UserID?
  var role: TokenClaims.Role
  /// The raw id by which the participants of calls know the user.
  var rawID: String?
  /// The only room that may be entered; nil for all.
  var room: String?

  /// The author of a write to the store.
  var author: UserInfoAuthor {
    guard role != .service, let user else { return .service }
    return .user(user)
  }

  var mayWriteRooms: Bool { role != .reader }
}

/// Decides who may come in.
struct Doors: Sendable {
  /// Verifies tokens; nil if the server trusts everyone on this machine.
  let tokens: AccessTokens?
  /// The origins of web pages that may use the server, such as `https://app.example`.
  let origins: Set<String>

  /// Checks where a request comes from. Requests of programs have no origin.
  /// - Throws: 403 for another origin than the allowed ones, and, without tokens, for another host than this machine: a
  ///   web page can let its own name lead here.
  func checkOrigin(_ head: RequestHead) throws(ProblemDocument) {
    if let origin = head.origin, !origins.contains(origin) {
      throw .forbidden("expected a request of an allowed origin, found \(origin)")
    }
    guard tokens == nil else { return }
    guard let host = head.host, Self.localNames.contains(Self.name(of: host)) else {
      throw .forbidden("expected a request to this machine: without --token-key, no other name is trusted")
    }
  }

  private static let localNames: Set<String> = ["localhost", "127.0.0.1", "[::1]"]

  private static func name(of host: String) -> String {
    if host.hasPrefix("["), let end = host.firstIndex(of: "]") { return String(host[...end]) }
    return host.prefix { $0 != ":" }.lowercased()
  }

  /// Returns who sent a request.
  /// - Throws: 401 without a valid token.
  func identify(_ head: RequestHead) throws(ProblemDocument) -> Identity {
    guard let tokens else {
      // Everyone on this machine is who they say they are.
      return Identity(user: head.bearer.flatMap { try? UserID($0) }, role: .service, rawID: head.bearer, room: nil)
    }
    guard let token = head.bearer else { throw .unauthorized("expected a bearer token, found none") }
    do throws(AccessTokenError) {
      let claims = try tokens.verify(token)
      return Identity(
        user: try? UserID(claims.sub), role: claims.role, rawID: claims.rawId ?? claims.sub, room: claims.room)
    } catch {
      throw .unauthorized(error.description)
    }
  }

  /// Returns who wants to open a socket.
  /// - Throws: 401 without a valid token, 403 if it is for one room, and the socket for something else.
  func identify(_ head: RequestHead, for route: SocketRoutes.Route) throws(ProblemDocument) -> Identity {
    let identity = try identify(head)
    if let only = identity.room, route != .room(only) {
      throw .forbidden("expected a token for this path, found one for a single room")
    }
    return identity
  }
}
