import Collaboration
import CollaborationModels
import SchemaRuntime
import ServerModels

/// A member's WebSocket: each message goes through the gate to the service of the rooms.
final class RoomSocket: WebSocketHandler {
  private static let limits = JSONLimits(maximumDepth: 64, maximumByteCount: 256 << 10)
  /// How many messages a second a member may send, with the bursts after a lost connection.
  private static let rate = (perSecond: 200.0, burst: 1_000.0)

  private let socket: WebSocket
  private let service: RoomService
  private let member: RoomService.Member
  private let identity: Identity
  private let limiter = RateLimiter(rate: rate.perSecond, burst: rate.burst)
  private let metrics: Metrics
  // Only used by the server's thread, on which all messages arrive.
  nonisolated(unsafe) private var reader = JSONReader(limits: limits)

  init?(_ socket: WebSocket, room: String, _ identity: Identity, _ service: RoomService, _ metrics: Metrics) {
    let member = service.open(room: room, mayWrite: identity.mayWriteRooms) { socket.send($0) }
    guard let member else { return nil }
    (self.socket, self.service, self.member) = (socket, service, member)
    (self.identity, self.metrics) = (identity, metrics)
  }

  func receive(_ message: UnsafeBufferPointer<UInt8>) {
    guard limiter.admits("") else {
      metrics.count(.refusedMessage)
      return socket.close(code: 1008, reason: "too many messages")
    }
    let frame: RoomRequestFrame
    do throws(SchemaError) {
      frame = try RoomRequestFrame(json: message, using: &reader)
    } catch {
      metrics.count(.refusedMessage)
      return socket.close(code: Self.closeCode(error), reason: Self.reason(error))
    }
    guard allows(frame) else {
      metrics.count(.refusedMessage)
      return socket.close(code: 1008, reason: "the room or the user of the message is not the token's")
    }
    metrics.count(.message)
    service.receive(frame, from: member)
  }

  func closed() {
    service.close(member)
    metrics.count(.closedSocket)
  }

  /// Whether a message that joins names the room and the user for whom the socket was opened.
  private func allows(_ frame: RoomRequestFrame) -> Bool {
    guard case .join(let join) = frame else { return true }
    guard join.config.uuid == member.room else { return false }
    guard let user = identity.user, let claimed = join.config.uid else { return true }
    return claimed == user.text
  }

  /// 1007 for what is not JSON, 1008 for what violates its schema (RFC 6455, section 7.4.1).
  private static func closeCode(_ error: SchemaError) -> Int {
    if case .syntax = error { 1007 } else { 1008 }
  }

  /// The beginning of the error's description: a close frame holds 123 bytes.
  private static func reason(_ error: SchemaError) -> String {
    var text = error.description
    while text.utf8.count > 120 { text.removeLast() }
    return text
  }
}

/// A socket that was opened while the server was stopping.
struct ClosedSocket: WebSocketHandler {
  func receive(_ message: UnsafeBufferPointer<UInt8>) {}
  func closed() {}
}
