import Collaboration
import CollaborationService
import Foundation
import SchemaRuntime
import SchemaStreaming
import ServerModels

/// Everything that the server serves.
struct ServerApplication: WebApplication {
  let users: UserRoutes
  let rooms: RoomService
  let roomRoutes: RoomRoutes
  let sockets: SocketRoutes
  let userSockets: UserSockets
  let doors: Doors
  let limiter: RateLimiter
  let metrics: Metrics
  let log: ServerLog
  /// The number of open connections.
  let connections: @Sendable () -> Int
  let readiness: Readiness

  // MARK: Refusals

  func refusal(of head: RequestHead) -> Response? {
    do throws(ProblemDocument) {
      try doors.checkOrigin(head)
      if head.method == "OPTIONS", head.origin != nil { return nil }
      if head.isUpgrade { try admitSocket(head) } else { try admit(head) }
      return nil
    } catch {
      note(head, error.status, .zero, error)
      return finished(Response(error), head)
    }
  }

  func response(to failure: RequestFailure, _ head: RequestHead) -> Response {
    let problem = ProblemDocument(failure)
    note(head, failure.status, .zero, problem)
    return finished(Response(problem), head)
  }

  private func admit(_ head: RequestHead) throws(ProblemDocument) {
    if Self.openPaths.contains(head.path) {
      guard head.method == "GET" else { throw .methodNotAllowed("expected GET, found \(head.method)") }
      if head.path == "/metrics", !head.isLocal { _ = try doors.identify(head) }
      return
    }
    let identity = try doors.identify(head)
    guard limiter.admits(identity.user ?? head.peer) else {
      throw .tooManyRequests("expected fewer requests in this time")
    }
    if let route = try RoomRoutes.route(head) { return try roomRoutes.admit(route, head, identity) }
    guard let route = try UserRoutes.route(head) else { throw .notFound("there is nothing at this path") }
    try users.admit(route, head, identity)
  }

  private static let openPaths: Set<String> = ["/health", "/metrics", "/ready"]

  private func admitSocket(_ head: RequestHead) throws(ProblemDocument) {
    let identity = try doors.identify(head, for: try SocketRoutes.route(head))
    guard limiter.admits(identity.user ?? head.peer) else {
      throw .tooManyRequests("expected fewer connections in this time")
    }
  }

  // MARK: Bodies

  func bodyCheck(for head: RequestHead) -> (any BodyCheck)? {
    do throws(ProblemDocument) {
      if let route = try RoomRoutes.route(head) { return bodyCheck(head, try roomRoutes.body(of: route, head)) { $0 } }
      guard let route = try UserRoutes.route(head) else { return nil }
      return bodyCheck(head, try users.body(of: route, head), UserRoutes.problem)
    } catch {
      // The request was admitted.
      return nil
    }
  }

  private func bodyCheck<Model: SchemaModel>(
    _ head: RequestHead, _ stream: PayloadStream<Model>?,
    _ problem: @escaping @Sendable (ProblemDocument) -> ProblemDocument
  ) -> (any BodyCheck)? {
    stream.map { stream in
      GatedBody(stream: stream) { error in
        let error = problem(error)
        note(head, error.status, .zero, error)
        return finished(Response(error), head)
      }
    }
  }

  // MARK: Responses

  func respond(to head: RequestHead, body: [UInt8]) async -> Response {
    let start = ContinuousClock.now
    var problem: ProblemDocument?
    let response: Response
    do throws(ProblemDocument) {
      response = try await makeResponse(head, body)
    } catch {
      problem = error
      response = Response(error)
    }
    note(head, response.status, start.duration(to: .now), problem)
    return finished(response, head)
  }

