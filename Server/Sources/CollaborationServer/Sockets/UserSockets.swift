import Synchronization

/// Counts the open WebSockets of each user. A WebSocket has at most one room, so their number also limits the rooms that a
/// user keeps in memory, and the output that waits for the user.
final class UserSockets: Sendable {
  private let limit: Int
  private let counts = Mutex<[String: Int]>([:])

  init(limit: Int) { self.limit = limit }

  /// Takes another WebSocket of a user; returns false if there are too many.
  func add(_ user: String) -> Bool {
    counts.withLock { counts in
      guard counts[user, default: 0] < limit else { return false }
      counts[user, default: 0] += 1
      return true
    }
  }

  func remove(_ user: String) {
    counts.withLock { counts in
      let count = counts[user, default: 0] - 1
      counts[user] = count > 0 ? count : nil
    }
  }
}

/// A WebSocket that counts until it is closed.
struct CountedSocket: WebSocketHandler {
  let handler: any WebSocketHandler
  let user: String
  let sockets: UserSockets

  func receive(_ message: UnsafeBufferPointer<UInt8>) { handler.receive(message) }

  func closed() {
    handler.closed()
    sockets.remove(user)
  }
}
