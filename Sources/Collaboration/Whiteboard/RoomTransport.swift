public import CollaborationModels

/// Connects rooms to the service.
///
/// A transport carries JSON texts: ``RoomRequestFrame`` to the service, ``RoomFrame`` back, one per message, for example
/// over a WebSocket. It needs to guarantee neither delivery nor order: rooms notice messages that are lost, late,
/// repeated or reordered.
public protocol RoomTransport: Sendable {
  /// Opens a connection for a room. It is called again with the same configuration when a connection was lost.
  /// - Throws: if there is no connection. Joining then fails; a room that reconnects tries again.
  func connect(_ config: RoomConfig) async throws -> any RoomConnection
}

/// One connection to the service.
public protocol RoomConnection: Sendable {
  /// The received messages. The sequence ends when the connection does.
  var messages: AsyncStream<[UInt8]> { get }

  /// Sends a message.
  ///
  /// It must return immediately and must not call back: the room calls it while it holds its lock, so that requests are
  /// sent in order.
  func send(_ message: [UInt8])

  /// Closes the connection. May be called more than once.
  func close()
}
