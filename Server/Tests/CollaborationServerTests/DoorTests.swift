import Collaboration
import CollaborationModels
import SchemaRuntime
import ServerModels
import Testing

@testable import CollaborationServer

/// Who may come in: tokens, origins, rates, malformed and slow requests.
@Suite struct DoorTests {
  private static let path = "/org/app/metadata/user/amal"

  @Test("a request without a valid token is answered with 401 and a challenge")
  func asksForTokens() async throws {
    try await TestServer.run { server in
      let expired = try server.token("amal", expiresIn: -1)
      for token in [nil, "x", expired] {
        let response = try await server.send("GET", Self.path, token: token)
        #expect(response.status == 401)
        #expect(response.fields["www-authenticate"] == "Bearer")
      }
      let basic = try await server.send("GET", Self.path, ["authorization": "Basic eDp5"])
      #expect(basic.status == 401)
      #expect(!server.lines.text.contains(expired))
    }
  }

  @Test("a service's token writes the records of all users")
  func letsServicesWrite() async throws {
    try await TestServer.run { server in
      let response = try await server.send(
        "PUT", Self.path, token: try server.token("backend", scope: "users:write"),
        ["content-type": "application/x-www-form-urlencoded"], body: "sign=x")
      #expect(response.status == 200)
    }
  }

  @Test("web pages of other origins are refused, those of allowed ones get the header fields of CORS")
  func checksOrigins() async throws {
    try await TestServer.run { server in
      let token = try server.token("amal")
      let foreign = try await server.send("GET", Self.path, token: token, ["origin": "https://evil.example"])
      #expect(foreign.status == 403 && foreign.fields["access-control-allow-origin"] == nil)
      let allowed = try await server.send("GET", Self.path, token: token, ["origin": "https://app.example"])
      #expect(allowed.status == 200 && allowed.fields["access-control-allow-origin"] == "https://app.example")
      let preflight = try await server.send("OPTIONS", Self.path, ["origin": "https://app.example"])
      #expect(preflight.status == 204)
      #expect(preflight.fields["access-control-allow-headers"] == "authorization, content-type")
    }
  }

