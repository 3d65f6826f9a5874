import Collaboration
import CollaborationModels
import CollaborationREST
import Foundation
import SchemaRuntime

/// The service's REST interface over a store in memory, on a server of this process.
final class ServiceInMemory: Sendable {
  typealias Request = HTTPServer.Request
  typealias Response = HTTPServer.Response

  private struct State {
    var requests: [Request] = []
    /// Answers a request instead of the service.
    var answer: (@Sendable (Request) -> Response?)?
    var token = "token-1"
  }

  /// What the handler of the server needs.
  private final class Core: Sendable {
    let store: InMemoryUserInfoStore
    let state = Mutex(State())

    init(_ store: InMemoryUserInfoStore) { self.store = store }
  }

  private let core: Core
  private let server: HTTPServer
  let credential: CommunicationTokenCredential
  /// The number of renewals of the token.
  let renewals = Counter()

  init(options: UserInfoStoreOptions = UserInfoStoreOptions { 1_000 }) throws {
    let core = Core(InMemoryUserInfoStore(options: options))
    self.core = core
    server = try HTTPServer { request in await Self.answer(request, core) }
    credential = CommunicationTokenCredential(
      initialToken: AccessToken(token: "token-1"), requestTimeout: .seconds(20 * 60),
      now: { Timestamp(validated: "1970-01-01T00:00:00Z") }
    ) { [renewals, server] in
      // Stores keep the server alive, not only tests that still need the service.
      _ = server
      renewals.next()
      return AccessToken(token: core.state.withLock { $0.token })
    }
  }

  var url: URL { server.url }

  /// All requests so far.
  var requests: [Request] { core.state.withLock { $0.requests } }

  /// Requests as "PUT user/ana".
  var lines: [String] {
    requests.map { "\($0.method) \($0.path.replacing("/org/app/metadata/", with: ""))" }
  }

  /// Makes the service answer requests differently; nil for those that it answers itself.
  func answer(_ answer: (@Sendable (Request) -> Response?)?) { core.state.withLock { $0.answer = answer } }

  /// Changes the token that the service accepts.
  func setToken(_ token: String) { core.state.withLock { $0.token = token } }

  func store(
    timeout: Duration = .seconds(20 * 60), maximumBytes: Int = 10_000_000_000, maximumResponseBytes: Int = 4 << 20
  ) throws -> RESTUserInfoStore {
    try RESTUserInfoStore(
      url: url, credential: credential,
      settings: RESTUserInfoStore.Settings(
        requestTimeout: timeout, maximumResponseBytes: maximumResponseBytes, maximumBytes: maximumBytes))
  }
}

// MARK: - Answers

extension ServiceInMemory {
  private static func answer(_ request: Request, _ core: Core) async -> Response {
    let (answer, token) = core.state.withLock { state in
      state.requests.append(request)
      return (state.answer, state.token)
    }
    if let response = answer?(request) { return response }
    guard request.fields["authorization"] == "Bearer \(token)" else { return Response(status: 401) }
    let steps = request.path.split(separator: "/").map(String.init)
    guard steps.starts(with: ["org", "app", "metadata"]),
      steps.dropFirst(3) == ["capacity"] || steps.dropFirst(3).first == "user" && steps.count == 5
    else { return Response(status: 404) }
    do throws(UserInfoError) {
      let body = try await perform(request, steps[steps.count - 1], core.store)
      return body.map { Response(fields: ["Content-Type": "application/json"], body: $0) } ?? Response(status: 415)
    } catch {
      if case .dataLengthExceeded = error { return Response(status: 403) }
      return Response(status: 400, body: Array("\(error)".utf8))
    }
  }

  /// Returns the body of the response; nil if the type of the request is wrong.
  private static func perform(
    _ request: Request, _ last: String, _ store: InMemoryUserInfoStore
  ) async throws(UserInfoError) -> [UInt8]? {
    let type = request.fields["content-type"]
    switch (request.method, last) {
    case ("PUT", _):
      guard type == "application/x-www-form-urlencoded" else { return nil }
      let form = try UserInfoREST(form: String(decoding: request.body, as: UTF8.self))
      let change = try UserInfoChange(user: UserID(last), attributes: form.read().info)
      guard let record = try await store.apply([change], by: .service).last else { return nil }
      // Only the attributes that were written.
      return try json(UserInfoResponse(timestamp: record.version, duration: 1, data: form))
    case ("DELETE", _):
      let record = try await store.deleteRecord(of: UserID(last), by: .service)
      return try json(UserInfoDeleteResponse(timestamp: record?.version ?? 0, duration: 1))
    case ("POST", "get"):
      guard type == "application/json" else { return nil }
      let fetch: UserInfoFetch
      do { fetch = try UserInfoFetch(json: request.body) } catch { throw .illegalArgument(.invalid("\(error)")) }
      var users: [UserID] = []
      for target in fetch.targets { users.append(try UserID(target)) }
      let records = try await store.records(of: users, attributes: fetch.attributes)
      // The time of the latest record, so that tests can compare it; 0 if there is none.
      let timestamp = records.values.map(\.version).max() ?? 0
      return try json(
        UserInfoFetchResponse(
          of: users, records, timestamp: Timestamp(millisecondsSinceEpoch: timestamp), duration: .milliseconds(1)))
    case ("GET", "capacity"):
      return try json(UserCapacityResponse(timestamp: 0, duration: 1, data: await capacity(store)))
    default: return nil
    }
  }

  private static func capacity(_ store: InMemoryUserInfoStore) async throws(UserInfoError) -> Int {
    try await store.capacity()
  }

  private static func json(_ model: some WritableModel) throws(UserInfoError) -> [UInt8] {
    do { return try model.json() } catch { throw .general("\(error)") }
  }
}

/// The service does not distinguish unknown users from those without attributes. ``ServiceInMemory`` does, by the time 0, so
/// that the suite of all stores can run.
struct RESTStoreUnderTest: UserInfoStore {
  let service: ServiceInMemory
  let store: RESTUserInfoStore

  func records(
    of users: [UserID], attributes: UserAttributeSelection
  ) async throws(UserInfoError) -> [UserID: UserInfoRecord] {
    try await store.records(of: users, attributes: attributes).filter { $0.value.timestamp != nil }
  }

  func apply(_ changes: [UserInfoChange], by author: UserInfoAuthor) async throws(UserInfoError) -> [UserInfoRecord] {
    try await store.apply(changes, by: author)
  }

  func deleteRecord(of user: UserID, by author: UserInfoAuthor) async throws(UserInfoError) -> UserInfoRecord? {
    let record = try await store.deleteRecord(of: user, by: author)
    return record?.timestamp == nil ? nil : record
  }

  func capacity() async throws(UserInfoError) -> Int { try await store.capacity() }
}
