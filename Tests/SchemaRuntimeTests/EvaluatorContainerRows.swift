extension EvaluatorTests {
  /// A table: instructions on arrays and objects.
  static let containerRows = arrayRows + objectRows + nameRows + unevaluatedRows

  private static let manyMembers = (0..<20).map { #""m\#($0)":\#($0)"# }

  private static let arrayRows = [
    EvaluatorRow(
      "a sensitive item", program: ##"[["urn:s#",[["items",1,0]]],["urn:s#/items",[["maxLength",1]],"x-sensitive"]]"##,
      #"["ab","a"]"#,
      [
        ##"#/0 #/items/maxLength maxLength 1 "(redacted)" 1:2 expected at most 1 character, "##
          + "found a value that is not shown, because it is sensitive"
      ]),
    EvaluatorRow("counts within limits", [#"["maxItems",2],["minItems",2]"#], "[[1,2,3],{}]"),
    EvaluatorRow(
      "too many items", [#"["maxItems",1]"#], "[1,[]]",
      ["# #/maxItems maxItems 1 2 1:1 expected at most 1 item, found 2"]
    ),
    EvaluatorRow(
      "too few items", [#"["minItems",2]"#], "[[1,2]]",
      ["# #/minItems minItems 2 1 1:1 expected at least 2 items, found 1"]),
    EvaluatorRow("unique items", [#"["uniqueItems"]"#], "[1,true,\"1\",[1]]"),
    EvaluatorRow(
      "equal items", [#"["uniqueItems"]"#], "[0,{\"a\":1},2,{\"a\":1.0}]",
      ["# #/uniqueItems uniqueItems - [1,3] 1:1 expected unique items, found equal items at 1 and 3"]),
    EvaluatorRow(
      "equal objects with members in another order", [#"["uniqueItems"]"#],
      #"[{"b":1},{"a":1,"b":[{"c":2,"d":null}]},{"b":[{"d":null,"c":2.0}],"a":1}]"#,
      ["# #/uniqueItems uniqueItems - [1,2] 1:1 expected unique items, found equal items at 1 and 2"]),
    EvaluatorRow(
      "equal objects with many members in another order", [#"["uniqueItems"]"#],
      "[{\(manyMembers.joined(separator: ","))},{\(manyMembers.reversed().joined(separator: ","))}]",
      ["# #/uniqueItems uniqueItems - [0,1] 1:1 expected unique items, found equal items at 0 and 1"]),
    EvaluatorRow(
      "objects of which each lacks, adds or changes a member", [#"["uniqueItems"]"#],
      #"[{"a":1,"b":2},{"a":1},{"b":2},{"a":1,"b":2,"c":3},{"b":1,"a":2},{"a":1,"c":2},{},[],{"a":{"a":1}},[{}]]"#),
    EvaluatorRow(
      "many objects of which two are equal", [#"["uniqueItems"]"#],
      "[\((0..<30).map { #"{"a":\#($0 % 29),"b":[\#($0 % 29)]}"# }.joined(separator: ","))]",
      ["# #/uniqueItems uniqueItems - [0,29] 1:1 expected unique items, found equal items at 0 and 29"]),
    EvaluatorRow(
      "integers among other numbers", [#"["items",1,0]"#, #"["type","integer"]"#], "[1,2.0,3e2,1.5]",
      [##"#/3 #/items/type type "integer" "number" 1:12 expected integer, found number"##]),
    EvaluatorRow(
      "items of two types, of which one has a limit",
      [#"["items",1,0]"#, #"["type","string","null"],["maxLength",1]"#],
      #"[null,"a","ab",1]"#,
      [
        ##"#/2 #/items/maxLength maxLength 1 2 1:11 expected at most 1 character, found 2"##,
        ##"#/3 #/items/type type ["null","string"] "integer" 1:16 expected null or string, found integer"##,
      ]),
    EvaluatorRow(
      "items by index", [#"["prefixItems",[1,2]]"#, #"["type","integer"]"#, #"["type","string"]"#], "[\"a\",\"b\",{}]",
      [##"#/0 #/prefixItems/0/type type "integer" "string" 1:2 expected integer, found string"##]),
    EvaluatorRow(
      "fewer items than schemas", [#"["prefixItems",[1,1]]"#, #"["type","integer"]"#], "[1]"),
    EvaluatorRow(
      "all items", [#"["items",1,0]"#, #"["type","integer"]"#], "[1,\n null,2,\"x\"]",
      [
        ##"#/1 #/items/type type "integer" "null" 2:2 expected integer, found null"##,
        ##"#/3 #/items/type type "integer" "string" 2:9 expected integer, found string"##,
      ]),
    EvaluatorRow(
      "items after the first two", [#"["items",1,2]"#, #"["false"]"#], "[1,2,3]",
      ["#/2 #/items items - - 1:6 expected no value here, found one"]),
    EvaluatorRow(
      "items of a tuple as older dialects write it",
      [#"["prefixItems@items",[1]],["items@additionalItems",2,1]"#, #"["type","integer"]"#, #"["false"]"#], "[null,2]",
      [
        ##"#/0 #/items/0/type type "integer" "null" 1:2 expected integer, found null"##,
        "#/1 #/additionalItems additionalItems - - 1:7 expected no value here, found one",
      ]),
    EvaluatorRow("an item that is contained", [#"["contains",1,1,-1]"#, #"["type","null"]"#], "[1,null]"),
    EvaluatorRow("none need be contained", [#"["contains",1,0,-1]"#, #"["type","null"]"#], "[1]"),
    EvaluatorRow(
      "too few contained", [#"["contains",1,2,3]"#, #"["type","null"]"#], "[1,null]",
      ["# #/minContains minContains 2 1 1:1 expected at least 2 items matching 'contains', found 1"]),
    EvaluatorRow(
      "too many contained", [#"["contains",1,0,1]"#, #"["type","null"]"#], "[null,null,null]",
      ["# #/maxContains maxContains 1 3 1:1 expected at most 1 item matching 'contains', found 3"]),
    EvaluatorRow(
      "the checks of arrays leave all other types alone",
      [
        #"["maxItems",0],["minItems",9],["uniqueItems"],["prefixItems",[1]],["items",1,0],["contains",1,1,1]"#,
        #"["false"]"#,
      ],
      #"{"a":1}"#),
  ]

  private static let objectRows = [
    EvaluatorRow(
      "counts of members within limits", [#"["maxProperties",2],["minProperties",2]"#], #"{"a":{"x":1},"b":[]}"#),
    EvaluatorRow(
      "too many members", [#"["maxProperties",1]"#], #"{"a":1,"b":2}"#,
      ["# #/maxProperties maxProperties 1 2 1:1 expected at most 1 member, found 2"]),
    EvaluatorRow(
      "too few members", [#"["minProperties",3]"#], #"{"a":{"b":1,"c":2}}"#,
      ["# #/minProperties minProperties 3 1 1:1 expected at least 3 members, found 1"]),
    EvaluatorRow("required members that are there", [#"["required",["a","b"]]"#], #"{"\u0062":1,"a":null}"#),
    EvaluatorRow(
      "a required member missing", [#"["required",["a","b"]]"#], #"{"a":1}"#,
      [##"# #/required required ["b"] - 1:1 expected member 'b', found none"##]),
    EvaluatorRow(
      "required members missing, in the order of the schema", [#"["required",["c","a","b"]]"#], #"{"a":1}"#,
      [##"# #/required required ["c","b"] - 1:1 expected members 'c', 'b', found none"##]),
    EvaluatorRow(
      "a dependency that is not asked for", [#"["dependentRequired",{"a":["b"]}]"#], #"{"c":1}"#),
    EvaluatorRow(
      "missing members that others require, each with its cause",
      [#"["dependentRequired",{"a":["b","c"],"d":["e"],"f":["a"]}]"#], #"{"a":1,"b":2,"d":3,"f":4}"#,
      [
        ##"# #/dependentRequired dependentRequired ["c"] "a" 1:1 expected member 'c' when 'a' is present, found none"##,
        ##"# #/dependentRequired dependentRequired ["e"] "d" 1:1 expected member 'e' when 'd' is present, found none"##,
      ]),
    EvaluatorRow(
      "a dependency as older dialects write it", [#"["dependentRequired@dependencies",{"a":["b"]}]"#], #"{"a":1}"#,
      [##"# #/dependencies dependencies ["b"] "a" 1:1 expected member 'b' when 'a' is present, found none"##]),
    EvaluatorRow(
      "members, in the order of the instance", [#"["properties",{"a":1,"b":1}]"#, #"["type","string"]"#],
      #"{"b":1,"c":2,"a":3}"#,
      [
        ##"#/b #/properties/b/type type "string" "integer" 1:6 expected string, found integer"##,
        ##"#/a #/properties/a/type type "string" "integer" 1:18 expected string, found integer"##,
      ]),
    EvaluatorRow(
      "a member whose name is escaped here and there", [#"["properties",{"a/~b":1}]"#, #"["type","string"]"#],
      #"{"\u0061\/~b":1}"#,
      [##"#/a~1~0b #/properties/a~1~0b/type type "string" "integer" 1:15 expected string, found integer"##]),
    EvaluatorRow(
      "a member of the same name in another normal form is another member",
      ["[\"properties\",{\"\u{e9}\":1}],[\"additionalProperties\",2]", #"["type","string"]"#, #"["false"]"#],
      "{\"e\u{301}\":1}",
      [
        "#/e\u{301} #/additionalProperties additionalProperties - \"e\u{301}\" 1:7 expected a declared member, found 'e\u{301}'"
      ]),
    EvaluatorRow(
      "a member that must not be", [#"["properties",{"a":1}]"#, #"["false"]"#], #"{"a":1}"#,
      ["#/a #/properties/a false - - 1:6 expected no value here, found one"]),
    EvaluatorRow(
      "members by pattern: every pattern that matches",
      [#"["patternProperties",{"^a":1,"b$":2}]"#, #"["type","string"]"#, #"["maximum",5]"#], #"{"ab":9,"c":9}"#,
      [
        ##"#/ab #/patternProperties/^a/type type "string" "integer" 1:7 expected string, found integer"##,
        "#/ab #/patternProperties/b$/maximum maximum 5 9 1:7 expected at most 5, found 9",
      ]),
    EvaluatorRow(
      "a pattern with a solidus in a location", [#"["patternProperties",{"^/":1}]"#, #"["false"]"#], #"{"/x":1}"#,
      ["#/~1x #/patternProperties/^~1 false - - 1:7 expected no value here, found one"]),
    EvaluatorRow(
      "members that neither a name nor a pattern covers",
      [
        #"["properties",{"a":1}],["patternProperties",{"^x-":1}],["additionalProperties",2]"#, "", #"["type","null"]"#,
      ],
      #"{"a":1,"x-b":2,"c":3,"d":null}"#,
      [##"#/c #/additionalProperties/type type "null" "integer" 1:20 expected null, found integer"##]),
    EvaluatorRow(
      "every member, where nothing is named", [#"["additionalProperties",1]"#, #"["type","null"]"#], #"{"a":1}"#,
      [##"#/a #/additionalProperties/type type "null" "integer" 1:6 expected null, found integer"##]),
    EvaluatorRow(
      "the checks of objects leave all other types alone",
      [
        #"["maxProperties",0],["minProperties",9],["required",["a"]],["dependentRequired",{"a":["b"]}],"#
          + #"["properties",{"a":1}],["patternProperties",{"":1}],["additionalProperties",1],["propertyNames",1],"#
          + #"["dependentSchemas",{"a":1}],["x-localOnly",["a"]]"#,
        #"["false"]"#,
      ], #"["a"]"#),
  ]

  private static let nameRows = [
    EvaluatorRow(
      "names are checked as strings, at the location of their members",
      [#"["propertyNames",1]"#, #"["maxLength",2],["pattern","^[a-z]+$"]"#], "{\"ok\":1,\n \"LONG\":{}}",
      [
        "#/LONG #/propertyNames/maxLength maxLength 2 4 2:2 expected at most 2 characters, found 4",
        ##"#/LONG #/propertyNames/pattern pattern "^[a-z]+$" "LONG" 2:2 "##
          + #"expected a match for the pattern '^[a-z]+$', found "LONG""#,
      ]),
    EvaluatorRow(
      "a schema that depends on a member", [#"["dependentSchemas",{"a":1}]"#, #"["required",["b"]]"#], #"{"a":1}"#,
      [##"# #/dependentSchemas/a/required required ["b"] - 1:1 expected member 'b', found none"##]),
    EvaluatorRow("no schema if the member is absent", [#"["dependentSchemas",{"a":1}]"#, #"["false"]"#], "{}"),
    EvaluatorRow(
      "members that never leave the device, each of them", [#"["x-localOnly",["a","b","c"]]"#], #"{"c":1,"a":2}"#,
      [
        ##"#/c #/x-localOnly x-localOnly - "c" 1:6 expected no member 'c', which never leaves the device"##,
        ##"#/a #/x-localOnly x-localOnly - "a" 1:12 expected no member 'a', which never leaves the device"##,
      ]),
    EvaluatorRow(
      "equal names come first, whatever else is wrong", [#"["type","array"]"#], "{\"x\":[{\"a\":1,\n\"\\u0061\":2}]}",
      [
        ##"#/x/0 # uniqueNames - "a" 2:1 expected unique member names, found 'a' twice in one object"##,
        ##"# #/type type "array" "object" 1:1 expected array, found object"##,
      ]),
  ]

  private static let unevaluatedRows = [
    EvaluatorRow(
      "branches without members evaluate none",
      [
        #"["anyOf",[3,4]],["not",5],["properties",{"a":2}],["unevaluatedProperties",1]"#, #"["false"]"#, "",
        #"["type","object"]"#, #"["minProperties",1]"#, #"["required",["b"]],["properties",{"b":2}]"#,
      ], #"{"a":1,"c":2}"#,
      ["#/c #/unevaluatedProperties unevaluatedProperties - \"c\" 1:12 expected a declared member, found 'c'"]),
    EvaluatorRow(
      "schemas that must hold evaluate members and patterns",
      [
        #"["allOf",[3,4]],["unevaluatedProperties",1]"#, #"["false"]"#, "", #"["properties",{"a":2}]"#, #"["$ref",5]"#,
        #"["patternProperties",{"^p":2}],["properties",{"b":2}]"#,
      ], #"{"b":1,"p1":2,"a":3,"c":4}"#,
      ["#/c #/unevaluatedProperties unevaluatedProperties - \"c\" 1:25 expected a declared member, found 'c'"]),
    EvaluatorRow(
      "a schema that must hold and evaluates all members",
      [#"["allOf",[2]],["unevaluatedProperties",1]"#, #"["false"]"#, #"["additionalProperties",3]"#, ""],
      #"{"a":1}"#),
    EvaluatorRow(
      "a branch that evaluates a member decides for it alone",
      [
        #"["properties",{"a":2}],["anyOf",[3,2]],["unevaluatedProperties",1]"#, #"["false"]"#, "",
        #"["required",["b"]],["properties",{"b":2}]"#,
      ], #"{"a":1,"b":2,"c":3}"#,
      ["#/c #/unevaluatedProperties unevaluatedProperties - \"c\" 1:18 expected a declared member, found 'c'"]),
    EvaluatorRow(
      "the first items, which two schemas that must hold evaluate",
      [
        #"["prefixItems",[2]],["allOf",[3]],["unevaluatedItems",1]"#, #"["false"]"#, "", #"["prefixItems",[2,2]]"#,
      ], "[1,2,3]",
      ["#/2 #/unevaluatedItems unevaluatedItems - - 1:6 expected no value here, found one"]),
    EvaluatorRow(
      "members that neither a property, a pattern nor a reference evaluates",
      [
        #"["$ref",3],["properties",{"a":2}],["patternProperties",{"^p":2}],["unevaluatedProperties",1]"#,
        #"["false"]"#, "", #"["properties",{"b":2}]"#,
      ], #"{"a":1,"b":2,"c":3,"p":4}"#,
      ["#/c #/unevaluatedProperties unevaluatedProperties - \"c\" 1:18 expected a declared member, found 'c'"]),
    EvaluatorRow(
      "members that only a branch that does not hold evaluates",
      [
        #"["anyOf",[3,4]],["unevaluatedProperties",1]"#, #"["false"]"#, "",
        #"["required",["x"]],["properties",{"a":2,"x":2}]"#, #"["properties",{"b":2}]"#,
      ], #"{"a":1,"b":2}"#,
      ["#/a #/unevaluatedProperties unevaluatedProperties - - 1:6 expected no value here, found one"]),
    EvaluatorRow(
      "if no branch holds, only that is reported",
      [
        #"["anyOf",[3]],["unevaluatedProperties",1]"#, #"["false"]"#, "",
        #"["required",["x"]],["properties",{"a":2,"x":2}]"#,
      ], #"{"a":1}"#,
      ["# #/anyOf anyOf - - 1:1 expected at least one matching alternative, found none"]),
    EvaluatorRow(
      "a condition that holds evaluates, with or without a consequence",
      [
        #"["if",3,-1,-1],["unevaluatedProperties",1]"#, #"["false"]"#, "", #"["properties",{"a":2}]"#,
      ], #"{"a":1,"b":2}"#,
      ["#/b #/unevaluatedProperties unevaluatedProperties - \"b\" 1:12 expected a declared member, found 'b'"]),
    EvaluatorRow(
      "a schema for the members that are left",
      [#"["properties",{"a":2}],["unevaluatedProperties",1]"#, #"["type","string"]"#, ""], #"{"a":1,"b":2}"#,
      [
        ##"#/b #/unevaluatedProperties/type type "string" "integer" 1:12 expected string, found integer"##
      ]),
    EvaluatorRow(
      "elements after those with schemas of their own, except contained ones",
      [
        #"["prefixItems",[2]],["contains",3,1,-1,true],["unevaluatedItems",1]"#, #"["false"]"#, "",
        #"["type","string"]"#,
      ], #"[1,"x",2]"#, ["#/2 #/unevaluatedItems unevaluatedItems - - 1:8 expected no value here, found one"]),
    EvaluatorRow(
      "before 2020-12 elements that are contained are left",
      [#"["contains",2,1,-1],["unevaluatedItems",1]"#, #"["false"]"#, #"["type","string"]"#], #"["x"]"#,
      ["#/0 #/unevaluatedItems unevaluatedItems - - 1:2 expected no value here, found one"]),
    EvaluatorRow(
      "another schema's unevaluated members are evaluated by it",
      [#"["allOf",[2]],["unevaluatedProperties",1]"#, #"["false"]"#, #"["unevaluatedProperties",3]"#, ""],
      #"{"a":1}"#),
  ]
}
