// Bytes of any content on a connection to the server: each request has its status, every refusal a problem document,
// the connection ends when the client has ended it, nobody writes another user's record, no token but a signed one is
// accepted, and the log holds nothing of tokens and bodies.
//
// Input: the bytes for choices (`Choices`), then the text of the part that is chosen.
import Collaboration
import CollaborationService
import CollaborationModels
import Foundation
import FuzzSupport
import SchemaRuntime
import ServerModels
import TestSupport

@testable import CollaborationServer

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var input = FuzzInput(start, count)
  let choices = Choices(&input)
  switch choices.part {
  case .form: checkForm(input.restText)
  case .authorization: checkToken(input.restText)
  case .body, .path, .contentType, .origin, .host, .raw: break
  }
  checkConnection(choices, input.rest)
  return 0
}

@_silgen_name("LLVMFuzzerMutate")
private func changeBytes(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int) -> Int

private let words = [
  "/org/app/metadata/user/ana", "/org/app/metadata/user/ben", "/org/app/metadata/user/get", "/rooms/lesson", "/calls",
  "/org/app/metadata/capacity", "/messages", "/health", "/metrics", "targets", "properties", "ana", "ben",
  "nickname=", "&gender=2", "birth=2000-01-01", "ext=", "avatarurl=", "mail=", "phone=", "sign=", "%C3%A9", "%zz", "+",
  "nickName=", "application/json", "application/x-www-form-urlencoded", "; charset=utf-8", "multipart/form-data",
  "Bearer ", "bearer", "https://app.example", "localhost:8080", "127.0.0.1", "[::1]:1", "[::1", "null",
  UserAttributes.marker, "GET ", "PUT ", " HTTP/1.1\r\n", "\r\n\r\n", "\r\n", "host: localhost\r\n", "content-length: ",
  "transfer-encoding: chunked\r\n", "connection: close\r\n", "connection: upgrade\r\n", "upgrade: websocket\r\n",
  "sec-websocket-version: 13\r\n", "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n", "expect: 100-continue\r\n",
]

private let mutation = JSONMutation(names: words, values: words.map { .string($0) }, headerCount: Choices.count)

@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int, _ seed: UInt32) -> Int {
  var input = FuzzInput(data, size)
  guard Choices(&input).part == .body else { return changeBytes(data, size, maximum) }
  return mutation.mutate(data, size, maximum, seed: seed, fallBack: changeBytes)
}

@_cdecl("LLVMFuzzerInitialize")
public func initialize(_: UnsafeMutableRawPointer, _: UnsafeMutableRawPointer) -> Int32 {
  writeDictionaryIfAsked(words)
  return 0
}

@_cdecl("FuzzRequests_main")
public func unusedMain() -> Int32 { 0 }

// MARK: - Requests

/// What a request consists of.
private struct Choices {
  enum Part: CaseIterable { case body, form, path, authorization, contentType, origin, host, raw }

  static let count = 6

  /// The part that the text of the input is.
  var part: Part
  var method: String
  var path: String
  var token: String?
  var hasKey: Bool
  var isUpgrade: Bool
  var isChunked: Bool
  var hasLength: Bool
  /// How often the request is sent, without waiting for responses.
  var count: Int
  /// Where the bytes are cut into two pieces.
  var cut: Int

  init(_ input: inout FuzzInput) {
    part = Part.allCases[input.index(below: Part.allCases.count)]
    let methods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "TRACE"]
    method = methods[input.index(below: methods.count)]
    path = words[input.index(below: 9)]
    token = ([nil] + Tokens.valid + Tokens.invalid)[input.index(below: 1 + Tokens.valid.count + Tokens.invalid.count)]
    let flags = input.byte()
    (hasKey, isUpgrade, isChunked, hasLength) = (flags & 1 == 0, flags & 6 == 6, flags & 24 == 24, flags & 96 != 96)
    let repetitions = input.byte()
    (count, cut) = (1 + Int(repetitions & 3), Int(repetitions >> 2))
    if part == .form { (method, path) = ("PUT", words[input.rest.count % 2]) }
  }

  /// The bytes of the connection.
  func bytes(_ text: [UInt8]) -> [UInt8] {
    if part == .raw { return text }
    func line(_ name: String, _ value: [UInt8]) -> [UInt8] { Array("\(name): ".utf8) + value + [13, 10] }
    func line(_ name: String, _ value: String) -> [UInt8] { line(name, Array(value.utf8)) }
    var path = part == .path ? text : Array(path.utf8)
    if isUpgrade, part != .authorization, let token { path += Array("?access_token=\(token)".utf8) }
    var request = Array("\(method) ".utf8) + path + Array(" HTTP/1.1\r\n".utf8)
    request += part == .host ? line("host", text) : line("host", "localhost:8080")
    if part == .authorization {
      request += line("authorization", text)
    } else if let token, !isUpgrade {
      request += line("authorization", "Bearer \(token)")
    }
    switch part {
    case .contentType: request += line("content-type", text)
    case .form: request += line("content-type", "application/x-www-form-urlencoded")
    case .body, .path, .authorization, .origin, .host, .raw: request += line("content-type", "application/json")
    }
    if part == .origin { request += line("origin", text) }
    let body = [.body, .form].contains(part) ? text : []
    if hasLength { request += line("content-length", "\(body.count)") }
    if isChunked { request += line("transfer-encoding", "chunked") }
    if isUpgrade {
      request += line("upgrade", "websocket") + line("connection", "upgrade") + line("sec-websocket-version", "13")
      request += line("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==")
    }
    request += [13, 10] + body
    return Array(repeatElement(request, count: count).joined())
  }
}

