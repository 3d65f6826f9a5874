import TestSupport
import Testing

@testable import SchemaRuntime

/// Names and values among many others: found by their hashes, with the same result as among few.
@Suite struct EvaluatorSearchTests {
  private static let names = (0..<40).map { "p\($0)" } + ["", "é", "e\u{301}", "a/b", "\u{1F600}", "q\""]

  private static func object(_ names: [String], _ value: JSONValue = 1) -> JSONValue {
    .object(JSONObject(names.map { ($0, value) }))
  }

  private static func list(_ names: [String]) -> String { JSONValue.array(names.map { .string($0) }).text() }

  /// Issues as `#instance keyword`.
  private func issues(_ schemas: [String], _ instance: String) throws -> [String] {
    try EvaluatorRow("", schemas, instance).evaluate().map { "#\($0.instanceLocation) \($0.keyword)" }
  }

  @Test("a member is found by its exact name, in any spelling", arguments: names)
  func knowsMembers(_ name: String) throws {
    let schemas = [
      #"["properties",\#(Self.object(Self.names).text())],["additionalProperties",2]"#, #"["type","null"]"#,
      #"["false"]"#,
    ]
    let location = "#" + JSONPointer([name]).description
    let escaped = name.unicodeScalars.map { scalar in
      String(scalar).utf16.map { "\\u" + String(String(0x1_0000 + Int($0), radix: 16).dropFirst()) }.joined()
    }.joined()
    for written in [JSONValue.string(name).text(), "\"\(escaped)\""] {
      #expect(try issues(schemas, "{\(written):null}") == [])
      #expect(try issues(schemas, "{\(written):1}") == [location + " type"])
    }
    #expect(try issues(schemas, Self.object([name + "x"]).text()) == [location + "x additionalProperties"])
  }

  @Test("one missing member among many is found", arguments: names)
  func missesMembers(_ name: String) throws {
    let rest = Self.object(Self.names.filter { !$0.utf8.elementsEqual(name.utf8) } + ["other"]).text()
    let pairs = Self.names.map { ($0, JSONValue.array([.string(name)])) }
    let dependencies = JSONValue.object(JSONObject(pairs)).text()
    let schemas = [#"["required",\#(Self.list(Self.names))],["dependentRequired",\#(dependencies)]"#]
    #expect(try issues(schemas, Self.object(Self.names).text()) == [])
    let found = try EvaluatorRow("", schemas, rest).evaluate()
    #expect(found.first?.expected == .array([.string(name)]))
    #expect(found.map(\.keyword) == ["required"] + Array(repeating: "dependentRequired", count: Self.names.count - 1))
  }

  @Test("schemas that depend on members are applied for those that are present")
  func appliesDependencies() throws {
    let schemas = [#"["dependentSchemas",\#(Self.object(Self.names).text())]"#, #"["minProperties",18]"#]
    let others = (0..<16).map { "x\($0)" }
    #expect(try issues(schemas, Self.object(others + ["é"]).text()) == ["# minProperties"])
    #expect(try issues(schemas, Self.object(others + ["z"]).text()) == [])
  }

  @Test("evaluated members are tracked among many")
  func knowsEvaluated() throws {
    let schemas = [
      #"["allOf",[1]],["unevaluatedProperties",3]"#,
      #"["properties",\#(Self.object(Array(Self.names.dropLast()), 2).text())]"#, "", #"["false"]"#,
    ]
    #expect(try issues(schemas, Self.object(Self.names).text()) == [##"#/q" unevaluatedProperties"##])
  }

  @Test(
    "a value is found among many, whatever its type and spelling",
    arguments: [
      ("1", true), ("1.0", true), ("10e-1", true), ("\"1\"", false), ("true", true), ("false", false), ("null", true),
      ("\"é\"", true), ("\"\\u00e9\"", true), ("\"e\\u0301\"", false), ("[1.0,{}]", true), ("[{},1]", false),
      (#"{"b":2,"a":[1]}"#, true), (#"{"a":[1],"b":2.0}"#, true), (#"{"a":[1]}"#, false), ("9007199254740993", true),
      ("9007199254740992", false), ("1e400", true), ("10e399", true),
    ])
  func knowsValues(_ instance: String, _ isListed: Bool) throws {
    let others = (100..<140).map { String($0) }.joined(separator: ",")
    let values = #"1,true,null,"é",[1,{}],{"a":[1],"b":2},9007199254740993,1e400"#
    for list in ["\(others),\(values)", values] {
      #expect(try issues([#"["enum",\#(list)]"#], instance) == (isListed ? [] : ["# enum"]))
    }
    #expect(try issues([#"["enum",\#(others)]"#], instance) == ["# enum"])
  }

  @Test("a program that is extended after it was finished finds the members and values of all its schemas")
  func isExtended() throws {
    var program = Program()
    var runs: [(members: Instruction.Run, values: Instruction.Run)] = []
    for prefix in ["a", "b"] {
      let schema = program.addSchema(at: "urn:\(prefix)")
      let names = (0..<40).map { "\(prefix)\($0)" }
      let members = program.add(rows: names.map { Program.Row(name: program.add(name: $0), schema: schema) })
      let values = program.add(values: names.map { .string($0) })
      let steps = [
        program.step("properties", .object(.properties(members))), program.step("enum", .anyType(.enumeration(values))),
      ]
      program.define(schema, steps)
      program.finish()
      runs.append((members, values))
    }
    for (index, prefix) in ["a", "b"].enumerated() {
      for number in 0..<40 {
        try JSONDocument(parsing: Array("\"\(prefix)\(number)\"".utf8)).withRoot { node in
          #expect(runs.map { program.row(named: node, in: $0.members) != nil } == [index == 0, index == 1])
          #expect(runs.map { program.contains($0.values.range, node) } == [index == 0, index == 1])
        }
      }
    }
  }

  @Test("a large schema and a large payload do not take the product of their sizes")
  func isNotAProduct() throws {
    let names = (0..<20_000).map { "a long name of a member, number \($0)" }
    let list = Self.list(names)
    let row = #"["required",\#(list)],["properties",\#(Self.object(names).text())],["additionalProperties",2]"#
    let schemas = [row, #"["enum",\#(list.dropFirst().dropLast())]"#, #"["false"]"#]
    let payload = JSONValue.object(JSONObject(names.reversed().map { ($0, .string($0)) }))
    var found: [String] = ["none"]
    let time = try ProcessorTime.measure { found = try issues(schemas, payload.text()) }
    #expect(found == [])
    #expect(time < .seconds(20))
  }
}
