import Collaboration
import Foundation
import SchemaRuntime
import ServerModels
import Testing

@testable import CollaborationServer
import CollaborationService

/// What administrators do with rooms, and the memory that rooms take.
@Suite struct RoomRouteTests {
  private static let json = ["content-type": "application/json"]

  private func join(
    _ server: TestServer, _ room: String, _ user: String = "ana", tenant: String? = nil
  ) async throws -> RawSocket {
    let socket = try await RawSocket(server, room: room, token: try server.token(user, tenant: tenant))
    socket.connection.send(
      RawFrame.masked(
        .text, Array(#"{"kind":"join","session":"\#(user)","config":{"uuid":"\#(room)","roomToken":"t"}}"#.utf8)))
    #expect(try await socket.text().contains("snapshot"))
    return socket
  }

  private func list(_ server: TestServer, _ body: String, tenant: String? = nil) async throws -> RoomList {
    let token = try server.token("root", scope: "rooms:administer", tenant: tenant)
    let response = try await server.send("POST", "/rooms/get", token: token, Self.json, body: body)
    #expect(response.status == 200, "\(response.body)")
    return try RoomList(json: Array(response.body.utf8))
  }

  @Test("an administrator lists rooms a page at a time, and ends one")
  func listsAndEnds() async throws {
    try await TestServer.run { server in
      var sockets: [RawSocket] = []
      for room in ["a", "b", "c"] { sockets.append(try await join(server, room)) }
      let first = try await list(server, #"{"limit":2}"#)
      #expect(first.rooms.map(\.id) == ["a", "b"] && first.next == "b")
      #expect(first.rooms.allSatisfy { $0.connections == 1 && $0.bytes > 0 && $0.changed > 1_700_000_000 })
      let second = try await list(server, #"{"after":"b"}"#)
      #expect(second.rooms.map(\.id) == ["c"] && second.next == nil)
      let token = try server.token("root", scope: "rooms/b:administer")
      #expect(try await server.send("DELETE", "/rooms/b", token: token).status == 204)
      #expect(try await sockets[1].text().contains("fireKickedWithReason"))
      #expect(try await list(server, "{}").rooms.map(\.id) == ["a", "c"])
    }
  }

  @Test("tenants have rooms of their own, which only they see, list and end")
  func separatesTenants() async throws {
    try await TestServer.run { server in
      let tenants = [nil, "org/a", "org/b"]
      var sockets: [RawSocket] = []
      for tenant in tenants { sockets.append(try await join(server, "lesson", tenant: tenant)) }
      for tenant in tenants {
        let rooms = try await list(server, "{}", tenant: tenant).rooms
        #expect(rooms.map(\.id) == ["lesson"] && rooms.map(\.connections) == [1], "\(tenant ?? "no tenant")")
        let all = try await list(server, #"{"after":""}"#, tenant: tenant).rooms
        #expect(all == rooms, "all rooms follow the empty id, \(tenant ?? "no tenant")")
      }
      let action = #"{"kind":"sendEvent","name":"hi"}"#
      let event = #"{"kind":"request","session":"ben","id":1,"seen":0,"action":\#(action)}"#
      let other = try await join(server, "lesson", "ben", tenant: "org/a")
      other.connection.send(RawFrame.masked(.text, Array(event.utf8)))
      var text = ""
      while !text.contains(#""eventName""#) { text = try await sockets[1].text() }
      #expect(text.contains(#""uuid":"lesson""#), "an event names the room as its members do: \(text)")
      let token = try server.token("root", scope: "rooms:administer", tenant: "org/a")
      #expect(try await server.send("DELETE", "/rooms/lesson", token: token).status == 204)
      for (tenant, ids) in zip(tenants, [["lesson"], [], ["lesson"]]) {
        #expect(try await list(server, "{}", tenant: tenant).rooms.map(\.id) == ids, "\(tenant ?? "no tenant")")
      }
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let status: Int
    let method, path, scope: String
    var body: String?

    init(_ sentence: String, _ status: Int, _ method: String, _ path: String, _ scope: String, _ body: String? = nil) {
      (testDescription, self.status, self.method, self.path) = (sentence, status, method, path)
      (self.scope, self.body) = (scope, body)
    }
  }

  @Test(
    "requests about rooms that are refused",
    arguments: [
      Row("listing without permission", 403, "POST", "/rooms/get", "rooms:write", "{}"),
      Row("listing with permission for one room", 403, "POST", "/rooms/get", "rooms/a:administer", "{}"),
      Row("ending without permission", 403, "DELETE", "/rooms/a", "rooms:write rooms/b:administer users:administer"),
      Row("a limit of 0", 422, "POST", "/rooms/get", "rooms:administer", #"{"limit":0}"#),
      Row("another method", 405, "PUT", "/rooms/a", "rooms:administer", "{}"),
      Row("no room", 404, "DELETE", "/rooms/", "rooms:administer"),
    ])
  func refuses(_ row: Row) async throws {
    try await TestServer.run { server in
      let token = try server.token("ana", scope: row.scope)
      let response = try await server.send(row.method, row.path, token: token, Self.json, body: row.body)
      #expect(response.status == row.status, "\(response.body)")
      #expect(response.fields["content-type"] == ProblemDocument.contentType)
    }
  }

  @Test("a body that cannot become valid is refused before the rest of it arrives")
  func refusesEarly() async throws {
    try await TestServer.run { server in
      let token = try server.token("root", scope: "rooms:administer users:administer")
      for (path, body, status, pointer) in [
        ("/rooms/get", #"{"limit":0,"#, 422, "#/limit"), ("/rooms/get", #"{"after":1"#, 422, "#/after"),
        ("/rooms/get", "{]", 400, "#"),
        ("/o/a/metadata/user/get", #"{"targets":[7"#, 422, "#/targets/0"),
      ] {
        let connection = try RawConnection(port: server.server.port)
        let head = [
          "POST \(path) HTTP/1.1", "host: localhost", "authorization: Bearer \(token)", "content-length: 1000",
          "content-type: application/json", "", "",
        ]
        connection.send(Array((head.joined(separator: "\r\n") + body.prefix(4)).utf8))
        try await Task.sleep(for: .milliseconds(50))
        connection.send(Array(body.dropFirst(4).utf8))
        let response = try await connection.response()
        #expect(response.status == status, "\(response.body)")
        #expect(response.fields["connection"] == "close")
        let errors = try JSONValue(parsing: Array(response.body.utf8))["errors"]?.array ?? []
        #expect(errors.map { $0["pointer"]?.string } == [pointer], "\(response.body)")
      }
    }
  }

  @Test("a server without memory opens no room, and says that it can be tried again")
  func refusesRooms() async throws {
    try await TestServer.run {
      $0.maximumMemory = 1
    } _: { server in
      let socket = try await RawSocket(server, room: "a", token: try server.token("ana"))
      #expect(try await socket.closeCode() == 1013)
      #expect(try await server.send("GET", "/metrics").body.contains("room_refused_total 1"))
    }
  }

  @Test("a user has a limited number of WebSockets, and gets another one when one is closed")
  func limitsSockets() async throws {
    try await TestServer.run {
      $0.maximumUserSockets = 2
    } _: { server in
      let sockets = [try await join(server, "a"), try await join(server, "b")]
      let third = try await RawSocket(server, room: "c", token: try server.token("ana"))
      #expect(try await third.closeCode() == 1013)
      _ = try await join(server, "c", "ben")
      sockets[0].connection.finish()
      while true {
        let socket = try await RawSocket(server, path: "/messages", token: try server.token("ana"))
        socket.connection.send(
          RawFrame.masked(.text, Array(#"{"kind":"join","session":"m","channel":"c"}"#.utf8)))
        if let text = try? await socket.text(), text.contains("snapshot") { break }
        try await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  @Test("pressure follows the memory of the process, and unused memory is released first")
  func watchesMemory() {
    let (used, released) = (Counter(), Counter())
    let memory = MemoryGuard(limit: 1_000, resident: { used.value }, release: { released.add(1) })
    var now = ContinuousClock.now
    var found: [String] = []
    for value in [100, 499, 500, 749, 750, 2_000, 100] {
      used.set(value)
      now += .seconds(1)
      found.append("\(memory.pressure(at: now))")
    }
    #expect(found == ["none", "none", "high", "high", "critical", "critical", "none"])
    #expect(released.value == 4)
    // A measurement is used again for some milliseconds.
    used.set(2_000)
    #expect(memory.pressure(at: now) == .none)
    let unknown = MemoryGuard(limit: 1, resident: { nil }, release: {})
    #expect(unknown.pressure(at: now) == .none)
  }
}
