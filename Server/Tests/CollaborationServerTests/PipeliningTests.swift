import Foundation
import Testing

@testable import CollaborationServer

/// Requests that are sent before earlier ones are answered (RFC 9112, section 9.3.2).
@Suite struct PipeliningTests {
  /// A request with the status of its response.
  enum Kind: CaseIterable, Sendable {
    case get, getWithBody, put, post, delete, missing, invalid

    var text: String {
      switch self {
      case .get: request("GET /health")
      case .getWithBody: request("GET /health", body: "abcd")
      case .put: request("PUT /org/app/metadata/user/ana", "content-type: \(form)", body: "nickname=Ana")
      case .post: request("POST /org/app/metadata/user/get", "content-type: application/json", body: targets)
      case .delete: request("DELETE /org/app/metadata/user/ben")
      case .missing: request("GET /nothing")
      case .invalid: request("PUT /org/app/metadata/user/ana", "content-type: \(form)", body: "gender=7")
      }
    }

    var status: Int {
      switch self {
      case .get, .getWithBody, .put, .post, .delete: 200
      case .missing: 404
      case .invalid: 422
      }
    }

    private var form: String { "application/x-www-form-urlencoded" }
    private var targets: String { #"{"targets":["ana"]}"# }
  }

  /// Requests on one connection, with what is expected of it.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let statuses: [Int]
    /// Whether the last response ends the connection.
    let endsConnection: Bool

    init(_ sentence: String, _ kinds: [Kind]) {
      (testDescription, text, statuses) = (sentence, kinds.map(\.text).joined(), kinds.map(\.status))
      endsConnection = false
    }

    init(_ sentence: String, _ text: String, _ statuses: [Int]) {
      (testDescription, self.text, self.statuses) = (sentence, text, statuses)
      endsConnection = true
    }
  }

  private static let chunked = request("GET /health", "transfer-encoding: chunked") + "4\r\nabcd\r\n0\r\n\r\n"
  private static let last = request("GET /health", "connection: close")
  private static let tooLong = request("PUT /org/app/metadata/user/ana", body: String(repeating: "a", count: 70_000))

  static let rows: [Row] =
    Kind.allCases.flatMap { first in
      Kind.allCases.map { second in Row("\(first), then \(second)", [first, second]) }
    }
    + [1, 2, 3, 16, 64].flatMap { depth in
      [
        Row("\(depth) without bodies", Array(repeating: .get, count: depth)),
        Row("\(depth) with bodies", Array(repeating: .put, count: depth)),
        Row("\(depth) of all kinds", (0..<depth).map { Kind.allCases[$0 % Kind.allCases.count] }),
      ]
    }
    + [
      Row("a chunked one ends the connection", Kind.get.text + chunked + Kind.get.text, [200, 411]),
      Row("the one that closes is the last", Kind.put.text + last + Kind.put.text, [200, 200]),
      Row("empty lines between requests", "\r\n\(Kind.put.text)\r\n\r\n\(last)", [200, 200]),
      Row("a body that is refused unread", Kind.get.text + tooLong + Kind.get.text, [200, 415]),
      Row("a malformed one ends the connection", Kind.put.text + "GET\r\n\r\n" + Kind.get.text, [200, 400]),
      Row(
        "one with a body that is longer than it says", request("GET /health", body: "ab") + ":" + Kind.get.text,
        [200, 400]),
    ]

  @Test("requests in one piece are all answered, in order", arguments: [false, true])
  func answersAll(isHalfClosed: Bool) async throws {
    try await run { server in
      for row in Self.rows {
        let connection = try RawConnection(port: server.server.port)
        connection.send(Array(row.text.utf8))
        if isHalfClosed { connection.finish() } else { connection.send(Array(Self.last.utf8)) }
        let statuses = try RawResponse.all(await connection.rest()).map(\.status)
        let isOpen = !isHalfClosed && !row.endsConnection
        #expect(statuses == row.statuses + (isOpen ? [200] : []), "\(row.testDescription)")
      }
    }
  }

  @Test("requests in two pieces are answered like those in one, wherever they are cut")
  func answersPieces() async throws {
    let text = Array((Kind.put.text + Kind.getWithBody.text + Kind.get.text).utf8)
    try await run { server in
      for cut in 1..<text.count {
        let connection = try RawConnection(port: server.server.port)
        connection.send(Array(text[..<cut]))
        if cut % 7 == 0 { try await Task.sleep(for: .milliseconds(2)) }
        connection.send(Array(text[cut...]))
        connection.finish()
        #expect(try RawResponse.all(await connection.rest()).map(\.status) == [200, 200, 200], "\(cut)")
      }
    }
  }

  @Test("of requests that are cut off, the complete ones are answered, and the rest with 400")
  func answersBeginnings() async throws {
    let parts = [Kind.put, .getWithBody, .get].map { Array($0.text.utf8) }
    let ends = [0, parts[0].count, parts[0].count + parts[1].count]
    let text = parts.flatMap(\.self)
    try await run { server in
      for cut in 0..<text.count {
        let connection = try RawConnection(port: server.server.port)
        connection.send(Array(text[..<cut]))
        connection.finish()
        let complete = ends.filter { $0 <= cut }.count - 1
        let expected = Array(repeating: 200, count: complete) + (ends.contains(cut) ? [] : [400])
        #expect(try RawResponse.all(await connection.rest()).map(\.status) == expected, "\(cut)")
      }
    }
  }

  @Test(
    "a WebSocket opens behind requests with bodies, and reads what was sent with its handshake", arguments: [0, 1, 16])
  func opensSockets(depth: Int) async throws {
    let handshake = request(
      "GET /messages", "upgrade: websocket", "connection: keep-alive, Upgrade", "sec-websocket-version: 13",
      "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==")
    try await run { server in
      let connection = try RawConnection(port: server.server.port)
      let requests = String(repeating: Kind.put.text, count: depth)
      connection.send(Array((requests + handshake).utf8) + RawFrame.masked(.text, Array("{".utf8)))
      let bytes = await connection.rest()
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.components(separatedBy: "HTTP/1.1 200 OK").count == depth + 1)
      // The key and the acceptance of RFC 6455, section 1.3.
      #expect(text.contains("HTTP/1.1 101 ") && text.contains("sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
      let end = try #require(bytes.indices.last { bytes[$0...].starts(with: Array("\r\n\r\n".utf8)) }) + 4
      #expect(bytes[end...].prefix(4).elementsEqual([0x88, UInt8(bytes.count - end - 2), 0x03, 0xef]))
    }
  }

  @Test("a client that sends for ever and reads nothing does not keep others waiting")
  func ignoresGreed() async throws {
    try await run { server in
      let greedy = try RawConnection(port: server.server.port)
      let sending = Task.detached {
        for _ in 0..<2_000 { guard greedy.sendSome(Array(Kind.put.text.utf8)) else { return } }
      }
      for _ in 0..<20 { #expect(try await server.send("GET", "/health").status == 200) }
      await sending.value
      #expect(try await server.send("GET", "/health").status == 200)
    }
  }

  private func run(_ body: @Sendable (TestServer) async throws -> Void) async throws {
    try await TestServer.run(isOpen: true) {
      ($0.requestsPerSecond, $0.requestBurst) = (1_000_000, 1_000_000)
    } _: { server in
      try await body(server)
      #expect(try await server.send("GET", "/health").status == 200)
    }
  }
}

private func request(_ line: String, _ fields: String..., body: String? = nil) -> String {
  var lines = ["\(line) HTTP/1.1", "host: localhost"] + fields
  if let body { lines.append("content-length: \(body.utf8.count)") }
  return lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
}
