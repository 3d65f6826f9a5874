import Testing

@testable import SchemaRuntime

/// Programs run on instances: every instruction, every kind of issue, with messages and order.
@Suite struct EvaluatorTests {
  static let rows = scalarRows + containerRows + logicRows
  /// The results of all rows; one of them exceeds the budget of a pattern, and once is enough for that.
  static let issues = rows.flatMap { (try? $0.evaluate()) ?? [] }

  @Test("an instance gives exactly its issues", arguments: Self.rows)
  func evaluates(_ row: EvaluatorRow) throws { try row.check() }

  /// No program causes these kinds: `refusesUnknownSchemas` and TruncationTests cover them.
  @Test(
    "every kind of issue has a row",
    arguments: IssueKindName.allCases.filter { ![.tooMuchToHold, .internalInconsistency, .truncated].contains($0) })
  func coversKind(_ name: IssueKindName) {
    #expect(Self.issues.contains { IssueKindName($0.kind) == name })
  }

  @Test("every instruction has a row", arguments: InstructionName.allCases)
  func coversInstruction(_ name: InstructionName) throws {
    let programs = try Self.rows.map { try Program(json: $0.program) }
    #expect(programs.contains { $0.steps.contains { InstructionName($0.instruction) == name } })
  }

  @Test("every limit has a row that satisfies it and one with an issue", arguments: limitKeywords)
  func coversLimit(_ keyword: String) {
    #expect(Self.issues.contains { $0.keyword == keyword })
    #expect(Self.rows.contains { $0.issues.isEmpty && $0.program.contains("[\"\(keyword)\",") })
  }

  @Test("messages say what is expected before what is found, unless undecided: lower case, one line, no full stop")
  func keepsGrammar() {
    #expect(Self.issues.count > Self.rows.count / 2)
    for issue in Self.issues {
      #expect(issue.message.hasPrefix("expected ") || issue.message.contains("undecided"))
      #expect(!issue.message.contains("\n"))
      #expect(!issue.message.hasSuffix("."))
      let location = issue.instanceLocation.tokens.isEmpty ? "" : "\(issue.instanceLocation): "
      let position = issue.position.map { "\($0.line):\($0.column)" } ?? "none"
      guard issue.causes.isEmpty else { continue }
      #expect(issue.description == "\(position): \(location)\(issue.message) (\(issue.keyword))")
    }
  }

  @Test("the absolute location is that of the keyword in its own schema, whatever the path")
  func hasAbsoluteLocations() throws {
    let program = """
      [["https://a.example/x.json#",[["properties",{"a":1}],["$ref",2]]],
       ["https://a.example/x.json#/properties/a",[["$ref",2],["additionalProperties",3]]],
       ["https://b.example/y.json#/$defs/a~1b",[["type","string"],["dependentRequired@dependencies",{"p":["q"]}]]],
       ["https://a.example/x.json#/properties/a/additionalProperties",[["false"]]]]
      """
    let row = EvaluatorRow("", program: program, #"{"a":{"p":1}}"#, [])
    let locations = try row.evaluate().map { "\($0.keywordLocation) \($0.absoluteKeywordLocation)" }
    #expect(
      locations == [
        "/properties/a/$ref/type https://b.example/y.json#/$defs/a~1b/type",
        "/properties/a/$ref/dependencies https://b.example/y.json#/$defs/a~1b/dependencies",
        "/properties/a/additionalProperties https://a.example/x.json#/properties/a/additionalProperties",
        "/$ref/type https://b.example/y.json#/$defs/a~1b/type",
      ])
  }

