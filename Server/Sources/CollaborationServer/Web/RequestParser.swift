import Foundation
import SchemaRuntime

/// Why a request or a connection is not taken.
struct RequestFailure: Error, Hashable, Sendable {
  var status: Int
  /// What was expected, and what was found.
  var detail: String

  init(_ status: Int, _ detail: String) { (self.status, self.detail) = (status, detail) }

  static func bad(_ detail: String) -> RequestFailure { RequestFailure(400, detail) }
}

/// What the head of a request says, for the application and for the connection.
struct ParsedRequest: Hashable, Sendable {
  /// A HEAD request is a GET whose response has no body.
  var head: RequestHead
  var bodyLength = 0
  var hasBodyInResponse = true
  var keepsAlive = true
  /// Whether the client waits for "100 Continue" before it sends the body.
  var expectsContinue = false
  /// The key of a WebSocket's handshake (RFC 6455, section 4.1).
  var socketKey: String?
  var subprotocols: [String] = []
}

/// Reads the head of a request (RFC 9112).
///
/// Whatever a proxy in front of the server could read differently is an error: line ends other than CR LF, folded lines,
/// white space before a colon, repeated fields, and two lengths of a body.
struct RequestParser {
  /// The maximum number of bytes of a head.
  static let maximumHead = 16 << 10
  private static let maximumTarget = 8 << 10
  private static let maximumFields = 100

  /// The address of the client.
  let peer: String
  /// Whether a proxy names the client in `X-Forwarded-For`.
  let isBehindProxy: Bool
  private var fields: [String: [String]] = [:]

  init(peer: String, isBehindProxy: Bool) { (self.peer, self.isBehindProxy) = (peer, isBehindProxy) }

  /// Returns the number of bytes of the head; nil if its end has not arrived.
  /// - Parameter start: where to begin; an earlier call looked at all bytes.
  static func headLength(_ bytes: [UInt8], from start: Int) -> Int? {
    var index = max(start, 0)
    while index < bytes.count {
      defer { index += 1 }
      guard bytes[index] == .lineFeed, index > 0 else { continue }
      // Lines that end without CR are refused, but must end the head, so that the refusal comes at once.
      let previous = bytes[index - 1] == .carriageReturn ? index - 2 : index - 1
      if previous >= 0, bytes[previous] == .lineFeed { return index + 1 }
    }
    return nil
  }

  /// Parses a head, with the empty line at its end.
  mutating func parse(_ head: ArraySlice<UInt8>) throws(RequestFailure) -> ParsedRequest {
    var lines: [ArraySlice<UInt8>] = []
    for line in head.dropLast().split(separator: .lineFeed, omittingEmptySubsequences: false) {
      guard line.last == .carriageReturn, !line.dropLast().contains(.carriageReturn) else {
        throw .bad("expected lines that end with CR LF")
      }
      lines.append(line.dropLast())
    }
    guard let first = lines.first else { throw .bad("expected a request line") }
    let words = first.split(separator: .space, omittingEmptySubsequences: false)
    guard words.count == 3, !words[0].isEmpty, words[0].count <= 32, words[0].allSatisfy(\.isToken) else {
      throw .bad("expected a request line of method, target and version, with one space between them")
    }
    let isCurrent = try Self.isCurrentVersion(words[2])
    try readFields(lines.dropFirst().dropLast())
    let method = String(decoding: words[0], as: UTF8.self)
    var result = ParsedRequest(
      head: RequestHead(method: method == "HEAD" ? "GET" : method, path: "", peer: peer))
    result.hasBodyInResponse = method != "HEAD"
    try readHost(isCurrent, &result)
    try readTarget(words[1], method, &result)
    try readBodyLength(&result)
    let options = list("connection")
    result.keepsAlive = isCurrent && !options.contains("close")
    try readExpectation(isCurrent, &result)
    result.head.authorization = try single("authorization")
    result.head.contentType = try single("content-type")
    result.head.origin = try single("origin")
    readPeer(&result)
    if isCurrent, list("upgrade").contains("websocket") { try readUpgrade(method, options, &result) }
    return result
  }

