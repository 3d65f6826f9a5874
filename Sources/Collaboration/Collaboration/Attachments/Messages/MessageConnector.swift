/// Connects clients to the service of messages.
///
/// Its connections carry `MessageRequestFrame` to the service and `MessageFrame` back.
public protocol MessageConnector: Sendable {
  /// Opens a connection. It is called again when a connection could not be opened or was lost.
  /// - Parameter token: the token that identifies the user, which is sent when the connection is opened, for example in
  ///   a header; nil if the connector has its own.
  /// - Throws: ``TokenRejected``, or another error if there is no connection. The client tries again.
  func connect(token: String?) async throws -> any MessageConnection
}
