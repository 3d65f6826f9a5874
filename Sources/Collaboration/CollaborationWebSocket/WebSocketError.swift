/// Why there is no WebSocket.
public enum WebSocketError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Not an absolute "ws" or "wss" URL without user information, query and fragment.
  case malformedURL(String)
  /// There is not enough memory, or the file of authorities cannot be read.
  case notStarted
  /// The server did not accept the connection.
  /// - Parameters:
  /// - status: the status of the server's response; nil if there was none.
  /// - reason: what the network or the server said.
  case refused(url: String, status: Int?, reason: String)

  public var description: String {
    switch self {
    case .malformedURL(let text):
      "expected a URL such as wss://rooms.example, without user, query and fragment, found '\(text)'"
    case .notStarted: "cannot start the WebSocket client: no memory, or the authorities cannot be read"
    case .refused(let url, let status?, _): "\(url): the server refused the connection with the status \(status)"
    case .refused(let url, nil, let reason):
      "\(url): \(reason.isEmpty ? "the connection could not be opened" : reason)"
    }
  }
}
