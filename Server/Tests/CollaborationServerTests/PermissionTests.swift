import Collaboration
import CollaborationService
import CollaborationModels
import CollaborationWebSocket
import SchemaRuntime
import ServerModels
import Testing

@testable import CollaborationServer

/// Who is who, and who may: verified users, sessions, scopes, tenants.
@Suite struct PermissionTests {
  struct Scope: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let scope: String?
    let room, other: ServiceAccess.Level

    init(_ scope: String?, _ room: ServiceAccess.Level, _ other: ServiceAccess.Level) {
      (testDescription, self.scope, self.room, self.other) = (scope ?? "none", scope, room, other)
    }
  }

  @Test(
    "what a scope permits for the room 'a b:c/d' and for another one",
    arguments: [
      Scope(nil, .none, .none), Scope("", .none, .none), Scope("openid profile rooms", .none, .none),
      Scope("rooms:read", .read, .read), Scope("rooms:write rooms:read", .write, .write),
      Scope("rooms/a%20b%3Ac%2Fd:write", .write, .none), Scope("rooms/a%20b:c/d:administer", .administer, .none),
      Scope("rooms:read rooms/a%20b%3Ac%2Fd:write", .write, .read), Scope("channels:write", .none, .none),
      Scope("rooms/:write rooms:delete rooms: :write rooms/%zz:write", .none, .none),
      Scope("Rooms:write ROOMS:write", .none, .none),
    ])
  func reads(_ row: Scope) {
    let rooms = Permissions(scope: row.scope)[.rooms]
    #expect(rooms.level(of: "a b:c/d") == row.room)
    #expect(rooms.level(of: "z") == row.other)
  }

  private func transport(_ server: TestServer) throws -> WebSocketTransport {
    try WebSocketTransport(url: "ws://127.0.0.1:\(server.server.port)")
  }

  @Test("members see the verified user of a member and of an event's author, whatever the member's payload says")
  func showsVerifiedUsers() async throws {
    try await TestServer.run { server in
      let sdk = WhiteboardSDK(transport: try transport(server))
      let teacher = try await sdk.joinRoom(RoomConfig(uuid: "r", roomToken: try server.token("auth0|ben")))
      let events = teacher.events()
      let student = try await sdk.joinRoom(
        RoomConfig(uuid: "r", roomToken: try server.token("ana"), userPayload: ["uid": "auth0|ben"]))
      let members = student.roomMembers
      #expect(members.map(\.userID) == ["auth0|ben", "ana"])
      try student.setViewMode(.broadcaster)
      for await event in events {
        guard case .roomStateChanged = event, let information = teacher.broadcastState.broadcasterInformation.value
        else { continue }
        #expect(information.userID == "ana")
        break
      }
      await student.disconnect()
      await teacher.disconnect()
    }
  }

  @Test("another user's token does not continue a session, and its owner goes on")
  func bindsSessions() async throws {
    try await TestServer.run { server in
      let join = #"{"kind":"join","session":"s","config":{"uuid":"r","roomToken":"t"}}"#
      let change = #"{"kind":"request","session":"s","id":1,"seen":0,"action":{"kind":"synchronize"}}"#
      let owner = try await RawSocket(server, room: "r", token: try server.token("ana"))
      owner.connection.send(RawFrame.masked(.text, Array(join.utf8)))
      #expect(try await owner.text().contains(#""kind":"snapshot""#))
      for message in [change, join, #"{"kind":"leave","session":"s"}"#] {
        let thief = try await RawSocket(server, room: "r", token: try server.token("mallory"))
        thief.connection.send(RawFrame.masked(.text, Array(message.utf8)))
        #expect(try await thief.text() == #"{"kind":"ended"}"#)
      }
      owner.connection.send(RawFrame.masked(.text, Array(change.utf8)))
      #expect(try await owner.text().contains(#""kind":"accepted""#))
    }
  }

  struct Attempt: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let path: String
    let scope: String
    let messages: [String]
    /// A part of the last answer.
    let answer: String

    init(_ sentence: String, _ path: String, _ scope: String, _ messages: [String], _ answer: String) {
      (testDescription, self.path, self.scope, self.messages, self.answer) = (sentence, path, scope, messages, answer)
    }
  }

  private static let joinChannel = #"{"kind":"join","session":"s","channel":"board"}"#
  private static let send = #"""
    {"kind":"request","session":"s","id":1,"seen":0,"action":{"kind":"sendCustomMessage","id":"1","message":\#
    {"to":["ben"],"type":"custom","body":{"customEvent":"x"}}}}
    """#
  private static let joinCall = #"""
    {"kind":"join","session":"s","options":{"locator":{"kind":"roomCall","roomId":"board"}}}
    """#

  @Test(
    "channels and calls are entered as the scope permits",
    arguments: [
      Attempt("a channel without permission", "/messages", "rooms:administer calls:write", [joinChannel], "forbidden"),
      Attempt("another channel's permission", "/messages", "channels/team:write", [joinChannel], "forbidden"),
      Attempt("a channel that may be read", "/messages", "channels/board:read", [joinChannel], "snapshot"),
      Attempt(
        "sending where only reading is permitted", "/messages", "channels:read", [joinChannel, send], "forbidden"),
      Attempt("sending where writing is permitted", "/messages", "channels:write", [joinChannel, send], "accepted"),
      Attempt("a call without permission", "/calls", "channels:write rooms:administer", [joinCall], "forbidden"),
      Attempt("a call that may only be read", "/calls", "calls:read", [joinCall], "forbidden"),
      Attempt("a call that may be written", "/calls", "calls/board:write", [joinCall], "snapshot"),
    ])
  func restricts(_ row: Attempt) async throws {
    try await TestServer.run { server in
      let socket = try await RawSocket(server, path: row.path, token: try server.token("ana", scope: row.scope))
      var answer = ""
      for message in row.messages {
        socket.connection.send(RawFrame.masked(.text, Array(message.utf8)))
        answer = try await socket.text()
      }
      #expect(answer.contains(row.answer), "\(answer)")
    }
  }

  @Test("channels and calls of tenants are others, even with the same name", arguments: ["/messages", "/calls"])
  func separatesChannelsAndCalls(_ path: String) async throws {
    try await TestServer.run { server in
      let join = path == "/calls" ? Self.joinCall : Self.joinChannel
      var (sockets, answers): ([RawSocket], [String]) = ([], [])
      for tenant in [nil, "org/a", "org/b", "org/b"] {
        let token = try server.token("ana\(answers.count)", tenant: tenant)
        let socket = try await RawSocket(server, path: path, token: token)
        socket.connection.send(RawFrame.masked(.text, Array(join.utf8)))
        answers.append(try await socket.text())
        sockets.append(socket)
      }
      // A session belongs to the user who began it; that of another tenant is another one.
      #expect(answers.map { $0.contains("snapshot") } == [true, true, true, false], "\(answers)")
      #expect(answers[3].contains("ended"), "\(answers)")
    }
  }

  @Test("organizations and apps have records of their own, and a token for one of them does not open another")
  func separatesTenants() async throws {
    try await TestServer.run {
      $0.tenants = ["a/one", "a/two", "b/one"].reduce(into: []) { set, text in
        if let tenant = Tenant(text) { set.insert(tenant) }
      }
    } _: { server in
      let form = ["content-type": "application/x-www-form-urlencoded"]
      func path(_ tenant: String) -> String { "/\(tenant)/metadata/user/ana" }
      func nickname(_ tenant: String, _ token: String) async throws -> JSONValue? {
        try JSONValue(parsing: try await server.send("GET", path(tenant), token: token).body).object?["data"]
      }
      let token = try server.token("ana")
      for tenant in ["a/one", "b/one"] {
        let response = try await server.send(
          "PUT", path(tenant), token: token, form, body: "nickname=\(tenant.first ?? "-")")
        #expect(response.status == 200)
      }
      #expect(try await nickname("a/one", token) == ["nickname": "a"])
      #expect(try await nickname("b/one", token) == ["nickname": "b"])
      #expect(try await nickname("a/two", token) == [:])
      let narrow = try server.token("ana", tenant: "a/one")
      #expect(try await server.send("GET", path("a/one"), token: narrow).status == 200)
      #expect(try await server.send("GET", path("b/one"), token: narrow).status == 403)
      #expect(try await server.send("GET", path("c/one"), token: token).status == 404)
      let odd = try server.token("ana", tenant: "a")
      #expect(try await server.send("GET", path("a/one"), token: odd).status == 401)
    }
  }

  @Test(
    "subjects of other issuers have records, with their ids percent-encoded in paths",
    arguments: ["auth0|5f7c", "Ana@example.com", "3F2504E0-4F89-41D3-9A0C-0305E82C3301", "Ána b", "a/b", "100%"])
  func servesSubjects(_ subject: String) async throws {
    try await TestServer.run { server in
      let id = subject.utf8.map { "%" + String(Int($0) | 0x100, radix: 16).dropFirst() }.joined()
      let (path, token) = ("/org/app/metadata/user/\(id)", try server.token(subject))
      let written = try await server.send(
        "PUT", path, token: token, ["content-type": "application/x-www-form-urlencoded"], body: "sign=x")
      #expect(written.status == 200, "\(written.body)")
      let fetched = try await server.send(
        "POST", "/org/app/metadata/user/get", token: token, ["content-type": "application/json"],
        body: String(decoding: JSONValue.object(["targets": [.string(subject)]]).json(), as: UTF8.self))
      #expect(try JSONValue(parsing: fetched.body).object?["data"]?.object?[subject] == ["sign": "x"])
      #expect(try await server.send("PUT", path, token: try server.token("eve"), body: "sign=y").status == 403)
    }
  }
}
