import CollaborationService
import Collaboration
import CollaborationModels
import Foundation
import SchemaRuntime
import SchemaStreaming

/// The REST form of user attributes, as in the documents:
///
/// Each tenant, an app of an organization, has records of its own. Ids of users are percent-encoded.
///
///     PUT    /{organization}/{app}/metadata/user/{user}     a form; the changed attributes
///     GET    /{organization}/{app}/metadata/user/{user}
///     DELETE /{organization}/{app}/metadata/user/{user}
///     POST   /{organization}/{app}/metadata/user/get        JSON; up to 100 users
///     GET    /{organization}/{app}/metadata/capacity
///
/// The path of the capacity differs from the documents', where it is that of the user `capacity`, too.
struct UserRoutes: Sendable {
  struct Route: Hashable, Sendable {
    enum Operation: Hashable, Sendable {
      case write(UserID)
      case read(UserID)
      case delete(UserID)
      case fetch
      case capacity
    }

    var operation: Operation
    var tenant: Tenant
  }

  let store: any TenantUserInfoStore
  /// The tenants that are served; empty for all.
  var tenants: Set<Tenant> = []
  let gate: PayloadGate
  var now: @Sendable () -> Timestamp = { .now }
  /// Receives the failures of the store.
  let failed: @Sendable (UserInfoError) -> Void

  private static let formGate = PayloadGate(
    mediaTypes: ["application/x-www-form-urlencoded"],
    limits: JSONLimits(maximumDepth: 1, maximumByteCount: UserInfoREST.maximumFormBytes))

  /// Returns the route of a request; nil for other paths.
  /// - Throws: 404 for a name that is not a user id, 405 for another method.
  static func route(_ head: RequestHead) throws(ProblemDocument) -> Route? {
    // The id may contain encoded slashes.
    let segments = head.path.split(separator: "/", maxSplits: 5, omittingEmptySubsequences: false)
    guard segments.count >= 5, segments[0].isEmpty, segments[3] == "metadata",
      let tenant = Tenant(organization: String(segments[1]), app: String(segments[2]))
    else { return nil }
    if segments.count == 5, segments[4] == "capacity" {
      guard head.method == "GET" else { throw .methodNotAllowed("expected GET, found \(head.method)") }
      return Route(operation: .capacity, tenant: tenant)
    }
    guard segments.count == 6, segments[4] == "user" else { return nil }
    return Route(operation: try operation(head, String(segments[5])), tenant: tenant)
  }

  private static func operation(_ head: RequestHead, _ name: String) throws(ProblemDocument) -> Route.Operation {
    if head.method == "POST", name == "get" { return .fetch }
    let user: UserID
    do { user = try UserID(subject: name) } catch { throw .notFound("\(error)") }
    switch head.method {
    case "PUT": return .write(user)
    case "GET": return .read(user)
    case "DELETE": return .delete(user)
    default: throw .methodNotAllowed("expected PUT, GET or DELETE, found \(head.method)")
    }
  }

  /// The methods of a path with users, for a refusal of another one (RFC 9110, section 10.2.1).
  static func allowedMethods(_ head: RequestHead) -> String {
    let segments = head.segments
    if segments.count == 4, segments[3] == "capacity" { return "GET, HEAD" }
    return segments.count == 5 && segments[4] == "get" ? "GET, HEAD, PUT, POST, DELETE" : "GET, HEAD, PUT, DELETE"
  }

  /// Checks what is known before the body arrives.
  /// - Throws: 411, 413 and 415 for the body, 403 for another user's record or another tenant, 404 for a tenant that is
  ///   not served.
  func admit(_ route: Route, _ head: RequestHead, _ identity: Identity) throws(ProblemDocument) {
    guard tenants.isEmpty || tenants.contains(route.tenant) else {
      throw .notFound("expected a tenant of this server, found \(route.tenant)")
    }
    guard identity.tenant == nil || identity.tenant == route.tenant else {
      throw .forbidden("expected a token for the tenant \(route.tenant), found one for another")
    }
    switch route.operation {
    case .write(let user):
      try author(of: user, identity)
      try admitBody(head, Self.formGate)
    case .fetch: try admitBody(head, gate)
    case .delete(let user): try author(of: user, identity)
    case .read, .capacity: break
    }
  }

  /// Returns the author of a change.
  /// - Throws: 403 for another user's record.
  @discardableResult
  private func author(of user: UserID, _ identity: Identity) throws(ProblemDocument) -> UserInfoAuthor {
    if identity.permissions[.users].level(of: user.text) >= .write { return .service }
    guard let author = identity.user.flatMap({ try? UserID(subject: $0) }) else {
      throw .forbidden("expected a token of the user \(user), or one whose scope permits 'users:write'")
    }
    do { try UserInfoAuthor.user(author).mayWrite(recordOf: user) } catch { throw ProblemDocument(error) }
    return .user(author)
  }

