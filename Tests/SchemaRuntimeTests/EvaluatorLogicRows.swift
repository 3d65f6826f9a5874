@testable import SchemaRuntime

extension EvaluatorTests {
  /// A table: references and the keywords that combine schemas.
  static let logicRows = referenceRows + branchRows + orderRows

  private static let referenceRows = [
    EvaluatorRow("an annotation asks for nothing", [#"["annotation@title","T"]"#], "1"),
    EvaluatorRow(
      "a schema with a mistake is undecided", [#"["unusable@$ref","its '$ref' leads nowhere"]"#], "1",
      [
        "# # unusableSchema - - 1:1 undecided, because the schema at 'urn:s#' has a mistake: its '$ref' leads nowhere"
      ]),
    EvaluatorRow(
      "the way through references is part of the keyword location",
      [#"["properties",{"a":1}]"#, #"["$ref",2]"#, #"["items",3,0]"#, #"["$ref",4]"#, #"["maximum",1]"#],
      #"{"a":[0,2]}"#,
      ["#/a/1 #/properties/a/$ref/items/$ref/maximum maximum 1 2 1:9 expected at most 1, found 2"]),
    EvaluatorRow(
      "a reference with siblings: the reference first", [#"["$ref",1],["maximum",1]"#, #"["maximum",5]"#], "9",
      [
        "# #/$ref/maximum maximum 5 9 1:1 expected at most 5, found 9",
        "# #/maximum maximum 1 9 1:1 expected at most 1, found 9",
      ]),
    EvaluatorRow(
      "a reference to false is named for itself", [#"["$ref",1]"#, #"["false"]"#], "1",
      ["# #/$ref $ref - - 1:1 expected no value here, found one"]),
    EvaluatorRow(
      "a schema that refers to itself further down",
      [#"["type","object"],["properties",{"next":0}]"#], #"{"next":{"next":{"next":1}}}"#,
      [
        ##"#/next/next/next #/properties/next/properties/next/properties/next/type type "object" "integer" 1:25 "##
          + "expected object, found integer"
      ]),
    EvaluatorRow(
      "a schema that refers to itself for the same value, which no compiler makes", [#"["$ref",0]"#], "1",
      [
        "# #\(String(repeating: "/$ref", count: EvaluatorRow.maximumNesting)) schemaNesting \(EvaluatorRow.maximumNesting) - "
          + "1:1 expected at most \(EvaluatorRow.maximumNesting) schemas applied inside one another, found more, "
          + "so the result is undecided; the payload is nested too deeply for this schema"
      ]),
  ]

  private static let deepContent =
    "\"" + String(repeating: "[", count: 1_025) + String(repeating: "]", count: 1_025) + "\""

  private static let branchRows = [
    EvaluatorRow(
      "content deeper than any reader goes, whatever negates it",
      [#"["not",1]"#, #"["content",null,"application/json",-1]"#], deepContent,
      [
        "# #/not/contentMediaType contentMediaType 1024 - 1:1 "
          + "expected content with at most 1024 levels of nesting, found more"
      ]),
    EvaluatorRow("all of them", [#"["allOf",[1,2]]"#, #"["minimum",1]"#, #"["maximum",3]"#], "2"),
    EvaluatorRow(
      "not all of them", [#"["allOf",[1,2,1]]"#, #"["minimum",1]"#, #"["maximum",-1]"#], "0",
      [
        "# #/allOf/0/minimum minimum 1 0 1:1 expected at least 1, found 0",
        "# #/allOf/1/maximum maximum -1 0 1:1 expected at most -1, found 0",
        "# #/allOf/2/minimum minimum 1 0 1:1 expected at least 1, found 0",
      ]),
    EvaluatorRow("any of them", [#"["anyOf",[1,2]]"#, #"["minimum",1]"#, #"["maximum",3]"#], "0"),
    EvaluatorRow(
      "none of them", [#"["anyOf",[1,2]]"#, #"["minimum",5]"#, #"["type","string"]"#], "0",
      ["# #/anyOf anyOf - - 1:1 expected at least one matching alternative, found none"]),
    EvaluatorRow("one of them", [#"["oneOf",[1,2]]"#, #"["minimum",5]"#, #"["maximum",3]"#], "0"),
    EvaluatorRow(
      "more than one of them", [#"["oneOf",[1,2,3,1]]"#, #"["minimum",1]"#, #"["type","string"]"#, ""], "2",
      ["# #/oneOf oneOf - [0,2,3] 1:1 expected exactly one matching alternative, found 3: those at indices 0, 2, 3"]),
    EvaluatorRow(
      "none of them, where one is asked for", [#"["oneOf",[1]]"#, #"["false"]"#], "2",
      ["# #/oneOf oneOf - [] 1:1 expected exactly one matching alternative, found none"]),
    EvaluatorRow("not", [#"["not",1]"#, #"["type","string"]"#], "1"),
    EvaluatorRow(
      "not one of some values", [#"["not",1]"#, #"["enum","admin","root"]"#], #""root""#,
      [#"# #/not not ["admin","root"] "root" 1:1 expected a value other than "admin" or "root", found "root""#]),
    EvaluatorRow(
      "not a member", [#"["not",1]"#, #"["required",["x"]]"#], #"{"x":1}"#,
      [#"# #/not not - "x" 1:1 expected no member 'x', found one"#]),
    EvaluatorRow(
      "not a member, of a text", [#"["not",1]"#, #"["required",["x"]]"#], #""x""#,
      ["# #/not not - - 1:1 expected no match for the schema under 'not', found one"]),
    EvaluatorRow(
      "not a value of a list and a type", [#"["not",1]"#, #"["type","string"],["enum",1,"a"]"#], #""a""#,
      [#"# #/not not ["a"] "a" 1:1 expected a value other than "a", found "a""#]),
    EvaluatorRow(
      "one of two members, of a text", [#"["oneOf",[1,2]]"#, #"["required",["a"]]"#, #"["required",["b"]]"#], "1",
      ["# #/oneOf oneOf - [0,1] 1:1 expected exactly one matching alternative, found 2: those at indices 0, 1"]),
    EvaluatorRow(
      "one of two members", [#"["oneOf",[1,2]]"#, #"["required",["a"]]"#, #"["required",["b"]]"#], #"{"a":1,"b":2}"#,
      [#"# #/oneOf oneOf ["a","b"] - 1:1 expected only one of the members 'a' or 'b', found 2"#]),
    EvaluatorRow(
      "not not", [#"["not",1]"#, #"["type","integer"]"#], "1",
      ["# #/not not - - 1:1 expected no match for the schema under 'not', found one"]),
    EvaluatorRow(
      "then", [#"["if",1,2,3]"#, #"["type","integer"]"#, #"["minimum",5]"#, #"["false"]"#], "1",
      ["# #/then/minimum minimum 5 1 1:1 expected at least 5, found 1"]),
    EvaluatorRow(
      "else", [#"["if",1,2,3]"#, #"["type","integer"]"#, #"["false"]"#, #"["minLength",5]"#], #""a""#,
      ["# #/else/minLength minLength 5 1 1:1 expected at least 5 characters, found 1"]),
    EvaluatorRow(
      "then is false", [#"["if",1,2,-1]"#, #"["type","integer"]"#, #"["false"]"#], "1",
      ["# #/then then - - 1:1 expected no value here, found one"]),
    EvaluatorRow(
      "else is false", [#"["if",1,-1,2]"#, #"["type","integer"]"#, #"["false"]"#], "null",
      ["# #/else else - - 1:1 expected no value here, found one"]),
    EvaluatorRow("no else", [#"["if",1,2,-1]"#, #"["type","integer"]"#, #"["false"]"#], "null"),
    EvaluatorRow(
      "an alternative that is false is named only by its location", [#"["allOf",[1]]"#, #"["false"]"#], "1",
      ["# #/allOf/0 false - - 1:1 expected no value here, found one"]),
  ]

  private static let orderRows = [
    EvaluatorRow(
      "issues in the order of the program, then of the document",
      [
        #"["$ref",1],["type","array"],["maxProperties",1],["required",["z"]],["properties",{"a":2,"b":2}],"#
          + #"["additionalProperties",2],["allOf",[2]]"#,
        #"["minProperties",9]"#, #"["type","string"],["enum",1]"#,
      ], "{\"c\":0,\n\"b\":2,\n\"a\":1}",
      [
        "# #/$ref/minProperties minProperties 9 3 1:1 expected at least 9 members, found 3",
        ##"# #/type type "array" "object" 1:1 expected array, found object"##,
        "# #/maxProperties maxProperties 1 3 1:1 expected at most 1 member, found 3",
        ##"# #/required required ["z"] - 1:1 expected member 'z', found none"##,
        ##"#/b #/properties/b/type type "string" "integer" 2:5 expected string, found integer"##,
        "#/b #/properties/b/enum enum [1] 2 2:5 expected 1, found 2",
        ##"#/a #/properties/a/type type "string" "integer" 3:5 expected string, found integer"##,
        ##"#/c #/additionalProperties/type type "string" "integer" 1:6 expected string, found integer"##,
        "#/c #/additionalProperties/enum enum [1] 0 1:6 expected 1, found 0",
        ##"# #/allOf/0/type type "string" "object" 1:1 expected string, found object"##,
        ##"# #/allOf/0/enum enum [1] {"c":0,"b":2,"a":1} 1:1 expected 1, found {"c":0,"b":2,"a":1}"##,
      ])
  ]
}
