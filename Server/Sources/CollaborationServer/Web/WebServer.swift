import CWebServer
import Foundation
import Synchronization

/// What a web server serves. The synchronous functions are called on the server's thread and must not wait.
protocol WebApplication: Sendable {
  /// Returns the response to a request that is refused before its body arrives, or before a WebSocket is opened.
  func refusal(of head: RequestHead) -> Response?
  /// Returns the response to a request that does not arrive.
  /// - Parameter status: 408 if its time is over, 413 if its body is too long.
  func response(toFailed head: RequestHead, status: Int) -> Response
  /// Responds to a request.
  func respond(to head: RequestHead, body: [UInt8]) async -> Response
  /// Takes a WebSocket that was opened.
  func open(_ socket: WebSocket, _ head: RequestHead) -> any WebSocketHandler
}

/// Receives what happens on a WebSocket, in order.
protocol WebSocketHandler: Sendable {
  func receive(_ message: UnsafeBufferPointer<UInt8>)
  func closed()
}

/// Serves HTTP and WebSockets on one port.
final class WebServer: Sendable {
  struct Options: Sendable {
    var address: String? = "127.0.0.1"
    var port = 0
    var certificate: String?
    var key: String?
    var maximumBody = 64 << 10
    var maximumMessage = 256 << 10
    var maximumWaiting = 8 << 20
    var maximumConnections = 10_000
    /// How long a request may take to arrive, in seconds.
    var requestTimeout = 10
  }

  private struct State {
    var handle: OpaquePointer?
    var isStopping = false
    /// The requests whose body has not arrived.
    var heads: [UInt64: RequestHead] = [:]
    var sockets: [UInt64: any WebSocketHandler] = [:]
  }

  private let application: any WebApplication
  private let owner = WebServerOwner()
  private let lock = NSLock()
  // Only used inside the lock. The C functions may be called from any thread.
  nonisolated(unsafe) private var state = State()
  let port: Int

  /// - Throws: ``WebServerError`` if it cannot listen.
  init(_ options: Options, _ application: any WebApplication) throws(WebServerError) {
    self.application = application
    var error = [CChar](repeating: 0, count: 512)
    var handlers = web_handlers(
      owner: Unmanaged.passRetained(owner).toOpaque(), refuses: onHead, failed: onFailure, received: onRequest,
      opened: onOpening, message: onMessage, closed: onClosing)
    let handle = withOptions(options) { options in
      web_server_start(&options, &handlers, &error, error.count)
    }
    guard let handle else {
      Unmanaged<WebServerOwner>.fromOpaque(handlers.owner).release()
      throw WebServerError(description: String(decoding: error.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self))
    }
    port = Int(web_server_port(handle))
    lock.withLock { state.handle = handle }
    owner.server.withLock { $0 = self }
  }

  /// The number of open connections.
  var connections: Int { withHandle { Int(web_server_connections($0)) } ?? 0 }

  /// Closes all connections. Responses that are not ready in time are not sent.
  /// - Parameter seconds: how long to wait for them.
  func stop(within seconds: Int) {
    let handle = lock.withLock {
      defer { state.isStopping = true }
      return state.isStopping ? nil : state.handle
    }
    guard let handle else { return }
    // Responses are still given to the server while it waits for them.
    web_server_stop(handle, Int32(seconds))
    lock.withLock { state.handle = nil }
    web_server_free(handle)
    let sockets = lock.withLock {
      defer { state.sockets = [:] }
      return state.sockets
    }
    for socket in sockets.values { socket.closed() }
    owner.server.withLock { $0 = nil }
    Unmanaged.passUnretained(owner).release()
  }

  fileprivate func withHandle<Result>(_ body: (OpaquePointer) -> Result) -> Result? {
    // Inside the lock, so that the server is not freed meanwhile.
    lock.withLock { state.handle.map(body) }
  }
}

// MARK: - Events of the C server

extension WebServer {
  fileprivate func refuses(_ head: RequestHead, _ number: UInt64) -> Bool {
    guard let response = application.refusal(of: head) else {
      if !head.isUpgrade { lock.withLock { state.heads[number] = head } }
      return false
    }
    respond(response, to: number)
    return true
  }

  fileprivate func failed(_ number: UInt64, _ status: Int) {
    // A request without a head has a response already.
    guard let head = lock.withLock({ state.heads.removeValue(forKey: number) }) else { return }
    respond(application.response(toFailed: head, status: status), to: number)
  }

