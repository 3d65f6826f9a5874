public import Collaboration
public import CollaborationModels

/// Connects rooms, calls and messages to a server by WebSockets (RFC 6455).
///
///     let transport = try WebSocketTransport(url: "wss://collaboration.example")
///     let sdk = WhiteboardSDK(transport: transport)
///     let calls = CallClient(connector: transport.calls, credential: credential)
///     let messages = MessageClient(channel: "team", connector: transport.messages, credential: credential)
///
/// A room's address is the URL with "/rooms/" and the room's id, and those of the others end in "/calls" and
/// "/messages". Tokens are sent in the header field `Authorization`, never in the address.
public struct WebSocketTransport: RoomTransport {
  /// Limits of a connection.
  public struct Settings: Hashable, Sendable {
    /// The maximum size of a received message in bytes. A longer one ends the connection.
    public var maximumMessage = 16 << 20
    /// The maximum number of bytes that wait to be sent. With more, the connection is closed, and rooms open another
    /// one.
    public var maximumWaiting = 16 << 20
    /// A PEM file of the certificates to trust instead of the system's; only on Linux.
    public var authorities: String?

    public init() {}
  }

  private let address: WebSocketAddress
  private let client: WebSocketClient
  private let settings: Settings

  /// - Parameter url: the server's address, with the scheme "ws" or "wss", and a path if rooms are not at the root.
  /// - Throws: ``WebSocketError/malformedURL(_:)``, or ``WebSocketError/notStarted`` without memory or if the file of
  ///   authorities cannot be read.
  public init(url: String, settings: Settings = Settings()) throws(WebSocketError) {
    address = try WebSocketAddress(url)
    client = try WebSocketClient(authorities: settings.authorities)
    self.settings = settings
  }

  /// Opens connections of calls.
  public var calls: WebSocketConnector {
    WebSocketConnector(address: address.appending("calls"), client: client, settings: settings)
  }

  /// Opens connections of messages.
  public var messages: WebSocketConnector {
    WebSocketConnector(address: address.appending("messages"), client: client, settings: settings)
  }

  /// Opens a connection for a room, and waits until the server has accepted it.
  /// - Throws: ``WebSocketError``, and `CancellationError`.
  public func connect(_ config: RoomConfig) async throws -> any MessageConnection {
    let endpoint = address.appending("rooms", config.uuid)
    return try await client.connect(to: endpoint, token: config.roomToken, settings)
  }
}

#if canImport(Darwin)
  typealias WebSocketClient = URLSessionWebSocketClient
#else
  typealias WebSocketClient = LibWebSocketClient
#endif
