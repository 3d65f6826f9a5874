import Testing

@testable import SchemaRuntime

/// Schemas that demand more than their steps say: what the steps refuse is invalid, and what they admit is undecided.
@Suite struct UndecidedSchemaTests {
  /// The first schema's steps over four others: a string (undecided), a string, anything (undecided), null.
  private static func program(_ steps: String) throws -> Program {
    try program(steps, string: #"["type","string"]"#, any: "").leavingUndecided([1, 3])
  }

  /// The same with steps that say what is wrong.
  private static func unusable(_ steps: String) throws -> Program {
    let step = #"["unusable@$ref","one"]"#
    return try program(steps, string: #"\#(step),["type","string"]"#, any: step)
  }

  private static func program(_ steps: String, string: String, any: String) throws -> Program {
    try Program(
      json: """
        [["urn:s#",[\(steps)]],["urn:a#",[\(string)]],["urn:b#",[["type","string"]]],["urn:c#",[\(any)]],
        ["urn:d#",[["type","null"]]]]
        """)
  }

  @Test(
    "an undecided schema matters only where it can change the verdict",
    arguments: [
      ("a value that the known part refuses", #"["$ref",1]"#, "1", SchemaVerdict.invalid),
      ("a value that the known part admits", #"["$ref",1]"#, #""a""#, .undecided),
      ("a reference to it", #"["allOf",[3,2]]"#, #""a""#, .undecided),
      ("next to a part that refuses", #"["allOf",[3,2]]"#, "1", .invalid),
      ("an alternative that holds", #"["anyOf",[3,2]]"#, #""a""#, .valid),
      ("an alternative that does not", #"["anyOf",[3,2]]"#, "1", .undecided),
      ("one of two, of which one holds", #"["oneOf",[3,2]]"#, #""a""#, .undecided),
      ("negated", #"["not",3]"#, "1", .undecided),
      ("its known part, negated", #"["not",1]"#, "1", .valid),
      ("a condition whose branches agree", #"["if",3,2,2]"#, "1", .invalid),
      ("a condition whose branches differ", #"["if",3,2,4]"#, "null", .undecided),
      ("a member that is absent", #"["properties",{"a":3}]"#, #"{"b":1}"#, .valid),
      ("a member that is there", #"["properties",{"a":3}]"#, #"{"a":1}"#, .undecided),
      ("the members that it may evaluate", #"["$ref",3],["unevaluatedProperties",2]"#, #"{"a":1}"#, .undecided),
      ("members that are valid either way", #"["$ref",3],["unevaluatedProperties",2]"#, #"{"a":"b"}"#, .undecided),
      ("unevaluated elements of an alternative", #"["anyOf",[2,3]],["unevaluatedItems",4]"#, "[1]", .undecided),
    ])
  func decides(_ row: (name: String, steps: String, instance: String, verdict: SchemaVerdict)) throws {
    let document = try JSONDocument(parsing: Array(row.instance.utf8))
    for program in [try Self.program(row.steps), try Self.unusable(row.steps)] {
      let evaluator = Evaluator(program)
      var reader = JSONReader()
      #expect(evaluator.verdict(on: Array(row.instance.utf8), using: &reader) == row.verdict, "\(row.name)")
      let issues = document.withRoot { evaluator.explanation(of: $0, in: document) }
      #expect(issues.isEmpty == (row.verdict == .valid), "\(row.name)")
    }
    let evaluator = Evaluator(try Self.unusable(row.steps))
    let issues = document.withRoot { evaluator.explanation(of: $0, in: document) }
    #expect(issues.contains { !$0.isUndecided } == (row.verdict == .invalid), "\(row.name): \(issues)")
  }
}
