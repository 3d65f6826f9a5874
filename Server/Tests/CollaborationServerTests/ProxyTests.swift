import Collaboration
import CollaborationModels
import CollaborationWebSocket
import Foundation
import Testing

@testable import CollaborationServer

/// The server behind haproxy, with the configuration that comes with it.
@Suite(.enabled(if: Proxy.isInstalled, "needs the program haproxy"))
struct ProxyTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let statuses: Set<Int>
    let text: String

    /// - Parameter fields: The lines after the request line, without the empty line at the end.
    init(
      _ sentence: String, _ statuses: Set<Int>, _ line: String, _ fields: [String] = ["host: localhost"],
      body: String = ""
    ) {
      (testDescription, self.statuses) = (sentence, statuses)
      text = ([line + " HTTP/1.1"] + fields + ["", body]).joined(separator: "\r\n")
    }
  }

  private static let socket = [
    "host: localhost", "upgrade: websocket", "connection: upgrade", "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
  ]

  /// Some mistakes are repaired by the proxy, or answered by it.
  static let rows = [
    Row("HEAD", [200], "HEAD /health"),
    Row("TRACE", [405], "TRACE /health"),
    Row("a method that nobody knows", [405], "FOO /health"),
    Row("no host", [400], "GET /health", []),
    Row("two hosts", [400], "GET /health", ["host: localhost", "host: example.com"]),
    Row("a space before the colon of host", [400], "GET /health", ["host : localhost"]),
    Row(
      "a space before the colon of transfer-encoding", [400], "GET /health",
      ["host: localhost", "transfer-encoding : chunked"]),
    Row("a folded line", [200, 400], "GET /health", ["host: localhost", "x: a", " b"]),
    Row("a length with a sign", [400], "GET /health", ["host: localhost", "content-length: +4"], body: "abcd"),
    Row(
      "two lengths", [400, 411], "GET /health",
      ["host: localhost", "content-length: 4", "transfer-encoding: chunked"], body: "0\r\n\r\n"),
    Row("an escape without digits", [400], "GET /%zz"),
    Row("an escaped NUL", [400], "GET /%00"),
    Row("a NUL", [400], "GET /\0"),
    Row(
      "a field of 64 KiB", [400, 431], "GET /health",
      ["host: localhost", "x: " + String(repeating: "a", count: 65_536)]),
    Row("version 8 of the WebSocket protocol", [426], "GET /messages", socket + ["sec-websocket-version: 8"]),
    Row("metrics", [404], "GET /metrics"),
    Row("a request without a token", [401], "GET /org/app/metadata/user/ana"),
  ]

  @Test("what is no proper request is answered through the proxy, and the next one, too")
  func answers() async throws {
    try await Proxy.run { proxy, _ in
      for row in Self.rows {
        let response = try await proxy.connect().exchange(Array(row.text.utf8))
        #expect(row.statuses.contains(response.status), "\(row.testDescription): \(response)")
        // The proxy has a page of its own for what it cannot parse.
        if response.status > 400 {
          #expect(response.fields["content-type"] == "application/problem+json", "\(row.testDescription)")
        }
        if response.status == 405 { #expect(response.fields["allow"] == "GET, HEAD") }
        let next = try await proxy.connect().exchange(Array("GET /ready HTTP/1.1\r\nhost: localhost\r\n\r\n".utf8))
        #expect(next.status == 200)
      }
    }
  }

  @Test("frames reach the server as they are")
  func passesFrames() async throws {
    try await Proxy.run { proxy, server in
      let token = try server.token("ana")
      let handshake =
        (["GET /messages HTTP/1.1"] + Self.socket + [
          "authorization: Bearer \(token)", "sec-websocket-version: 13",
          "sec-websocket-protocol: other, collaboration.v1",
          "", "",
        ]).joined(separator: "\r\n")
      let frames: [(frame: [UInt8], code: [UInt8])] = [
        ([0x81, 2, 0x7b, 0x7d], [0x03, 0xea]), (RawFrame.masked(.text, [0xff]), [0x03, 0xef]),
      ]
      for (frame, code) in frames {
        let connection = try proxy.connect()
        let response = try await connection.exchange(Array(handshake.utf8))
        #expect(response.status == 101 && response.fields["sec-websocket-protocol"] == "collaboration.v1")
        connection.send(frame)
        let end = await connection.rest()
        #expect(end.first == 0x88 && end.dropFirst(2).prefix(2).elementsEqual(code))
      }
    }
  }

  @Test("a client that trusts the certificate joins a room; one that does not, and one without encryption, do not")
  func encrypts() async throws {
    try await Proxy.run { proxy, server in
      let config = RoomConfig(uuid: "lesson", roomToken: try server.token("amal"))
      var settings = WebSocketTransport.Settings()
      settings.authorities = proxy.certificate.path
      let url = "wss://localhost:\(proxy.port)"
      let room = try await WhiteboardSDK(transport: try WebSocketTransport(url: url, settings: settings)).joinRoom(
        config)
      #expect(room.roomMembers.count == 1)
      await room.disconnect()
      let stranger = try WebSocketTransport(url: url)
      await #expect(throws: WebSocketError.self) { _ = try await stranger.connect(config) }
      let plain = try WebSocketTransport(url: "ws://localhost:\(proxy.port)")
      await #expect(throws: WebSocketError.self) { _ = try await plain.connect(config) }
    }
  }

  @Test("the log names the client, not the proxy, and metrics need a token for others")
  func namesClients() async throws {
    try await Proxy.run { proxy, server in
      let fields = ["x-forwarded-for": "198.51.100.7, 203.0.113.9"]
      #expect(try await server.send("GET", "/metrics", fields).status == 401)
      #expect(try await server.send("GET", "/metrics", token: try server.token("ana"), fields).status == 200)
      let local = try await server.send("GET", "/metrics")
      #expect(local.status == 200)
      #expect(server.lines.text.contains(#""peer":"203.0.113.9""#))
      let forged = "GET /nothing HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: 192.0.2.1\r\n\r\n"
      #expect(try await proxy.connect().exchange(Array(forged.utf8)).status == 401)
      #expect(!server.lines.text.contains("192.0.2.1"))
    }
  }
}