  private func admitBody(_ head: RequestHead, _ gate: PayloadGate) throws(ProblemDocument) {
    try gate.admit(contentType: head.contentType, contentLength: head.contentLength)
    guard head.contentLength != nil else { throw .lengthRequired("expected the header field Content-Length") }
  }

  /// Returns what takes the body of a request; nil if it has none, or a form.
  func body(of route: Route, _ head: RequestHead) throws(ProblemDocument) -> PayloadStream<UserInfoFetch>? {
    route.operation == .fetch ? try gate.stream(UserInfoFetch.self, contentType: head.contentType) : nil
  }

  /// Performs a request.
  /// - Throws: 400 for too many users, 413 for too many bytes, 422 for invalid values, 429 and 503 of the store.
  func respond(
    to route: Route, _ head: RequestHead, body: [UInt8], _ identity: Identity
  ) async throws(ProblemDocument) -> Response {
    do {
      return Response(json: try await json(route, head, body: body, identity))
    } catch let error as UserInfoError {
      let problem = ProblemDocument(error)
      if problem.status >= 500 { failed(error) }
      throw problem
    } catch let problem as ProblemDocument {
      throw problem
    } catch {
      // A response that does not fit its schema is a mistake of the server.
      throw ProblemDocument(status: 500, title: "Internal Server Error", detail: "the response is invalid")
    }
  }

  private func json(
    _ route: Route, _ head: RequestHead, body: [UInt8], _ identity: Identity
  ) async throws -> [UInt8] {
    let start = now()
    var milliseconds: Int { max(0, now().millisecondsSinceEpoch - start.millisecondsSinceEpoch) }
    let tenant = route.tenant
    switch route.operation {
    case .write(let user):
      let record = try await write(body, to: user, identity, tenant)
      return try UserInfoResponse(record, duration: .milliseconds(milliseconds)).json()
    case .read(let user):
      let record = try await store.records(of: [user], attributes: .all, in: tenant)[user] ?? UserInfoRecord(user: user)
      return try UserInfoResponse(record, duration: .milliseconds(milliseconds)).json()
    case .delete(let user):
      try await store.deleteRecord(of: user, by: try author(of: user, identity), in: tenant)
      return try UserInfoDeleteResponse(timestamp: start.millisecondsSinceEpoch, duration: milliseconds).json()
    case .fetch:
      let (users, records) = try await fetch(head, body, tenant)
      return try UserInfoFetchResponse(
        of: users, records, timestamp: start, duration: .milliseconds(milliseconds)
      ).json()
    case .capacity:
      let bytes = try await store.capacity(of: tenant)
      return try UserCapacityResponse(
        timestamp: start.millisecondsSinceEpoch, duration: milliseconds, data: bytes
      ).json()
    }
  }

  private func write(
    _ body: [UInt8], to user: UserID, _ identity: Identity, _ tenant: Tenant
  ) async throws -> UserInfoRecord {
    guard let text = String(validating: body, as: UTF8.self) else {
      throw UserInfoError.illegalArgument(.invalid("expected a form in UTF-8, found other bytes"))
    }
    let form = try UserInfoREST(form: text)
    let reading = try form.read(of: user)
    // Reading skips names that belong to the form of the client libraries; writing them would lose them.
    for case .misspelledName(let name, _, let location) in reading.warnings
    where reading.info.additionalMembers[name] == nil {
      throw UserInfoError.illegalArgument(.misspelledName(name: name, at: location))
    }
    let change = try UserInfoChange(user: user, attributes: reading.info)
    let author = try author(of: user, identity)
    guard let record = try await store.apply([change], by: author, in: tenant).last else {
      throw UserInfoError.storeFailed("the store returned no record")
    }
    return record
  }

  /// The response to a body, with the documents' status for too many users.
  static func problem(_ error: ProblemDocument) -> ProblemDocument {
    var problem = error
    if problem.errors.contains(where: { $0.pointer == "#/targets" && $0.keyword == "maxItems" }) {
      (problem.status, problem.title) = (400, "Bad Request")
    }
    return problem
  }

  private func fetch(
    _ head: RequestHead, _ body: [UInt8], _ tenant: Tenant
  ) async throws -> (users: [UserID], records: [UserID: UserInfoRecord]) {
    let request: UserInfoFetch
    do throws(ProblemDocument) {
      request = try gate.decode(UserInfoFetch.self, from: body, contentType: head.contentType)
    } catch {
      throw Self.problem(error)
    }
    let users = try request.targets.map { text throws(UserInfoError) in try UserID(subject: text) }
    return (users, try await store.records(of: users, attributes: request.attributes, in: tenant))
  }
}