  // MARK: - Fields

  private mutating func readFields(_ lines: ArraySlice<ArraySlice<UInt8>>) throws(RequestFailure) {
    guard lines.count <= Self.maximumFields else {
      throw RequestFailure(431, "expected at most \(Self.maximumFields) header fields, found \(lines.count)")
    }
    for line in lines {
      guard let colon = line.firstIndex(of: .colon), colon > line.startIndex,
        line[..<colon].allSatisfy(\.isToken)
      else { throw .bad("expected header fields of a name, a colon right after it, and a value, on one line") }
      let value = line[line.index(after: colon)...]
      guard value.allSatisfy({ ($0 >= .space && $0 != .delete) || $0 == .tab }) else {
        throw .bad("expected header fields without control characters")
      }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      fields[name, default: []].append(Self.trimmed(value))
    }
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> String {
    let isBlank: (UInt8) -> Bool = { $0 == .space || $0 == .tab }
    let start = text.drop(while: isBlank)
    let end = start.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start.startIndex
    return String(decoding: start[..<end], as: UTF8.self)
  }

  /// The value of a field that may occur once.
  private func single(_ name: String) throws(RequestFailure) -> String? {
    guard let values = fields[name] else { return nil }
    guard values.count == 1 else { throw .bad("expected one header field \(name), found \(values.count)") }
    return values[0]
  }

  /// The elements of a list, in lower case.
  private func list(_ name: String) -> [String] { elements(name).map { $0.lowercased() } }

  private func elements(_ name: String) -> [String] {
    (fields[name] ?? []).flatMap { $0.split(separator: ",") }.map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  // MARK: - Parts

  /// Whether the version is 1.1, and not 1.0.
  private static func isCurrentVersion(_ text: ArraySlice<UInt8>) throws(RequestFailure) -> Bool {
    if text.elementsEqual("HTTP/1.1".utf8) { return true }
    if text.elementsEqual("HTTP/1.0".utf8) { return false }
    guard text.count == 8, text.starts(with: "HTTP/".utf8), text[text.startIndex + 5].isDigit,
      text[text.startIndex + 6] == UInt8(ascii: "."), text[text.startIndex + 7].isDigit
    else { throw .bad("expected the version HTTP/1.1") }
    throw RequestFailure(505, "expected the version HTTP/1.1, found another one")
  }

  private func readHost(_ isCurrent: Bool, _ request: inout ParsedRequest) throws(RequestFailure) {
    let host = try single("host")
    guard let host else {
      if isCurrent { throw .bad("expected the header field host, found none") }
      return
    }
    let marks = Set("-._~!$&'()*+;=%:[]".utf8)
    guard !host.isEmpty, host.utf8.allSatisfy({ $0.isLetterOrDigit || marks.contains($0) }) else {
      throw .bad("expected a name or an address in the header field host")
    }
    request.head.host = host
  }

  private func readTarget(
    _ bytes: ArraySlice<UInt8>, _ method: String, _ request: inout ParsedRequest
  ) throws(RequestFailure) {
    guard bytes.count <= Self.maximumTarget else {
      throw RequestFailure(414, "expected a target of at most \(Self.maximumTarget) bytes, found \(bytes.count)")
    }
    guard bytes.allSatisfy({ $0 > .space && $0 < .delete && $0 != UInt8(ascii: "#") }) else {
      throw .bad("expected a target of visible ASCII characters, without a fragment")
    }
    var target = String(decoding: bytes, as: UTF8.self)[...]
    if target == "*", method == "OPTIONS" {
      request.head.path = "*"
      return
    }
    if let scheme = ["http://", "https://"].first(where: { target.lowercased().hasPrefix($0) }) {
      target = target.dropFirst(scheme.count)
      let end = target.firstIndex { $0 == "/" || $0 == "?" } ?? target.endIndex
      guard target[..<end].lowercased() == request.head.host?.lowercased() else {
        throw .bad("expected a target with the name of the header field host")
      }
      target = target[end...]
      if target.first != "/" { target = "/\(target)" }
    }
    guard target.first == "/" else { throw .bad("expected a target that begins with a slash") }
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    request.head.path = try Self.decoded(parts[0])
    guard parts.count == 2 else { return }
    for parameter in parts[1].split(separator: "&") {
      let pair = try Self.decoded(parameter)
      guard pair.hasPrefix("access_token=") else { continue }
      guard request.head.accessToken == nil else { throw .bad("expected one parameter access_token, found several") }
      request.head.accessToken = String(pair.dropFirst("access_token=".count))
    }
  }

  /// Replaces the percent-encoded bytes.
  private static func decoded(_ text: Substring) throws(RequestFailure) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst()?.hexadecimalValue, let low = rest.popFirst()?.hexadecimalValue else {
        throw .bad("expected two hexadecimal digits after % in the target")
      }
      bytes.append(high << 4 | low)
    }
    guard bytes.allSatisfy({ $0 >= .space && $0 != .delete }), let result = String(validating: bytes, as: UTF8.self)
    else { throw .bad("expected a target that is UTF-8 without control characters when it is decoded") }
    return result
  }

