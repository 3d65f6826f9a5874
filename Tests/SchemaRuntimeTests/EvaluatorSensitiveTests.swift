import Testing

@testable import SchemaRuntime

/// `x-sensitive`: neither a payload's values nor the schema's expectations appear in messages and outputs.
@Suite struct EvaluatorSensitiveTests {
  private static let end = ", found a value that is not shown, because it is sensitive"

  @Test(
    "an issue of a sensitive value contains its keyword, but neither the value nor its length nor any hint",
    arguments: [
      Row("const", #"["const","a"]"#, "\"hunter2\"", "const - expected the schema's value"),
      Row("enum", #"["enum",1,2]"#, "4711", "enum - expected one of the schema's values"),
      Row(
        "pattern", #"["pattern","^x"]"#, "\"hunter2\"",
        "pattern - expected a match for the schema's pattern"),
      Row(
        "format", #"["format","uuid"]"#, "\"hunter2\"",
        #"format "uuid" expected the format 'uuid'"#),
      Row("maximum", #"["maximum",1]"#, "4711", "maximum 1 expected at most 1"),
      Row("minimum", #"["minimum",9999]"#, "4711", "minimum 9999 expected at least 9999"),
      Row(
        "multipleOf", #"["multipleOf",2]"#, "4711",
        "multipleOf 2 expected a multiple of 2"),
      Row("type", #"["type","null"]"#, "4711", #"type "null" expected null"#),
      Row(
        "maxLength", #"["maxLength",2]"#, "\"hunter2\"",
        "maxLength 2 expected at most 2 characters"),
      Row(
        "x-maxUTF8Bytes", #"["x-maxUTF8Bytes",2]"#, "\"hunter2\"",
        "x-maxUTF8Bytes 2 expected at most 2 bytes of UTF-8"),
      Row(
        "maxItems", #"["maxItems",1]"#, #"["hunter2","hunter2"]"#,
        "maxItems 1 expected at most 1 item"),
      Row(
        "uniqueItems", #"["uniqueItems"]"#, #"["hunter2","hunter2"]"#,
        "uniqueItems - expected unique items"),
      Row(
        "maxProperties", #"["maxProperties",0]"#, #"{"hunter2":1}"#,
        "maxProperties 0 expected at most 0 members"),
      Row(
        "required", #"["required",["a","b"]]"#, #"{"hunter2":1}"#,
        "required - expected all required members"),
      Row(
        "dependentRequired", #"["dependentRequired",{"hunter2":["a"]}]"#, #"{"hunter2":1}"#,
        "dependentRequired - expected the members that another one requires"),
      Row(
        "oneOf", #"["oneOf",[2,2]]"#, "\"hunter2\"",
        "oneOf - expected exactly one matching alternative"),
      Row(
        "not", #"["not",2]"#, "\"hunter2\"",
        "not - expected no match for the schema under 'not'"),
    ])
  func redacts(_ row: Row) throws {
    let program = """
      [["urn:s#",[["properties",{"secret":1}]]],["urn:s#/1",[\(row.step)],"x-sensitive"],["urn:s#/2",[]]]
      """
    let issues = try EvaluatorRow("", program: program, "{\"secret\":\(row.secret)}", []).evaluate()
    #expect(issues.map { "\($0.keyword) \($0.expected?.text() ?? "-") \($0.message)" } == [row.expected + Self.end])
    for issue in issues {
      #expect(issue.isRedacted)
      #expect(issue.instanceLocation.description == "/secret")
      #expect(issue.actual == "(redacted)")
      #expect(issue.position?.column == 11)
    }
    #expect(!everything(in: issues).contains { $0.contains("hunter2") || $0.contains("4711") })
  }

  @Test("instance locations end at a sensitive value, and keyword locations before its first name")
  func endsWays() throws {
    let program = #"""
      [["urn:s#",[["properties",{"card":1,"name":3}],["maxProperties",1]]],
       ["urn:s#/1",[["$ref",2],["additionalProperties",3]],"x-sensitive"],
       ["urn:s#/2",[["properties",{"number":3}],["patternProperties",{"^x":3}],["anyOf",[3]],["dependentSchemas",{"x":3}]]],
       ["urn:s#/3",[["const",1]]]]
      """#
    let issues = try EvaluatorRow("", program: program, #"{"card":{"number":2,"x":3,"y":4},"name":4}"#, []).evaluate()
    #expect(
      issues.map {
        "#\($0.instanceLocation) #\($0.keywordLocation) \($0.absoluteKeywordLocation) \($0.keyword) \($0.position?.column ?? 0)"
      } == [
        "#/card #/properties/card/$ref/properties urn:s#/2/properties const 9",
        "#/card #/properties/card/$ref/patternProperties urn:s#/2/patternProperties const 9",
        "#/card #/properties/card/$ref/anyOf urn:s#/2/anyOf anyOf 9",
        "#/card #/properties/card/$ref/dependentSchemas urn:s#/2/dependentSchemas const 9",
        "#/card #/properties/card/additionalProperties/const urn:s#/3/const const 9",
        "#/name #/properties/name/const urn:s#/3/const const 41",
        "# #/maxProperties urn:s#/maxProperties maxProperties 1",
      ])
    #expect(issues.map(\.isRedacted) == [true, true, true, true, true, false, false])
    #expect(issues.flatMap(\.causes).map(\.isRedacted) == [true])
  }

  @Test("any number of failures inside a sensitive value are one issue")
  func countsNothing() throws {
    let program = #"[["urn:s#",[["items",1,0]],"x-sensitive"],["urn:s#/1",[["type","string"]]]]"#
    for text in ["[1]", "[1,2,3]"] {
      let issues = try EvaluatorRow("", program: program, text, []).evaluate()
      #expect(
        issues.map(\.summary) == [
          ##"# #/items/type type "string" "(redacted)" 1:1 expected string"## + Self.end
        ])
    }
  }

  @Test(
    "a value that contains something sensitive, or is sensitive for another schema, is not shown either",
    arguments: [
      Row("const around it", #"["const",{}]"#, "1", ""), Row("enum around it", #"["enum",1]"#, "1", ""),
      Row("a const that holds another one", #"["const",{"secret":"S3CR3T"}]"#, "1", ""),
      Row("an enum that holds another one", #"["enum",{"secret":"S3CR3T"}]"#, "1", ""),
      Row("another branch", #"["allOf",[3]]"#, "1", ""), Row("a failing branch", #"["anyOf",[3,3]]"#, "1", ""),
      Row("a pattern for names", #"["patternProperties",{"^s":4}]"#, "1", ""),
      Row("every other name", #"["additionalProperties",4]"#, "1", ""),
      Row("a condition that does not hold", #"["if",5,3,3]"#, "1", ""),
    ])
  func coversWhatIsAround(_ row: Row) throws {
    let program = #"""
      [["urn:s#",[\#(row.step),["not",2]]],
       ["urn:s#/1",[],"x-sensitive"],
       ["urn:s#/2",[["properties",{"secret":1}]]],
       ["urn:s#/3",[["properties",{"secret":4}]]],
       ["urn:s#/4",[["const",1]]],
       ["urn:s#/5",[["properties",{"secret":1}]]]]
      """#
    for payload in [#"{"secret":4711}"#, #"{"secret":{"S3CR3T":"S3CR3T"}}"#, #"{"other":1}"#, "4"] {
      let issues = try EvaluatorRow("", program: program, payload, []).evaluate()
      #expect(!issues.isEmpty)
      #expect(!everything(in: issues).contains { $0.contains("4711") || $0.contains("S3CR3T") })
    }
  }

  @Test(
    "a sensitive name is never shown",
    arguments: [
      Row("a member", #"["additionalProperties",2]"#, #"{"S3CR3T":1}"#, "# #/additionalProperties/type type"),
      Row("a declared member", #"["properties",{"S3CR3T":2}]"#, #"{"S3CR3T":1}"#, "# #/properties type"),
      Row(
        "below a member", #"["additionalProperties",3]"#, #"{"S3CR3T":[1]}"#, "# #/additionalProperties/items/type type"
      ),
      Row("a name that is missing", #"["required",["S3CR3T"]]"#, "{}", "# #/required required"),
      Row(
        "a name that asks for others", #"["dependentRequired",{"S3CR3T":["a"]}]"#, #"{"S3CR3T":1}"#,
        "# #/dependentRequired dependentRequired"),
      Row("the name itself", #"["maxProperties",9]"#, #"{"S3CR3T!":1}"#, "# #/propertyNames/maxLength maxLength"),
      Row("equal names", #"["maxProperties",9]"#, #"{"S3CR3T":1,"S3CR3T":1}"#, "# # uniqueNames"),
    ])
  func hidesNames(_ row: Row) throws {
    let program = #"""
      [["urn:s#",[\#(row.step),["propertyNames",1]]],
       ["urn:s#/1",[["maxLength",6]],"x-sensitive"],
       ["urn:s#/2",[["type","string"]]],
       ["urn:s#/3",[["items",2,0]]]]
      """#
    let issues = try EvaluatorRow("", program: program, row.secret, []).evaluate()
    #expect(issues.map { "#\($0.instanceLocation) #\($0.keywordLocation) \($0.keyword)" } == [row.expected])
    #expect(!everything(in: issues).contains { $0.contains("S3CR3T") })
  }

  @Test("the content of a sensitive string is not shown, nor a string with sensitive content")
  func hidesContent() throws {
    let program = #"""
      [["urn:s#",[["properties",{"own":1,"holder":2}]]],
       ["urn:s#/1",[["content@contentSchema",null,"application/json",3]],"x-sensitive"],
       ["urn:s#/2",[["content@contentSchema",null,"application/json",4],["pattern","^x"]]],
       ["urn:s#/3",[["const",1]]],
       ["urn:s#/4",[["properties",{"pin":5}]]],
       ["urn:s#/5",[["const","S3CR3T"]],"x-sensitive"]]
      """#
    let payload = #"{"own":"{\"S3CR3T\":1}","holder":"{\"pin\":\"S3CR3T!\"}"}"#
    let issues = try EvaluatorRow("", program: program, payload, []).evaluate()
    #expect(issues.map(\.isRedacted) == [true, false, true])
    #expect(!everything(in: issues).contains { $0.contains("S3CR3T") })
  }

  @Test("annotations of a sensitive value only describe it; those around it do not show it")
  func annotates() throws {
    let program = #"""
      [["urn:s#",[["properties",{"pin":1,"name":2}],["annotation@default",{"pin":"S3CR3T"}],["annotation@title","A"],
                  ["annotation@examples",[{"pin":"S3CR3T"},{"name":"Ada"}]]]],
       ["urn:s#/1",[["annotation@title","B"],["annotation@default","S3CR3T"],["annotation@examples",["S3CR3T"]],["properties",{"S3CR3T":2}]],"x-sensitive"],
       ["urn:s#/2",[["annotation@default","Bob"]]]]
      """#
    let document = try JSONDocument(parsing: Array(#"{"pin":{"S3CR3T":1},"name":2}"#.utf8))
    let annotations = try document.withRoot { Evaluator(try Program(json: program)).annotations(of: $0) }
    #expect(annotations.map(\.keyword) == ["title", "default", "properties", "title", "examples"])
    var text = ""
    dump(annotations, to: &text)
    #expect(!text.contains("S3CR3T"))
  }

  @Test("a program keeps its marks when it is written and read")
  func keepsMarks() throws {
    let program = try Program(
      json:
        #"[["urn:a#",[],"x-sensitive"],["urn:b#",[],"x-lossy"],["urn:c#",[],"x-sensitive","x-lossy"],["urn:d#",[]]]"#)
    for program in [program, try Program(json: program.json.text())] {
      #expect(program.schemas.map(\.isSensitive) == [true, false, true, false])
      #expect(program.schemas.map(\.isLossy) == [false, true, true, false])
    }
  }

  /// Everything that issues reveal: their messages, their facts, and reflection.
  private func everything(in issues: [ValidationIssue]) -> [String] {
    var dumped = ""
    dump(issues, to: &dumped)
    return [dumped, "\(issues)", String(reflecting: SchemaError.invalid(issues))] + issues.map { "\($0.kind)" }
      + issues.flatMap { [$0.message, $0.description, $0.actual?.text() ?? "", $0.expected?.text() ?? ""] }
      + issues.flatMap { everything(in: $0.causes) }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let step: String
    let secret: String
    let expected: String

    init(_ name: String, _ step: String, _ secret: String, _ expected: String) {
      self.name = name
      self.step = step
      self.secret = secret
      self.expected = expected
    }

    var testDescription: String { name }
  }
}
