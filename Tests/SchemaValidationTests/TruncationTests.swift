import JSONSchema
import SchemaRuntime
import SchemaValidation
import Testing

/// What is said where a payload has more errors than are listed.
@Suite struct TruncationTests {
  private static func result(of payload: String, atMost count: Int) throws -> ValidationResult {
    let graph = try CompilerRow("", #"{"items": {"type": "string", "maxLength": 1}}"#, []).graph()
    return try SchemaValidator(graph: graph, schema: graph.roots[0], maximumIssueCount: count).validate(payload)
  }

  @Test("a list that is cut says so in every output")
  func saysSo() throws {
    let result = try Self.result(of: "[1, 2, 3]", atMost: 2)
    let origin = PayloadOrigin(file: "a.json")
    #expect(result.isTruncated)
    #expect(result.issues.map(\.instanceLocation.description) == ["/0", "/1", ""])
    #expect(
      result.textOutput(in: origin).last == "a.json:1:1: error: stopped after 2 errors; there are more (truncated)")
    #expect(result.listOutput(in: origin)["truncated"] == true)
    #expect(result.listOutput(in: origin)["errors"]?.array?.count == 2)
    #expect(result.basicOutput["truncated"] == true)
    #expect(result.detailedOutput["truncated"] == true)
  }

  @Test("a list that has all errors says nothing", arguments: [2, 3])
  func saysNothing(_ limit: Int) throws {
    let result = try Self.result(of: "[1, 2]", atMost: limit)
    #expect(!result.isTruncated)
    #expect(result.issues.count == 2)
    #expect(result.listOutput(in: PayloadOrigin(file: "a.json"))["truncated"] == nil)
  }
}
