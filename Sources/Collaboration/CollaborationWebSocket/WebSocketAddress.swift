/// The address of a WebSocket: scheme, host, port and path.
struct WebSocketAddress: Hashable, Sendable {
  var isSecure: Bool
  var host: String
  var port: Int
  /// The path in percent-encoding; empty for the root.
  var path: String

  /// - Throws: ``WebSocketError/malformedURL(_:)`` unless the text is an absolute "ws" or "wss" URL without user
  ///   information, query and fragment.
  init(_ text: String) throws(WebSocketError) {
    let malformed = WebSocketError.malformedURL(text)
    let schemes = ["ws://": false, "wss://": true]
    guard let (scheme, isSecure) = schemes.first(where: { text.lowercased().hasPrefix($0.key) }) else {
      throw malformed
    }
    let rest = text.dropFirst(scheme.count)
    guard !rest.isEmpty, rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }), !rest.contains(where: "?#@\\".contains)
    else { throw malformed }
    let authority = rest.prefix { $0 != "/" }
    let (host, port) = try Self.split(authority, malformed)
    self.isSecure = isSecure
    self.host = host
    self.port = port ?? (isSecure ? 443 : 80)
    path = String(rest.dropFirst(authority.count))
    while path.hasSuffix("/") { path.removeLast() }
  }

  private static func split(
    _ authority: Substring, _ malformed: WebSocketError
  ) throws(WebSocketError) -> (host: String, port: Int?) {
    var (host, port) = (authority, Substring())
    if authority.hasPrefix("[") {
      // An IPv6 address.
      guard let end = authority.firstIndex(of: "]") else { throw malformed }
      host = authority[authority.index(after: authority.startIndex)..<end]
      port = authority[authority.index(after: end)...]
    } else if let colon = authority.firstIndex(of: ":") {
      (host, port) = (authority[..<colon], authority[colon...])
    }
    guard !host.isEmpty else { throw malformed }
    if port.isEmpty { return (String(host), nil) }
    guard port.hasPrefix(":"), let number = Int(port.dropFirst()), (1...65_535).contains(number) else {
      throw malformed
    }
    return (String(host), number)
  }

  /// Returns the address with more segments, percent-encoded.
  func appending(_ segments: String...) -> WebSocketAddress {
    var result = self
    for segment in segments { result.path += "/" + Self.escaped(segment) }
    return result
  }

  /// Encodes all but the unreserved characters (RFC 3986, section 2.3).
  private static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      default:
        let digits = Array("0123456789ABCDEF".utf8)
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The address as a URL.
  var url: String {
    let host = host.contains(":") ? "[\(host)]" : host
    return "\(isSecure ? "wss" : "ws")://\(host):\(port)\(path.isEmpty ? "/" : path)"
  }
}