private enum UserAttributes {
  /// Must not be in the log.
  static let marker = "N0T-1N-TH3-L0G"
}

private func checkConnection(_ choices: Choices, _ text: [UInt8]) {
  let server = choices.hasKey ? Server.withKey : Server.withoutKey
  let bytes = choices.bytes(text)
  server.log.clear()
  let before = server.records()
  let responses = server.exchange(bytes, cut: choices.cut)
  let statuses = checkResponses(responses, isHead: String(decoding: bytes, as: UTF8.self).contains("HEAD"))
  let after = server.records()
  for user in before.keys where before[user] != after[user] {
    check(statuses?.contains(200) != false, "a refused request changed a record")
    let sent = String(decoding: bytes, as: UTF8.self)
    let mayWrite =
      !choices.hasKey || ([Tokens.service] + (Tokens.author[user].map { [$0] } ?? [])).contains { sent.contains($0) }
    check(mayWrite, "\(choices) changed the record of \(user)")
  }
  let logged = server.log.text
  for token in Tokens.valid { check(choices.part == .raw || !logged.contains(token), "the log has a token") }
  // A body without a length is the next request.
  if [.path, .raw].contains(choices.part) || !choices.hasLength { return }
  check(!logged.contains(UserAttributes.marker), "the log has content of the request: \(logged)")
}

/// Checks all responses of a connection, and returns their statuses; nil if a response may have no body.
private func checkResponses(_ bytes: [UInt8], isHead: Bool) -> [Int]? {
  let known: Set = [100, 101, 200, 204, 400, 401, 403, 404, 405, 411, 413, 414, 415, 417, 422, 426, 431, 505]
  var rest = bytes[...]
  var statuses: [Int] = []
  while !rest.isEmpty {
    guard let end = rest.indices.first(where: { rest[$0...].starts(with: [13, 10, 13, 10]) }) else {
      reportFinding("a response without an end: \(String(decoding: rest, as: UTF8.self))")
    }
    let lines = String(decoding: rest[..<end], as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
      reportFinding("no response: \(lines[0])")
    }
    check(known.contains(status), "the status \(status)")
    statuses.append(status)
    rest = rest[(end + 4)...]
    // What follows are frames.
    if status == 101 { return statuses }
    if isHead { return nil }
    func field(_ name: String) -> String? {
      lines.first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
    }
    let body = Array(rest.prefix(field("content-length").flatMap { Int($0) } ?? 0))
    rest = rest.dropFirst(body.count)
    if status >= 400 {
      checkEqual(field("content-type"), ProblemDocument.contentType, "the content type of a refusal")
      guard let problem = try? JSONValue(parsing: body).object else {
        reportFinding("a refusal without a problem document: \(lines)")
      }
      checkEqual(problem["status"], .number(JSONNumber(status)), "the status in the problem document")
    } else if field("content-type") == "application/json" {
      check((try? JSONValue(parsing: body)) != nil, "a response that is not JSON")
    }
  }
  return statuses
}

// MARK: - Forms

/// A form that was read is written and read again as the same.
private func checkForm(_ text: String) {
  guard let form = try? UserInfoREST(form: text), let written = try? form.form() else { return }
  guard let again = try? UserInfoREST(form: written) else {
    // Escapes make a form longer, and then too long.
    check(written.utf8.count > UserInfoREST.maximumFormBytes, "a written form is refused: \(written)")
    return
  }
  checkEqual(again, form, "a form that was written")
}

// MARK: - Tokens