  fileprivate func received(_ number: UInt64, _ body: [UInt8]) {
    guard let head = lock.withLock({ state.heads.removeValue(forKey: number) }) else { return }
    Task { respond(await application.respond(to: head, body: body), to: number) }
  }

  private func respond(_ response: Response, to number: UInt64) {
    // A line break in a value would begin another field.
    let fields = response.fields.map { field in
      "\(field.name): \(field.value.filter { !$0.isNewline })\r\n"
    }.joined()
    _ = withHandle { handle in
      web_server_respond(handle, number, Int32(response.status), fields, response.body, response.body.count)
    }
  }

  fileprivate func opened(_ head: RequestHead, _ number: UInt64) {
    let handler = application.open(WebSocket(number: number, output: self), head)
    lock.withLock { state.sockets[number] = handler }
  }

  fileprivate func message(_ number: UInt64, _ bytes: UnsafeBufferPointer<UInt8>) {
    lock.withLock { state.sockets[number] }?.receive(bytes)
  }

  fileprivate func closed(_ number: UInt64) {
    let handler = lock.withLock {
      state.heads[number] = nil
      return state.sockets.removeValue(forKey: number)
    }
    handler?.closed()
  }
}

extension WebServer: WebSocketOutput {
  func send(_ message: [UInt8], on number: UInt64) {
    _ = withHandle { web_server_send($0, number, message, message.count) }
  }

  func close(_ number: UInt64, code: Int, reason: String) {
    _ = withHandle { web_server_close($0, number, Int32(code), reason) }
  }
}

/// What the C server holds. It leads to the server once that is complete.
private final class WebServerOwner: Sendable {
  let server = Mutex<WebServer?>(nil)
}

private func server(_ owner: UnsafeMutableRawPointer?) -> WebServer? {
  owner.flatMap { Unmanaged<WebServerOwner>.fromOpaque($0).takeUnretainedValue().server.withLock { $0 } }
}

private func onHead(_ owner: UnsafeMutableRawPointer?, _ request: UnsafePointer<web_request>?) -> Bool {
  guard let request = request?.pointee, let server = server(owner) else { return true }
  return server.refuses(RequestHead(request), request.number)
}

private func onFailure(_ owner: UnsafeMutableRawPointer?, _ number: UInt64, _ status: Int32) {
  server(owner)?.failed(number, Int(status))
}

private func onRequest(
  _ owner: UnsafeMutableRawPointer?, _ number: UInt64, _ body: UnsafePointer<UInt8>?, _ count: Int
) {
  server(owner)?.received(number, Array(UnsafeBufferPointer(start: body, count: count)))
}

private func onOpening(_ owner: UnsafeMutableRawPointer?, _ request: UnsafePointer<web_request>?) {
  guard let request = request?.pointee else { return }
  server(owner)?.opened(RequestHead(request), request.number)
}

private func onMessage(
  _ owner: UnsafeMutableRawPointer?, _ number: UInt64, _ bytes: UnsafePointer<UInt8>?, _ count: Int
) {
  server(owner)?.message(number, UnsafeBufferPointer(start: bytes, count: count))
}

private func onClosing(_ owner: UnsafeMutableRawPointer?, _ number: UInt64) { server(owner)?.closed(number) }

extension RequestHead {
  fileprivate init(_ request: web_request) {
    func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
    self.init(method: text(request.method) ?? "", path: text(request.path) ?? "/", peer: text(request.peer) ?? "")
    authorization = text(request.authorization)
    contentType = text(request.content_type)
    contentLength = request.content_length < 0 ? nil : Int(request.content_length)
    origin = text(request.origin)
    host = text(request.host)
    isChunked = request.is_chunked
    isUpgrade = request.is_upgrade
    accessToken = text(request.access_token)
  }
}

private func withOptions<Result>(
  _ options: WebServer.Options, _ body: (inout web_server_options) -> Result
) -> Result {
  func withText<R>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> R) -> R {
    guard let text else { return body(nil) }
    return text.withCString(body)
  }
  return withText(options.address) { address in
    withText(options.certificate) { certificate in
      withText(options.key) { key in
        var result = web_server_options(
          address: address, port: Int32(options.port), certificate: certificate, key: key,
          maximum_body: options.maximumBody, maximum_message: options.maximumMessage,
          maximum_waiting: options.maximumWaiting, maximum_connections: Int32(options.maximumConnections),
          request_timeout: Int32(options.requestTimeout))
        return body(&result)
      }
    }
  }
}
