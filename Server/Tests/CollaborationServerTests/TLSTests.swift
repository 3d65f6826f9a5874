import Collaboration
import CollaborationModels
import CollaborationWebSocket
import Foundation
import Testing

@testable import CollaborationServer

/// Encrypted connections, with a certificate that is made for the test.
@Suite struct TLSTests {
  /// Makes a key and a certificate for `localhost` with the program openssl.
  private static func makeCertificate() throws -> (certificate: String, key: String, folder: URL) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (certificate, key) = (folder.appending(path: "certificate.pem").path, folder.appending(path: "key.pem").path)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
      "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate,
    ]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "openssl could not make a certificate")
    return (certificate, key, folder)
  }

  @Test("a client that trusts the certificate joins a room; one that does not, and one without TLS, are refused")
  func encrypts() async throws {
    let (certificate, key, folder) = try Self.makeCertificate()
    defer { try? FileManager.default.removeItem(at: folder) }
    try await TestServer.run {
      ($0.certificate, $0.certificateKey) = (certificate, key)
    } _: { server in
      let config = RoomConfig(uuid: "lesson", roomToken: try server.token("amal"))
      var settings = WebSocketTransport.Settings()
      settings.authorities = certificate
      let url = "wss://localhost:\(server.server.port)"
      let trusting = WhiteboardSDK(transport: try WebSocketTransport(url: url, settings: settings))
      let room = try await trusting.joinRoom(config)
      #expect(room.roomMembers.count == 1)
      await room.disconnect()

      let stranger = try WebSocketTransport(url: url)
      await #expect(throws: WebSocketError.self) { _ = try await stranger.connect(config) }
      let plain = try WebSocketTransport(url: "ws://localhost:\(server.server.port)")
      await #expect(throws: WebSocketError.self) { _ = try await plain.connect(config) }
    }
  }

  @Test("a certificate that cannot be read is an error at the start")
  func refusesMissingFiles() {
    #expect(throws: WebServerError.self) {
      try TestServer { ($0.certificate, $0.certificateKey) = ("/none/certificate.pem", "/none/key.pem") }
    }
  }
}
