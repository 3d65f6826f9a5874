/// Connects clients to the service of calls.
///
/// Its connections carry `CallRequestFrame` to the service and `CallFrame` back.
public protocol CallConnector: Sendable {
  /// Opens a connection. It is called again when a connection was lost.
  /// - Parameter token: the token that identifies the user, which is sent when the connection is opened, for example in
  ///   a header; nil if the connector has its own.
  /// - Throws: if there is no connection. Joining then fails; a client that reconnects tries again.
  func connect(token: String?) async throws -> any MessageConnection
}
