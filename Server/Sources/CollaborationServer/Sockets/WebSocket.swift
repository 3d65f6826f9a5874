/// Sends what the sockets of a server send.
protocol WebSocketOutput: AnyObject, Sendable {
  func send(_ message: [UInt8], on number: UInt64)
  func close(_ number: UInt64, code: Int, reason: String)
}

/// An open WebSocket.
struct WebSocket: Sendable {
  let number: UInt64
  let output: any WebSocketOutput

  func send(_ message: [UInt8]) { output.send(message, on: number) }

  /// Closes the socket.
  /// - Parameters:
  /// - code: the code of the close frame (RFC 6455, section 7.4).
  /// - reason: at most 120 bytes.
  func close(code: Int, reason: String) { output.close(number, code: code, reason: reason) }
}
