public import Collaboration

/// Connects clients of calls, or of messages, to a server by WebSockets.
public struct WebSocketConnector: CallConnector, MessageConnector {
  let address: WebSocketAddress
  let client: WebSocketClient
  let settings: WebSocketTransport.Settings

  /// Opens a connection, and waits until the server has accepted it.
  /// - Throws: `TokenRejected` for the status 401, ``WebSocketError``, and `CancellationError`.
  public func connect(token: String?) async throws -> any MessageConnection {
    do {
      return try await client.connect(to: address, token: token, settings)
    } catch WebSocketError.refused(_, status: 401, _) {
      throw TokenRejected()
    }
  }
}
