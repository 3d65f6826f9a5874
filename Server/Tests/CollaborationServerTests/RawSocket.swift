import Foundation

@testable import CollaborationServer

/// Frames of the WebSocket protocol (RFC 6455, section 5.2).
enum RawFrame {
  enum Opcode: UInt8 {
    case continuation = 0
    case text, binary
    case close = 8
  }

  /// Returns a frame of a client, with a mask of zeros.
  static func masked(_ opcode: Opcode, _ content: [UInt8], isFinal: Bool = true) -> [UInt8] {
    var frame = [opcode.rawValue | (isFinal ? 0x80 : 0)]
    switch content.count {
    case ..<126: frame.append(0x80 | UInt8(content.count))
    case ..<65_536: frame += [0xfe, UInt8(content.count >> 8), UInt8(content.count & 255)]
    default: frame += [0xff] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: content.count >> ($0 * 8)) }
    }
    return frame + [0, 0, 0, 0] + content
  }
}

/// A WebSocket that sends whatever a test wants.
struct RawSocket {
  let connection: RawConnection
  let response: RawResponse

  init(_ server: TestServer, room: String, token: String?, _ fields: [String: String] = [:]) async throws {
    try await self.init(server, path: "/rooms/\(room)", token: token, fields)
  }

  init(_ server: TestServer, path: String, token: String?, _ fields: [String: String] = [:]) async throws {
    connection = try RawConnection(port: server.server.port)
    var lines = [
      "GET \(path) HTTP/1.1", "host: localhost", "upgrade: websocket", "connection: upgrade",
      "sec-websocket-version: 13", "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    if let token { lines.append("authorization: Bearer \(token)") }
    lines += fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    connection.send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    response = try await connection.response()
  }

  struct NoCloseFrame: Error { let found: [UInt8] }

  /// Reads until the server closes the socket, and returns the code of its last frame.
  func closeCode() async throws -> Int {
    var bytes: [UInt8] = []
    while true {
      let more = await connection.read()
      bytes += more
      var rest = bytes[...]
      while rest.count >= 2 {
        let (opcode, length) = (rest.removeFirst() & 15, Int(rest.removeFirst()))
        var count = length
        let extra = length == 126 ? 2 : length == 127 ? 8 : 0
        guard rest.count >= extra else { break }
        if extra > 0 { count = rest.prefix(extra).reduce(0) { $0 << 8 | Int($1) } }
        rest = rest.dropFirst(extra)
        guard rest.count >= count else { break }
        let content = Array(rest.prefix(count))
        rest = rest.dropFirst(count)
        if opcode == RawFrame.Opcode.close.rawValue, content.count >= 2 {
          return Int(content[0]) << 8 | Int(content[1])
        }
      }
      if more.isEmpty { throw NoCloseFrame(found: bytes) }
    }
  }
}
