import Testing

@testable import SchemaRuntime

/// A program, an instance, and the verdict that both engines must give.
struct VerdictRow: Sendable, CustomTestStringConvertible {
  let name: String
  let program: String
  let instance: String
  let isValid: Bool

  /// - Parameter schemas: the steps of each schema, without the surrounding brackets; the first is evaluated.
  init(_ name: String, _ schemas: [String], _ instance: String, _ isValid: Bool) {
    self.name = name
    program = "[\(schemas.map { "[\"urn:s#\",[\($0)]]" }.joined(separator: ","))]"
    self.instance = instance
    self.isValid = isValid
  }

  var testDescription: String { "\(name): \(instance.prefix(60))" }

  /// Rows of one program.
  static func rows(
    _ name: String, _ schemas: [String], valid: [String], invalid: [String]
  ) -> [VerdictRow] {
    valid.map { VerdictRow(name, schemas, $0, true) } + invalid.map { VerdictRow(name, schemas, $0, false) }
  }
}

/// The verdict engine's shortcuts. Every row of ``EvaluatorTests`` also checks that it agrees with the explaining
/// engine.
@Suite("Verdicts")
struct VerdictTests {
  @Test("a verdict is as expected, and agrees with the explanation", arguments: rows)
  func agrees(row: VerdictRow) throws {
    do {
      var evaluator = Evaluator(try Program(json: row.program))
      evaluator.maximumNesting = 50_000
      let limits = JSONLimits(maximumDepth: 2_000)
      let document = try JSONDocument(parsing: Array(row.instance.utf8), limits: limits)
      let isValid = document.withRoot { evaluator.isValid($0) }
      #expect(isValid == row.isValid)
      #expect(document.withRoot { evaluator.explanation(of: $0, in: document) }.isEmpty == row.isValid)
      var reader = JSONReader(limits: limits)
      #expect(evaluator.isValid(document.text, using: &reader) == row.isValid)
      // Nothing after the text may be read or affect the verdict.
      let longer = Array(row.instance.utf8) + Array("\"aaaaaaaaaaaaaaaa".utf8)
      let again = longer.withUnsafeBufferPointer {
        evaluator.isValid(UnsafeBufferPointer(rebasing: $0.prefix(row.instance.utf8.count)), using: &reader)
      }
      #expect(again == row.isValid)
    }
  }

