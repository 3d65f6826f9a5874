import Collaboration
import CollaborationService
import SchemaRuntime
import ServerModels

/// Who sent a request.
struct Identity: Hashable, Sendable {
  /// The id of the user; nil if nobody is named. A server without keys trusts everyone on this machine: the token, if
  /// any, is the user's id.
  var user: String?
  var permissions = Permissions.unlimited
  /// The raw id by which the participants of calls know the user.
  var rawID: String?
  /// The only tenant that may be entered; nil for all.
  var tenant: Tenant?
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
      return Identity(user: head.bearer, rawID: head.bearer)
    }
    guard let token = head.bearer else { throw .unauthorized("expected a bearer token, found none") }
    let claims: TokenClaims
    do throws(AccessTokenError) { claims = try tokens.verify(token) } catch { throw .unauthorized(error.description) }
    var tenant: Tenant?
    if let text = claims.tenant {
      tenant = Tenant(text)
      // A restriction that cannot be read must not open everything.
      guard tenant != nil else { throw .unauthorized("expected the tenant of the token as organization/app") }
    }
    return Identity(
      user: claims.sub, permissions: Permissions(scope: claims.scope), rawID: claims.rawID ?? claims.sub,
      tenant: tenant)
  }

  /// Returns who wants to open a socket.
  /// - Throws: 401 without a valid token, 403 if it does not permit to read the room. What it permits of channels and
  ///   calls is checked when they are joined.
  func identify(_ head: RequestHead, for route: SocketRoutes.Route) throws(ProblemDocument) -> Identity {
    let identity = try identify(head)
    if case .room(let room) = route, identity.permissions[.rooms].level(of: room) < .read {
      throw .forbidden("expected a token whose scope permits to read this room, such as 'rooms:read'")
    }
    return identity
  }
}
