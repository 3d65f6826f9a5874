import Collaboration
import Foundation
import SchemaRuntime
import Synchronization
import Testing

@testable import CollaborationServer

/// Heads of requests: what is taken, and what is refused with which status.
@Suite struct RequestParserTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let status: Int
    let text: String

    /// - Parameter fields: The lines between the request line and the empty line.
    init(
      _ sentence: String, _ status: Int, _ line: String = "GET /health HTTP/1.1",
      _ fields: [String] = ["host: localhost"]
    ) {
      (testDescription, self.status) = (sentence, status)
      text = ([line] + fields + ["", ""]).joined(separator: "\r\n")
    }

    init(_ sentence: String, _ status: Int, text: String) {
      (testDescription, self.status, self.text) = (sentence, status, text)
    }
  }

  private static let host = "host: localhost"
  private static let socket = [host, "upgrade: websocket", "connection: keep-alive, Upgrade"]
  private static let key = "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ=="
  private static let version = "sec-websocket-version: 13"

  static let rows = [
    Row("a host with a port", 200, "GET /health HTTP/1.1", ["Host:127.0.0.1:8080"]),
    Row("an IPv6 address", 200, "GET /health HTTP/1.1", ["HOST: [::1]:8080"]),
    Row("no host", 400, "GET /health HTTP/1.1", []),
    Row("no host in HTTP/1.0, which nobody can tell from another site", 403, "GET /health HTTP/1.0", []),
    Row("HTTP/1.0", 200, "GET /health HTTP/1.0"),
    Row("an empty host", 400, "GET /health HTTP/1.1", ["host:"]),
    Row("a host with a space", 400, "GET /health HTTP/1.1", ["host: local host"]),
    Row("a host with a path", 400, "GET /health HTTP/1.1", ["host: localhost/health"]),
    Row("two hosts", 400, "GET /health HTTP/1.1", [host, "Host: example.com"]),
    Row("the same host twice", 400, "GET /health HTTP/1.1", [host, host]),
    Row("a space before a colon", 400, "GET /health HTTP/1.1", ["host : localhost"]),
    Row("a tab before a colon", 400, "GET /health HTTP/1.1", [host, "x\t: y"]),
    Row("a field without a colon", 400, "GET /health HTTP/1.1", [host, "x"]),
    Row("a field without a name", 400, "GET /health HTTP/1.1", [host, ": x"]),
    Row("a folded line", 400, "GET /health HTTP/1.1", [host, "x: y", " z"]),
    Row("a folded line with a tab", 400, "GET /health HTTP/1.1", [host, "x: y", "\tz"]),
    Row("a space before the first field", 400, "GET /health HTTP/1.1", [" host: localhost"]),
    Row("a NUL in a value", 400, "GET /health HTTP/1.1", [host, "x: \0"]),
    Row("a lonely CR in a value", 400, "GET /health HTTP/1.1", [host, "x: a\rb"]),
    Row("lines that end with LF", 400, text: "GET /health HTTP/1.1\nhost: localhost\n\n"),
    Row("one line that ends with LF", 400, text: "GET /health HTTP/1.1\r\nhost: localhost\nx: y\r\n\r\n"),
    Row("100 fields", 200, "GET /health HTTP/1.1", [host] + Array(repeating: "x: y", count: 99)),
    Row("101 fields", 431, "GET /health HTTP/1.1", [host] + Array(repeating: "x: y", count: 100)),
    Row("a field of 12 KiB", 200, "GET /health HTTP/1.1", [host, "x: " + String(repeating: "y", count: 12 << 10)]),
    Row("a field of 64 KiB", 431, "GET /health HTTP/1.1", [host, "x: " + String(repeating: "y", count: 64 << 10)]),
    Row("a path of 9,000 bytes", 414, "GET /\(String(repeating: "a", count: 9_000)) HTTP/1.1"),
    Row("both framings", 400, "PUT /health HTTP/1.1", [host, "content-length: 0", "transfer-encoding: chunked"]),
    Row("chunks", 411, "PUT /health HTTP/1.1", [host, "transfer-encoding: chunked"]),
    Row("another encoding", 411, "PUT /health HTTP/1.1", [host, "transfer-encoding: gzip, chunked"]),
    Row("a length with a sign", 400, "PUT /health HTTP/1.1", [host, "content-length: +0"]),
    Row("a negative length", 400, "PUT /health HTTP/1.1", [host, "content-length: -5"]),
    Row("a hexadecimal length", 400, "PUT /health HTTP/1.1", [host, "content-length: 0x0"]),
    Row("an empty length", 400, "PUT /health HTTP/1.1", [host, "content-length:"]),
    Row("a list of lengths", 400, "PUT /health HTTP/1.1", [host, "content-length: 0, 0"]),
    Row("two lengths", 400, "PUT /health HTTP/1.1", [host, "content-length: 0", "content-length: 0"]),
    Row("a length of 20 digits", 413, "PUT /health HTTP/1.1", [host, "content-length: 99999999999999999999"]),
    Row("two tokens", 400, "GET /health HTTP/1.1", [host, "authorization: Bearer a", "authorization: Bearer b"]),
    Row("two tokens in the path", 400, "GET /health?access_token=a&access_token=b HTTP/1.1"),
    Row("an escape", 200, "GET /%68ealth HTTP/1.1"),
    Row("an escape without digits", 400, "GET /%zz HTTP/1.1"),
    Row("half an escape", 400, "GET /health%6 HTTP/1.1"),
    Row("an escape with a sign", 400, "GET /%+1 HTTP/1.1"),
    Row("an escape without digits in the query", 400, "GET /health?a=%zz HTTP/1.1"),
    Row("an escaped NUL", 400, "GET /%00 HTTP/1.1"),
    Row("an escaped line break", 400, "GET /%0d%0a HTTP/1.1"),
    Row("escapes that are not UTF-8", 400, "GET /%ff HTTP/1.1"),
    Row("a NUL in the path", 400, "GET /\0 HTTP/1.1"),
    Row("a letter that is not ASCII", 400, "GET /é HTTP/1.1"),
    Row("a fragment", 400, "GET /health#x HTTP/1.1"),
    Row("a path without a slash", 400, "GET health HTTP/1.1"),
    Row("an absolute target", 200, "GET http://LOCALHOST/health HTTP/1.1"),
    Row("an absolute target of another host", 400, "GET http://example.com/health HTTP/1.1"),
    Row("a host and a port for a target", 400, "CONNECT localhost:80 HTTP/1.1"),
    Row("two spaces", 400, "GET  /health HTTP/1.1"),
    Row("a tab for a space", 400, "GET\t/health\tHTTP/1.1"),
    Row("a space at the end", 400, "GET /health HTTP/1.1 "),
    Row("no version", 400, "GET /health"),
    Row("version 2", 505, "GET /health HTTP/2.0"),
    Row("version 9.9", 505, "GET /health HTTP/9.9"),
    Row("another protocol", 400, "GET /health HTCPCP/1.0"),
    Row("a method that is no token", 400, "G(T /health HTTP/1.1"),
    Row("TRACE", 405, "TRACE /health HTTP/1.1"),
    Row("a method that nobody knows", 405, "FOO /health HTTP/1.1"),
    Row("an expectation that nobody knows", 417, "GET /health HTTP/1.1", [host, "expect: tea"]),
    Row("another protocol to change to", 200, "GET /health HTTP/1.1", [host, "upgrade: h2c", "connection: upgrade"]),
    Row("a WebSocket of version 8", 426, "GET /messages HTTP/1.1", socket + [key, "sec-websocket-version: 8"]),
    Row("a WebSocket without a version", 426, "GET /messages HTTP/1.1", socket + [key]),
    Row("a WebSocket without a key", 400, "GET /messages HTTP/1.1", socket + [version]),
    Row("a WebSocket with a short key", 400, "GET /messages HTTP/1.1", socket + [version, "sec-websocket-key: AAAA"]),
    Row("a WebSocket with two keys", 400, "GET /messages HTTP/1.1", socket + [version, key, key]),
    Row("a WebSocket by POST", 400, "POST /messages HTTP/1.1", socket + [version, key]),
    Row(
      "a WebSocket without connection: upgrade", 400, "GET /messages HTTP/1.1", [socket[0], socket[1], version, key]),
    Row("a WebSocket at a path that has none", 404, "GET /nothing HTTP/1.1", socket + [version, key]),
  ]

  @Test("a head is answered with its status, and every refusal has a problem document")
  func answers() async throws {
    try await TestServer.run(isOpen: true) {
      ($0.requestsPerSecond, $0.requestBurst) = (1_000_000, 1_000_000)
    } _: { server in
      for row in Self.rows {
        let connection = try RawConnection(port: server.server.port)
        connection.send(Array(row.text.utf8))
        connection.finish()
        let responses = try RawResponse.all(await connection.rest())
        #expect(responses.map(\.status) == [row.status], "\(row.testDescription)")
        guard let response = responses.first, response.status >= 400 else { continue }
        #expect(response.fields["content-type"] == ProblemDocument.contentType, "\(row.testDescription)")
        let problem = try JSONValue(parsing: response.body)
        #expect(problem["status"] == .number(JSONNumber(row.status)), "\(row.testDescription)")
        #expect((response.fields["allow"] != nil) == (row.status == 405), "\(row.testDescription)")
        #expect((response.fields["sec-websocket-version"] == "13") == (row.status == 426), "\(row.testDescription)")
      }
    }
  }

  @Test("HEAD is answered like GET, without the body, and every response has a date")
  func answersHead() async throws {
    try await TestServer.run(isOpen: true) { server in
      for path in ["/health", "/nothing"] {
        let get = try await server.send("GET", path)
        let connection = try RawConnection(port: server.server.port)
        connection.send(Array("HEAD \(path) HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n".utf8))
        let head = try RawResponse(await connection.rest())
        #expect(head.status == get.status && head.body.isEmpty)
        #expect(head.fields["content-length"] == String(get.body.utf8.count))
        #expect(get.fields["date"]?.wholeMatch(of: /[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/) != nil)
      }
    }
  }

  @Test("a client that expects it is told to send the body, unless the request is refused")
  func continues() async throws {
    try await TestServer.run(isOpen: true) { server in
      let connection = try RawConnection(port: server.server.port)
      let head =
        "PUT /org/app/metadata/user/ana HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\ncontent-length: 6\r\n"
      connection.send(Array((head + "content-type: application/x-www-form-urlencoded\r\n\r\n").utf8))
      #expect(String(decoding: await connection.read(), as: UTF8.self) == "HTTP/1.1 100 Continue\r\n\r\n")
      connection.send(Array("sign=x".utf8))
      #expect(try await connection.response().status == 200)
      let refused = try await server.exchange(head + "content-type: text/plain\r\n\r\n")
      #expect(refused.status == 415)
    }
  }

  @Test("the methods of a path are those that it answers")
  func namesMethods() async throws {
    try await TestServer.run(isOpen: true) { server in
      let users = ["user/ana", "user/get", "user/capacity", "capacity"].map { "/org/app/metadata/\($0)" }
      for path in users + ["/rooms/a", "/rooms/get"] {
        let allowed = try #require(try await server.send("PATCH", path).fields["allow"]).components(separatedBy: ", ")
        for method in ["GET", "HEAD", "PUT", "POST", "DELETE", "PATCH", "TRACE"] {
          let response = try await server.send(method, path, body: "")
          #expect((response.status != 405) == allowed.contains(method), "\(method) \(path)")
        }
      }
    }
  }

  @Test("a long token is named as what it is")
  func readsLongTokens() async throws {
    try await TestServer.run { server in
      let token = String(repeating: "a", count: 5_000)
      let inField = try await server.send("GET", "/org/app/metadata/user/ana", token: token)
      #expect(inField.status == 401 && inField.body.contains("JSON Web Token"))
      let tooLong = try await server.send("GET", "/org/app/metadata/user/ana", token: token + token + token + token)
      #expect(tooLong.status == 431 && tooLong.body.contains("16384"))
    }
  }

  @Test("only this machine reads metrics without a token, and readiness follows the store")
  func observes() async throws {
    try await TestServer.run { server in
      for field in ["x-forwarded-for", "forwarded"] {
        #expect(try await server.send("GET", "/metrics", [field: "for=203.0.113.9"]).status == 401)
      }
      #expect(try await server.send("GET", "/metrics").status == 200)
      let ready = try await server.send("GET", "/ready")
      #expect(ready.status == 200)
    }
    let isWorking = Mutex(true)
    let readiness = Readiness { if !isWorking.withLock({ $0 }) { throw UserInfoError.storeFailed("none") } }
    #expect(await readiness.isReady())
    isWorking.withLock { $0 = false }
    while await readiness.isReady() { try await Task.sleep(for: .milliseconds(50)) }
    isWorking.withLock { $0 = true }
    while await !readiness.isReady() { try await Task.sleep(for: .milliseconds(50)) }
  }
}