private enum Tokens {
  static let tokens = AccessTokens(key: Array("0123456789abcdef0123456789abcdef".utf8)) { 1_000 }
  static let signer = TokenSigner(key: Array("0123456789abcdef0123456789abcdef".utf8))
  static let service = token(#"{"sub":"bot","exp":2000,"scope":"users:write"}"#)
  static let author: [String: String] = [
    "ana": token(#"{"sub":"ana","exp":2000,"scope":"rooms:write"}"#), "ben": token(#"{"sub":"ben","exp":2000}"#),
  ]
  static let valid =
    [service] + author.values.sorted() + [token(#"{"sub":"cai","exp":2000,"scope":"rooms/lesson:administer"}"#)]
  static let invalid = [
    token(#"{"sub":"ana","exp":999}"#), token(#"{"sub":"ana","exp":2000,"nbf":1500}"#), "ana", "a.b.c",
    String(service.dropLast()), service + "A",
  ]

  private static func token(_ claims: String) -> String {
    do {
      guard let signer else { reportFinding("a key of 32 bytes is refused") }
      return try signer.sign(try TokenClaims(json: Array(claims.utf8)))
    } catch {
      reportFinding("a token cannot be made: \(error)")
    }
  }
}

/// A text is accepted only if it is one of the signed tokens, letter by letter.
///
/// A text with two offsets and a byte is also tried as a change of a signed token.
private func checkToken(_ text: String) {
  guard let tokens = Tokens.tokens else { return }
  var texts = [text]
  let bytes = Array(text.utf8)
  if bytes.count >= 3 {
    var changed = Array(Tokens.valid[Int(bytes[0]) % Tokens.valid.count].utf8)
    let index = Int(bytes[1]) % changed.count
    changed.replaceSubrange(index..<min(index + 1, changed.count), with: bytes.dropFirst(2).prefix(3))
    texts.append(String(decoding: changed, as: UTF8.self))
  }
  for text in texts where (try? tokens.verify(text)) != nil {
    check(Tokens.valid.contains(text), "a token that was never signed is accepted: \(text)")
  }
}

// MARK: - The server

private final class Log: Sendable {
  private let bytes = Mutex<[UInt8]>([])

  var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }

  func append(_ line: [UInt8]) { bytes.withLock { $0 += line } }

  func clear() { bytes.withLock { $0 = [] } }
}

/// A server of this process.
private final class Server: Sendable {
  static let withKey = Server(hasKey: true)
  static let withoutKey = Server(hasKey: false)

  /// The tenant of the paths in the dictionary.
  private static let tenant = Tenant("org/app") ?? .none

  let log = Log()
  private let store = InMemoryUserInfoStore(
    options: UserInfoStoreOptions(now: { Timestamp(millisecondsSinceEpoch: 1) }))
  private let port: Int

  private init(hasKey: Bool) {
    for user in ["ana", "ben"] {
      wait { [store] in
        guard let user = try? UserID(user), let change = try? UserInfoChange(user: user, attributes: .init(sign: "x"))
        else { reportFinding("the records cannot be made") }
        _ = try? await store.apply([change], by: .service, in: Self.tenant)
      }
    }
    let metrics = Metrics()
    let rooms = RoomService(log: InMemoryRoomLog())
    let gate = PayloadGate(limits: JSONLimits(maximumDepth: 8, maximumByteCount: 64 << 10))
    let application = ServerApplication(
      users: UserRoutes(store: store, gate: gate, now: { Timestamp(millisecondsSinceEpoch: 1) }, failed: { _ in }),
      rooms: rooms,
      roomRoutes: RoomRoutes(rooms: rooms, gate: gate, now: { Timestamp(millisecondsSinceEpoch: 1) }, failed: { _ in }),
      sockets: SocketRoutes(rooms: rooms, metrics: metrics),
      userSockets: UserSockets(limit: 100),
      doors: Doors(tokens: hasKey ? Tokens.tokens : nil, origins: ["https://app.example"]),
      limiter: RateLimiter(rate: 1_000_000, burst: 1_000_000), metrics: metrics,
      log: ServerLog(level: .debug) { [log] in log.append($0) }, connections: { 0 },
      readiness: Readiness {})
    do { port = try WebServer(WebServer.Options(), application).port } catch {
      reportFinding("the server cannot start: \(error)")
    }
  }

  /// Sends bytes in two pieces and the end of the connection, and returns what the server sends until it ends, too.
  func exchange(_ bytes: [UInt8], cut: Int) -> [UInt8] {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    // The fuzzer's own timer.
    if result != 0, errno == EINTR { return exchange(bytes, cut: cut) }
    guard result == 0 else { reportFinding("the server does not listen: \(errno)") }
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    for piece in [bytes.prefix(cut), bytes.dropFirst(cut)] {
      // A server that has refused the beginning does not take the rest.
      _ = Array(piece).withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }
    shutdown(descriptor, Int32(SHUT_WR))
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { reportFinding("the server does not answer") }
      guard count > 0 else { return received }
      received += buffer.prefix(count)
    }
  }

  func records() -> [String: UserInfoRecord] {
    wait { [store] in
      let users = ["ana", "ben"].compactMap { try? UserID($0) }
      let records = (try? await store.records(of: users, attributes: .all, in: Self.tenant)) ?? [:]
      return Dictionary(records.map { ($0.key.text, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
  }
}
