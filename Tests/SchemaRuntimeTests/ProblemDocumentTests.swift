import Testing

@testable import SchemaRuntime

/// The size of problem documents, which must not depend on that of the request.
@Suite struct ProblemDocumentTests {
  private static let long = 900_000

  private static func objects(_ name: String) -> EvaluatorRow {
    let members = (0..<20).map { "\"\($0)\":1" }.joined(separator: ",")
    return EvaluatorRow(
      "twenty errors below a name of \(name.utf8.count) bytes that begins with '\(name.prefix(4))'",
      [#"["additionalProperties",1]"#, #"["additionalProperties",2]"#, #"["type","string"]"#],
      "{\"\(name)\":{\(members)}}")
  }

  private static func repeated(_ text: String, _ count: Int = long) -> String { String(repeating: text, count: count) }

  private static func nested(_ names: [String]) -> String {
    names.reversed().reduce("1") { "{\"\($1)\":\($0)}" }
  }

  static let rows = [
    objects(repeated("k")), objects(repeated("é")), objects(repeated("😀", 200_000)),
    objects(repeated(#"\u0001"#, 150_000)),
    objects(repeated("~")), objects(repeated("/")), objects(repeated("%")), objects(repeated(#"\""#)),
    EvaluatorRow(
      "a pointer of many tokens", [#"["type","object"],["additionalProperties",0]"#],
      nested(Array(repeating: "name", count: 500))),
    EvaluatorRow(
      "a pointer of many long tokens", [#"["type","object"],["additionalProperties",0]"#],
      nested(Array(repeating: repeated("k", 10_000), count: 60))),
    EvaluatorRow(
      "a long list of long values",
      ["[\"enum\",[\((0..<2_000).map { "\"\($0)\(repeated("v", 500))\"" }.joined(separator: ","))]]"],
      "1"),
    EvaluatorRow(
      "long names that are missing",
      ["[\"required\",[\((0..<2_000).map { "\"\($0)\(repeated("v", 500))\"" }.joined(separator: ","))]]"], "{}"),
    EvaluatorRow(
      "a long keyword location",
      [#"["dependentSchemas",{"\#(repeated("k"))":1}]"#, #"["required",["b"]]"#], #"{"\#(repeated("k"))":1}"#),
    EvaluatorRow(
      "a long name that another requires", [#"["dependentRequired",{"\#(repeated("k"))":["\#(repeated("r"))"]}]"#],
      #"{"\#(repeated("k"))":1}"#),
    EvaluatorRow("a long name twice", [""], #"{"\#(repeated("k", 400_000))":1,"\#(repeated("k", 400_000))":2}"#),
    EvaluatorRow("a long pattern", [#"["pattern","\#(repeated("p", 2_000))"]"#], #""\#(repeated("k"))""#),
    EvaluatorRow("a long constant and value", [#"["const","\#(repeated("p"))"]"#], #""\#(repeated("k"))""#),
    EvaluatorRow("a long number", [#"["multipleOf",7]"#], "1\(repeated("0", 100_000))1"),
    EvaluatorRow(
      "many matching branches", ["[\"oneOf\",[\(Array(repeating: "1", count: 20_000).joined(separator: ","))]]", ""],
      "1"),
    EvaluatorRow(
      "a hundred errors",
      [
        "[\"items\",1,0]",
        "[\"enum\",[\((0..<20).map { "\"\($0)\(repeated("\\u0001", 50))\"" }.joined(separator: ","))]]",
      ],
      "[\(Array(repeating: "1", count: 100).joined(separator: ","))]"),
  ]

  @Test("a problem document is at most 16 KiB, and counts the errors that it omits", arguments: rows)
  func size(_ row: EvaluatorRow) throws {
    let issues = try row.evaluate()
    #expect(!issues.isEmpty)
    for maximum in [20, 1_000] {
      let problem = PayloadGate(maximumErrorCount: maximum).problem(.invalid(issues))
      let text = problem.json()
      #expect(text.count <= ProblemDocument.maximumByteCount)
      let document = try JSONValue(parsing: text)
      let errors = try #require(document["errors"]?.array)
      #expect(errors.count >= 4 || errors.count == issues.count)
      #expect(errors.count + (document["omittedErrors"]?.int ?? 0) == issues.withClosestCauses.count)
      for error in errors {
        let pointer = try #require(error["pointer"]?.string)
        #expect(pointer.hasPrefix("#") && pointer.utf8.count <= 1_025)
      }
      #expect(problem.description.utf8.count < 100_000)
    }
  }

  @Test("what else a request may bring into a document is limited, too")
  func others() throws {
    let long = Self.repeated("x")
    #expect(throws: ProblemDocument.self) { try PayloadGate().admit(contentType: "\(long)/\(long)") }
    do throws(ProblemDocument) { try PayloadGate().admit(contentType: "\(long)/\(long)") } catch {
      #expect(error.detail.utf8.count < 300)
    }
    var problem = ProblemDocument(status: 404, title: long, detail: long, type: "https://example.com/\(long)")
    problem.instance = "https://example.com/\(long)"
    #expect(problem.json().count <= ProblemDocument.maximumByteCount)
    let value = problem.value
    #expect(value["type"] == "about:blank" && value["instance"] == nil)
    #expect(value["detail"]?.string?.hasPrefix("xxx") == true)
    problem.instance = "https://example.com/1"
    problem.title = Self.repeated("\u{1}")
    problem.detail = Self.repeated("\"")
    #expect(problem.json().count <= ProblemDocument.maximumByteCount)
    #expect(problem.value["instance"] == "https://example.com/1")
    let fact = SchemaError.NotRepresentable(type: "Int", found: "1", instanceLocation: JSONPointer([long]))
    #expect(PayloadGate().problem(.notRepresentable(fact)).json().count < 2_048)
  }
}
