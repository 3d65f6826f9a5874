import JSONSchema
import SchemaRuntime
import SchemaValidation
import Testing

/// Schemas become programs: one step per keyword, in a fixed order.
@Suite struct CompilerTests {
  @Test("the budget of patterns that may need many steps is an option, and exceeding it is an issue")
  func spendsBudget() throws {
    let graph = try CompilerRow("", ##"{"pattern":"^(a+)+\\1$"}"##, []).graph()
    var options = Compiler.Options()
    let payload = Array("\"\(String(repeating: "a", count: 40))b\"".utf8)
    options.patterns.stepBudget = 10
    let validator = try SchemaValidator(graph: graph, schema: graph.roots[0], options: options)
    guard case .undecided(let issues) = validator.validate(payload) else {
      Issue.record("the text was not found to be undecided")
      return
    }
    #expect(issues.map(\.kind) == [.patternExhausted(expected: #"^(a+)+\1$"#, limit: 10)])
  }

  @Test("a schema compiles to these steps", arguments: Self.rows)
  func compiles(_ row: CompilerRow) throws {
    let program = try row.compile().program
    #expect(program.lines == row.lines)
    #expect(try Program(json: program.json.text()).json == program.json)
  }

  /// A table: a schema, and one line for each schema of the program: its path and its steps.
  static let rows = [
    CompilerRow("true has no steps", "true", ["# "]),
    CompilerRow("false has one", "false", [#"# ["false"]"#]),
    CompilerRow("an empty object has none", "{}", ["# "]),
    CompilerRow(
      "annotations have none",
      ##"{"title":"a","description":"b","default":1,"examples":[1],"deprecated":true,"$comment":"c","format":"email","x-any":1}"##,
      ["# "]),
    CompilerRow(
      "the order of steps is not that of the text",
      ##"{"not":false,"maxLength":3,"enum":[1],"type":"string","$ref":"#/$defs/a","minimum":1,"$defs":{"a":true}}"##,
      [
        ##"# ["$ref",1] ["type","string"] ["enum",1] ["minimum",1] ["maxLength",3] ["not",2]"##, "#/$defs/a ",
        ##"#/not ["false"]"##,
      ]),
    CompilerRow(
      "types in the order of JSON Schema", ##"{"type":["object","null","integer"]}"##,
      [##"# ["type","null","integer","object"]"##]),
    CompilerRow(
      "numbers keep their text",
      ##"{"multipleOf":0.010,"maximum":1e2,"exclusiveMaximum":5,"minimum":-1,"exclusiveMinimum":-0.5}"##,
      [##"# ["multipleOf",0.010] ["maximum",1e2] ["exclusiveMaximum",5] ["minimum",-1] ["exclusiveMinimum",-0.5]"##]),
    CompilerRow(
      "strings", ##"{"x-minUTF8Bytes":1,"x-maxUTF8Bytes":64,"pattern":"^a","minLength":1,"maxLength":2.0}"##,
      [##"# ["maxLength",2] ["minLength",1] ["x-maxUTF8Bytes",64] ["x-minUTF8Bytes",1] ["pattern","^a"]"##]),
    CompilerRow("a format that is asserted", ##"{"format":"uuid"}"##, [##"# ["format","uuid"]"##], formats: [.uuid]),
    CompilerRow("a format that is not", ##"{"format":"uuid"}"##, ["# "], formats: [.email]),
    CompilerRow("a format that is unknown", ##"{"format":"colour"}"##, ["# "], formats: Set(Format.allCases)),
    CompilerRow(
      "arrays", ##"{"items":false,"prefixItems":[true,{"type":"null"}],"uniqueItems":true,"minItems":1,"maxItems":4}"##,
      [
        ##"# ["maxItems",4] ["minItems",1] ["uniqueItems"] ["prefixItems",[1,2]] ["items",3,2]"##, "#/prefixItems/0 ",
        ##"#/prefixItems/1 ["type","null"]"##, ##"#/items ["false"]"##,
      ]),
    CompilerRow("uniqueItems false is nothing", ##"{"uniqueItems":false}"##, ["# "]),
    CompilerRow("contains alone", ##"{"contains":true}"##, [##"# ["contains",1,1,-1]"##, "#/contains "]),
    CompilerRow(
      "contains with limits", ##"{"contains":true,"minContains":0,"maxContains":3}"##,
      [##"# ["contains",1,0,3]"##, "#/contains "]),
    CompilerRow("limits without contains", ##"{"minContains":2,"maxContains":3}"##, ["# "]),
    CompilerRow(
      "objects",
      #"""
      {"additionalProperties":{"type":"null"},"patternProperties":{"^x":true},"properties":{"b":true,"a":{"type":"string"}},
       "required":["b","a"],"propertyNames":{"maxLength":3},"minProperties":1,"maxProperties":9,
       "dependentRequired":{"a":["b"]},"dependentSchemas":{"b":false}}
      """#,
      [
        ##"# ["maxProperties",9] ["minProperties",1] ["required",["b","a"]] ["dependentRequired",{"a":["b"]}] "##
          + #"["properties",{"b":1,"a":2}] ["patternProperties",{"^x":3}] ["additionalProperties",4] ["propertyNames",5] "#
          + #"["dependentSchemas",{"b":6}]"#,
        "#/properties/b ", ##"#/properties/a ["type","string"]"##, "#/patternProperties/%5Ex ",
        ##"#/additionalProperties ["type","null"]"##, ##"#/propertyNames ["maxLength",3]"##,
        ##"#/dependentSchemas/b ["false"]"##,
      ]),
    CompilerRow(
      "empty containers of keywords are nothing",
      ##"{"properties":{},"patternProperties":{},"required":[],"dependentRequired":{}}"##, ["# "]),
    CompilerRow(
      "logic", ##"{"not":true,"oneOf":[true],"anyOf":[true],"allOf":[true,true]}"##,
      [
        ##"# ["allOf",[1,2]] ["anyOf",[3]] ["oneOf",[4]] ["not",5]"##, "#/allOf/0 ", "#/allOf/1 ", "#/anyOf/0 ",
        "#/oneOf/0 ",
        "#/not ",
      ]),
    CompilerRow(
      "if with both branches", ##"{"if":true,"then":{"minimum":1},"else":{"maximum":1}}"##,
      [##"# ["if",3,1,2]"##, ##"#/then ["minimum",1]"##, ##"#/else ["maximum",1]"##, "#/if "]),
    CompilerRow(
      "if with one branch", ##"{"if":true,"else":false}"##, [##"# ["if",2,-1,1]"##, ##"#/else ["false"]"##, "#/if "]),
    CompilerRow("if alone is nothing", ##"{"if":{"type":"null"}}"##, ["# "]),
    CompilerRow("then and else alone are nothing", ##"{"then":false,"else":false}"##, ["# "]),
    CompilerRow(
      "a schema is compiled once, however often it is named",
      ##"{"$defs":{"a":{"type":"string"}},"properties":{"x":{"$ref":"#/$defs/a"},"y":{"$ref":"#/$defs/a"}}}"##,
      [
        ##"# ["properties",{"x":1,"y":2}]"##, ##"#/properties/x ["$ref",3]"##, ##"#/properties/y ["$ref",3]"##,
        ##"#/$defs/a ["type","string"]"##,
      ]),
    CompilerRow(
      "a schema that nothing reaches is left out", ##"{"$defs":{"a":{"type":"string"}}}"##, ["# "]),
    CompilerRow(
      "recursion", ##"{"properties":{"next":{"$ref":"#"}}}"##,
      [##"# ["properties",{"next":1}]"##, ##"#/properties/next ["$ref",0]"##]),
    CompilerRow(
      "a sensitive schema, and those that apply it, which the evaluator finds",
      ##"{"properties":{"a":{"x-sensitive":true},"b":{"allOf":[{"$ref":"#/properties/a"}]},"c":{"properties":{"d":{"$ref":"#/properties/a"}}}}}"##,
      [
        ##"# ["properties",{"a":1,"b":2,"c":3}]"##, "#/properties/a x-sensitive",
        ##"#/properties/b ["allOf",[4]]"##,
        ##"#/properties/c ["properties",{"d":5}]"##, ##"#/properties/b/allOf/0 ["$ref",1]"##,
        ##"#/properties/c/properties/d ["$ref",1]"##,
      ]),
    CompilerRow(
      "a lossy array", ##"{"type":"array","x-lossy":true,"items":{"type":"null"}}"##,
      [##"# ["type","array"] ["items",1,0] x-lossy"##, ##"#/items ["type","null"]"##]),
    CompilerRow(
      "local-only members of a type that is sent",
      ##"{"properties":{"a":{"x-localOnly":true},"b":true,"c":{"x-localOnly":true}}}"##,
      [
        ##"# ["x-localOnly",["a","c"]] ["properties",{"a":1,"b":2,"c":3}]"##, "#/properties/a ", "#/properties/b ",
        "#/properties/c ",
      ]),
    CompilerRow(
      "a local-only type does not affect its members",
      ##"{"x-localOnly":true,"properties":{"a":{"x-localOnly":true}}}"##,
      [##"# ["properties",{"a":1}]"##, "#/properties/a "]),
    CompilerRow(
      "draft 7: what newer dialects call these keywords is only an annotation",
      ##"{"$schema":"http://json-schema.org/draft-07/schema#","prefixItems":1,"items":[true],"dependentRequired":1,"dependentSchemas":1,"dependencies":{"a":["b"],"c":{}}}"##,
      [
        ##"# ["prefixItems@items",[1]] ["dependentRequired@dependencies",{"a":["b"]}] "##
          + #"["dependentSchemas@dependencies",{"c":2}]"#,
        "#/items/0 ", "#/dependencies/c ",
      ]),
    CompilerRow(
      "a reference is called after the keyword that its dialect knows",
      ##"{"$recursiveRef":"#","$dynamicRef":"#/$defs/a","$defs":{"a":true}}"##,
      [##"# ["$ref@$dynamicRef",1]"##, "#/$defs/a "]),
    CompilerRow(
      "draft 7: dependencies of both kinds, and a tuple",
      ##"{"$schema":"http://json-schema.org/draft-07/schema#","dependencies":{"a":["b"],"c":{"required":["d"]}},"items":[true],"additionalItems":false}"##,
      [
        ##"# ["prefixItems@items",[1]] ["items@additionalItems",2,1] ["dependentRequired@dependencies",{"a":["b"]}] "##
          + #"["dependentSchemas@dependencies",{"c":3}]"#,
        "#/items/0 ", ##"#/additionalItems ["false"]"##, ##"#/dependencies/c ["required",["d"]]"##,
      ]),
    CompilerRow(
      "draft 7: siblings of a reference are ignored",
      ##"{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#/definitions/a","type":"null","definitions":{"a":true}}"##,
      [##"# ["$ref",1]"##, "#/definitions/a "]),
    CompilerRow(
      "draft 4: a Boolean exclusiveMaximum",
      ##"{"$schema":"http://json-schema.org/draft-04/schema#","maximum":3,"exclusiveMaximum":true,"minimum":1,"exclusiveMinimum":false}"##,
      [##"# ["exclusiveMaximum",3] ["minimum",1]"##]),
  ]

  @Test("several roots come first, in the requested order, and each has its index")
  func keepsOrderOfRoots() throws {
    let row = CompilerRow("", ##"{"$defs":{"a":{"type":"null"},"b":{"$ref":"#/$defs/a"}}}"##, [])
    let graph = try row.graph()
    let b = try #require(graph.nodes.first { $0.location.hasSuffix("/b") }).id
    let output = try Compiler.compile([b, graph.roots[0]], of: graph)
    #expect(output.program.lines == [##"#/$defs/b ["$ref",2]"##, "# ", ##"#/$defs/a ["type","null"]"##])
    #expect(output.indices[b] == 0)
    #expect(output.indices[graph.roots[0]] == 1)
    #expect(output.indices.pairs.count == 3)
  }

  @Test("a validator gives verdicts, issues and errors of syntax")
  func validates() throws {
    let graph = try CompilerRow("", ##"{"type":"array","items":{"maximum":3}}"##, []).graph()
    let validator = try SchemaValidator(graph: graph, schema: graph.roots[0])
    #expect(validator.validate(Array("[1,2]".utf8)) == .valid)
    #expect(validator.validate(Array("[1,2]".utf8)).isValid)
    guard case .invalid(let issues) = validator.validate(Array("[1,4,5]".utf8)) else {
      Issue.record("the text was not found to be invalid")
      return
    }
    #expect(
      issues.map(\.description) == [
        "1:4: /1: expected at most 3, found 4 (maximum)", "1:6: /2: expected at most 3, found 5 (maximum)",
      ])
    guard case .unreadable(let error) = validator.validate(Array("[1,".utf8)) else {
      Issue.record("the text was read")
      return
    }
    #expect(error.description == "1:4: expected a value, found the end of the text")
  }

  @Test(
    "a custom format is checked by its closure, also in place of ours and inside branches",
    arguments: [
      (#"{"format": "even"}"#, #""ab""#, nil),
      (#"{"format": "even"}"#, "3", nil),
      (#"{"format": "even"}"#, #""abc""#, #"1:1: expected the format 'even', found "abc" (format)"#),
      (#"{"format": "uuid"}"#, #""abc""#, #"1:1: expected the format 'uuid', found "abc" (format)"#),
      (#"{"format": "odd"}"#, #""ab""#, nil),
      (#"{"anyOf": [{"format": "even"}, {"maxLength": 1}]}"#, #""a""#, nil),
      (#"{"not": {"format": "even"}}"#, #""a\u0062""#, "1:1: "),
    ] as [(String, String, String?)])
  func customFormat(_ schema: String, _ payload: String, _ issue: String?) throws {
    let graph = try CompilerRow("", schema, []).graph()
    var options = Compiler.Options()
    options.customFormats = ["even": { $0.count.isMultiple(of: 2) }, "uuid": { $0.count == 2 }]
    let validator = try SchemaValidator(graph: graph, schema: graph.roots[0], options: options)
    var reader = JSONReader()
    #expect(validator.isValid(Array(payload.utf8), using: &reader) == (issue == nil))
    let found = validator.validate(payload).issues.map(\.description)
    #expect(found.first.map { $0.hasPrefix(issue ?? "?") } ?? (issue == nil), "\(found)")
  }
}
