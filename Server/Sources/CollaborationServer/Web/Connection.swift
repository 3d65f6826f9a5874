import CCrypto
import Foundation

/// A connection of a client: requests, one after the other, and a WebSocket once one asks for it.
///
/// Nothing is read while a request is answered: what a client sends meanwhile waits in its own system. So requests may be
/// sent before earlier ones are answered, and never need more memory than one.
final class Connection {
  private enum Phase {
    /// A head has to arrive.
    case head
    /// The body of a request has to arrive.
    case body(ParsedRequest)
    /// The application responds.
    case waiting(ParsedRequest)
    case socket(any WebSocketHandler)
    /// The rest is sent; what arrives is no longer read.
    case closing
    case over
  }

  /// How long a connection may be silent between two requests, in milliseconds.
  private static let keepAlive = 30_000
  /// How long a client may take to read a response.
  private static let writeTime = 30_000
  /// How long a client may go on sending after the last response. Without this time, the end of the connection could
  /// reach it before the response.
  private static let lingerTime = 2_000
  private static let lingerBytes = 1 << 20
  /// A silent WebSocket is pinged after the one time, and given up after the other.
  private static let pingTime = 20_000
  private static let silenceTime = 40_000
  /// A pong has to wait while more than this is to be sent: only the last ping needs one.
  private static let pongLimit = 64 << 10

  let descriptor: Int32
  let number: UInt64
  private let peer: String
  private unowned let loop: EventLoop

  private var phase = Phase.head
  private var input: [UInt8] = []
  /// The bytes of a head that were searched for its end, or of a body that were checked.
  private var searched = 0
  /// Checks the body that has begun to arrive.
  private var bodyCheck: (any BodyCheck)?
  /// Whether the time limit of a request runs.
  private var hasBegun = false
  private var output: [[UInt8]] = []
  private var outputIndex = 0
  /// What was sent of the first message to send.
  private var sent = 0
  private var waiting = 0
  private var frames: FrameReader
  private var requests = 0
  private var discarded = 0
  /// The client sends no more.
  private var hasEnded = false
  private var isShutDown = false
  private var isPinged = false
  private var (reads, writes) = (true, false)
  /// When the connection is given up, in the phases that have such a time.
  private var deadline: Int
  private var lastArrival: Int
  private var lastProgress: Int

  init(_ descriptor: Int32, number: UInt64, peer: String, in loop: EventLoop) {
    (self.descriptor, self.number, self.peer, self.loop) = (descriptor, number, peer, loop)
    frames = FrameReader(maximumMessage: loop.options.maximumMessage)
    deadline = loop.now + loop.options.requestTimeout * 1_000
    (lastArrival, lastProgress) = (loop.now, loop.now)
  }

  // MARK: - Events

  func read() {
    if case .over = phase { return }
    let count = recv(descriptor, loop.buffer.baseAddress, loop.buffer.count, 0)
    if count < 0 {
      if ![EAGAIN, EWOULDBLOCK, EINTR].contains(errno) { end() }
      return
    }
    hasEnded = count == 0
    lastArrival = loop.now
    isPinged = false
    if case .closing = phase {
      discarded += count
      if hasEnded || discarded > Self.lingerBytes { end() }
      return
    }
    input.append(contentsOf: loop.buffer.prefix(count))
    proceed()
  }

  func write() {
    flush()
    proceed()
  }

  /// Takes the response of the application, unless the client is gone.
  func respond(_ response: Response, to request: Int) {
    guard case .waiting(let parsed) = phase, request == requests else { return }
    answer(response, parsed, isLast: false)
    proceed()
  }

  /// Sends a text message; ignored if this is no open socket.
  func send(_ message: [UInt8]) {
    guard case .socket = phase else { return }
    // With half of the rest for each socket, those that do not read leave something for all others.
    let rest = max(0, loop.options.maximumWaitingTotal - loop.waiting) / 2
    guard waiting + message.count <= loop.options.maximumWaiting, message.count <= rest else {
      return close(Frame.Closure(1013, "too much waits to be sent"))
    }
    push(Frame.bytes(.text, message))
    flush()
    watch()
  }

  /// Closes a socket, after what waits to be sent.
  func close(_ closure: Frame.Closure) {
    guard case .socket(let handler) = phase else { return }
    push(Frame.closing(closure))
    leave(handler)
    flush()
    watch()
  }

  /// Answers all requests of the connection with a failure.
  func refuse(_ failure: RequestFailure) {
    fail(failure)
    flush()
    watch()
  }

