import Foundation
import JSONSchema
import SchemaRuntime
import TestSupport
import Testing

@testable import SchemaValidation

@Suite struct OutputsTests {
  static let schema = """
    {"$id": "https://example.com/s.json",
     "properties": {
       "n": {"maximum": 3},
       "secret": {"const": "x", "x-sensitive": true},
       "u": {"anyOf": [{"type": "string"}, {"required": ["k"], "properties": {"k": {"$ref": "#/$defs/k"}}}]}},
     "$defs": {"k": {"type": "integer"}}}
    """

  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let payload: String
    let text: [String]
    let list: String
    let basic: String
  }

  static let rows = [
    Row(
      testDescription: "a valid payload", payload: #"{"n": 3}"#, text: [],
      list: #"{"file":"a","valid":true,"errors":[]}"#,
      basic: #"{"valid":true}"#),
    Row(
      testDescription: "one issue", payload: "{\n\"n\": 4}",
      text: ["a:2:6: error: /n: expected at most 3, found 4 (maximum)"],
      list: """
        {"file":"a","valid":false,"errors":[{"instanceLocation":"/n","keyword":"maximum",\
        "keywordLocation":"/properties/n/maximum",\
        "absoluteKeywordLocation":"https://example.com/s.json#/properties/n/maximum",\
        "error":"expected at most 3, found 4","expected":3,"actual":4,"line":2,"column":6,"offset":7}]}
        """,
      basic: """
        {"valid":false,"errors":[{"valid":false,"keywordLocation":"/properties/n/maximum",\
        "absoluteKeywordLocation":"https://example.com/s.json#/properties/n/maximum",\
        "instanceLocation":"/n","error":"expected at most 3, found 4"}]}
        """),
    Row(
      testDescription: "a text that is not JSON", payload: "[1,]",
      text: ["a:1:4: error: expected a value, found ']' (parse)"],
      list: """
        {"file":"a","valid":false,"errors":[{"instanceLocation":"","keyword":"parse","keywordLocation":"",\
        "absoluteKeywordLocation":"","error":"expected a value, found ']'","expected":null,"actual":null,\
        "line":1,"column":4,"offset":3}]}
        """,
      basic: """
        {"valid":false,"errors":[{"valid":false,"keywordLocation":"","instanceLocation":"",\
        "error":"expected a value, found ']'"}]}
        """),
    Row(
      testDescription: "a sensitive value", payload: #"{"secret": "y"}"#,
      text: [
        "a:1:12: error: /secret: expected the schema's value, found a value that is not shown, because it is sensitive "
          + "(const)"
      ],
      list: """
        {"file":"a","valid":false,"errors":[{"instanceLocation":"/secret","keyword":"const",\
        "keywordLocation":"/properties/secret/const",\
        "absoluteKeywordLocation":"https://example.com/s.json#/properties/secret/const",\
        "error":"expected the schema's value, found a value that is not shown, because it is sensitive",\
        "expected":null,"actual":"(redacted)",\
        "line":1,"column":12,"offset":11}]}
        """,
      basic: """
        {"valid":false,"errors":[{"valid":false,"keywordLocation":"/properties/secret/const",\
        "absoluteKeywordLocation":"https://example.com/s.json#/properties/secret/const",\
        "instanceLocation":"/secret",\
        "error":"expected the schema's value, found a value that is not shown, because it is sensitive"}]}
        """),
    Row(
      testDescription: "equal names, where no schema is at fault", payload: #"{"x": 1, "x": 2}"#,
      text: ["a:1:10: error: expected unique member names, found 'x' twice in one object (uniqueNames)"],
      list: """
        {"file":"a","valid":false,"errors":[{"instanceLocation":"","keyword":"uniqueNames","keywordLocation":"",\
        "absoluteKeywordLocation":"","error":"expected unique member names, found 'x' twice in one object",\
        "expected":null,"actual":"x","line":1,"column":10,"offset":9}]}
        """,
      basic: """
        {"valid":false,"errors":[{"valid":false,"keywordLocation":"","instanceLocation":"",\
        "error":"expected unique member names, found 'x' twice in one object"}]}
        """),
  ]

  @Test("each output is a view of the same errors", arguments: rows)
  func views(row: Row) throws {
    let result = try validator().validate(Array(row.payload.utf8))
    let origin = PayloadOrigin(file: "a")
    #expect(row.text == result.textOutput(in: origin))
    #expect(row.list == result.listOutput(in: origin).text())
    #expect(row.basic == result.basicOutput.text())
    #expect(result.flagOutput.text() == #"{"valid":\#(result.isValid)}"#)
  }

  @Test("causes follow the issue that they explain; text only has those of the closest alternative")
  func causes() throws {
    let result = try validator().validate(Array(#"{"u": {"k": "1"}, "n": 4}"#.utf8))
    let origin = PayloadOrigin(file: "a")
    #expect(
      result.errorUnits(in: origin).map { "\($0.instanceLocation) \($0.keywordLocation)" } == [
        "/u /properties/u/anyOf", "/u/k /properties/u/anyOf/1/properties/k/$ref/type", "/u /properties/u/anyOf/0/type",
        "/n /properties/n/maximum",
      ])
    #expect(
      result.textOutput(in: origin) == [
        "a:1:13: error: /u/k: expected integer, found string (type)",
        "a:1:24: error: /n: expected at most 3, found 4 (maximum)",
      ])
  }

  @Test("the list says that a payload without a verdict is undecided")
  func undecided() throws {
    guard case .invalid(let issues) = try validator().validate(Array(#"{"n": 4}"#.utf8)) else {
      Issue.record("expected issues")
      return
    }
    let list = ValidationResult.undecided(issues).listOutput(in: PayloadOrigin(file: "a"))
    #expect(list["valid"] == false && list["undecided"] == true && list["errors"]?.array?.count == issues.count)
  }

  @Test("positions are counted from the start of the file that contains the payload")
  func origins() throws {
    let result = try validator().validate(Array(#"{"n": 4}"#.utf8))
    let origin = PayloadOrigin(file: "a.jsonl", linesBefore: 9, bytesBefore: 100)
    #expect(result.textOutput(in: origin) == ["a.jsonl:10:7: error: /n: expected at most 3, found 4 (maximum)"])
    let unit = try #require(result.errorUnits(in: origin).first)
    #expect("\(unit.line) \(unit.column) \(unit.offset)" == "10 7 106")
    let list = result.listOutput(in: origin, line: 10)
    #expect(list.object?.keys == ["file", "line", "valid", "errors"] && list["line"] == 10)
  }

  @Test(
    "the basic output is valid against the output schema", .enabled(if: suites != nil, "SCHEMATA_SUITES is not set"),
    arguments: rows)
  func basicIsStandard(row: Row) throws {
    let path = try #require(Self.suites) + "/json-schema-test-suite/output-tests/draft2020-12/output-schema.json"
    let text = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let standard = try validator(text)
    // The list's own members are units; the form around them only requires `valid`.
    let basic = try validator().validate(Array(row.payload.utf8)).basicOutput
    for value in [basic] + (basic["errors"]?.array ?? []) {
      #expect(standard.validate(value.json()) == .valid)
    }
  }

  @Test("the detailed output is a tree along the schema's path, without units that contain one other")
  func detailed() throws {
    let result = try validator().validate(Array(#"{"n": 4, "u": {"k": "x"}}"#.utf8))
    #expect(
      result.detailedOutput.text(.pretty) == #"""
        {
          "valid": false,
          "keywordLocation": "",
          "instanceLocation": "",
          "errors": [
            {
              "valid": false,
              "keywordLocation": "/properties",
              "instanceLocation": "",
              "errors": [
                {
                  "valid": false,
                  "keywordLocation": "/properties/n/maximum",
                  "absoluteKeywordLocation": "https://example.com/s.json#/properties/n/maximum",
                  "instanceLocation": "/n",
                  "error": "expected at most 3, found 4"
                },
                {
                  "valid": false,
                  "keywordLocation": "/properties/u/anyOf",
                  "absoluteKeywordLocation": "https://example.com/s.json#/properties/u/anyOf",
                  "instanceLocation": "/u",
                  "error": "expected at least one matching alternative, found none",
                  "errors": [
                    {
                      "valid": false,
                      "keywordLocation": "/properties/u/anyOf/1/properties/k/$ref/type",
                      "absoluteKeywordLocation": "https://example.com/s.json#/$defs/k/type",
                      "instanceLocation": "/u/k",
                      "error": "expected integer, found string"
                    },
                    {
                      "valid": false,
                      "keywordLocation": "/properties/u/anyOf/0/type",
                      "absoluteKeywordLocation": "https://example.com/s.json#/properties/u/anyOf/0/type",
                      "instanceLocation": "/u",
                      "error": "expected string, found object"
                    }
                  ]
                }
              ]
            }
          ]
        }
        """#)
    #expect(
      try validator().validate(Array("{}".utf8)).detailedOutput.text()
        == #"{"valid":true,"keywordLocation":"","instanceLocation":""}"#)
  }

  @Test(
    "the detailed output of deeply nested alternatives takes no exponential time")
  func detailedIsDeep() throws {
    let schema = ##"{"anyOf":[{"type":"object","properties":{"c":{"$ref":"#"}}},{"type":"integer"}]}"##
    let payload = String(repeating: #"{"c":"#, count: 500) + "null" + String(repeating: "}", count: 500)
    let result = try validator(Array(schema.utf8)).validate(Array(payload.utf8))
    let time = ProcessorTime.measure { #expect(result.detailedOutput["valid"] == false) }
    #expect(time < .seconds(20))
  }

  private static let suites = ProcessInfo.processInfo.environment["SCHEMATA_SUITES"]

  private func validator(_ text: [UInt8] = Array(schema.utf8)) throws -> SchemaValidator {
    let document = SchemaDocument(uri: "https://example.com/", name: "s.json", source: try JSONDocument(parsing: text))
    let graph = try SchemaResolver.resolve([document]).graph
    return try SchemaValidator(graph: graph, schema: graph.roots[0])
  }
}
