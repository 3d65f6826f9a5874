import CollaborationModels
import SchemaRuntime
import Testing

/// What a server answers to a body, from the bytes and the header fields alone.
@Suite struct PayloadGateTests {
  @Test("every payload of the fixtures is decoded or refused with its location", arguments: Fixture.all)
  func fixtures(_ fixture: Fixture) throws {
    let entry = try #require(ModelCatalog.schemas[fixture.schema])
    let problem = Self.problem(entry.model, fixture.bytes)
    #expect((problem == nil) == fixture.isValid)
    guard let problem else { return }
    #expect(problem.status == (fixture.isReadable ? 422 : 400), "\(problem)")
    #expect(!problem.errors.isEmpty)
    if fixture.isReadable {
      let isFound = problem.errors.contains { failure in
        fixture.keywords.contains(failure.keyword)
          && fixture.locations.contains { JSONPointer($0).map { "#" + $0.uriFragment } == failure.pointer }
      }
      #expect(isFound, "expected one of \(fixture.keywords) at one of \(fixture.locations), found \(problem)")
    }
    let document = try JSONValue(parsing: problem.json())
    #expect(document["status"] == .number(JSONNumber(problem.status)))
    #expect(document["errors"]?.array?.count == problem.errors.count)
  }

  @Test("bodies and content types that are refused", arguments: Row.all)
  func refusals(_ row: Row) throws {
    var gate = PayloadGate(limits: JSONLimits(maximumDepth: 4, maximumByteCount: 100), maximumErrorCount: 2)
    gate.typeBase = row.typeBase
    let problem = Self.problem(UserInfo.self, Array(row.body.utf8), contentType: row.contentType, gate)
    #expect(problem?.value == row.problem)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var body = "{}"
    var contentType: String? = "application/json"
    var typeBase: String?
    let problem: JSONValue?

    init(
      _ name: String, _ body: String = "{}", contentType: String? = "application/json", typeBase: String? = nil,
      _ status: Int, _ title: String, _ detail: String, _ errors: [JSONValue] = [], omitted: Int = 0,
      type: String = "about:blank"
    ) {
      testDescription = name
      self.body = body
      self.contentType = contentType
      self.typeBase = typeBase
      var problem: JSONObject = [
        "type": .string(type), "title": .string(title), "status": .number(JSONNumber(status)),
        "detail": .string(detail),
      ]
      if !errors.isEmpty { problem["errors"] = .array(errors) }
      if omitted > 0 { problem["omittedErrors"] = .number(JSONNumber(omitted)) }
      self.problem = .object(problem)
    }

    /// A body that is admitted.
    init(admitting name: String, contentType: String) {
      testDescription = name
      self.contentType = contentType
      problem = nil
    }

    static func error(_ detail: String, _ pointer: String, _ keyword: String, _ line: Int, _ column: Int) -> JSONValue {
      [
        "detail": .string(detail), "pointer": .string(pointer), "keyword": .string(keyword),
        "line": .number(JSONNumber(line)), "column": .number(JSONNumber(column)),
      ]
    }

    private static let media = "Unsupported Media Type"
    private static let wanted = "expected the content type application/json, found "

    static let all = [
      Row("no content type", contentType: nil, 415, media, wanted + "none"),
      Row(
        "a form", contentType: "application/x-www-form-urlencoded", 415, media,
        wanted + "application/x-www-form-urlencoded"),
      Row(
        "a type that only ends like JSON", contentType: "application/problem+json", 415, media,
        wanted + "application/problem+json"),
      Row("no media type", contentType: "json", 415, media, wanted + "a value that is not a media type"),
      Row(
        "a parameter without a value", contentType: "application/json; charset", 415, media,
        wanted + "a value that is not a media type"),
      Row(
        "another character set", contentType: "application/json; charset=utf-16", 415, media,
        "the character set must be utf-8"),
      Row(
        "two character sets", contentType: "application/json;charset=utf-8;charset=latin1", 415, media,
        "the character set must be utf-8"),
      Row(admitting: "upper case and a quoted character set", contentType: "Application/JSON ; Charset=\"UTF-8\""),
      Row(admitting: "other parameters", contentType: "application/json;; profile=\"a;\\\"b\""),
      Row(
        "an empty body", "", 400, "Bad Request", "expected a JSON value, found an empty text, at line 1, column 1",
        [error("expected a JSON value, found an empty text", "#", "parse", 1, 1)]),
      Row(
        "a broken body", "{\n\"nickName\": }", 400, "Bad Request", "expected a value, found '}', at line 2, column 13",
        [error("expected a value, found '}'", "#", "parse", 2, 13)]),
      Row(
        "a body that is too deep", #"{"ext": [[[[[1]]]]]}"#, 400, "Bad Request",
        "expected at most 4 levels of nested arrays and objects, found more, at line 1, column 12",
        [error("expected at most 4 levels of nested arrays and objects, found more", "#", "parse", 1, 12)]),
      Row(
        "a body that is too large", #"{"nickName": "\#(String(repeating: "a", count: 90))"}"#, 413, "Content Too Large",
        "expected at most 100 bytes, found more"),
      Row(
        "a value of another type", #"{"nickName": 1}"#, 422, "Unprocessable Content", "the payload has an error",
        [error("expected string, found integer", "#/nickName", "type", 1, 14)]),
      Row(
        "more errors than are listed", #"{"nickName": 1, "mail": 2, "phone": 3}"#, 422, "Unprocessable Content",
        "the payload has 3 errors",
        [
          error("expected string, found integer", "#/nickName", "type", 1, 14),
          error("expected string, found integer", "#/mail", "type", 1, 25),
        ], omitted: 1),
      Row(
        "problem types with URIs of their own", "", typeBase: "https://example.com/problems/", 400, "Bad Request",
        "expected a JSON value, found an empty text, at line 1, column 1",
        [error("expected a JSON value, found an empty text", "#", "parse", 1, 1)],
        type: "https://example.com/problems/not-json"),
    ]
  }

  @Test("a body is refused for its length before it is received")
  func lengths() {
    let gate = PayloadGate()
    #expect(throws: Never.self) { try gate.admit(contentType: "application/json", contentLength: 1 << 20) }
    do throws(ProblemDocument) {
      try gate.admit(contentType: "application/json", contentLength: 1 << 20 + 1)
      Issue.record("a body that is too long is admitted")
    } catch {
      #expect(error.status == 413)
    }
  }

  @Test("sensitive values are not in the answer")
  func sensitive() throws {
    let body = #"{"uuid": "a", "roomToken": ["S3CR3T"], "uid": "b"}"#
    let problem = try #require(Self.problem(RoomConfig.self, Array(body.utf8)))
    #expect(problem.status == 422)
    #expect(!String(decoding: problem.json(), as: UTF8.self).contains("S3CR3T"))
  }

  @Test("a reader serves one body after the other")
  func reader() throws {
    let gate = PayloadGate()
    var reader = gate.makeReader()
    for name in ["Ada", "Grace"] {
      let body = Array(#"{"nickName": "\#(name)"}"#.utf8)
      let user = try gate.decode(UserInfo.self, from: body, contentType: "application/json", using: &reader)
      #expect(user.nickName == name)
    }
  }

  private static func problem<Model: SchemaModel>(
    _ type: Model.Type, _ body: [UInt8], contentType: String? = "application/json", _ gate: PayloadGate = PayloadGate()
  ) -> ProblemDocument? {
    do throws(ProblemDocument) {
      _ = try gate.decode(type, from: body, contentType: contentType)
      return nil
    } catch {
      return error
    }
  }
}
