import SchemaRuntime
import Testing

@testable import CollaborationServer

/// Requests that violate their schema: they are refused with the reason, and the session goes on.
@Suite struct RefusalTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let path, join, action: String
    /// Parts of the reason.
    let words: [String]
    let valid: String

    init(_ sentence: String, _ wire: (path: String, join: String, valid: String), _ action: String, _ words: String...)
    {
      (testDescription, self.action, self.words) = (sentence, action, words)
      (path, join, valid) = wire
    }
  }

  private static let room = (
    path: "/rooms/r", join: #"{"kind":"join","session":"s","config":{"uuid":"r","roomToken":"t"}}"#,
    valid: #"{"kind":"synchronize"}"#
  )
  private static let call = (
    path: "/calls",
    join: #"{"kind":"join","session":"s","options":{"locator":{"kind":"roomCall","roomId":"r"}}}"#, valid: #""hold""#
  )
  private static let channel = (
    path: "/messages", join: #"{"kind":"join","session":"s","channel":"c"}"#,
    valid:
      #"{"kind":"sendCustomMessage","id":"1","message":{"to":[],"type":"custom","body":{"customEvent":"x"}}}"#
  )

  @Test(
    "a request whose action violates its schema is refused, as often as it is repeated, and the next one is performed",
    arguments: [
      Row("a camera without a center", room, #"{"kind":"setCamera","camera":{"scale":9}}"#, "/action/camera", "center"),
      Row("the mode of a state", room, #"{"kind":"setViewMode","mode":"freedom"}"#, "/action/mode", "Freedom"),
      Row("an action without a kind", room, #"{"state":{}}"#, "kind"),
      Row("an unknown action", room, #"{"kind":"fly"}"#, "/action"),
      Row("an action that is a number", room, "7", "/action"),
      Row("an unknown action of a call", call, #""mute""#, "/action", "hold"),
      Row(
        "a message without receivers", channel, #"{"kind":"sendCustomMessage","id":"1","message":{}}"#,
        "/action/message", "to"),
    ])
  func refuses(_ row: Row) async throws {
    try await TestServer.run { server in
      let socket = try await RawSocket(server, path: row.path, token: try server.token("ana"))
      func send(_ text: String) { socket.connection.send(RawFrame.masked(.text, Array(text.utf8))) }
      func request(_ id: Int, _ action: String) {
        send(#"{"kind":"request","session":"s","id":\#(id),"seen":0,"action":\#(action)}"#)
      }
      func answer(to id: Int) async throws -> JSONValue {
        while true {
          let frame = try JSONValue(parsing: try await socket.text())
          if frame["request"]?.int == id { return frame }
        }
      }
      send(row.join)
      #expect(try await socket.text().contains("snapshot"))
      // An early one waits for its turn.
      request(2, row.valid)
      for round in 0..<2 {
        request(1, row.action)
        let frame = try await answer(to: 1)
        #expect(frame["kind"] == "refused")
        let reason = (frame["payload"] ?? frame["error"])?["message"]?.string ?? ""
        for word in row.words { #expect(reason.contains(word), "\(reason)") }
        if round == 0 { #expect(try await answer(to: 2)["kind"] == "accepted") }
      }
    }
  }

  @Test("a request of an unknown session, or of another user's, that violates its schema is answered with ended")
  func endsUnknownSessions() async throws {
    try await TestServer.run { server in
      for path in ["/rooms/r", "/calls", "/messages"] {
        let socket = try await RawSocket(server, path: path, token: try server.token("ana"))
        let text = #"{"kind":"request","session":"none","id":1,"seen":0,"action":7}"#
        socket.connection.send(RawFrame.masked(.text, Array(text.utf8)))
        #expect(try await socket.text() == #"{"kind":"ended"}"#)
      }
    }
  }
}
