// Development compiles this file on Linux too (Package.swift), with the toolchain's URLSession, whose WebSockets do not
// work there.
#if canImport(Darwin) || SCHEMATA_URLSESSION
  import Collaboration
  import Foundation
  import SchemaRuntime

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// Opens WebSockets with URLSession.
  struct URLSessionWebSocketClient: Sendable {
    /// - Parameter authorities: not supported: URLSession trusts the system's certificates.
    init(authorities: String?) throws(WebSocketError) {
      guard authorities == nil else { throw .notStarted }
    }

    func connect(
      to address: WebSocketAddress, token: String?, _ settings: WebSocketTransport.Settings
    ) async throws -> any MessageConnection {
      guard let url = URL(string: address.url) else { throw WebSocketError.malformedURL(address.url) }
      var request = URLRequest(url: url)
      if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
      let connection = URLSessionWebSocket(url: address.url, settings)
      try await connection.open(request)
      return connection
    }
  }

  /// One WebSocket.
  final class URLSessionWebSocket: NSObject, MessageConnection, URLSessionWebSocketDelegate {
    private struct State {
      var task: URLSessionWebSocketTask?
      var opening: CheckedContinuation<Void, any Error>?
      var waiting = 0
      var isClosed = false
    }

    let messages: AsyncStream<[UInt8]>
    private let continuation: AsyncStream<[UInt8]>.Continuation
    private let url: String
    private let settings: WebSocketTransport.Settings
    private let state = Mutex(State())

    init(url: String, _ settings: WebSocketTransport.Settings) {
      self.url = url
      self.settings = settings
      (messages, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    }

    func open(_ request: URLRequest) async throws {
      // The session keeps its delegate until it is invalidated, which closing does.
      let session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
      let task = session.webSocketTask(with: request)
      task.maximumMessageSize = settings.maximumMessage
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          state.withLock { state in
            state.task = task
            state.opening = continuation
          }
          task.resume()
        }
      } onCancel: {
        finishOpening(CancellationError())
        close()
      }
      session.finishTasksAndInvalidate()
      receive(from: task)
    }

    private func finishOpening(_ error: (any Error)?) {
      let opening = state.withLock { state in
        defer { state.opening = nil }
        return state.opening
      }
      if let error { opening?.resume(throwing: error) } else { opening?.resume() }
    }

    private func receive(from task: URLSessionWebSocketTask) {
      task.receive { [weak self] result in
        guard let self else { return }
        switch result {
        case .success(.string(let text)):
          self.continuation.yield(Array(text.utf8))
          self.receive(from: task)
        // The protocol has text messages only.
        case .success, .failure: self.close()
        }
      }
    }

    func send(_ message: [UInt8]) {
      let task = state.withLock { state -> URLSessionWebSocketTask? in
        guard !state.isClosed else { return nil }
        state.waiting += message.count
        return state.task
      }
      guard let task else { return }
      guard state.withLock({ $0.waiting }) <= settings.maximumWaiting else { return close() }
      task.send(.string(String(decoding: message, as: UTF8.self))) { [weak self] error in
        guard let self else { return }
        self.state.withLock { $0.waiting -= message.count }
        if error != nil { self.close() }
      }
    }

    func close() {
      let task = state.withLock { state -> URLSessionWebSocketTask? in
        defer { state.isClosed = true }
        return state.isClosed ? nil : state.task
      }
      task?.cancel(with: .normalClosure, reason: nil)
      continuation.finish()
    }

    func urlSession(
      _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol protocol: String?
    ) {
      finishOpening(nil)
    }

    func urlSession(
      _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
      didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
    ) {
      close()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      let status = (task.response as? HTTPURLResponse).map(\.statusCode)
      finishOpening(
        WebSocketError.refused(url: url, status: status, reason: error.map { $0.localizedDescription } ?? ""))
      session.invalidateAndCancel()
      close()
    }
  }
#endif
