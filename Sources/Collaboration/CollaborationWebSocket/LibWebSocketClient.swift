#if !canImport(Darwin)
  import CWebSocketClient
  import Collaboration
  import SchemaRuntime

  /// Opens WebSockets with libwebsockets: the toolchain's URLSession has none on Linux.
  struct LibWebSocketClient: Sendable {
    private let handle: Handle

    /// - Throws: ``WebSocketError/notStarted``.
    init(authorities: String?) throws(WebSocketError) {
      handle = authorities == nil ? try Handle.shared() : try Handle(authorities: authorities)
    }

    func connect(
      to address: WebSocketAddress, token: String?, _ settings: WebSocketTransport.Settings
    ) async throws -> any MessageConnection {
      let connection = LinuxWebSocket(handle)
      try await connection.open(address, token: token, settings)
      return connection
    }
  }

  /// The C client with its thread. It is never freed.
  final class Handle: Sendable {
    // The library's functions may be called from any thread.
    nonisolated(unsafe) let client: OpaquePointer

    init(authorities: String?) throws(WebSocketError) {
      guard let client = web_socket_client_start(authorities) else { throw .notStarted }
      self.client = client
    }

    private static let common = Mutex<Handle?>(nil)

    /// Returns the client that all transports with the system's authorities share.
    static func shared() throws(WebSocketError) -> Handle {
      let handle = common.withLock { common -> Handle? in
        if common == nil { common = try? Handle(authorities: nil) }
        return common
      }
      guard let handle else { throw .notStarted }
      return handle
    }
  }

  /// One WebSocket. Its events arrive on the thread of the C client.
  final class LinuxWebSocket: MessageConnection {
    private struct State {
      var number: UInt64 = 0
      var opening: CheckedContinuation<Void, any Error>?
      var isClosed = false
    }

    let messages: AsyncStream<[UInt8]>
    private let continuation: AsyncStream<[UInt8]>.Continuation
    private let handle: Handle
    private let state = Mutex(State())

    init(_ handle: Handle) {
      self.handle = handle
      (messages, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    }

    deinit { close() }

    func open(_ address: WebSocketAddress, token: String?, _ settings: WebSocketTransport.Settings) async throws {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          state.withLock { $0.opening = continuation }
          start(address, token: token, settings)
        }
      } onCancel: {
        fail(CancellationError())
        close()
      }
    }

    private func start(_ address: WebSocketAddress, token: String?, _ settings: WebSocketTransport.Settings) {
      let events = Events(socket: self, address: address)
      let owner = Unmanaged.passRetained(events)
      let number = withEndpoint(address, token, settings) { endpoint in
        web_socket_open(handle.client, &endpoint, receive, owner.toOpaque())
      }
      guard number != 0 else {
        owner.release()
        return fail(WebSocketError.notStarted)
      }
      let isClosed = state.withLock { state in
        state.number = number
        return state.isClosed
      }
      if isClosed { web_socket_close(handle.client, number) }
    }

    private func withEndpoint<Result>(
      _ address: WebSocketAddress, _ token: String?, _ settings: WebSocketTransport.Settings,
      _ body: (inout web_socket_endpoint) -> Result
    ) -> Result {
      address.host.withCString { host in
        (address.path.isEmpty ? "/" : address.path).withCString { path in
          withText(token.map { "Bearer \($0)" }) { authorization in
            var endpoint = web_socket_endpoint(
              host: host, port: Int32(address.port), path: path, is_secure: address.isSecure,
              authorization: authorization, subprotocol: nil, maximum_message: settings.maximumMessage,
              maximum_waiting: settings.maximumWaiting)
            return body(&endpoint)
          }
        }
      }
    }

    private func withText<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
      guard let text else { return body(nil) }
      return text.withCString(body)
    }

    func send(_ message: [UInt8]) {
      let number = state.withLock { $0.isClosed ? 0 : $0.number }
      if number != 0 { web_socket_send(handle.client, number, message, message.count) }
    }

    func close() {
      let number = state.withLock { state -> UInt64 in
        defer { state.isClosed = true }
        return state.isClosed ? 0 : state.number
      }
      if number != 0 { web_socket_close(handle.client, number) }
      continuation.finish()
    }

    fileprivate func opened() {
      let opening = state.withLock { state in
        defer { state.opening = nil }
        return state.opening
      }
      opening?.resume()
    }

    fileprivate func fail(_ error: any Error) {
      let opening = state.withLock { state in
        defer { state.opening = nil }
        return state.opening
      }
      opening?.resume(throwing: error)
    }

    fileprivate func received(_ message: [UInt8]) { continuation.yield(message) }

    fileprivate func ended() {
      state.withLock { $0.isClosed = true }
      continuation.finish()
    }
  }

  /// What the C client holds while a WebSocket is open: not the socket itself, so that an unused one is closed.
  private final class Events: Sendable {
    struct Weak: Sendable { weak var socket: LinuxWebSocket? }

    let target: Mutex<Weak>
    let address: WebSocketAddress

    init(socket: LinuxWebSocket, address: WebSocketAddress) {
      target = Mutex(Weak(socket: socket))
      self.address = address
    }

    var socket: LinuxWebSocket? { target.withLock { $0.socket } }
  }

  /// Receives the events of a socket from the C client.
  private func receive(
    _ owner: UnsafeMutableRawPointer?, _ event: web_socket_event, _ bytes: UnsafePointer<UInt8>?, _ count: Int,
    _ code: Int32
  ) {
    guard let owner else { return }
    let unmanaged = Unmanaged<Events>.fromOpaque(owner)
    let events = unmanaged.takeUnretainedValue()
    let content = Array(UnsafeBufferPointer(start: bytes, count: count))
    switch event {
    case WEB_SOCKET_OPENED: events.socket?.opened()
    case WEB_SOCKET_MESSAGE: events.socket?.received(content)
    default:
      let status = (100..<600).contains(code) ? Int(code) : nil
      events.socket?.fail(
        WebSocketError.refused(
          url: events.address.url, status: status, reason: String(decoding: content, as: UTF8.self)))
      events.socket?.ended()
      unmanaged.release()
    }
  }
#endif
