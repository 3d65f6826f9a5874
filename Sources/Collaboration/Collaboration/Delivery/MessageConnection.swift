/// One connection to a service: of a room, of calls, or of messages.
///
/// A connection carries JSON texts, for example over a WebSocket: one text per message. It needs to guarantee neither
/// delivery nor order: clients and services notice messages that are lost, late, repeated or reordered.
public protocol MessageConnection: Sendable {
  /// The received messages. The sequence ends when the connection does.
  var messages: AsyncStream<[UInt8]> { get }

  /// Sends a message.
  ///
  /// It must return immediately and must not call back: clients call it while they hold their locks, so that messages
  /// are sent in order.
  func send(_ message: [UInt8])

  /// Closes the connection. May be called more than once.
  func close()
}