  /// Prepares for the end of the server: only responses are waited for.
  func stop() {
    switch phase {
    case .head, .body: if output.isEmpty { end() } else { close() }
    case .socket: close(Frame.Closure(1001, "the server stops"))
    case .waiting, .closing, .over: break
    }
  }

  /// Gives the connection up if its time is over.
  func checkTime() {
    switch phase {
    case .head where !output.isEmpty || input.isEmpty, .closing: if loop.now >= deadline { end() }
    case .head, .body:
      guard loop.now >= deadline else { return }
      refuse(RequestFailure(408, "expected the whole request in less time"))
    case .socket(let handler):
      let isStuck = !output.isEmpty && loop.now - lastProgress >= Self.silenceTime
      if isStuck || loop.now - lastArrival >= Self.silenceTime {
        leave(handler)
        end()
      } else if !isPinged, loop.now - lastArrival >= Self.pingTime {
        isPinged = true
        push(Frame.bytes(.ping, []))
        flush()
        watch()
      }
    case .waiting, .over: break
    }
  }

  /// Closes the connection at once.
  func end() {
    if case .socket(let handler) = phase { handler.closed() }
    if case .over = phase { return }
    phase = .over
    loop.waiting -= waiting
    (input, output, waiting) = ([], [], 0)
    loop.remove(self)
  }

  // MARK: - Requests

  /// Reads what has arrived as far as possible, and waits for what has to happen next.
  private func proceed() {
    while step() {}
    watch()
  }

  /// Returns false if something has to arrive or to be sent first.
  private func step() -> Bool {
    switch phase {
    case .head:
      // An earlier response is sent first, so that there is never more than one.
      if !output.isEmpty { flush() }
      guard output.isEmpty else { return false }
      return readHead()
    case .body(let request):
      guard input.count >= request.bodyLength else {
        if let refusal = bodyCheck?.refusal(after: input[searched...]) {
          answer(refusal, request, isLast: true)
          return true
        }
        searched = input.count
        if hasEnded { fail(.bad("expected the whole body, found the end of the connection"), request) }
        return hasEnded
      }
      let body = Array(input.prefix(request.bodyLength))
      removeInput(request.bodyLength)
      pass(request, body)
      return false
    case .socket(let handler): return readFrames(handler)
    case .closing:
      input = []
      flush()
      return false
    case .waiting, .over: return false
    }
  }

  private func readHead() -> Bool {
    // An empty line before a request is ignored (RFC 9112, section 2.2).
    while input.starts(with: [13, 10]) { removeInput(2) }
    guard let length = RequestParser.headLength(input, from: searched), length <= RequestParser.maximumHead else {
      return waitForHead()
    }
    searched = 0
    var parser = RequestParser(peer: peer, isBehindProxy: loop.options.isBehindProxy)
    do throws(RequestFailure) {
      let request = try parser.parse(input[..<length])
      removeInput(length)
      begin(request)
    } catch {
      fail(error)
    }
    return true
  }

  /// Returns whether the connection is over.
  private func waitForHead() -> Bool {
    if input.count > RequestParser.maximumHead {
      fail(RequestFailure(431, "expected a head of at most \(RequestParser.maximumHead) bytes"))
      return true
    }
    if hasEnded {
      if input.isEmpty { end() } else { fail(.bad("expected a whole head, found the end of the connection")) }
      return true
    }
    if !input.isEmpty, !hasBegun {
      hasBegun = true
      deadline = loop.now + loop.options.requestTimeout * 1_000
    }
    searched = input.count
    return false
  }

  private func removeInput(_ count: Int) {
    // An idle connection keeps no memory.
    if count == input.count { input = [] } else { input.removeFirst(count) }
    searched = 0
  }