  @Test("without a key, only names of this machine are answered, and other addresses are not listened on")
  func trustsThisMachineOnly() async throws {
    try await TestServer.run(isOpen: true) { server in
      let local = try await server.send("GET", Self.path)
      let rebound = try await server.send("GET", Self.path, ["host": "rebound.example:8080"])
      #expect(local.status == 200 && rebound.status == 403)
    }
    let withoutKey = #expect(throws: WebServerError.self) {
      try TestServer(isOpen: true) { ($0.address, $0.isBehindProxy) = ("0.0.0.0", true) }
    }
    #expect(withoutKey?.description.contains("token key") == true)
    let withoutProxy = #expect(throws: WebServerError.self) { try TestServer { $0.address = nil } }
    #expect(withoutProxy?.description.contains("--behind-proxy") == true)
  }

  @Test("an origin that is too long to be read is another origin, also for a WebSocket")
  func refusesLongOrigins() async throws {
    try await TestServer.run(isOpen: true) { server in
      let origin = "http://" + String(repeating: "a", count: 300)
      let request = try await server.send("GET", Self.path, ["origin": origin])
      let upgrade = [
        "connection": "upgrade", "upgrade": "websocket", "sec-websocket-version": "13",
        "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==", "origin": origin,
      ]
      let socket = try await server.send("GET", "/rooms/r", upgrade)
      #expect(request.status == 403 && socket.status == 403)
    }
  }

  @Test("a body whose length is not told is not taken for the next request")
  func refusesTransferEncodings() async throws {
    try await TestServer.run(isOpen: true) { server in
      let inner = "GET /metrics HTTP/1.1\r\nhost: localhost\r\n\r\n"
      let response = try await server.exchange(
        "GET /health HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n"
          + "\(String(inner.utf8.count, radix: 16))\r\n\(inner)\r\n0\r\n\r\n")
      #expect(response.status == 411 && response.fields["connection"] == "close")
      #expect(!response.body.contains("HTTP/1.1"))
    }
  }

  @Test("more requests than allowed are answered with 429, for each user")
  func limitsRates() async throws {
    try await TestServer.run {
      ($0.requestsPerSecond, $0.requestBurst) = (0.001, 3)
    } _: { server in
      let (amal, bo) = (try server.token("amal"), try server.token("bo"))
      for _ in 0..<3 { #expect(try await server.send("GET", Self.path, token: amal).status == 200) }
      let response = try await server.send("GET", Self.path, token: amal)
      #expect(response.status == 429 && response.fields["retry-after"] == "1")
      #expect(try await server.send("GET", Self.path, token: bo).status == 200)
    }
  }

  @Test("a request that arrives too slowly is given up")
  func limitsTime() async throws {
    try await TestServer.run {
      $0.requestTimeout = 1
    } _: { server in
      let connection = try RawConnection(port: server.server.port)
      let token = try server.token("amal")
      let lines = [
        "PUT \(Self.path) HTTP/1.1", "host: localhost", "authorization: Bearer \(token)",
        "content-type: application/x-www-form-urlencoded", "content-length: 100", "", "nick",
      ]
      connection.send(Array(lines.joined(separator: "\r\n").utf8))
      let response = try await connection.response()
      #expect(response.status == 408)
      #expect(response.fields["content-type"] == "application/problem+json")
      #expect(response.body.contains(#""title":"Request Timeout","status":408"#))
      #expect(server.lines.text.contains(#""status":408"#))
      #expect(try await server.send("GET", "/health").status == 200)
    }
  }

  @Test("a request whose body is too long is logged and counted")
  func notesLongBodies() async throws {
    try await TestServer.run(isOpen: true) { server in
      let body = String(repeating: "a", count: 70_000)
      let response = try await server.send("DELETE", Self.path, token: "amal", body: body)
      #expect(response.status == 413 && response.body.contains(#""title":"Content Too Large","status":413"#))
      #expect(response.fields["content-type"] == "application/problem+json")
      #expect(server.lines.text.contains(#""status":413"#))
      #expect(try await server.send("GET", "/metrics").body.contains(#"http_responses_total{status="413"} 1"#))
    }
  }

  @Test("the log says why the store failed, and the response does not")
  func logsFailuresOfTheStore() async throws {
    let lines = LogLines()
    var configuration = CollaborationServer.Configuration()
    configuration.port = 0
    let server = try CollaborationServer(
      configuration, store: FailingStore(), log: ServerLog(write: lines.append))
    let connection = try RawConnection(port: server.port)
    connection.send(Array("GET \(Self.path) HTTP/1.1\r\nhost: localhost\r\n\r\n".utf8))
    let response = try await connection.response()
    await server.stop()
    #expect(response.status == 503 && !response.body.contains("disk"))
    #expect(lines.text.contains("the disk is full"))
  }

  @Test("a request that is being answered while the server stops gets its answer")
  func answersWhileStopping() async throws {
    let (asked, asking) = AsyncStream.makeStream(of: Void.self)
    let (isReady, ready) = AsyncStream.makeStream(of: Void.self)
    var configuration = CollaborationServer.Configuration()
    configuration.port = 0
    let store = FailingStore {
      asking.yield()
      for await _ in isReady { break }
    }
    let lines = LogLines()
    let server = try CollaborationServer(configuration, store: store, log: ServerLog(write: lines.append))
    let connection = try RawConnection(port: server.port)
    connection.send(Array("GET \(Self.path) HTTP/1.1\r\nhost: localhost\r\n\r\n".utf8))
    for await _ in asked { break }
    let stopping = Task { await server.stop() }
    while !lines.text.contains(#""event":"stopping""#) { await Task.yield() }
    // The web server stops after the rooms.
    try await Task.sleep(for: .milliseconds(100))
    ready.yield()
    #expect(try await connection.response().status == 503)
    await stopping.value
  }

  private struct FailingStore: TenantUserInfoStore {
    var prepare: @Sendable () async -> Void = {}
    private var failure: UserInfoError { .storeFailed("the disk is full") }

    func records(
      of users: [UserID], attributes: UserAttributeSelection, in tenant: Tenant
    ) async throws(UserInfoError) -> [UserID: UserInfoRecord] {
      await prepare()
      throw failure
    }
    func apply(
      _ changes: [UserInfoChange], by author: UserInfoAuthor, in tenant: Tenant
    ) async throws(UserInfoError) -> [UserInfoRecord] { throw failure }
    func deleteRecord(
      of user: UserID, by author: UserInfoAuthor, in tenant: Tenant
    ) async throws(UserInfoError) -> UserInfoRecord? { throw failure }
    func capacity(of tenant: Tenant) async throws(UserInfoError) -> Int { throw failure }
    func assignRecords(to tenant: Tenant) async throws(UserInfoError) { throw failure }
  }

  @Test(
    "what is not HTTP does not stop the server",
    arguments: [
      "", "\r\n\r\n", "GET", "GET / HTTP/9.9\r\n\r\n", "BREW /pot HTTP/1.1\r\nhost: x\r\n\r\n", "\0\0\0\0",
      "GET /\(String(repeating: "a", count: 20_000)) HTTP/1.1\r\n\r\n",
      "GET / HTTP/1.1\r\nhost: x\r\nx: \(String(repeating: "a", count: 20_000))\r\n\r\n",
      "PUT /a HTTP/1.1\r\nhost: x\r\ncontent-length: -5\r\n\r\n",
      "PUT /a HTTP/1.1\r\nhost: x\r\ncontent-length: 99999999999999999999\r\n\r\n",
      "GET /../../etc/passwd HTTP/1.1\r\nhost: x\r\n\r\n", "GET /%00 HTTP/1.1\r\nhost: x\r\n\r\n",
      "GET /%zz HTTP/1.1\r\nhost: x\r\n\r\n", "GET / HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\n\r\n",
    ])
  func survivesNoise(_ text: String) async throws {
    try await TestServer.run { server in
      do {
        let connection = try RawConnection(port: server.server.port)
        connection.send(Array(text.utf8))
      }
      #expect(try await server.send("GET", "/health").status == 200)
    }
  }

  @Test("tokens and bodies are never in the log")
  func keepsSecrets() async throws {
    try await TestServer.run { server in
      let token = try server.token("amal")
      _ = try await server.send(
        "PUT", Self.path, token: token, ["content-type": "application/x-www-form-urlencoded"], body: "sign=MYSECRET")
      _ = try await server.send(
        "PUT", Self.path, token: token, ["content-type": "application/json"], body: "MYSECRET")
      #expect(server.lines.text.contains(#""status":415"#))
      #expect(!server.lines.text.contains(token) && !server.lines.text.contains("MYSECRET"))
    }
  }

  @Test("the metrics count responses by status")
  func countsResponses() async throws {
    try await TestServer.run { server in
      _ = try await server.send("GET", Self.path)
      _ = try await server.send("GET", "/health")
      let metrics = try await server.send("GET", "/metrics")
      #expect(metrics.body.contains(#"http_responses_total{status="200"} 1"#))
      #expect(metrics.body.contains(#"http_responses_total{status="401"} 1"#))
      #expect(metrics.body.contains("# TYPE rooms gauge\nrooms 0"))
    }
  }
}
