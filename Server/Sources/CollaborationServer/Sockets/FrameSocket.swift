import Collaboration
import CollaborationService
import SchemaRuntime

/// A WebSocket whose messages go through the gate: each is validated and decoded. A request that violates its schema is
/// refused with the reason; any other invalid message closes the socket.
final class FrameSocket<Message: SchemaModel>: WebSocketHandler {
  private let socket: WebSocket
  private let metrics: Metrics
  private let limiter = RateLimiter(rate: SocketLimits.messagesPerSecond, burst: SocketLimits.messageBurst)
  // Only used by the server's thread, on which all messages arrive.
  nonisolated(unsafe) private var reader = JSONReader(limits: SocketLimits.json)
  private let take: @Sendable (Message, _ size: Int) -> Bool
  private let refuse: @Sendable (InvalidRequest) -> Void
  private let end: @Sendable () -> Void

  /// - Parameters:
  /// - take: processes a message, with its size in bytes; returns false if the token does not allow it.
  /// - refuse: refuses a request that violates its schema.
  /// - end: called when the socket is closed.
  init(
    _ socket: WebSocket, _ metrics: Metrics, take: @escaping @Sendable (Message, _ size: Int) -> Bool,
    refuse: @escaping @Sendable (InvalidRequest) -> Void, end: @escaping @Sendable () -> Void
  ) {
    (self.socket, self.metrics) = (socket, metrics)
    (self.take, self.refuse, self.end) = (take, refuse, end)
  }

  func receive(_ text: UnsafeBufferPointer<UInt8>) {
    guard limiter.admits("") else { return close(code: 1008, "too many messages") }
    let message: Message
    do throws(SchemaError) {
      message = try Message(json: text, using: &reader)
    } catch {
      if case .invalid = error, let value = try? JSONValue(parsing: Array(text), limits: SocketLimits.json),
        let request = InvalidRequest(value, reason: Self.shortened(error.reason, to: 1_000))
      {
        metrics.count(.refusedMessage)
        return refuse(request)
      }
      return close(code: Self.closeCode(error), error.reason)
    }
    guard take(message, text.count) else {
      return close(code: 1008, "the room or the user of the message is not the token's")
    }
    metrics.count(.message)
  }

  func closed() {
    end()
    metrics.count(.closedSocket)
  }

  private func close(code: Int, _ reason: String) {
    metrics.count(.refusedMessage)
    // A close frame holds 123 bytes.
    socket.close(code: code, reason: Self.shortened(reason, to: 120))
  }

  /// Returns the beginning of a text.
  private static func shortened(_ text: String, to count: Int) -> String {
    let bytes = text.utf8
    guard var end = bytes.index(bytes.startIndex, offsetBy: count, limitedBy: bytes.endIndex), end < bytes.endIndex
    else { return text }
    // Between scalars rather than characters, which may be as long as the message.
    while UTF8.isContinuation(bytes[end]) { end = bytes.index(before: end) }
    return String(text.unicodeScalars[..<end])
  }

  /// 1007 for what is not JSON, 1008 for what violates its schema (RFC 6455, section 7.4.1).
  private static func closeCode(_ error: SchemaError) -> Int {
    if case .syntax = error { 1007 } else { 1008 }
  }
}

/// The limits of the messages of a socket.
enum SocketLimits {
  static let json = JSONLimits(maximumDepth: 64, maximumByteCount: 256 << 10)
  static let messagesPerSecond = 200.0
  /// After a lost connection, everything that was not answered is sent again.
  static let messageBurst = 1_000.0
  /// For all sockets of a user.
  static let userBytesPerSecond = Double(1 << 20)
  static let userByteBurst = Double(16 << 20)
}

/// A socket that was opened while the server was stopping.
struct ClosedSocket: WebSocketHandler {
  func receive(_ message: UnsafeBufferPointer<UInt8>) {}
  func closed() {}
}

extension SchemaError {
  /// What is wrong: of alternatives, which a discriminator distinguishes, what is wrong with the one that it names.
  fileprivate var reason: String {
    guard case .invalid(let issues) = self else { return description }
    return issues.map(\.closest).map(\.description).joined(separator: "; ")
  }
}

extension ValidationIssue {
  /// The first issue of the alternative that `kind` names, or else of the closest one, whose issues come first.
  fileprivate var closest: ValidationIssue {
    var issue = self
    while let first = issue.causes.first {
      let kind = issue.instanceLocation.tokens + ["kind"]
      let depth = issue.keywordLocation.tokens.count
      func branch(_ cause: ValidationIssue) -> String? { cause.keywordLocation.tokens.dropFirst(depth).first }
      let others = Set(issue.causes.filter { $0.instanceLocation.tokens == kind }.map(branch))
      issue = issue.causes.first { !others.contains(branch($0)) } ?? first
    }
    return issue
  }
}
