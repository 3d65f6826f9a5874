import Collaboration
import CollaborationModels
import CollaborationWebSocket
import Foundation
import SchemaRuntime
import ServerModels
import Testing

@testable import CollaborationServer

/// Rooms over WebSockets, with the library's own client.
@Suite struct RoomSocketTests {
  private func sdk(_ server: TestServer) throws -> WhiteboardSDK {
    WhiteboardSDK(transport: try WebSocketTransport(url: "ws://127.0.0.1:\(server.server.port)"))
  }

  private func config(_ token: String, room: String = "lesson", isWritable: Bool = true) -> RoomConfig {
    RoomConfig(uuid: room, roomToken: token, isWritable: isWritable)
  }

  @Test("two members of a room see each other's changes")
  func sharesRooms() async throws {
    try await TestServer.run { server in
      let (first, second) = (try sdk(server), try sdk(server))
      let one = try await first.joinRoom(config(try server.token("amal")))
      let two = try await second.joinRoom(config(try server.token("bo")))
      let events = two.events()
      try one.setGlobalState(["lesson": "Fractions"])
      for await event in events {
        if case .roomStateChanged = event, two.globalState["lesson"] != nil { break }
      }
      #expect(two.globalState == ["lesson": "Fractions"])
      #expect(two.roomMembers.map(\.memberID) == [1, 2])
      await one.disconnect()
      await two.disconnect()
    }
  }

  /// A container may have none.
  private static let hasIPv6 = (try? String(contentsOfFile: "/proc/net/if_inet6", encoding: .utf8))?.isEmpty == false

  @Test("a server without tokens trusts clients on the IPv6 address of this machine", .enabled(if: hasIPv6))
  func acceptsIPv6() async throws {
    try await TestServer.run(isOpen: true) {
      $0.address = "::1"
    } _: { server in
      let sdk = WhiteboardSDK(transport: try WebSocketTransport(url: "ws://[::1]:\(server.server.port)"))
      let room = try await sdk.joinRoom(config("amal"))
      #expect(room.roomMembers.count == 1)
      await room.disconnect()
    }
  }

