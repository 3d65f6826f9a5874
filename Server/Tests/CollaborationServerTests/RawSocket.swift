import Foundation
import Synchronization

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
  private let rest = Rest()

  init(_ server: TestServer, room: String, token: String?, _ fields: [String: String] = [:]) async throws {
    try await self.init(server, path: "/rooms/\(room)", token: token, fields)
  }

  init(_ server: TestServer, path: String, token: String?, _ fields: [String: String] = [:]) async throws {
    try await self.init(port: server.server.port, path: path, token: token, fields)
  }

  init(port: Int, path: String, token: String? = nil, _ fields: [String: String] = [:]) async throws {
    connection = try RawConnection(port: port)
    var lines = [
      "GET \(path) HTTP/1.1", "host: localhost", "upgrade: websocket", "connection: upgrade",
      "sec-websocket-version: 13", "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    if let token { lines.append("authorization: Bearer \(token)") }
    lines += fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    connection.send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    // Frames may arrive together with the head.
    let end = Array("\r\n\r\n".utf8)
    var bytes: [UInt8] = []
    var head: Range<Int>?
    repeat {
      let more = await connection.read()
      bytes += more
      head = bytes.firstRange(of: end)
      if more.isEmpty { break }
    } while head == nil
    let count = head?.upperBound ?? bytes.count
    var response = try RawResponse(Array(bytes[..<count]))
    let rest = Array(bytes[count...])
    if response.status == 101 {
      self.rest.bytes.withLock { $0 = rest }
    } else {
      response.body = String(decoding: rest, as: UTF8.self)
    }
    self.response = response
  }

  /// A frame of the server, which has no mask.
  struct Frame: Hashable {
    var opcode: UInt8
    var content: [UInt8]
  }

  struct Closed: Error { let found: [UInt8] }

  /// What was read and is not a complete frame yet.
  private final class Rest: Sendable {
    let bytes = Mutex<[UInt8]>([])
  }

  /// Returns the next frame.
  func frame() async throws -> Frame {
    while true {
      if let frame = rest.bytes.withLock({ Self.takeFrame(&$0) }) { return frame }
      let more = await connection.read()
      if more.isEmpty { throw Closed(found: rest.bytes.withLock { $0 }) }
      rest.bytes.withLock { $0 += more }
    }
  }

  private static func takeFrame(_ bytes: inout [UInt8]) -> Frame? {
    var rest = bytes[...]
    guard rest.count >= 2 else { return nil }
    let (opcode, length) = (rest.removeFirst() & 15, Int(rest.removeFirst()))
    let extra = length == 126 ? 2 : length == 127 ? 8 : 0
    guard rest.count >= extra else { return nil }
    let count = extra > 0 ? rest.prefix(extra).reduce(0) { $0 << 8 | Int($1) } : length
    rest = rest.dropFirst(extra)
    guard rest.count >= count else { return nil }
    defer { bytes = Array(rest.dropFirst(count)) }
    return Frame(opcode: opcode, content: Array(rest.prefix(count)))
  }

  /// Returns the next message, and skips other frames.
  func text() async throws -> String {
    while true {
      let frame = try await frame()
      if frame.opcode == RawFrame.Opcode.text.rawValue { return String(decoding: frame.content, as: UTF8.self) }
      if frame.opcode == RawFrame.Opcode.close.rawValue { throw Closed(found: frame.content) }
    }
  }

  /// Returns the code of the close frame, and skips other frames.
  func closeCode() async throws -> Int {
    while true {
      let frame = try await frame()
      if frame.opcode == RawFrame.Opcode.close.rawValue, frame.content.count >= 2 {
        return Int(frame.content[0]) << 8 | Int(frame.content[1])
      }
    }
  }
}
