import SchemaRuntime

/// The messages in a stream of bytes, each after headers with its length (LSP 3.17, base protocol).
struct MessageFraming {
  private var buffer: [UInt8] = []
  /// A larger message is not read: the stream is something else.
  private static let limit = 1 << 28
  private static let separator = Array("\r\n\r\n".utf8)

  /// Headers without a usable length, after which no message can be found.
  struct Failure: Error {}

  mutating func append(_ bytes: some Sequence<UInt8>) { buffer += bytes }

  /// Returns the next complete message; nil until there is one.
  mutating func next() throws(Failure) -> [UInt8]? {
    guard let end = headerEnd() else {
      // No header is that long.
      if buffer.count > 1 << 14 { throw Failure() }
      return nil
    }
    let lines = String(decoding: buffer[..<end], as: UTF8.self).split(separator: "\r\n")
    let lengths = lines.compactMap { line -> Int? in
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { return nil }
      return Int(parts[1].drop { $0 == " " })
    }
    guard let length = lengths.first, 0...Self.limit ~= length else { throw Failure() }
    let start = end + Self.separator.count
    guard buffer.count >= start + length else { return nil }
    let message = Array(buffer[start..<start + length])
    buffer.removeFirst(start + length)
    return message
  }

  private func headerEnd() -> Int? {
    let last = min(buffer.count, 1 << 14) - Self.separator.count
    return last < 0 ? nil : (0...last).first { buffer[$0] == 0x0d && buffer[$0...].starts(with: Self.separator) }
  }

  /// Returns a message with its headers.
  static func framed(_ message: JSONValue) -> [UInt8] {
    let body = message.json()
    return Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
  }
}