  @Test("a mistake whose description is long closes the socket with its beginning")
  func shortensReasons() async throws {
    try await TestServer.run(isOpen: true) { server in
      let name = String(repeating: "\u{1F1E6}", count: 20_000)
      let socket = try await RawSocket(server, path: "/messages", token: nil)
      socket.connection.send(RawFrame.masked(.text, Array(#"{"\#(name)":1,"\#(name)":2}"#.utf8)))
      #expect(try await socket.closeCode() == 1008)
      #expect(try await server.send("GET", "/health").status == 200)
    }
  }

  @Test("a reader sees the room, and cannot change it")
  func restrictsReaders() async throws {
    try await TestServer.run { server in
      let room = try await sdk(server).joinRoom(config(try server.token("amal", scope: "rooms:read")))
      #expect(!room.isWritable)
      await #expect(throws: WhiteboardFailure.self) { try await room.setWritable(true) }
      await room.disconnect()
    }
  }

  @Test("participants of a call see each other, and users send each other messages")
  func connectsCallsAndMessages() async throws {
    try await TestServer.run { server in
      let transport = try WebSocketTransport(url: "ws://127.0.0.1:\(server.server.port)")
      let tokens = try ["amal", "bo"].map { try server.token($0) }
      let calls = tokens.map { token in
        CallComposite(
          transport: CallClient(connector: transport.calls, credential: CommunicationTokenCredential(token: token)))
      }
      var updates = calls[0].updates().makeAsyncIterator()
      for call in calls {
        try await call.launch(
          remoteOptions: RemoteOptions(locator: .groupCall(groupID: "7b3f4f0c-6f0e-4a6e-9d53-0a1f8e6f2d11")))
      }
      while let update = await updates.next() { if case .remoteParticipantsJoined = update { break } }
      #expect(calls[0].remoteParticipants.map(\.identifier.resolvedRawID) == ["bo"])

      let clients = tokens.map { token in
        MessageClient(
          channel: "team", connector: transport.messages, credential: CommunicationTokenCredential(token: token))
      }
      let arrivals = UserCardExchange(currentUser: try UserID("bo"), transport: clients[1]).arrivals()
      let card = UserCard(uid: "cy", nickname: "Cy", avatar: "https://img.example/cy.png")
      try await UserCardExchange(currentUser: try UserID("amal"), transport: clients[0]).send(
        card, to: [try UserID("bo")])
      for await arrival in arrivals {
        guard case .card(let found) = arrival else { continue }
        #expect(found == card)
        break
      }
      for call in calls { await call.dismiss() }
    }
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let status: Int
    let token: @Sendable (TestServer) throws -> String
    let room: String

    init(
      _ sentence: String, _ status: Int, room: String = "lesson",
      _ token: @escaping @Sendable (TestServer) throws -> String
    ) {
      (testDescription, self.status, self.room, self.token) = (sentence, status, room, token)
    }
  }

  @Test(
    "WebSockets that are refused",
    arguments: [
      Refusal("a token that is none", 401) { _ in "x" },
      Refusal("an expired token", 401) { try $0.token("amal", expiresIn: -1) },
      Refusal("another room's token", 403) {
        try $0.token("amal", scope: "rooms/other:administer channels:write users:write")
      },
      Refusal("a room's id that is too long", 404, room: String(repeating: "r", count: 129)) { try $0.token("amal") },
    ])
  func refuses(_ row: Refusal) async throws {
    try await TestServer.run { server in
      let transport = try WebSocketTransport(url: "ws://127.0.0.1:\(server.server.port)")
      let token = try row.token(server)
      let error = await #expect(throws: WebSocketError.self) {
        _ = try await transport.connect(config(token, room: row.room))
      }
      guard case .refused(_, let status, _) = error else {
        Issue.record("expected a refusal, found \(String(describing: error))")
        return
      }
      #expect(status == row.status)
      #expect(error?.description.contains(token) == false || token == "x")
    }
  }

  struct Violation: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let code: Int
    let frames: [[UInt8]]

    init(_ sentence: String, _ code: Int, _ frames: [UInt8]...) {
      (testDescription, self.code, self.frames) = (sentence, code, frames)
    }
  }

  private static let foreign = """
    {"kind":"join","session":"s","config":{"uuid":"other","roomToken":"t"}}
    """
  private static let otherUser = """
    {"kind":"join","session":"s","config":{"uuid":"lesson","roomToken":"t","uid":"eve"}}
    """

  @Test(
    "messages that close the socket, with the code of the close frame",
    arguments: [
      Violation("a binary message", 1003, RawFrame.masked(.binary, Array("{}".utf8))),
      Violation("text that is not UTF-8", 1007, RawFrame.masked(.text, [0xff, 0xfe])),
      Violation("what is not JSON", 1007, RawFrame.masked(.text, Array("hello".utf8))),
      Violation("nesting without end", 1007, RawFrame.masked(.text, Array(String(repeating: "[", count: 1_000).utf8))),
      Violation("JSON that violates the schema", 1008, RawFrame.masked(.text, Array(#"{"kind":"fly"}"#.utf8))),
      Violation("joining another room", 1008, RawFrame.masked(.text, Array(foreign.utf8))),
      Violation("joining as another user", 1008, RawFrame.masked(.text, Array(otherUser.utf8))),
      Violation(
        "a message of more than 256 KiB", 1009, RawFrame.masked(.text, [UInt8](repeating: 0x20, count: 300_000))),
      Violation(
        "a long message in fragments", 1009,
        RawFrame.masked(.text, [UInt8](repeating: 0x20, count: 200_000), isFinal: false),
        RawFrame.masked(.continuation, [UInt8](repeating: 0x20, count: 200_000))),
    ])
  func closes(_ row: Violation) async throws {
    try await TestServer.run { server in
      let socket = try await RawSocket(server, room: "lesson", token: try server.token("amal"))
      for frame in row.frames { socket.connection.send(frame) }
      #expect(try await socket.closeCode() == row.code)
      #expect(try await server.send("GET", "/health").status == 200)
    }
  }

  @Test(
    "frames that violate the protocol end the connection, and the server goes on",
    arguments: [
      [0x81, 0x02, 0x7b, 0x7d], [0xf1, 0x80, 0, 0, 0, 0], [0x83, 0x80, 0, 0, 0, 0], [0x80, 0x80, 0, 0, 0, 0],
      [0x89, 0xfe, 0x01, 0x00, 0, 0, 0, 0], [0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0],
    ])
  func survivesViolations(_ frame: [UInt8]) async throws {
    try await TestServer.run { server in
      let socket = try await RawSocket(server, room: "lesson", token: try server.token("amal"))
      socket.connection.send(frame)
      socket.connection.finish()
      while await !socket.connection.read().isEmpty {}
      #expect(try await server.send("GET", "/health").status == 200)
    }
  }

  @Test("web pages send the token as a parameter, which is not logged, and need an allowed origin")
  func letsPagesIn() async throws {
    try await TestServer.run { server in
      let token = try server.token("amal")
      for (origin, status) in ["https://app.example": 101, "https://evil.example": 403] {
        let socket = try await RawSocket(
          server, room: "lesson?access_token=\(token)", token: nil, ["origin": origin])
        #expect(socket.response.status == status)
      }
      #expect(!server.lines.text.contains(token))
    }
  }

  @Test("a stopping server closes its sockets with 1001")
  func closesWhenStopping() async throws {
    let server = try TestServer()
    let socket = try await RawSocket(server, room: "lesson", token: try server.token("amal"))
    async let code = socket.closeCode()
    await server.server.stop()
    #expect(try await code == 1001)
  }

  @Test("too many bytes of one user, on all sockets together, close a socket with 1008")
  func limitsBytes() async throws {
    try await TestServer.run { server in
      let token = try server.token("amal")
      let first = try await RawSocket(server, room: "lesson", token: token)
      let sockets = [first, try await RawSocket(server, room: "other", token: token)]
      let space = String(repeating: " ", count: 250_000)
      let frame = RawFrame.masked(.text, Array((#"{"kind":"resume","session":"s","seen":0}"# + space).utf8))
      for _ in 0..<120 { for socket in sockets { socket.connection.send(frame) } }
      #expect(try await sockets[0].closeCode() == 1008)
    }
  }

  @Test("too many messages close the socket with 1008")
  func limitsRates() async throws {
    try await TestServer.run { server in
      let socket = try await RawSocket(server, room: "lesson", token: try server.token("amal"))
      let text = #"{"kind":"resume","session":"s","seen":0}"#
      let frame = RawFrame.masked(.text, Array(text.utf8))
      for _ in 0..<2_000 { socket.connection.send(frame) }
      #expect(try await socket.closeCode() == 1008)
    }
  }
}
