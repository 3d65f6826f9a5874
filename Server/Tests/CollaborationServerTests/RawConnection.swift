import Foundation
import Testing

/// A response as it was received.
struct RawResponse: Hashable {
  var status: Int
  /// By lowercase name.
  var fields: [String: String]
  var body: String

  struct Malformed: Error { let text: String }

  init(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.range(of: "\r\n\r\n") else { throw Malformed(text: text) }
    let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count >= 2, let status = Int(words[1]) else { throw Malformed(text: text) }
    self.status = status
    fields = Dictionary(
      lines.dropFirst().compactMap { line in
        line.firstIndex(of: ":").map { colon in
          (line[..<colon].lowercased(), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
      }, uniquingKeysWith: { first, _ in first })
    body = String(text[end.upperBound...])
  }
}

extension RawResponse {
  /// Splits what a connection received into responses, by the lengths of their bodies.
  static func all(_ bytes: [UInt8]) throws -> [RawResponse] {
    var (rest, responses) = (bytes[...], [RawResponse]())
    while !rest.isEmpty {
      var response = try RawResponse(Array(rest))
      let headEnd = try #require(rest.indices.first { rest[$0...].starts(with: Array("\r\n\r\n".utf8)) }) + 4
      let end = headEnd + (response.fields["content-length"].flatMap { Int($0) } ?? 0)
      guard end <= rest.endIndex else { throw Malformed(text: "\(response)") }
      response.body = String(decoding: rest[headEnd..<end], as: UTF8.self)
      responses.append(response)
      rest = rest[end...]
    }
    return responses
  }
}

/// A TCP connection to this machine, without any library that would correct what a test sends.
final class RawConnection: @unchecked Sendable {
  private let socket: Int32

  struct Failed: Error { let code: Int32 }

  init(port: Int) throws {
    socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failed(code: errno) }
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(socket) }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Sends what the system takes; returns false if it takes nothing more.
  func sendSome(_ bytes: [UInt8]) -> Bool {
    Foundation.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) > 0
  }

  /// Tells the server that nothing more follows.
  func finish() { shutdown(socket, Int32(SHUT_WR)) }

  /// Reads some bytes, on a thread of its own; none at the end, or after twenty seconds.
  func read() async -> [UInt8] {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &buffer, buffer.count, 0)
        continuation.resume(returning: Array(buffer.prefix(max(count, 0))))
      }
    }
  }

  /// Whether the server sends a number of responses; false if it sends nothing for two seconds.
  func answers(_ count: Int) async -> Bool {
    var limit = timeval(tv_sec: 2, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var text = ""
    while text.components(separatedBy: "HTTP/1.1 ").count <= count {
      let more = await read()
      guard !more.isEmpty else { return false }
      text += String(decoding: more, as: UTF8.self)
    }
    return true
  }

  /// Reads until the server closes the connection.
  func rest() async -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let more = await read()
      guard !more.isEmpty else { return bytes }
      bytes += more
    }
  }

  /// Reads until the server closes the connection or the response is complete.
  func response() async throws -> RawResponse {
    var bytes: [UInt8] = []
    while true {
      let more = await read()
      bytes += more
      if let response = try? RawResponse(bytes) {
        let length = response.fields["content-length"].flatMap { Int($0) } ?? 0
        if response.body.utf8.count >= length || more.isEmpty { return response }
      }
      if more.isEmpty { return try RawResponse(bytes) }
    }
  }
}
