import Foundation
import SchemaRuntime

/// A minimal HTTP/1.1 server on this machine: one request per connection. It ends with its owner.
final class HTTPServer: Sendable {
  struct Request: Sendable {
    var method: String
    var path: String
    /// By lowercase name.
    var fields: [String: String]
    var body: [UInt8]
  }

  struct Response: Sendable {
    var status = 200
    var fields: [String: String] = [:]
    var body: [UInt8] = []
    /// Waits before it answers.
    var delay: Duration = .zero
    /// Says in the header that the body is longer than it is, and ends the connection.
    var isCutOff = false
    /// Sends no length, so that the client notices the size while it reads.
    var hasLength = true
  }

  typealias Handler = @Sendable (Request) async -> Response

  let port: Int
  private let socket: Int32

  init(_ handler: @escaping Handler) throws {
    #if canImport(Glibc) || canImport(Musl)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let listener = Foundation.socket(AF_INET, stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 256) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
    port = Int(UInt16(bigEndian: address.sin_port))
    socket = listener
    DispatchQueue(label: "server").async {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else {
          // Closed here, so that no other server has this descriptor while it is still waited for.
          close(listener)
          return
        }
        DispatchQueue(label: "connection").async { Self.serve(connection, handler) }
      }
    }
  }

  deinit { shutdown(socket, Int32(SHUT_RDWR)) }

  var url: URL { URL(string: "http://127.0.0.1:\(port)/org/app") ?? URL(fileURLWithPath: "/") }

  private static func serve(_ connection: Int32, _ handler: @escaping Handler) {
    guard let request = read(connection) else {
      close(connection)
      return
    }
    Task {
      let response = await handler(request)
      try? await Task.sleep(for: response.delay)
      DispatchQueue(label: "answer").async {
        write(response, to: connection)
        close(connection)
      }
    }
  }

  private static func read(_ connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    let end = Array("\r\n\r\n".utf8)
    func receive() -> Bool {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return false }
      bytes += buffer[..<count]
      return true
    }
    var head: Range<Int>?
    while head == nil {
      guard receive() else { return nil }
      head = bytes.firstRange(of: end)
    }
    guard let head else { return nil }
    let lines = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count == 3 else { return nil }
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { fields[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
    }
    let length = fields["content-length"].flatMap { Int($0) } ?? 0
    while bytes.count < head.upperBound + length {
      guard receive() else { return nil }
    }
    return Request(
      method: String(words[0]), path: String(words[1]), fields: fields,
      body: Array(bytes[head.upperBound..<(head.upperBound + length)]))
  }

  private static func write(_ response: Response, to connection: Int32) {
    var head = "HTTP/1.1 \(response.status) Any\r\nConnection: close\r\n"
    if response.hasLength { head += "Content-Length: \(response.body.count + (response.isCutOff ? 10 : 0))\r\n" }
    for (name, value) in response.fields { head += "\(name): \(value)\r\n" }
    let bytes = Array("\(head)\r\n".utf8) + response.body
    var sent = 0
    while sent < bytes.count {
      #if canImport(Darwin)
        let flags: Int32 = 0
      #else
        let flags = Int32(MSG_NOSIGNAL)
      #endif
      let count = bytes[sent...].withUnsafeBytes { send(connection, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { return }
      sent += count
    }
  }
}
