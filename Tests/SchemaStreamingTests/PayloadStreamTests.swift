import CollaborationModels
import SchemaRuntime
import SchemaStreaming
import Testing

/// What a server answers to a body that arrives in pieces, and when.
@Suite struct PayloadStreamTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The body up to the byte with which it is refused, and what follows.
    var refused: String
    var rest = ""
    var status: Int
    var pointer: String?

    init(_ sentence: String, _ refused: String, then rest: String = "", _ status: Int, _ pointer: String? = nil) {
      (testDescription, self.refused, self.rest) = (sentence, refused, rest)
      (self.status, self.pointer) = (status, pointer)
    }
  }

  private static let gate = PayloadGate(limits: JSONLimits(maximumDepth: 3, maximumByteCount: 40))

  @Test(
    "a body is refused at the first byte after which it cannot be accepted",
    arguments: [
      Row("too many bytes", #"{"nickName": "012345678901234567890123456"#, then: #"", "x": 1}"#, 413),
      Row("nested too deeply", #"{"x": [[["#, then: "]]]}", 400),
      Row("no JSON", #"{"nickName" 1"#, then: "}", 400),
      Row("a member of another type", #"{"gender": ""#, then: #"female"}"#, 422, "#/gender"),
    ])
  func refuses(row: Row) throws {
    var body = try Self.gate.stream(UserInfo.self, contentType: "application/json")
    var problem: ProblemDocument?
    for (index, byte) in (row.refused + row.rest).utf8.enumerated() where problem == nil {
      do throws(ProblemDocument) { try body.append([byte]) } catch {
        problem = error
        #expect(index == row.refused.utf8.count - 1, "\(error)")
      }
    }
    #expect(problem?.status == row.status)
    if let pointer = row.pointer { #expect(problem?.errors.map(\.pointer) == [pointer]) }
  }

  @Test("a body is decoded at its end, and refused there if a member is missing")
  func decodes() throws {
    var body = try Self.gate.stream(UserInfo.self, contentType: "application/json", contentLength: 20)
    for chunk in [#"{"nickName": "#, #""Amal"}"#] { try body.append(chunk.utf8) }
    #expect(try body.finish().nickName == "Amal")
    let cut = try Self.gate.stream(UserInfo.self, contentType: "application/json")
    #expect(throws: ProblemDocument.self) { try cut.finish() }
  }

  @Test("header fields are checked before the body")
  func checksFields() {
    #expect(throws: ProblemDocument.self) { try Self.gate.stream(UserInfo.self, contentType: "text/plain") }
    #expect(throws: ProblemDocument.self) {
      try Self.gate.stream(UserInfo.self, contentType: "application/json", contentLength: 41)
    }
  }
}