  @Test(
    "collection stops at the limit, in every keyword that can cause several issues",
    arguments: [
      EvaluatorRow("steps", [#"["minimum",1],["maximum",-1],["multipleOf",7],["type","string"]"#], "0.5"),
      EvaluatorRow("items", [#"["items",1,0]"#, #"["type","null"]"#], "[1,2,3,4,5]"),
      EvaluatorRow("indices", [#"["prefixItems",[1,1,1,1]]"#, #"["type","null"]"#], "[1,2,3,4,5]"),
      EvaluatorRow(
        "members", [#"["properties",{"a":1,"b":1,"c":1,"d":1}]"#, #"["type","null"]"#], #"{"a":1,"b":2,"c":3,"d":4}"#),
      EvaluatorRow("patterns", [#"["patternProperties",{"":1}]"#, #"["type","null"]"#], #"{"a":1,"b":2,"c":3,"d":4}"#),
      EvaluatorRow(
        "other members", [#"["additionalProperties",1]"#, #"["type","null"]"#], #"{"a":1,"b":2,"c":3,"d":4}"#),
      EvaluatorRow("names", [#"["propertyNames",1]"#, #"["type","null"]"#], #"{"a":1,"b":2,"c":3,"d":4}"#),
      EvaluatorRow(
        "dependencies", [#"["dependentRequired",{"a":["x"],"b":["x"],"c":["x"],"d":["x"]}]"#],
        #"{"a":1,"b":2,"c":3,"d":4}"#),
      EvaluatorRow(
        "dependent schemas", [#"["dependentSchemas",{"a":1,"b":1,"c":1,"d":1}]"#, #"["type","null"]"#],
        #"{"a":1,"b":2,"c":3,"d":4}"#),
      EvaluatorRow("local members", [#"["x-localOnly",["a","b","c","d"]]"#], #"{"a":1,"b":2,"c":3,"d":4}"#),
      EvaluatorRow("branches", [#"["allOf",[1,1,1,1]]"#, #"["type","null"]"#], "1"),
      EvaluatorRow(
        "equal names before others", [#"["type","null"],["maxProperties",0],["minProperties",9],["required",["z"]]"#],
        #"{"a":1,"a":2}"#),
    ])
  func stopsAtLimit(_ row: EvaluatorRow) throws {
    let all = try row.evaluate()
    #expect(all.count > 3)
    for limit in 1...all.count { #expect(try row.evaluate(maximumIssueCount: limit) == Array(all.prefix(limit))) }
    #expect(
      try row.evaluate(maximumIssueCount: 0) == Array(all.prefix(1)), "an invalid instance has at least one issue")
    #expect(try row.evaluate(maximumIssueCount: -1) == Array(all.prefix(1)))
  }

  @Test("the default limit is a hundred issues")
  func hasDefaultLimit() throws {
    let instance = "[" + (0..<150).map { _ in "1" }.joined(separator: ",") + "]"
    #expect(try EvaluatorRow("", [#"["items",1,0]"#, #"["false"]"#], instance).evaluate().count == 100)
  }

  @Test("a schema that is not in the program refuses everything with an issue", arguments: [1, 99, 4_294_967_295])
  func refusesUnknownSchemas(_ schema: Program.SchemaID) throws {
    let evaluator = Evaluator(try Program(json: #"[["urn:s#",[]]]"#))
    let issues = try evaluator.issues(in: Array("1".utf8), schema: schema)
    #expect(
      issues.map(\.summary) == [
        "# # internalInconsistency - - 1:1 internal error: there is no schema \(schema); generate the code again, and "
          + "report the error if it remains"
      ])
    #expect(try !JSONDocument(parsing: Array("1".utf8)).withRoot { evaluator.isValid($0, schema: schema) })
    #expect(try !JSONDocument(parsing: Array("1".utf8)).withRoot { Evaluator(Program()).isValid($0) })
  }

  @Test("text that is not JSON is an error, not an issue")
  func throwsSyntaxErrors() throws {
    let evaluator = Evaluator(try Program(json: #"[["urn:s#",[]]]"#))
    #expect(throws: JSONSyntaxError.self) { try evaluator.issues(in: Array("{".utf8)) }
    #expect(throws: JSONSyntaxError.self) {
      try evaluator.issues(in: Array("[[]]".utf8), limits: JSONLimits(maximumDepth: 1))
    }
  }
}