  private func readBodyLength(_ request: inout ParsedRequest) throws(RequestFailure) {
    let length = try single("content-length")
    if fields["transfer-encoding"] != nil {
      guard length == nil else {
        throw .bad("expected one length of the body, found content-length and transfer-encoding")
      }
      throw RequestFailure(411, "expected the header field Content-Length, and no transfer encoding")
    }
    guard let length else { return }
    guard !length.isEmpty, length.utf8.allSatisfy(\.isDigit) else {
      throw .bad("expected digits in the header field content-length")
    }
    // More digits than these do not fit; neither does such a body.
    guard length.utf8.count <= 18, let count = Int(length) else { throw RequestFailure(413, "expected a shorter body") }
    request.bodyLength = count
    request.head.contentLength = count
  }

  private func readExpectation(_ isCurrent: Bool, _ request: inout ParsedRequest) throws(RequestFailure) {
    guard isCurrent, fields["expect"] != nil else { return }
    guard list("expect") == ["100-continue"] else {
      throw RequestFailure(417, "expected no other expectation than 100-continue")
    }
    request.expectsContinue = true
  }

  /// The client, by the word of the proxy if there is one. Any field of a proxy means that the client may be elsewhere.
  private func readPeer(_ request: inout ParsedRequest) {
    let forwarded = elements("x-forwarded-for").last
    if isBehindProxy, let forwarded { request.head.peer = String(forwarded.prefix(64)) }
    request.head.isLocal =
      forwarded == nil && fields["forwarded"] == nil && (peer == "::1" || peer.hasPrefix("127."))
  }

  private func readUpgrade(
    _ method: String, _ options: [String], _ request: inout ParsedRequest
  ) throws(RequestFailure) {
    guard method == "GET", options.contains("upgrade"), request.bodyLength == 0 else {
      throw .bad("expected a WebSocket's handshake: GET, connection: upgrade, and no body")
    }
    guard try single("sec-websocket-version") == "13" else {
      throw RequestFailure(426, "expected version 13 of the WebSocket protocol")
    }
    guard let key = try single("sec-websocket-key"), Data(base64Encoded: key)?.count == 16 else {
      throw .bad("expected 16 bytes in Base64 in the header field sec-websocket-key")
    }
    request.socketKey = key
    request.subprotocols = elements("sec-websocket-protocol")
    request.head.isUpgrade = true
  }
}

extension UInt8 {
  fileprivate static let lineFeed = UInt8(ascii: "\n")
  fileprivate static let carriageReturn = UInt8(ascii: "\r")
  fileprivate static let space = UInt8(ascii: " ")
  fileprivate static let tab = UInt8(ascii: "\t")
  fileprivate static let colon = UInt8(ascii: ":")
  fileprivate static let delete: UInt8 = 0x7f

  fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
  fileprivate var isLetterOrDigit: Bool {
    isDigit || (self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z"))
  }

  /// Whether the character may be part of a token (RFC 9110, section 5.6.2).
  fileprivate var isToken: Bool { isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains(self) }

  fileprivate var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
