import Testing

@testable import CollaborationWebSocket

/// The addresses of WebSockets.
@Suite struct WebSocketAddressTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let expected: String

    init(_ sentence: String, _ text: String, _ expected: String) {
      (testDescription, self.text, self.expected) = (sentence, text, expected)
    }
  }

  @Test(
    "addresses have a host, a port and a path, and segments are percent-encoded",
    arguments: [
      Row("the port of ws", "ws://a.example", "ws://a.example:80/rooms/x%20%2F%C3%A9"),
      Row("the port of wss", "wss://a.example", "wss://a.example:443/rooms/x%20%2F%C3%A9"),
      Row("a scheme in capitals", "WSS://a.example", "wss://a.example:443/rooms/x%20%2F%C3%A9"),
      Row("a port", "ws://127.0.0.1:8080", "ws://127.0.0.1:8080/rooms/x%20%2F%C3%A9"),
      Row("a path with slashes at its end", "ws://a/b/c//", "ws://a:80/b/c/rooms/x%20%2F%C3%A9"),
      Row("IPv6", "ws://[::1]:81/", "ws://[::1]:81/rooms/x%20%2F%C3%A9"),
      Row("IPv6 without a port", "ws://[::1]", "ws://[::1]:80/rooms/x%20%2F%C3%A9"),
    ])
  func reads(_ row: Row) throws {
    #expect(try WebSocketAddress(row.text).appending("rooms", "x /é").url == row.expected)
  }

  @Test(
    "other addresses are refused",
    arguments: [
      "", "a.example", "http://a.example", "ws:/a", "ws://", "ws:///path", "ws://:80", "ws://a:", "ws://a:0",
      "ws://a:65536", "ws://a:x", "ws://a:-1", "ws://u@a", "ws://a?x", "ws://a#x", "ws://a b", "ws://ä", "ws://[::1",
      "ws://[]", "ws://[::1]x", "ws://a\\b", "ws://a\r\nx",
    ])
  func refuses(_ text: String) {
    #expect(throws: WebSocketError.malformedURL(text)) { try WebSocketAddress(text) }
  }
}