  @Test("a text that is not JSON, and a missing schema, give invalid")
  func refusesWhatIsNotThere() throws {
    let evaluator = Evaluator(try Program(json: #"[["urn:s#",[]]]"#))
    var reader = JSONReader()
    #expect(evaluator.isValid(Array("[1]".utf8), using: &reader))
    for text in ["", "[", "[1]]"] { #expect(!evaluator.isValid(Array(text.utf8), using: &reader)) }
    for schema: Program.SchemaID in [1, 4_294_967_295] {
      #expect(!evaluator.isValid(Array("[1]".utf8), schema: schema, using: &reader))
    }
  }

  @Test("a program that is changed after it was finished is laid out again")
  func followsTheProgram() throws {
    var program = try Program(json: #"[["urn:s#",[["type","string"]]]]"#)
    let before = Evaluator(program)
    let index = program.addSchema(at: "urn:t#")
    program.define(index, [program.step("type", .anyType(.type(.null)))])
    let after = Evaluator(program)
    var reader = JSONReader()
    #expect(!before.isValid(Array("null".utf8), schema: index, using: &reader))
    #expect(after.isValid(Array("null".utf8), schema: index, using: &reader))
    #expect(Evaluator(after.program).isValid(Array("null".utf8), schema: index, using: &reader))
  }

  private static let rows: [VerdictRow] = numbers + strings + names + repeated + members + tags + references

  // MARK: - Scalars

  private static let numbers: [VerdictRow] =
    VerdictRow.rows(
      "from 0 to 1", [#"["minimum",0],["maximum",1]"#],
      valid: ["0", "1", "-0", "0.0", "-0.0", "1.0", "0.7404600172855377", "1e-3", "10e-1", "1.000", "0e9", "null"],
      invalid: [
        "-0.1", "1.01", "2", "1.0000000000000000001", "-1e-400", "1e1", "-0.00000000000000000001",
        "12345678901234567890",
      ])
    + VerdictRow.rows(
      "between 0 and 1", [#"["exclusiveMinimum",0],["exclusiveMaximum",1]"#],
      valid: ["0.1", "0.99999999999999999999", "1e-5", "0.00000000000000000001"],
      invalid: ["0", "1", "0.0", "-0.0", "1.0", "-0.5", "1.5", "100e-2"])
    + VerdictRow.rows(
      "between -3 and -1", [#"["minimum",-3],["exclusiveMaximum",-1]"#],
      valid: ["-3", "-3.0", "-2.5", "-1.5", "-1.0000000000000001", "-2", "-25e-1"],
      invalid: ["-1", "-1.0", "-0.5", "-3.1", "-4", "0", "-3.00000000000000000001", "2.5"])
    + VerdictRow.rows(
      "one limit, inclusive and exclusive",
      [#"["minimum",5],["exclusiveMinimum",5],["maximum",7],["exclusiveMaximum",8]"#],
      valid: ["5.5", "6", "7", "7.0"], invalid: ["5", "5.0", "7.5", "8"])
    + VerdictRow.rows(
      "the limits of a word", [#"["minimum",-9223372036854775808],["maximum",9223372036854775807]"#],
      valid: ["-9223372036854775808", "9223372036854775807", "0.5", "-0.5"],
      invalid: ["-9223372036854775809", "9223372036854775808", "9223372036854775807.5", "1e30"])
    + VerdictRow.rows(
      "below the least word", [#"["exclusiveMaximum",-9223372036854775808]"#],
      valid: ["-9223372036854775809", "-1e30"], invalid: ["-9223372036854775808", "0", "-1.5"])
    + VerdictRow.rows(
      "limits that are no integers", [#"["minimum",0.5],["exclusiveMaximum",2.5]"#],
      valid: ["0.5", "1", "2.4"], invalid: ["0.4", "0", "2.5", "3"])
    + VerdictRow.rows(
      "some numbers", [#"["enum",1,2.5,"a",null,[1],{"b":2}]"#],
      valid: ["1", "1.0", "25e-1", #""a""#, "null", "[1.0]", #"{"b":2}"#],
      invalid: ["2", "true", #""b""#, "[]", "{}", #"{"b":3}"#])
    + VerdictRow.rows(
      "integers", [#"["type","integer","null"]"#], valid: ["1", "1.0", "10e-1", "null"], invalid: ["1.5", "true"])

  private static let strings: [VerdictRow] =
    VerdictRow.rows(
      "lengths", [#"["minLength",2],["maxLength",3]"#],
      valid: [#""ab""#, #""äöü""#, #""\u0061b""#, #""😀😀😀""#, #""\ud83d\ude00\ud83d\ude00""#, "7"],
      invalid: [#""""#, #""a""#, #""abcd""#, #""\u0061""#, #""äöüß""#, #""😀""#])
    + VerdictRow.rows(
      "words of many lengths",
      [#"["enum","","a","abcdefg","abcdefgh","abcdefghi","abcdefghijklmnopq","abcdefghijklmnopqrstuvwx"]"#],
      valid: [
        #""""#, #""a""#, #""abcdefg""#, #""abcdefgh""#, #""abcdefghi""#, #""abcdefghijklmnopq""#, #""\u0061""#,
        #""abcdefghijklmnopqrstuvwx""#,
      ],
      invalid: [
        #""b""#, #""abcdefG""#, #""abcdefgH""#, #""abcdefghj""#, #""abcdefghXjklmnopq""#,
        #""abcdefghijkLmnopqrstuvwx""#,
        #""\u0062""#, #""a\u0000""#,
      ])
    + VerdictRow.rows(
      "many words", [##"["enum",\##((0..<200).map { "\"word-\($0)\"" }.joined(separator: ","))]"##],
      valid: (0..<200).map { "\"word-\($0)\"" }, invalid: [#""word-200""#, #""word-""#, #""word-0 ""#, #""""#])

  // MARK: - Objects

  private static let names: [VerdictRow] =
    VerdictRow.rows(
      "members in any order",
      [
        ##"["required",["a","abcdefghij","abcdefghijklmnopqrst"]],["properties",{"a":1,"opt":2,"abcdefghij":1,"abcdefghijklmnopqrst":1}],["additionalProperties",2]"##,
        #"["type","integer"]"#, #"["false"]"#,
      ],
      valid: [
        #"{"a":1,"abcdefghij":2,"abcdefghijklmnopqrst":3}"#, #"{"abcdefghijklmnopqrst":3,"abcdefghij":2,"a":1}"#,
        #"{"\u0061":1,"abcdefghi\u006a":2,"abcdefghijklmnopqrs\u0074":3}"#,
      ],
      invalid: [
        #"{"a":1,"abcdefghij":2}"#, #"{"a":1,"abcdefghij":2,"abcdefghijkXmnopqrst":3}"#,
        #"{"a":"","abcdefghij":2,"abcdefghijklmnopqrst":3}"#,
        #"{"a":1,"opt":1,"abcdefghij":2,"abcdefghijklmnopqrst":3}"#,
        #"{"a":1,"abcdefghij":2,"abcdefghijklmnopqrst":3,"b":1}"#, "{}",
      ])
    + VerdictRow.rows(
      "a hundred members, all required",
      [
        ##"["required",[\##(hundred.map { "\"\($0)\"" }.joined(separator: ","))]],["properties",{\##(hundred.map { "\"\($0)\":1" }.joined(separator: ","))}]"##,
        #"["type","null"]"#,
      ],
      valid: [object(hundred), object(hundred.reversed()), object(["other"] + hundred)],
      invalid: [
        object(hundred.dropLast()), object(Array(hundred.dropFirst())), object(hundred + ["m99"]),
        object(hundred + ["m0"]),
        object(hundred + ["other", "other"]), object(["n0"] + hundred.dropFirst()), "{}",
      ])

  private static let hundred = (0..<100).map { "m\($0)" }

  private static func object(_ names: [String]) -> String {
    "{\(names.map { "\"\($0)\":null" }.joined(separator: ","))}"
  }

  private static let repeated: [VerdictRow] =
    VerdictRow.rows(
      "equal names",
      [##"["properties",{"a":1,"b":2}]"##, "", #"["anyOf",[3,4]]"#, ##"["properties",{"k":5}]"##, "", #"["false"]"#],
      valid: [#"{"a":{"x":1},"b":{"k":1,"l":2},"c":1}"#, #"{"c":1,"d":2,"e":[{"x":1},{"x":1}]}"#],
      invalid: [
        #"{"a":1,"a":1}"#, #"{"a":1,"\u0061":1}"#, #"{"c":1,"c":1}"#, #"{"c":1,"d":1,"c":2}"#, #"{"a":{"x":1,"x":1}}"#,
        #"{"c":[0,{"y":{"x":1,"x":1}}]}"#, #"{"a":1,"b":{"l":1,"l":1}}"#, #"{"a":1,"b":{"k":1,"l":1,"l":1}}"#,
        #"{"b":{"k":1,"k":2}}"#, #"{"b":{"k":{"z":1,"z":1}}}"#, #"{"a":[{"x":1},{"x":1,"y":2,"x":3}],"b":1}"#,
      ])
    + VerdictRow.rows(
      "equal names under not",
      [##"["not",1]"##, ##"["required",["a"]],["properties",{"a":2}]"##, #"["type","string"]"#],
      valid: [#"{"a":1}"#, #"{"b":1}"#],
      invalid: [#"{"a":1,"a":2}"#, #"{"a":""}"#, #"{"b":1,"b":2}"#, #"[{"b":1,"b":2}]"#])

  private static let members: [VerdictRow] =
    VerdictRow.rows(
      "other members of any value, next to required, forbidden and repeated ones",
      [
        #"["x-localOnly",["d"]],["required",["b","c"]],["properties",{"a":1}],["additionalProperties",2]"#,
        #"["type","integer"]"#, #"["$ref",3]"#, #"["annotation@title","T"]"#,
      ],
      valid: [#"{"b":1,"c":2}"#, #"{"x":{},"c":[],"y":null,"b":"","a":1}"#],
      invalid: [
        #"{"b":1}"#, #"{"x":1,"y":2,"b":1}"#, #"{"b":1,"c":1,"d":1}"#, #"{"b":1,"c":1,"a":null}"#,
        #"{"b":1,"c":1,"x":1,"y":1,"x":1}"#,
      ])
    + VerdictRow.rows(
      "runs of scalars among other items", [#"["maxItems",4],["items",1,0]"#, #"["type","number","array"]"#],
      valid: ["[]", "[1,2.5,3,1e1]", "[1,[],2]", "[[1],2]", "[[],[],1,[2]]"],
      invalid: ["[1,2,3,4,5]", "[1,null]", "[1,[],null]", "[[],1,2,3,4]", #"[1,2,"a",3]"#, "[1,2,3,{}]"])
    + VerdictRow.rows(
      "counts, names and patterns",
      [
        ##"["minProperties",1],["maxProperties",3],["properties",{"a":1}],["patternProperties",{"^x":2,"(?=y)y":2}],["additionalProperties",3],["propertyNames",4]"##,
        #"["type","null"]"#, #"["type","integer"]"#, #"["type","boolean"]"#, #"["maxLength",3]"#,
      ],
      valid: [#"{"a":null}"#, #"{"x1":1,"y":2,"z":true}"#, #"{"\u0078":1}"#, "[]"],
      invalid: [
        #"{}"#, #"{"a":1}"#, #"{"x":true}"#, #"{"y":true}"#, #"{"z":1}"#, #"{"long":true}"#,
        #"{"a":null,"b":true,"c":true,"d":true}"#,
      ])
    + VerdictRow.rows(
      "required without being declared",
      [##"["required",["r"]],["properties",{"a":1}],["additionalProperties",2]"##, "", #"["type","integer"]"#],
      valid: [#"{"r":1}"#, #"{"a":"","r":1}"#], invalid: [#"{"r":""}"#, #"{"a":1}"#])
    + VerdictRow.rows(
      "additional before properties",
      [##"["additionalProperties",1],["properties",{"a":2}]"##, #"["type","integer"]"#, #"["minimum",5]"#],
      valid: [#"{"a":5}"#, "{}"], invalid: [#"{"a":4}"#, #"{"a":""}"#, #"{"b":""}"#])
    + VerdictRow.rows(
      "never sent", [##"["x-localOnly",["secret"]],["properties",{"secret":1,"a":1}]"##, ""],
      valid: [#"{"a":1}"#], invalid: [#"{"secret":1}"#, #"{"a":1,"\u0073ecret":null}"#])
    + VerdictRow.rows(
      "elements",
      [
        ##"["minItems",1],["maxItems",3],["prefixItems",[1]],["items",2,1]"##, #"["type","string"]"#,
        #"["type","integer"]"#,
      ],
      valid: [#"["a"]"#, #"["a",1,2]"#, "{}"], invalid: ["[]", "[1]", #"["a","b"]"#, #"["a",1,2,3]"#, #"["a",1,1.5]"#])

  // MARK: - Logic

  private static let tags = [("oneOf", #"["oneOf",[1,2]]"#), ("anyOf", #"["anyOf",[1,2]]"#)].flatMap { name, choice in
    VerdictRow.rows(
      "a tag in \(name)",
      [
        choice, ##"["type","object"],["properties",{"type":3,"n":5}]"##, #"["$ref",6]"#, #"["const","a"]"#,
        #"["enum","b","c"]"#,
        #"["type","integer"]"#, ##"["properties",{"n":7,"type":4}]"##, #"["type","string"]"#,
      ],
      valid: [#"{"type":"a","n":1}"#, #"{"n":"","type":"c"}"#, #"{"type":"\u0062"}"#, #"{"n":1}"#, #"{"n":""}"#, "7"],
      invalid: [
        #"{"type":"a","n":""}"#, #"{"type":"b","n":1}"#, #"{"type":"d"}"#, #"{"type":1}"#, #"{"type":"a","type":"b"}"#,
        #"{"n":true}"#,
      ])
      + (name == "anyOf"
        ? [VerdictRow("no tag", [choice, "", ""], "{}", true)] : [VerdictRow("no tag", [choice, "", ""], "{}", false)])
  }

  private static let references: [VerdictRow] =
    VerdictRow.rows(
      "a long way to a type", (1...30).map { #"["$ref",\#($0)]"# } + [#"["type","integer"]"#], valid: ["1"],
      invalid: ["true"])
    + [1, 2, 3, 7, 8, 9].map { count in
      VerdictRow("a way of \(count) without an end", (0..<count).map { #"["$ref",\#(($0 + 1) % count)]"# }, "1", false)
    }
    + [767, 768, 769, 3_000, 40_000].map { count in
      VerdictRow(
        "a way of \(count) references", (1...count).map { #"["$ref",\#($0)]"# } + ["[\"type\",\"integer\"]"], "1", true)
    }
    + VerdictRow.rows(
      "depth counts references",
      [##"["properties",{"a":1}]"##, #"["$ref",2]"#, ##"["$ref",0],["type","object","integer"]"##],
      valid: [nested(339), nested(500)], invalid: [nested(500).replacing("1", with: "true")])

  private static func nested(_ depth: Int) -> String {
    String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
  }
}