  private func makeResponse(_ head: RequestHead, _ body: [UInt8]) async throws(ProblemDocument) -> Response {
    switch (head.method, head.path) {
    case ("OPTIONS", _): return preflight()
    case ("GET", "/health"): return Response(json: Array(#"{"status":"ok"}"#.utf8))
    case ("GET", "/ready"):
      guard await readiness.isReady() else { throw .unavailable("the store does not answer") }
      return Response(json: Array(#"{"status":"ok"}"#.utf8))
    case ("GET", "/metrics"):
      return Response(status: 200, contentType: "text/plain; version=0.0.4", body: Array(metricsText.utf8))
    default: break
    }
    if let route = try RoomRoutes.route(head) {
      return try await roomRoutes.respond(to: route, head, body: body, try doors.identify(head))
    }
    guard let route = try UserRoutes.route(head) else { throw .notFound("there is nothing at this path") }
    return try await users.respond(to: route, head, body: body, try doors.identify(head))
  }

  private func preflight() -> Response {
    var response = Response(status: 204)
    response.add("access-control-allow-methods", "GET, PUT, POST, DELETE")
    response.add("access-control-allow-headers", "authorization, content-type")
    response.add("access-control-max-age", "600")
    return response
  }

  /// Adds the header fields that all responses have.
  private func finished(_ response: Response, _ head: RequestHead) -> Response {
    var response = response
    response.add("x-content-type-options", "nosniff")
    if response.status == 405 {
      let methods = RoomRoutes.allowedMethods(head) ?? UserRoutes.allowedMethods(head)
      response.add("allow", Self.openPaths.contains(head.path) ? "GET, HEAD" : methods)
    }
    if let origin = head.origin, doors.origins.contains(origin) {
      response.add("access-control-allow-origin", origin)
      response.add("vary", "origin")
    }
    return response
  }

  private func note(_ head: RequestHead, _ status: Int, _ duration: Duration, _ problem: ProblemDocument?) {
    let seconds = duration / .seconds(1)
    metrics.count(status: status, seconds: seconds)
    var members: JSONObject = [
      "method": .string(head.method), "path": .string(head.path), "status": .number(JSONNumber(status)),
      "peer": .string(head.peer), "milliseconds": .number(JSONNumber(Int(seconds * 1000))),
    ]
    if let problem { members["problem"] = .string(problem.loggedText) }
    log.write(status >= 500 ? .error : status >= 400 ? .warning : .debug, "request", members)
  }

  func stalled() {
    metrics.count(.stall)
    log.write(.error, "stalled", ["problem": "the thread of the connections has done nothing for a second"])
  }

  // MARK: WebSockets

  func open(_ socket: WebSocket, _ head: RequestHead) -> any WebSocketHandler {
    metrics.count(.openedSocket)
    guard let route = try? SocketRoutes.route(head), let identity = try? doors.identify(head, for: route) else {
      return refused(socket, "the token has expired")
    }
    let user = identity.user ?? head.peer
    guard userSockets.add(user) else { return refused(socket, "the user has too many WebSockets") }
    guard let handler = sockets.open(socket, route, identity) else {
      userSockets.remove(user)
      return refused(socket, "the server stops, or has no memory for another room")
    }
    // Without a key, what the client calls itself might be a token for another server.
    let name = doors.tokens == nil ? nil : identity.user
    log.write(
      .debug, "socket", ["path": .string(head.path), "peer": .string(head.peer), "user": .string(name ?? "")])
    return CountedSocket(socket: socket, handler: handler, user: user, sockets: userSockets)
  }

  /// 1013 says that it may be tried again later (the registry of close codes of RFC 6455).
  private func refused(_ socket: WebSocket, _ reason: String) -> any WebSocketHandler {
    socket.close(code: 1013, reason: reason)
    return ClosedSocket()
  }

  // MARK: Metrics

  private var metricsText: String {
    let counts = rooms.counts
    return metrics.text(
      [
        ("connections", "The open connections.", connections()),
        ("rooms", "The rooms in memory.", counts.rooms),
        ("room_members", "The WebSockets of rooms.", counts.connections),
        ("process_resident_memory_bytes", "The resident memory.", ProcessMemory.resident ?? 0),
      ],
      [
        ("room_log_entries_total", "The processed entries of the rooms' logs.", counts.entries),
        ("room_frames_total", "The frames sent to members.", counts.frames),
        ("room_ignored_messages_total", "The messages ignored because too many waited.", counts.ignored),
        ("room_refused_total", "The WebSockets refused because there was no memory for another room.", counts.refused),
        ("room_log_failures_total", "The failed accesses to the rooms' logs.", counts.failures),
      ])
  }
}

/// A body that passes a gate.
private struct GatedBody<Model: SchemaModel>: BodyCheck {
  var stream: PayloadStream<Model>
  let response: @Sendable (ProblemDocument) -> Response

  mutating func refusal(after bytes: ArraySlice<UInt8>) -> Response? {
    do throws(ProblemDocument) {
      try stream.append(bytes)
      return nil
    } catch {
      return response(error)
    }
  }
}

extension ProblemDocument {
  /// What the log says of the problem: nothing that was in a body or in a header field.
  fileprivate var loggedText: String {
    switch status {
    // The server's own words; a path and a method are in the log anyway.
    case 401, 404, 405, 408, 411, 413, 414, 417, 426, 429, 431, 500...: detail
    default: ([title] + Set(errors.map(\.keyword)).sorted()).joined(separator: ", ")
    }
  }
}

/// The memory of this process.
enum ProcessMemory {
  /// The resident memory in bytes; nil on systems that do not tell.
  static var resident: Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map {
      $0 * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
  }
}