  private func begin(_ request: ParsedRequest) {
    if let refusal = loop.application.refusal(of: request.head) {
      // The body would be taken for the next request.
      return answer(refusal, request, isLast: request.bodyLength > 0)
    }
    if let key = request.socketKey { return open(request, key) }
    guard request.bodyLength <= loop.options.maximumBody else {
      return fail(RequestFailure(413, "expected a body of at most \(loop.options.maximumBody) bytes"), request)
    }
    if !hasBegun { deadline = loop.now + loop.options.requestTimeout * 1_000 }
    guard request.bodyLength > 0 else { return pass(request, []) }
    phase = .body(request)
    bodyCheck = loop.application.bodyCheck(for: request.head)
    if request.expectsContinue, input.isEmpty {
      push(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
      flush()
    }
  }

  private func pass(_ request: ParsedRequest, _ body: [UInt8]) {
    phase = .waiting(request)
    bodyCheck = nil
    requests += 1
    Task { [application = loop.application, mailbox = loop.mailbox, number, requests, head = request.head] in
      mailbox.post(.respond(number, request: requests, await application.respond(to: head, body: body)))
    }
  }

  private func fail(_ failure: RequestFailure, _ request: ParsedRequest? = nil) {
    let head = request?.head ?? RequestHead(method: "", path: "", peer: peer)
    answer(loop.application.response(to: failure, head), request, isLast: true)
  }

  private func answer(_ response: Response, _ request: ParsedRequest?, isLast: Bool) {
    let isLast = isLast || request?.keepsAlive != true || loop.isStopping
    hasBegun = false
    push(response.bytes(isLast: isLast, hasBody: request?.hasBodyInResponse ?? true))
    deadline = loop.now + Self.writeTime
    phase = isLast ? .closing : .head
    flush()
  }

  // MARK: - WebSockets

  private func open(_ request: ParsedRequest, _ key: String) {
    var response = Response(status: 101)
    response.add("upgrade", "websocket")
    response.add("sec-websocket-accept", Self.acceptance(of: key))
    if let name = request.subprotocols.first(where: { $0 == loop.options.subprotocol }) {
      response.add("sec-websocket-protocol", name)
    }
    push(response.bytes(isLast: false, hasBody: false))
    phase = .socket(loop.application.open(WebSocket(number: number, output: loop.mailbox), request.head))
    flush()
  }

  private static func acceptance(of key: String) -> String {
    var digest = [UInt8](repeating: 0, count: 20)
    let bytes = Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)
    _ = EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha1(), nil)
    return Data(digest).base64EncodedString()
  }

  private func readFrames(_ handler: any WebSocketHandler) -> Bool {
    var rest = input[...]
    do throws(Frame.Closure) {
      while let event = try frames.next(&rest) {
        switch event {
        case .message(let message): message.withUnsafeBufferPointer { handler.receive($0) }
        case .ping(let content): if waiting <= Self.pongLimit { push(Frame.bytes(.pong, content)) }
        case .close(let code): throw Frame.Closure(code ?? 1000, "")
        }
      }
      input = Array(rest)
    } catch {
      close(error)
      return true
    }
    flush()
    if hasEnded { end() }
    return false
  }

  private func leave(_ handler: any WebSocketHandler) {
    close()
    handler.closed()
  }

  /// Sends the rest, and reads no more.
  private func close() {
    phase = .closing
    deadline = loop.now + Self.writeTime
  }

  // MARK: - Output

  private func push(_ bytes: [UInt8]) {
    if output.isEmpty { lastProgress = loop.now }
    output.append(bytes)
    waiting += bytes.count
    loop.waiting += bytes.count
  }

  private func flush() {
    while outputIndex < output.count {
      let bytes = output[outputIndex]
      let count = bytes.withUnsafeBytes { bytes in
        Foundation.send(descriptor, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, Self.sendFlags)
      }
      guard count >= 0 else {
        // The poller reports a connection that is broken.
        return
      }
      (sent, waiting, lastProgress) = (sent + count, waiting - count, loop.now)
      loop.waiting -= count
      guard sent == bytes.count else { return }
      output[outputIndex] = []
      (sent, outputIndex) = (0, outputIndex + 1)
      if outputIndex >= 1_024, outputIndex > output.count / 2 {
        output.removeFirst(outputIndex)
        outputIndex = 0
      }
    }
    guard !output.isEmpty else { return }
    (output, outputIndex) = ([], 0)
    switch phase {
    case .head: deadline = loop.now + Self.keepAlive
    case .closing:
      isShutDown = true
      shutdown(descriptor, Self.noMoreWrites)
      deadline = loop.now + Self.lingerTime
      if hasEnded { end() }
    case .body, .waiting, .socket, .over: break
    }
  }

  private func watch() {
    let mayRead =
      switch phase {
      case .head: output.isEmpty
      case .body, .socket, .closing: true
      case .waiting, .over: false
      }
    let (reads, writes) = (mayRead && !hasEnded, !output.isEmpty)
    if case .over = phase { return }
    guard (reads, writes) != (self.reads, self.writes) else { return }
    (self.reads, self.writes) = (reads, writes)
    loop.watch(self, reads: reads, writes: writes)
  }

  #if os(Linux)
    private static let sendFlags = Int32(MSG_NOSIGNAL)
    private static let noMoreWrites = Int32(SHUT_WR)
  #else
    // The program ignores SIGPIPE.
    private static let sendFlags: Int32 = 0
    private static let noMoreWrites = SHUT_WR
  #endif
}
