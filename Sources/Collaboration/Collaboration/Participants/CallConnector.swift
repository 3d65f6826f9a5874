/// Connects clients to the service of calls.
///
/// Its connections carry `CallRequestFrame` to the service and `CallFrame` back.
public protocol CallConnector: Sendable {
  /// Opens a connection. It is called again when a connection was lost.
  /// - Parameter token: the token that identifies the user, which is sent when the connection is opened, for example in
  ///   a header; nil if the connector has its own.
  /// - Throws: ``TokenRejected``, or another error if there is no connection. Joining then fails; a client that
  ///   reconnects tries again.
  func connect(token: String?) async throws -> any MessageConnection
}

/// The service rejected the token of a connection, for example with the status 401. A client that receives it from a
/// connector asks its credential for another token when it connects next.
public struct TokenRejected: Error, Hashable, Sendable, CustomStringConvertible {
  public init() {}

  public var description: String { "the service rejected the token" }
}

extension CommunicationTokenCredential? {
  /// Opens a connection with the token of the credential, if any.
  func connect(
    _ open: (String?) async throws -> any MessageConnection
  ) async throws -> any MessageConnection {
    let token = try await self?.token().token
    do {
      return try await open(token)
    } catch let error as TokenRejected {
      self?.invalidate()
      throw error
    }
  }
}
