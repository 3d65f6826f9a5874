import Synchronization

/// Counts the open WebSockets of each user, and what arrives on them. A WebSocket has at most one room, so their number also
/// limits the rooms that a user keeps in memory, and the output that waits for the user.
final class UserSockets: Sendable {
  private let limit: Int
  private let counts = Mutex<[String: Int]>([:])
  private let bytes = RateLimiter(rate: SocketLimits.userBytesPerSecond, burst: SocketLimits.userByteBurst)

  init(limit: Int) { self.limit = limit }

  /// Takes another WebSocket of a user; returns false if there are too many.
  func add(_ user: String) -> Bool {
    counts.withLock { counts in
      guard counts[user, default: 0] < limit else { return false }
      counts[user, default: 0] += 1
      return true
    }
  }

  /// Whether a user may send another message.
  func admit(_ byteCount: Int, of user: String) -> Bool { bytes.admits(user, amount: Double(byteCount)) }

  func remove(_ user: String) {
    counts.withLock { counts in
      let count = counts[user, default: 0] - 1
      counts[user] = count > 0 ? count : nil
    }
  }
}

/// A WebSocket that counts until it is closed.
struct CountedSocket: WebSocketHandler {
  let socket: WebSocket
  let handler: any WebSocketHandler
  let user: String
  let sockets: UserSockets

  func receive(_ message: UnsafeBufferPointer<UInt8>) {
    guard sockets.admit(message.count, of: user) else {
      return socket.close(code: 1008, reason: "too many bytes of one user in this time")
    }
    handler.receive(message)
  }

  func closed() {
    handler.closed()
    sockets.remove(user)
  }
}
