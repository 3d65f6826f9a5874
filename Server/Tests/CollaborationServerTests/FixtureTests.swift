import Foundation
import SchemaRuntime
import Testing

@testable import CollaborationServer

/// The acceptance payloads at the server's doors.
@Suite struct FixtureTests {
  /// One payload with its entry in `EXPECTED.json`.
  struct Fixture: Sendable, CustomTestStringConvertible {
    var file: String
    var schema: String
    var isValid: Bool
    var location: String
    var keywords: [String]

    var testDescription: String { file }

    var isJSON: Bool { !keywords.contains("parse") || keywords.contains("uniqueNames") }

    func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: Self.folder.appending(path: file))) }

    private static let folder = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Tests/Fixtures")

    static let all: [Fixture] = {
      let text = (try? Data(contentsOf: folder.appending(path: "EXPECTED.json"))) ?? Data()
      return (try? JSONValue(parsing: [UInt8](text)))?.array?.map { row in
        Fixture(
          file: row["file"]?.string ?? "", schema: row["schema"]?.string ?? "", isValid: row["valid"]?.bool ?? false,
          location: row["instanceLocation"]?.string ?? "",
          keywords: row["keyword"]?.array?.compactMap(\.string) ?? [row["keyword"]?.string].compactMap { $0 })
      } ?? []
    }()
  }

  @Test("all payloads are there")
  func hasFixtures() { #expect(Fixture.all.count == 140) }

  @Test("a payload at the door for queries is answered, or refused with its status and its problem document")
  func queries() async throws {
    try await TestServer.run(isOpen: true, configure: { $0.requestBurst = 1_000 }) { server in
      for fixture in Fixture.all {
        let isQuery = fixture.schema == "users/user-info-fetch"
        let response = try await post(try fixture.bytes(), to: server)
        let expected = isQuery && fixture.isValid ? 200 : fixture.isJSON ? 422 : 400
        #expect(response.status == expected, "\(fixture.file)")
        guard response.status != 200 else { continue }
        #expect(response.fields["content-type"] == ProblemDocument.contentType, "\(fixture.file)")
        let problem = try JSONValue(parsing: response.body)
        #expect(problem["status"] == .number(JSONNumber(expected)), "\(fixture.file)")
        guard isQuery, fixture.isJSON else { continue }
        let errors = problem["errors"]?.array ?? []
        let isFound = errors.contains { error in
          error["pointer"] == .string("#" + fixture.location)
            && fixture.keywords.contains(error["keyword"]?.string ?? "")
        }
        #expect(isFound, "\(fixture.file): \(response.body)")
      }
      #expect(try await server.send("GET", "/health").status == 200)
    }
  }

  /// The sockets with the messages that contain a payload, by its schema. `§` stands for the payload.
  private static let doors = [
    "attachments/message": (
      "/messages", #"{"kind":"request","session":"s","id":1,"seen":0,"action":{"kind":"sendMessage","message":§}}"#
    ),
    "attachments/attachment": (
      "/messages",
      #"{"kind":"request","session":"s","id":1,"seen":0,"action":{"kind":"sendMessage","message":"#
        + #"{"id":"m","type":"regular","user":{"id":"ana","role":"user","created_at":"2026-01-01T00:00:00Z","#
        + #""updated_at":"2026-01-01T00:00:00Z","online":true},"text":"","created_at":"2026-01-01T00:00:00Z","#
        + #""updated_at":"2026-01-01T00:00:00Z","reply_count":0,"attachments":[§],"mentioned_users":[],"#
        + #""latest_reactions":[],"own_reactions":[]}}}"#
    ),
    "participants/remote-options": ("/calls", #"{"kind":"join","session":"s","options":§}"#),
    "whiteboard/member-state": (
      "/rooms/r",
      #"{"kind":"request","session":"s","id":1,"seen":0,"action":{"kind":"setMemberState","state":§}}"#
    ),
    "whiteboard/room-config": (
      "/rooms/5b1e90c0f3d211ef8a7cc57d2e0b6a41", #"{"kind":"join","session":"s","config":§}"#
    ),
  ]

  @Test(
    """
    a payload inside a message of a WebSocket is taken; a request with an invalid one is answered, and another message \
    closes the socket with the code for its mistake
    """
  )
  func messages() async throws {
    try await TestServer.run(isOpen: true, configure: { $0.requestBurst = 1_000 }) { server in
      var count = 0
      for fixture in Fixture.all {
        guard let (path, message) = Self.doors[fixture.schema] else { continue }
        count += 1
        let parts = message.split(separator: "§").map { Array($0.utf8) }
        let socket = try await RawSocket(server, path: path, token: nil)
        socket.connection.send(RawFrame.masked(.text, parts[0] + (try fixture.bytes()) + parts[1]))
        if fixture.isValid {
          let answer = await socket.connection.read()
          #expect(answer.first.map { $0 & 15 } == RawFrame.Opcode.text.rawValue, "\(fixture.file)")
        } else if fixture.isJSON, message.contains(#""kind":"request""#) {
          #expect(try await socket.text() == #"{"kind":"ended"}"#, "\(fixture.file)")
        } else {
          #expect(try await socket.closeCode() == (fixture.isJSON ? 1008 : 1007), "\(fixture.file)")
        }
      }
      #expect(count == 33)
      #expect(try await server.send("GET", "/health").status == 200)
    }
  }

  @Test("a payload that is no message closes every socket", arguments: ["/rooms/r", "/calls", "/messages"])
  func notMessages(_ path: String) async throws {
    try await TestServer.run(isOpen: true, configure: { $0.requestBurst = 1_000 }) { server in
      for fixture in Fixture.all {
        let socket = try await RawSocket(server, path: path, token: nil)
        socket.connection.send(RawFrame.masked(.text, try fixture.bytes()))
        #expect(try await socket.closeCode() == (fixture.isJSON ? 1008 : 1007), "\(fixture.file)")
      }
      #expect(try await server.send("GET", "/health").status == 200)
    }
  }

  private func post(_ body: [UInt8], to server: TestServer) async throws -> RawResponse {
    let connection = try RawConnection(port: server.server.port)
    let head = """
      POST /org/app/metadata/user/get HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
      content-type: application/json\r\ncontent-length: \(body.count)\r\n\r\n
      """
    connection.send(Array(head.utf8) + body)
    return try await connection.response()
  }
}