/// haproxy with `haproxy.cfg` and a certificate that is made for the test.
final class Proxy: @unchecked Sendable {
  static let isInstalled = program != nil
  private static let program = ["/usr/sbin/haproxy", "/usr/local/bin/haproxy", "/opt/homebrew/bin/haproxy"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  let port: Int
  let certificate: URL
  private let folder: URL
  private let process = Process()

  /// Runs a test with a server and a proxy in front of it.
  static func run(_ body: @Sendable (Proxy, TestServer) async throws -> Void) async throws {
    let server = try TestServer { $0.isBehindProxy = true }
    do {
      let proxy = try await Proxy(server.server.port)
      try await body(proxy, server)
    } catch {
      await server.server.stop()
      throw error
    }
    await server.server.stop()
  }

  init(_ server: Int) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "proxy-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    certificate = folder.appending(path: "certificate.pem")
    let key = folder.appending(path: "key.pem")
    try await Self.run(
      "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
        "/CN=localhost", "-addext",
        "subjectAltName=DNS:localhost", "-keyout", key.path, "-out", certificate.path,
      ])
    let both = folder.appending(path: "both.pem")
    try (Data(contentsOf: certificate) + Data(contentsOf: key)).write(to: both)
    let configuration = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "haproxy.cfg")
    port = try Self.freePort()
    process.executableURL = URL(fileURLWithPath: Self.program ?? "")
    process.arguments = ["-db", "-f", configuration.path]
    process.environment = [
      "PROXY_BIND": "127.0.0.1:\(port)", "PROXY_CERTIFICATE": both.path, "SERVER": "127.0.0.1:\(server)",
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    while process.isRunning, (try? RawConnection(port: port)) == nil { try await Task.sleep(for: .milliseconds(20)) }
    try #require(process.isRunning, "haproxy ended with the status \(process.terminationStatus)")
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    try? FileManager.default.removeItem(at: folder)
  }

  func connect() throws -> EncryptedConnection { try EncryptedConnection(port: port, authorities: certificate.path) }

  private static func run(_ program: String, _ arguments: [String]) async throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    // Waiting in place would keep the server from answering the proxy's question whether it is ready.
    while process.isRunning { try await Task.sleep(for: .milliseconds(20)) }
    try #require(process.terminationStatus == 0, "\(program) failed")
  }

  private static func freePort() throws -> Int {
    let listener = try Listening.open(address: "127.0.0.1", port: 0)
    close(listener.descriptor)
    return listener.port
  }
}

/// An encrypted connection for whatever a test sends, by the program openssl.
final class EncryptedConnection: @unchecked Sendable {
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())

  init(port: Int, authorities: String) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "openssl", "s_client", "-quiet", "-verify_return_error", "-CAfile", authorities, "-connect", "localhost:\(port)",
    ]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  func send(_ bytes: [UInt8]) { try? input.fileHandleForWriting.write(contentsOf: Data(bytes)) }

  func read() async -> [UInt8] {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        continuation.resume(returning: Array(output.fileHandleForReading.availableData))
      }
    }
  }

  func rest() async -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let more = await read()
      guard !more.isEmpty else { return bytes }
      bytes += more
    }
  }

  /// Sends a request, and returns the response once its head and its body, if any, have arrived.
  func exchange(_ bytes: [UInt8]) async throws -> RawResponse {
    send(bytes)
    var received: [UInt8] = []
    while true {
      let more = await read()
      received += more
      let length = (try? RawResponse(received))?.fields["content-length"].flatMap { Int($0) } ?? 0
      let isHead = bytes.starts(with: Array("HEAD".utf8))
      if more.isEmpty { return try RawResponse(received) }
      if let response = try? RawResponse(received), isHead || response.body.utf8.count >= length { return response }
    }
  }
}
