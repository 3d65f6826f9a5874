import Testing

@testable import SchemaRuntime

/// `x-sensitive`: what a payload holds stays out of words and outputs.
@Suite struct EvaluatorSensitiveTests {
  @Test(
    "content is redacted, counts and types are not",
    arguments: [
      Row("const", #"["const","a"]"#, "\"hunter2\"", #"const "a" "(redacted)" expected "a", found a sensitive value"#),
      Row(
        "enum", #"["enum",1,2]"#, "\"hunter2\"", #"enum [1,2] "(redacted)" expected 1 or 2, found a sensitive value"#),
      Row(
        "pattern", #"["pattern","^x"]"#, "\"hunter2\"",
        #"pattern "^x" "(redacted)" expected a match of the pattern '^x', found a sensitive value"#),
      Row(
        "format", #"["format","uuid"]"#, "\"hunter2\"",
        #"format "uuid" "(redacted)" expected the format 'uuid', found a sensitive value"#),
      Row("maximum", #"["maximum",1]"#, "4711", #"maximum 1 "(redacted)" expected at most 1, found a sensitive value"#),
      Row(
        "minimum", #"["minimum",9999]"#, "4711",
        #"minimum 9999 "(redacted)" expected at least 9999, found a sensitive value"#),
      Row(
        "multipleOf", #"["multipleOf",2]"#, "4711",
        #"multipleOf 2 "(redacted)" expected a multiple of 2, found a sensitive value"#),
      Row("type", #"["type","null"]"#, "4711", #"type "null" "integer" expected null, found integer"#),
      Row("maxLength", #"["maxLength",2]"#, "\"hunter2\"", "maxLength 2 7 expected at most 2 characters, found 7"),
      Row(
        "x-maxUTF8Bytes", #"["x-maxUTF8Bytes",2]"#, "\"hunter2\"",
        "x-maxUTF8Bytes 2 7 expected at most 2 bytes of UTF-8, found 7"),
    ])
  func redacts(_ row: Row) throws {
    let program = "[[\"urn:s#\",[[\"properties\",{\"secret\":1}]]],[\"urn:s#/1\",[\(row.step)],\"x-sensitive\"]]"
    let issues = try EvaluatorRow("", program: program, "{\"secret\":\(row.secret)}", []).evaluate()
    #expect(
      issues.map { "\($0.keyword) \($0.expected?.text() ?? "-") \($0.actual?.text() ?? "-") \($0.message)" } == [
        row.expected
      ])
    for issue in issues {
      #expect(issue.isRedacted)
      for words in [issue.message, issue.description, issue.actual?.text() ?? ""] {
        #expect(!words.contains("hunter2") && !words.contains("4711"))
      }
    }
  }

  @Test("everything below a sensitive schema is redacted, and nothing beside or after it")
  func coversWhatIsBelow() throws {
    let program = #"""
      [["urn:s#",[["properties",{"card":1,"name":3}],["maxProperties",1]]],
       ["urn:s#/1",[["$ref",2],["additionalProperties",3]],"x-sensitive"],
       ["urn:s#/2",[["properties",{"number":3}],["anyOf",[3]]]],
       ["urn:s#/3",[["const",1]]]]
      """#
    let issues = try EvaluatorRow("", program: program, #"{"card":{"number":2,"x":3},"name":4}"#, []).evaluate()
    #expect(
      issues.map { "\($0.instanceLocation) \($0.keyword) \($0.isRedacted)" } == [
        "/card/number const true", "/card anyOf true", "/card/number const true", "/card/x const true",
        "/name const false",
        " maxProperties false",
      ])
    #expect(issues.flatMap(\.causes).map(\.isRedacted) == [true])
  }

  @Test(
    "what holds something sensitive, or is sensitive for another schema, is not shown either",
    arguments: [
      Row("const around it", #"["const",{}]"#, "1", ""), Row("enum around it", #"["enum",1]"#, "1", ""),
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
    let issues = try EvaluatorRow("", program: program, #"{"secret":4711}"#, []).evaluate()
    #expect(!issues.isEmpty)
    var words = ""
    for issue in issues.flatMap({ [$0] + $0.causes }) {
      words += issue.message + issue.description + (issue.actual?.text() ?? "")
    }
    #expect(!words.contains("4711"), "\(words)")
  }

  @Test("a program keeps its marks when it is written and read again")
  func keepsMarks() throws {
    let program = try Program(
      json:
        #"[["urn:a#",[],"x-sensitive"],["urn:b#",[],"x-lossy"],["urn:c#",[],"x-sensitive","x-lossy"],["urn:d#",[]]]"#)
    for program in [program, try Program(json: program.json.text())] {
      #expect(program.schemas.map(\.isSensitive) == [true, false, true, false])
      #expect(program.schemas.map(\.isLossy) == [false, true, true, false])
    }
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
