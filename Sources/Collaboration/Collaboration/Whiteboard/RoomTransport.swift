public import CollaborationModels

/// Connects rooms to the service.
///
/// Its connections carry ``RoomRequestFrame`` to the service and ``RoomFrame`` back.
public protocol RoomTransport: Sendable {
  /// Opens a connection for a room. It is called again with the same configuration when a connection was lost.
  /// - Throws: if there is no connection. Joining then fails; a room that reconnects tries again.
  func connect(_ config: RoomConfig) async throws -> any MessageConnection
}
