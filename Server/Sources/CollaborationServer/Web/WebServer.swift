import CPoller
import Foundation
import Synchronization

/// What a web server serves. The synchronous functions are called on the server's thread and must not wait.
protocol WebApplication: Sendable {
  /// Returns the response to a request that is refused before its body arrives, or before a WebSocket is opened.
  func refusal(of head: RequestHead) -> Response?
  /// Returns the response to what is no request, or does not arrive.
  /// - Parameter head: Names the client alone if the head of the request is malformed.
  func response(to failure: RequestFailure, _ head: RequestHead) -> Response
  /// Returns what checks the body of a request that arrives in pieces; nil if only the whole body is checked.
  func bodyCheck(for head: RequestHead) -> (any BodyCheck)?
  /// Responds to a request.
  func respond(to head: RequestHead, body: [UInt8]) async -> Response
  /// Takes a WebSocket that was opened.
  func open(_ socket: WebSocket, _ head: RequestHead) -> any WebSocketHandler
  /// The server's thread has done nothing for a second; called on another thread, once for each time.
  func stalled()
}

extension WebApplication {
  func bodyCheck(for head: RequestHead) -> (any BodyCheck)? { nil }
}

/// Checks the body of a request while it arrives.
protocol BodyCheck: Sendable {
  /// Takes the next bytes. Returns the response if the request is refused, whatever follows.
  mutating func refusal(after bytes: ArraySlice<UInt8>) -> Response?
}

/// Receives what happens on a WebSocket, in order.
protocol WebSocketHandler: Sendable {
  func receive(_ message: UnsafeBufferPointer<UInt8>)
  func closed()
}

/// Serves HTTP/1.1 and WebSockets on one port, with one thread.
final class WebServer: Sendable {
  struct Options: Sendable {
    /// nil for all addresses.
    var address: String? = "127.0.0.1"
    /// 0 for any free port.
    var port = 0
    var maximumBody = 64 << 10
    /// A longer WebSocket message closes the socket with 1009.
    var maximumMessage = 256 << 10
    /// A socket for which more bytes than these wait to be sent is closed with 1013.
    var maximumWaiting = 8 << 20
    /// The maximum number of bytes that wait to be sent on all connections together. A socket may use half of what is left.
    var maximumWaitingTotal = 128 << 20
    /// Further connections are answered with 503.
    var maximumConnections = 10_000
    /// How long a request may take to arrive, in seconds.
    var requestTimeout = 10
    /// Whether `X-Forwarded-For` names the client.
    var isBehindProxy = false
    /// The subprotocol of WebSockets (RFC 6455, section 1.9), for clients that offer it.
    var subprotocol: String?
  }

  /// After this time without a turn, the thread counts as stalled, in milliseconds.
  private static let stallTime = 1_000

  private let mailbox: Mailbox
  private let ended = DispatchSemaphore(value: 0)
  let port: Int
  /// The limit of connections, which the system may have lowered.
  let maximumConnections: Int

  /// - Throws: ``WebServerError`` if it cannot listen.
  init(_ options: Options, _ application: any WebApplication) throws(WebServerError) {
    var options = options
    options.maximumConnections = Listening.permittedConnections(options.maximumConnections)
    maximumConnections = options.maximumConnections
    let pipe = try Listening.pipe()
    let poller = poller_open()
    guard poller >= 0 else { throw WebServerError(description: "cannot wait for connections: \(errno)") }
    let listener: Int32
    do throws(WebServerError) {
      (listener, port) = try Listening.open(address: options.address, port: options.port)
    } catch {
      for descriptor in [pipe.output, pipe.input, poller] { close(descriptor) }
      throw error
    }
    mailbox = Mailbox(alarm: pipe.input)
    Thread.detachNewThread { [mailbox, ended, options] in
      EventLoop(options, application, mailbox: mailbox, poller: poller, listener: listener, alarm: pipe.output).run()
      ended.signal()
    }
    Thread.detachNewThread { [mailbox] in Self.watch(mailbox, application) }
  }

  /// The number of open connections.
  var connections: Int { mailbox.connections.load(ordering: .relaxed) }

  /// Closes all connections. Responses that are not ready in time are not sent.
  /// - Parameter seconds: How long to wait for them.
  /// - Returns: Whether the server's thread has ended. If not, it is stuck.
  @discardableResult
  func stop(within seconds: Int) -> Bool {
    mailbox.post(.stop(EventLoop.time + seconds * 1_000))
    guard ended.wait(timeout: .now() + .seconds(seconds + 2)) == .success else { return false }
    // For the next caller.
    ended.signal()
    return true
  }

  /// Tells the application when the thread of the server is stuck.
  private static func watch(_ mailbox: Mailbox, _ application: any WebApplication) {
    var isStalled = false
    while !mailbox.hasEnded.load(ordering: .sequentiallyConsistent) {
      Thread.sleep(forTimeInterval: 0.25)
      let wasStalled = isStalled
      isStalled = EventLoop.time - mailbox.lastTurn.load(ordering: .relaxed) >= stallTime
      if isStalled, !wasStalled { application.stalled() }
    }
  }
}
