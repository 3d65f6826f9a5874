import Foundation
import Synchronization
import Testing

@testable import CollaborationServer
import ServerModels

/// A server in this process, on a free port.
final class TestServer: Sendable {
  static let key = Array("a key for tests, of 32 bytes and more".utf8)

  let server: CollaborationServer
  let signer: TokenSigner
  let lines = LogLines()

  init(isOpen: Bool = false, configure: (inout CollaborationServer.Configuration) -> Void = { _ in }) throws {
    signer = try #require(TokenSigner(key: Self.key))
    var configuration = CollaborationServer.Configuration()
    configuration.port = 0
    configuration.tokens = isOpen ? nil : AccessTokens(key: Self.key)
    configuration.origins = ["https://app.example"]
    configure(&configuration)
    server = try CollaborationServer(configuration, log: ServerLog(level: .debug, write: lines.append))
  }

  /// Runs a test with a server, and stops it.
  static func run(
    isOpen: Bool = false, configure: (inout CollaborationServer.Configuration) -> Void = { _ in },
    _ body: @Sendable (TestServer) async throws -> Void
  ) async throws {
    let server = try TestServer(isOpen: isOpen, configure: configure)
    do { try await body(server) } catch {
      await server.server.stop()
      throw error
    }
    await server.server.stop()
  }

  func token(
    _ user: String, scope: String = "rooms:write channels:write calls:write", tenant: String? = nil,
    expiresIn seconds: Double = 3_600
  ) throws -> String {
    try signer.sign(
      TokenClaims(sub: user, exp: Date().timeIntervalSince1970 + seconds, scope: scope, tenant: tenant))
  }

  /// Sends a request of one piece, and returns the response.
  func send(
    _ method: String, _ path: String, token: String? = nil, _ fields: [String: String] = [:], body: String? = nil
  ) async throws -> RawResponse {
    var lines = ["\(method) \(path) HTTP/1.1", "connection: close"]
    if fields["host"] == nil { lines.append("host: localhost") }
    if let token { lines.append("authorization: Bearer \(token)") }
    if let body { lines.append("content-length: \(body.utf8.count)") }
    lines += fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return try await exchange(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
  }

  /// Sends any text, and returns the response.
  func exchange(_ text: String) async throws -> RawResponse {
    let connection = try RawConnection(port: server.port)
    connection.send(Array(text.utf8))
    return try await connection.response()
  }
}

/// The lines of a log.
final class LogLines: Sendable {
  private let state = Mutex<[UInt8]>([])

  @Sendable func append(_ line: [UInt8]) { state.withLock { $0 += line } }

  var text: String { String(decoding: state.withLock { $0 }, as: UTF8.self) }
}

/// A number that several tasks change.
final class Counter: Sendable {
  private let number = Mutex(0)

  var value: Int { number.withLock { $0 } }
  func set(_ value: Int) { number.withLock { $0 = value } }
  func add(_ value: Int) { number.withLock { $0 += value } }
}
