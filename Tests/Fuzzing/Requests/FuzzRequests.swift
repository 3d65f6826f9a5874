// Requests of any content at the server's door: each has its status, every refusal a problem document, nobody writes
// another user's record, no token but a signed one is accepted, and the log holds nothing of tokens and bodies.
//
// Input: the bytes for choices (`Choices`), then the text of the part that is chosen.
import Collaboration
import CollaborationModels
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
  case .body, .path, .contentType, .origin, .host: break
  }
  checkRequest(choices, input.rest)
  return 0
}

@_silgen_name("LLVMFuzzerMutate")
private func changeBytes(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximum: Int) -> Int

private let words = [
  "/org/app/metadata/user/ana", "/org/app/metadata/user/ben", "/org/app/metadata/user/get", "/rooms/lesson", "/calls",
  "/org/app/metadata/user/capacity", "/messages", "/health", "/metrics", "targets", "properties", "ana", "ben",
  "nickname=", "&gender=2", "birth=2000-01-01", "ext=", "avatarurl=", "mail=", "phone=", "sign=", "%C3%A9", "%zz", "+",
  "nickName=", "application/json", "application/x-www-form-urlencoded", "; charset=utf-8", "multipart/form-data",
  "Bearer ", "bearer", "https://app.example", "localhost:8080", "127.0.0.1", "[::1]:1", "[::1", "null",
  UserAttributes.marker,
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
  enum Part: CaseIterable { case body, form, path, authorization, contentType, origin, host }

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

  init(_ input: inout FuzzInput) {
    part = Part.allCases[input.index(below: Part.allCases.count)]
    let methods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "TRACE"]
    method = methods[input.index(below: methods.count)]
    path = words[input.index(below: 9)]
    token = ([nil] + Tokens.valid + Tokens.invalid)[input.index(below: 1 + Tokens.valid.count + Tokens.invalid.count)]
    let flags = input.byte()
    (hasKey, isUpgrade, isChunked, hasLength) = (flags & 1 == 0, flags & 6 == 6, flags & 24 == 24, flags & 96 != 96)
    // For later choices, so that kept inputs stay what they are.
    _ = input.byte()
    if part == .form { (method, path) = ("PUT", words[input.rest.count % 2]) }
  }

  func head(_ text: [UInt8]) -> RequestHead {
    let content = String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    var head = RequestHead(method: method, path: part == .path ? content : path, peer: "127.0.0.1")
    head.authorization = part == .authorization ? content : token.map { "Bearer " + $0 }
    switch part {
    case .contentType: head.contentType = content
    case .form: head.contentType = "application/x-www-form-urlencoded"
    case .body, .path, .authorization, .origin, .host: head.contentType = "application/json"
    }
    head.contentLength = hasLength ? text.count : nil
    head.origin = part == .origin ? content : nil
    head.host = part == .host ? content : "localhost:8080"
    head.isChunked = isChunked
    head.isUpgrade = isUpgrade
    if isUpgrade, part != .authorization { (head.authorization, head.accessToken) = (nil, token) }
    return head
  }
}

private enum UserAttributes {
  /// Must not be in the log.
  static let marker = "N0T-1N-TH3-L0G"
}

private func checkRequest(_ choices: Choices, _ text: [UInt8]) {
  let head = choices.head(text)
  let log = Mutex<[UInt8]>([])
  let store = InMemoryUserInfoStore(options: UserInfoStoreOptions(now: { 1 }))
  let application = Server.application(store, hasKey: choices.hasKey) { line in log.withLock { $0 += line } }
  let before = Server.records(in: store)
  let response: Response
  if let refusal = application.refusal(of: head) {
    response = refusal
    check(refusal.status >= 400, "a refusal with the status \(refusal.status)")
  } else if head.isUpgrade {
    response = Response(status: 101)
  } else {
    response = wait { await application.respond(to: head, body: text) }
  }
  checkResponse(response, head)
  let after = Server.records(in: store)
  for user in before.keys where before[user] != after[user] {
    check((200..<300).contains(response.status), "a refused request changed a record")
    let mayWrite = !choices.hasKey || choices.token == Tokens.service || choices.token == Tokens.author[user]
    check(mayWrite, "\(head) changed the record of \(user)")
  }
  let logged = String(decoding: log.withLock { $0 }, as: UTF8.self)
  if head.path.contains(UserAttributes.marker) { return }
  check(!logged.contains(UserAttributes.marker), "the log has content of the request: \(logged)")
  for token in Tokens.valid { check(!logged.contains(token), "the log has a token") }
}

private func checkResponse(_ response: Response, _ head: RequestHead) {
  let statuses: Set = [101, 200, 204, 400, 401, 403, 404, 405, 411, 413, 415, 422]
  check(statuses.contains(response.status), "the status \(response.status) for \(head)")
  let type = response.fields.first { $0.name == "content-type" }?.value
  if response.status >= 400 {
    checkEqual(type, ProblemDocument.contentType, "the content type of a refusal")
    guard let problem = try? JSONValue(parsing: response.body).object else {
      reportFinding("a refusal without a problem document: \(response)")
    }
    checkEqual(problem["status"], .number(JSONNumber(response.status)), "the status in the problem document")
  } else if type == "application/json" {
    check((try? JSONValue(parsing: response.body)) != nil, "a response that is not JSON")
  }
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
  static let service = token(#"{"sub":"bot","exp":2000,"role":"service"}"#)
  static let author: [String: String] = [
    "ana": token(#"{"sub":"ana","exp":2000,"role":"writer"}"#), "ben": token(#"{"sub":"ben","exp":2000}"#),
  ]
  static let valid = [service] + author.values.sorted() + [token(#"{"sub":"cai","exp":2000,"room":"lesson"}"#)]
  static let invalid = [
    token(#"{"sub":"ana","exp":999}"#), token(#"{"sub":"ana","exp":2000,"nbf":1500}"#), "ana", "a.b.c",
    String(service.dropLast()), service + "A",
  ]

  private static func token(_ claims: String) -> String {
    do {
      guard let tokens else { reportFinding("a key of 32 bytes is refused") }
      return try tokens.sign(try TokenClaims(json: Array(claims.utf8)))
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

private enum Server {
  static let rooms = RoomService(log: InMemoryRoomLog())

  static func application(
    _ store: any UserInfoStore, hasKey: Bool, log: @escaping @Sendable ([UInt8]) -> Void
  ) -> ServerApplication {
    for user in ["ana", "ben"] {
      wait {
        guard let user = try? UserID(user), let change = try? UserInfoChange(user: user, attributes: .init(sign: "x"))
        else { reportFinding("the records cannot be made") }
        _ = try? await store.apply([change], by: .service)
      }
    }
    let metrics = Metrics()
    return ServerApplication(
      users: UserRoutes(
        store: store, gate: PayloadGate(limits: JSONLimits(maximumDepth: 8, maximumByteCount: 64 << 10)), now: { 1 }),
      rooms: rooms, sockets: SocketRoutes(rooms: rooms, metrics: metrics),
      doors: Doors(tokens: hasKey ? Tokens.tokens : nil, origins: ["https://app.example"]),
      limiter: RateLimiter(rate: 1_000_000, burst: 1_000_000), metrics: metrics,
      log: ServerLog(level: .debug, write: log), connections: { 0 })
  }

  static func records(in store: any UserInfoStore) -> [String: UserInfoRecord] {
    wait {
      let users = ["ana", "ben"].compactMap { try? UserID($0) }
      let records = (try? await store.records(of: users, attributes: .all)) ?? [:]
      return Dictionary(records.map { ($0.key.text, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
  }
}
