import Testing

@testable import SchemaRuntime

/// The causes of `anyOf` and `oneOf`: those of the closest branch come first.
@Suite struct EvaluatorBranchTests {
  @Test(
    "the causes of the closest branch come first, then those of the others",
    arguments: [
      EvaluatorRow(
        "branches alike stay in order", [#"["anyOf",[1,2]]"#, #"["minimum",5]"#, #"["maximum",-5]"#], "0",
        [
          "# #/anyOf/0/minimum minimum 5 0 1:1 expected at least 5, found 0",
          "# #/anyOf/1/maximum maximum -5 0 1:1 expected at most -5, found 0",
        ]),
      EvaluatorRow(
        "the branch whose type fits",
        [#"["oneOf",[1,2]]"#, #"["type","string"]"#, #"["type","integer"],["minimum",5]"#], "0",
        [
          "# #/oneOf/1/minimum minimum 5 0 1:1 expected at least 5, found 0",
          ##"# #/oneOf/0/type type "string" "integer" 1:1 expected string, found integer"##,
        ]),
      EvaluatorRow(
        "the branch whose tag fits, though its issues are more and less deep",
        [
          #"["oneOf",[1,2]]"#, #"["properties",{"kind":3,"x":5}]"#,
          #"["properties",{"kind":4}],["required",["y","z"]],["minProperties",9]"#,
          #"["const","a"]"#, #"["const","b"]"#, #"["properties",{"deep":6}]"#, #"["type","null"]"#,
        ], #"{"kind":"b","x":{"deep":1}}"#,
        [
          ##"# #/oneOf/1/required required ["y","z"] - 1:1 expected members 'y', 'z', found none"##,
          "# #/oneOf/1/minProperties minProperties 9 2 1:1 expected at least 9 members, found 2",
          ##"#/kind #/oneOf/0/properties/kind/const const "a" "b" 1:9 expected "a", found "b""##,
          ##"#/x/deep #/oneOf/0/properties/x/properties/deep/type type "null" "integer" 1:25 expected null, found integer"##,
        ]),
      EvaluatorRow(
        "a tag that is an enumeration",
        [
          #"["anyOf",[1,2]]"#, #"["properties",{"kind":3}]"#, #"["properties",{"kind":4,"n":5}]"#, #"["enum","a","b"]"#,
          #"["enum","c","d"]"#, #"["maximum",0]"#,
        ], #"{"kind":"c","n":1}"#,
        [
          "#/n #/anyOf/1/properties/n/maximum maximum 0 1 1:17 expected at most 0, found 1",
          ##"#/kind #/anyOf/0/properties/kind/enum enum ["a","b"] "c" 1:9 expected "a" or "b", found "c""##,
        ]),
      EvaluatorRow(
        "the branch with the shallowest issue",
        [#"["anyOf",[1,2]]"#, #"["maxItems",0]"#, #"["items",3,0]"#, #"["type","null"]"#], "[1]",
        [
          "# #/anyOf/0/maxItems maxItems 0 1 1:1 expected at most 0 items, found 1",
          ##"#/0 #/anyOf/1/items/type type "null" "integer" 1:2 expected null, found integer"##,
        ]),
      EvaluatorRow(
        "inside an instance, a tag is a member of the value and not of the enclosing object",
        [
          #"["items",1,0]"#, #"["anyOf",[2,3]]"#, #"["properties",{"k":4}]"#,
          #"["properties",{"k":6,"o":5}]"#, #"["const",1]"#, #"["properties",{"p":4}]"#, #"["type","integer"]"#,
        ], #"[{"k":2,"o":{"p":3}}]"#,
        [
          "#/0/o/p #/items/anyOf/1/properties/o/properties/p/const const 1 3 1:18 expected 1, found 3",
          "#/0/k #/items/anyOf/0/properties/k/const const 1 2 1:7 expected 1, found 2",
        ]),
      EvaluatorRow(
        "a branch that nothing can match comes last", [#"["anyOf",[1,2]]"#, #"["false"]"#, #"["minimum",5]"#], "0",
        [
          "# #/anyOf/1/minimum minimum 5 0 1:1 expected at least 5, found 0",
          "# #/anyOf/0 false - - 1:1 expected no value here, found one",
        ]),
      EvaluatorRow("more than one match has no causes", [#"["oneOf",[1,1]]"#, ""], "1"),
    ])
  func orders(_ row: EvaluatorRow) throws {
    let issues = try row.evaluate()
    #expect(issues.count == 1)
    #expect(issues.first?.causes.map(\.summary) == row.issues)
  }

  @Test("causes have nested causes")
  func nests() throws {
    let row = EvaluatorRow("", [#"["anyOf",[1]]"#, #"["oneOf",[2,3]]"#, #"["minimum",5]"#, #"["maximum",-5]"#], "0")
    let issue = try #require(try row.evaluate().first)
    #expect(issue.causes.map(\.keywordLocation.description) == ["/anyOf/0/oneOf"])
    #expect(
      issue.causes.first?.causes.map(\.keywordLocation.description) == [
        "/anyOf/0/oneOf/0/minimum", "/anyOf/0/oneOf/1/maximum",
      ])
  }

  @Test("the limit applies to each branch, and later issues are those of the run")
  func limits() throws {
    let row = EvaluatorRow("", [#"["anyOf",[1]],["type","null"]"#, #"["items",2,0]"#, #"["false"]"#], "[1,2,3,4]")
    let issues = try row.evaluate(maximumIssueCount: 2)
    #expect(issues.map(\.keyword) == ["anyOf", "type"])
    #expect(issues.first?.causes.count == 2)
  }

  @Test(
    "nested unions take no exponential time, whatever comes first in the payload",
    arguments: ["a", "b", "z"], [30, 200])
  func isNotExponential(_ kind: String, _ depth: Int) throws {
    let child = String(repeating: #"{"child":"#, count: depth)
    let instance = child + #"{"kind":"\#(kind)"}"# + String(repeating: #","kind":"\#(kind)"}"#, count: depth)
    for keyword in ["oneOf", "anyOf"] {
      let schemas = [
        #"["\#(keyword)",[1,2]]"#, #"["properties",{"child":0,"kind":3}]"#, #"["properties",{"child":0,"kind":4}]"#,
        #"["const","a"]"#, #"["const","b"]"#,
      ]
      #expect(try EvaluatorRow("", schemas, instance).evaluate().isEmpty == (kind != "z"))
    }
  }

  /// Each schema requires its members more than once; the members have the same names, so every level doubles.
  private static let repetitions = [
    [#"["allOf",[1,2]]"#, #"["properties",{"child":0}]"#, #"["properties",{"child":0}]"#],
    [#"["$ref",1],["properties",{"child":0}]"#, #"["properties",{"child":0}]"#],
    [#"["properties",{"child":0}],["patternProperties",{"^c":0}]"#],
    [#"["properties",{"child":0}],["not",1]"#, #"["properties",{"child":0}],["const",7]"#],
    [#"["if",1,1,-1]"#, #"["properties",{"child":0}]"#],
    [
      #"["anyOf",[1,2]],["unevaluatedProperties",3]"#, #"["properties",{"child":0}]"#, #"["properties",{"none":0}]"#,
      #"["false"]"#,
    ],
    // The evaluated parts are determined once more for each branch.
    [#"["anyOf",[1]],["unevaluatedProperties",2]"#, #"["properties",{"child":0}]"#, #"["false"]"#],
    [#"["oneOf",[1]],["unevaluatedProperties",2]"#, #"["properties",{"child":0}]"#, #"["false"]"#],
    [#"["if",1,-1,-1],["unevaluatedProperties",2]"#, #"["properties",{"child":0}]"#, #"["false"]"#],
    [
      #"["$ref",1],["unevaluatedProperties",3]"#, #"["allOf",[2]]"#, #"["anyOf",[4]]"#, #"["false"]"#,
      #"["properties",{"child":0}]"#,
    ],
  ]

  @Test("matching elements are checked once more for evaluated parts, without exponential time")
  func remembersMatches() throws {
    let schemas = [#"["type","array"],["contains",0,0,-1,true],["unevaluatedItems",1]"#, #"["false"]"#]
    for (leaf, count) in [("[]", 0), ("1", 1)] {
      let instance = String(repeating: "[", count: 120) + leaf + String(repeating: "]", count: 120)
      #expect(try EvaluatorRow("", schemas, instance).evaluate().count == count)
    }
  }

  @Test(
    "schemas that apply themselves twice to a member take no exponential time", arguments: repetitions)
  func remembers(_ schemas: [String]) throws {
    let depth = 120
    for leaf in ["{}", "[]"] {
      let instance = String(repeating: #"{"child":"#, count: depth) + leaf + String(repeating: "}", count: depth)
      #expect(try EvaluatorRow("", schemas, instance).evaluate().isEmpty)
    }
  }

  @Test("a failure deep inside schemas that apply themselves twice is found, and the number of issues is limited")
  func remembersRefusals() throws {
    let schemas = [
      #"["type","object"],["allOf",[1,2]]"#, #"["properties",{"child":0}]"#, #"["properties",{"child":0}]"#,
    ]
    let depth = 60
    let instance = String(repeating: #"{"child":"#, count: depth) + "1" + String(repeating: "}", count: depth)
    let issues = try EvaluatorRow("", schemas, instance).evaluate()
    #expect(issues.count == 100 && issues.allSatisfy { $0.instanceLocation.tokens.count == depth })
  }

  @Test("a long chain of schemas that each apply the next one twice takes no exponential time")
  func remembersRows() throws {
    let count = 200
    let schemas = (1...count).map { #"["allOf",[\#($0),\#($0)]]"# } + [#"["type","null"]"#]
    #expect(try EvaluatorRow("", schemas, "null").evaluate().isEmpty)
    #expect(try !EvaluatorRow("", schemas, "1").evaluate().isEmpty)
  }

  @Test("a chain that is too long to search is memoized where paths meet")
  func settlesForMore() throws {
    let count = 3_000
    let schemas = (0..<count).map { #"["properties",{"a":\#($0 + 1)}],["patternProperties",{"^a":\#($0 + 1)}]"# } + [""]
    let program = try Program(json: EvaluatorRow("", schemas, "1").program)
    #expect(program.repeatedSchemas() == Set(program.schemaIDs.dropFirst()))
    #expect(program.repeatedSchemas { _, _ in true }.count <= count)
  }

  @Test("schemas with distinguishable members are evaluated again, which is cheaper than memoizing")
  func asksAnew() throws {
    for schemas in [
      [#"["properties",{"left":0,"right":0}],["additionalProperties",0]"#], [#"["prefixItems",[0,0]],["items",0,2]"#],
      [#"["$ref",1],["properties",{"a":0}]"#, #"["type","object"]"#],
    ] {
      #expect(try Program(json: EvaluatorRow("", schemas, "1").program).repeatedSchemas().isEmpty)
    }
  }

  @Test("a payload of nested unions has a limited number of causes, not twice as many at each level")
  func isBounded() throws {
    let schemas = [
      #"["oneOf",[1,2]]"#, #"["properties",{"kind":3,"child":0}]"#, #"["properties",{"kind":4,"child":0}]"#,
      #"["const","a"]"#, #"["const","b"]"#,
    ]
    let instance = String(repeating: #"{"kind":"z","child":"#, count: 60) + "1" + String(repeating: "}", count: 60)
    let issues = try EvaluatorRow("", schemas, instance).evaluate()
    #expect(issues.count == 1)
    let total = issues.map(\.totalCount).reduce(0, +)
    // A hundred per branch, and one for every level that was open when they were reached.
    #expect(total <= 1 + 2 * (100 + 60))
    #expect(issues.first?.causes.first?.summary.hasSuffix(#"expected "a", found "z""#) == true)
  }
}

extension ValidationIssue {
  /// The issue, its causes, and their causes.
  fileprivate var totalCount: Int { 1 + causes.map(\.totalCount).reduce(0, +) }
}
