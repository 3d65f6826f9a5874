import SchemaRuntime
import ServerModels
import Testing

@testable import CollaborationServer

/// The REST form of user attributes, over a real connection.
@Suite struct UserRouteTests {
  private static let path = "/org/app/metadata/user/amal"
  private static let form = ["content-type": "application/x-www-form-urlencoded"]
  private static let json = ["content-type": "application/json"]

  @Test("a user writes, reads and deletes their own record, and others read it")
  func writesOwnRecord() async throws {
    try await TestServer.run { server in
      let (own, other) = (try server.token("amal"), try server.token("bo", scope: ""))
      let written = try await server.send("PUT", Self.path, token: own, Self.form, body: "nickname=Ana+B&gender=2")
      #expect(written.status == 200)
      #expect(try JSONValue(parsing: written.body).object?["data"] == ["nickname": "Ana B", "gender": "2"])
      let read = try await server.send("GET", Self.path, token: other)
      #expect(try JSONValue(parsing: read.body).object?["data"] == ["nickname": "Ana B", "gender": "2"])
      let fetched = try await server.send(
        "POST", "/org/app/metadata/user/get", token: other, Self.json,
        body: #"{"targets":["amal","nobody"],"properties":["nickname"]}"#)
      #expect(try JSONValue(parsing: fetched.body).object?["data"] == ["amal": ["nickname": "Ana B"], "nobody": [:]])
      let capacity = try await server.send("GET", "/org/app/metadata/capacity", token: other)
      #expect(try JSONValue(parsing: capacity.body).object?["data"] == 6)
      #expect(try await server.send("DELETE", Self.path, token: own).status == 200)
      let empty = try await server.send("GET", Self.path, token: other)
      #expect(try JSONValue(parsing: empty.body).object?["data"] == [:])
    }
  }

  @Test("an attribute that is longer than recommended is stored")
  func acceptsLongAttributes() async throws {
    try await TestServer.run { server in
      let token = try server.token("amal")
      let long = Self.text(65)
      #expect(try await server.send("PUT", Self.path, token: token, Self.form, body: "nickname=" + long).status == 200)
      let read = try await server.send("GET", Self.path, token: token)
      #expect(try JSONValue(parsing: read.body).object?["data"] == ["nickname": .string(long)])
    }
  }

  private static func text(_ count: Int) -> String { String(repeating: "x", count: count) }

  @Test(
    "users whose ids are also words of paths are written, read and deleted like others", arguments: ["capacity", "get"])
  func hasNoReservedIDs(_ user: String) async throws {
    try await TestServer.run { server in
      let (path, token) = ("/org/app/metadata/user/\(user)", try server.token(user))
      #expect(try await server.send("PUT", path, token: token, Self.form, body: "sign=x").status == 200)
      let read = try await server.send("GET", path, token: token)
      #expect(try JSONValue(parsing: read.body).object?["data"] == ["sign": "x"])
      #expect(try await server.send("DELETE", path, token: token).status == 200)
      let empty = try await server.send("GET", path, token: token)
      #expect(try JSONValue(parsing: empty.body).object?["data"] == [:])
      #expect(try await server.send("GET", "/org/app/metadata/capacity", token: token).body.contains(#""data":0"#))
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let status: Int
    /// A part of the problem document.
    let words: String
    var method = "PUT"
    var path = UserRouteTests.path
    var fields = UserRouteTests.form
    var body: String? = "nickname=Ana"

    init(
      _ sentence: String, _ status: Int, _ words: String, _ method: String = "PUT", _ path: String? = nil,
      fields: [String: String]? = nil, body: String? = "nickname=Ana"
    ) {
      (testDescription, self.status, self.words, self.method, self.body) = (sentence, status, words, method, body)
      if let path { self.path = path }
      if let fields { self.fields = fields }
    }
  }

  private static let fetch = "/org/app/metadata/user/get"

  @Test(
    "requests that are refused, with their problem",
    arguments: [
      Row("JSON where a form is expected", 415, "x-www-form-urlencoded", fields: json, body: "{}"),
      Row("a form without a content type", 415, "found none", fields: [:]),
      Row("another user's record", 403, "expected the author", "PUT", path("bo")),
      Row("a name that is no id", 404, "expected an id", "PUT", path(String(repeating: "a", count: 256))),
      Row("a name with a control character", 400, "without control characters", "PUT", path("a%1fb")),
      Row("another method", 405, "expected PUT, GET or DELETE", "PATCH"),
      Row("a form of more than 4096 bytes", 413, "4096", body: String(repeating: "a", count: 4_097)),
      Row("a form without attributes", 422, "at least one attribute", body: ""),
      Row("a malformed form", 422, "name=value", body: "a%zz=1"),
      Row("a form that is not UTF-8", 422, "name=value", body: "a=%ff"),
      Row("a gender that is not one", 422, "/gender", body: "gender=7"),
      Row(
        "attributes that are too long together", 413, "at most 2048 bytes",
        body: "sign=" + text(1_025) + "&ext=" + text(1_024)),
      Row("an attribute with a library's name", 422, "nickName", body: "nickName=Ana"),
      Row("a body without a length", 411, "Content-Length", body: nil),
      Row("more than a hundred users", 400, "#/targets", "POST", fetch, fields: json, body: users(101)),
      Row("no users", 422, "#/targets", "POST", fetch, fields: json, body: #"{"targets":[]}"#),
      Row("a number for a user", 422, "#/targets/0", "POST", fetch, fields: json, body: #"{"targets":[1]}"#),
      Row("an unknown attribute", 422, "#/properties/0", "POST", fetch, fields: json, body: unknown),
      Row("broken JSON", 400, "line 1", "POST", fetch, fields: json, body: #"{"targets":["#),
      Row("nesting without end", 400, "nest", "POST", fetch, fields: json, body: String(repeating: "[", count: 5_000)),
      Row("another character set", 415, "utf-8", "POST", fetch, fields: latin, body: "{}"),
      Row(
        "JSON of more than 64 KiB", 413, "65536", "POST", fetch, fields: json,
        body: String(repeating: " ", count: 70_000)),
      Row("a path that does not exist", 404, "nothing", "GET", "/org/app"),
    ])
  func refuses(_ row: Row) async throws {
    try await TestServer.run { server in
      let response = try await server.send(
        row.method, row.path, token: try server.token("amal"), row.fields, body: row.body)
      #expect(response.status == row.status, "\(response.body)")
      #expect(response.fields["content-type"] == ProblemDocument.contentType)
      #expect(response.body.contains(row.words), "\(response.body)")
      // The server goes on.
      #expect(try await server.send("GET", "/health").status == 200)
    }
  }

  private static func path(_ user: String) -> String { "/org/app/metadata/user/\(user)" }
  private static let latin = ["content-type": "application/json; charset=latin1"]
  private static let unknown = #"{"targets":["amal"],"properties":["age"]}"#
  private static func users(_ count: Int) -> String {
    #"{"targets":["# + (1...count).map { #""u\#($0)""# }.joined(separator: ",") + "]}"
  }
}
