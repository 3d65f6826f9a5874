extension EvaluatorTests {
  /// A table: instructions on values of any type, on numbers and on strings.
  static let scalarRows = anyRows + numberRows + stringRows + contentRows

  private static let anyRows = [
    EvaluatorRow("a schema without steps accepts anything", [""], #"{"a":[null]}"#),
    EvaluatorRow(
      "the schema false", [#"["false"]"#], " 1", ["# # false - - 1:2 expected no value here, found one"]),
    EvaluatorRow("a type that fits", [#"["type","string"]"#], "\"x\""),
    EvaluatorRow(
      "a type that does not fit", [#"["type","string"]"#], "12",
      [##"# #/type type "string" "integer" 1:1 expected string, found integer"##]),
    EvaluatorRow(
      "an integer is a number", [#"["type","number"]"#], "[1]",
      [
        ##"# #/type type "number" "array" 1:1 expected number, found array"##
      ]),
    EvaluatorRow("a decimal without fraction is an integer", [#"["type","integer"]"#], "1.50e1"),
    EvaluatorRow(
      "a decimal with a fraction is none", [#"["type","integer"]"#], "1.5",
      [##"# #/type type "integer" "number" 1:1 expected integer, found number"##]),
    EvaluatorRow("an integer of draft-04", [#"["type","plain integer","null"]"#], "-1"),
    EvaluatorRow(
      "to draft-04 a fraction of zero is a fraction", [#"["type","plain integer"]"#], "1.0",
      [##"# #/type type "integer" "number" 1:1 expected integer, found number"##]),
    EvaluatorRow(
      "several types", [#"["type","null","boolean","object"]"#], "[]",
      [##"# #/type type ["null","boolean","object"] "array" 1:1 expected null, boolean or object, found array"##]),
    EvaluatorRow("one of several types", [#"["type","null","string"]"#], "null"),
    EvaluatorRow("a value of an enumeration", [#"["enum",1,"a",null,[1]]"#], "[1.0]"),
    EvaluatorRow(
      "a value outside an enumeration", [#"["enum",1,"a",null]"#], #""b""#,
      [##"# #/enum enum [1,"a",null] "b" 1:1 expected 1, "a" or null, found "b""##]),
    EvaluatorRow(
      "an enumeration of one", [#"["enum","a"]"#], "{}", [##"# #/enum enum ["a"] {} 1:1 expected "a", found {}"##]),
    EvaluatorRow(
      "an enumeration distinguishes a number from its text", [#"["enum",0,1,2]"#], "\"1\"",
      [##"# #/enum enum [0,1,2] "1" 1:1 expected 0, 1 or 2, found "1""##]),
    EvaluatorRow("a constant object in another order", [#"["const",{"a":1,"b":[]}]"#], #"{"b":[],"a":1e0}"#),
    EvaluatorRow(
      "a constant, compared scalar by scalar", ["[\"const\",\"\u{e9}\"]"], "\"e\u{301}\"",
      ["# #/const const \"\u{e9}\" \"e\u{301}\" 1:1 expected \"\u{e9}\", found \"e\u{301}\""]),
    EvaluatorRow("null is a constant like any other", [#"["const",null]"#], "null"),
    EvaluatorRow(
      "false is not null", [#"["const",null]"#], "false", ["# #/const const null false 1:1 expected null, found false"]),
  ]

  private static let contentRows = [
    EvaluatorRow("a string in an encoding", [#"["content@contentEncoding","base16",null,-1]"#], #""48656C6C6f""#),
    EvaluatorRow("only strings have content", [#"["content@contentEncoding","base16",null,-1]"#], "1"),
    EvaluatorRow(
      "a string that is not in the encoding", [#"["content@contentEncoding","base64",null,-1]"#], #""?""#,
      [##"# #/contentEncoding contentEncoding "base64" "?" 1:1 expected text in the encoding 'base64', found "?""##]),
    EvaluatorRow(
      "a string that encodes no JSON", [#"["content@contentEncoding","base16","application/json",-1]"#], #""7b""#,
      [
        ##"# #/contentMediaType contentMediaType "application/json" "7b" 1:1 expected content of the type 'application/json', found "7b""##
      ]),
    EvaluatorRow(
      "JSON in a string satisfies its schema",
      [#"["content@contentMediaType",null,"application/json",1]"#, #"["type","integer"]"#], #"" \u0031""#),
    EvaluatorRow(
      "JSON in a string breaks its schema",
      [#"["content@contentMediaType",null,"application/json",1]"#, #"["type","integer"]"#], #""[1]""#,
      [
        "# #/contentSchema contentSchema - - 1:1 expected content that satisfies its schema, found content that does not"
      ]),
    EvaluatorRow(
      "equal names in JSON in a string",
      [#"["content@contentMediaType",null,"application/json",1]"#, #"["type","object"]"#],
      #""{\"a\":1,\"a\":2}""#,
      [
        "# #/contentSchema contentSchema - - 1:1 expected content that satisfies its schema, found content that does not"
      ]),
  ]

  private static let numberRows = [
    EvaluatorRow("a multiple", [#"["multipleOf",0.01]"#], "19.99"),
    EvaluatorRow(
      "no multiple, by a digit that no Double holds", [#"["multipleOf",0.1]"#], "1000000000000000000.05",
      [
        "# #/multipleOf multipleOf 0.1 1000000000000000000.05 1:1 expected a multiple of 0.1, found 1000000000000000000.05"
      ]
    ),
    EvaluatorRow("a maximum reached, written otherwise", [#"["maximum",100]"#], "1.00e2"),
    EvaluatorRow(
      "a maximum passed", [#"["maximum",100]"#], "100.0000000000000000001",
      ["# #/maximum maximum 100 100.0000000000000000001 1:1 expected at most 100, found 100.0000000000000000001"]),
    EvaluatorRow("an exclusive maximum not reached", [#"["exclusiveMaximum",1]"#], "0.99999999999999999999"),
    EvaluatorRow(
      "an exclusive maximum reached", [#"["exclusiveMaximum",1]"#], "1.0",
      ["# #/exclusiveMaximum exclusiveMaximum 1 1.0 1:1 expected less than 1, found 1.0"]),
    EvaluatorRow("a minimum reached", [#"["minimum",-0.5]"#], "-0.50"),
    EvaluatorRow(
      "a minimum missed", [#"["minimum",0]"#], "-1e-30",
      ["# #/minimum minimum 0 -1e-30 1:1 expected at least 0, found -1e-30"]),
    EvaluatorRow("an exclusive minimum passed", [#"["exclusiveMinimum",0]"#], "1e-30"),
    EvaluatorRow(
      "an exclusive minimum reached", [#"["exclusiveMinimum",0]"#], "-0",
      ["# #/exclusiveMinimum exclusiveMinimum 0 -0 1:1 expected more than 0, found -0"]),
    EvaluatorRow(
      "the bounds of numbers leave all other types alone",
      [#"["multipleOf",2],["maximum",1],["exclusiveMaximum",1],["minimum",5],["exclusiveMinimum",5]"#], "\"3\""),
    EvaluatorRow(
      "a bound of thirty digits", [#"["maximum",123456789012345678901234567890]"#], "123456789012345678901234567891",
      [
        "# #/maximum maximum 123456789012345678901234567890 123456789012345678901234567891 1:1 "
          + "expected at most 123456789012345678901234567890, found 123456789012345678901234567891"
      ]),
  ]

  private static let stringRows = [
    EvaluatorRow("lengths are counted in Unicode scalars", [#"["maxLength",3],["minLength",3]"#], #""é日😀""#),
    EvaluatorRow(
      "a string too long", [#"["maxLength",3]"#], #""a\u00e9\ud83d\ude00b""#,
      ["# #/maxLength maxLength 3 4 1:1 expected at most 3 characters, found 4"]),
    EvaluatorRow(
      "a string too short", [#"["minLength",1]"#], #""""#,
      ["# #/minLength minLength 1 0 1:1 expected at least 1 character, found 0"]),
    EvaluatorRow(
      "bytes are counted in UTF-8 with escapes decoded", [#"["x-maxUTF8Bytes",4],["x-minUTF8Bytes",4]"#], #""\u00e9é""#),
    EvaluatorRow(
      "too many bytes", [#"["x-maxUTF8Bytes",4]"#], "\"日本\"",
      ["# #/x-maxUTF8Bytes x-maxUTF8Bytes 4 6 1:1 expected at most 4 bytes of UTF-8, found 6"]),
    EvaluatorRow(
      "too few bytes", [#"["x-minUTF8Bytes",1]"#], "\"\"",
      ["# #/x-minUTF8Bytes x-minUTF8Bytes 1 0 1:1 expected at least 1 byte of UTF-8, found 0"]),
    EvaluatorRow("a match", [#"["pattern","^a+\\d$"]"#], #""a\u00611""#),
    EvaluatorRow(
      "no match", [#"["pattern","^a+\\d$"]"#], "\"b1\"",
      [##"# #/pattern pattern "^a+\\d$" "b1" 1:1 expected a match for the pattern '^a+\d$', found "b1""##]),
    EvaluatorRow(
      "a pattern that gives no answer in time", [#"["pattern","^(?=(a+)+$)\\1$"]"#],
      "\"\(String(repeating: "a", count: 60))b\"",
      [
        ##"# #/pattern pattern "^(?=(a+)+$)\\1$" - 1:1 "##
          + #"the pattern '^(?=(a+)+$)\1$' takes more than 1000000 steps on this text, so the result is undecided"#
      ]),
    EvaluatorRow("a value of a format", [#"["format","uuid"]"#], "\"123e4567-e89b-12d3-a456-426614174000\""),
    EvaluatorRow(
      "no value of a format", [#"["format","ipv4"]"#], "\"1.2.3.256\"",
      [##"# #/format format "ipv4" "1.2.3.256" 1:1 expected the format 'ipv4', found "1.2.3.256""##]),
    EvaluatorRow(
      "the checks of strings leave all other types alone",
      [
        #"["maxLength",0],["minLength",9],["x-maxUTF8Bytes",0],["x-minUTF8Bytes",9],["pattern","^$"],["format","uuid"]"#
      ],
      "[12]"),
    EvaluatorRow(
      "a long value is cut in the sentence and whole in the facts", [#"["const","a"]"#],
      "\"\(String(repeating: "0123456789", count: 7))\"",
      [
        "# #/const const \"a\" \"\(String(repeating: "0123456789", count: 7))\" 1:1 "
          + "expected \"a\", found \"01234567890123456789012345678…2345678901234567890123456789\""
      ]),
  ]
}
