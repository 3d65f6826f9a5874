// A table: Bowtie's requests and the answers.
enum BowtieRows {
  typealias Row = BowtieTests.Row

  /// A case with a schema, instances and optional documents.
  private static func run(_ schema: String, _ instances: [String], registry: String? = nil, seq: String = "1") -> String
  {
    let tests = instances.map { #"{"description":"","instance":\#($0)}"# }.joined(separator: ",")
    let documents = registry.map { #""registry":\#($0),"# } ?? ""
    return
      #"{"cmd":"run","seq":\#(seq),"case":{"description":"",\#(documents)"schema":\#(schema),"tests":[\#(tests)]}}"#
  }

  private static func results(_ verdicts: Bool..., seq: String = "1") -> String {
    #"{"seq":\#(seq),"results":[\#(verdicts.map { #"{"valid":\#($0)}"# }.joined(separator: ","))]}"#
  }

  private static func errored(_ message: String, traceback: String? = nil) -> String {
    let details = traceback.map { #","traceback":"\#($0)""# } ?? ""
    return #"{"seq":1,"errored":true,"context":{"message":"\#(message)"\#(details)}}"#
  }

  private static func dialect(_ uri: String) -> String { #"{"cmd":"dialect","dialect":"\#(uri)"}"# }

  static let verdicts: [Row] = [
    Row(
      "a case has one result an instance, in order", [run(#"{"type":"integer"}"#, ["1", "1.0", "\"1\"", "null"])],
      replies: [results(true, true, false, false)]),
    Row("Boolean schemas", [run("true", ["1"]), run("false", ["1"])], replies: [results(true), results(false)]),
    Row("a case without instances", [run("{}", [])], replies: [results()]),
    Row(
      "what the suite expects is not looked at",
      [
        #"{"cmd":"run","seq":1,"case":{"description":"","comment":"","schema":{},"tests":[{"instance":1,"valid":false}]}}"#
      ],
      replies: [results(true)]),
    Row(
      "an identifier comes back as it was written",
      [
        run("{}", ["1"], seq: #"{"a":[1e400,"]}\"",{ "a" : 0.10 }],"a":[]}"#), run("{}", ["1"], seq: #""é\u00e9""#),
        run("{}", ["1"], seq: "-0.0"), run("{}", ["1"], seq: "null"), run("{}", ["1"], seq: "{ }"),
        run("{}", ["1"], seq: "123456789012345678901234567890"),
      ],
      replies: [
        results(true, seq: #"{"a":[1e400,"]}\"",{ "a" : 0.10 }],"a":[]}"#), results(true, seq: #""é\u00e9""#),
        results(true, seq: "-0.0"), results(true, seq: "null"), results(true, seq: "{ }"),
        results(true, seq: "123456789012345678901234567890"),
      ]),
    Row("formats are annotations", [run(#"{"format":"ipv4"}"#, [#""x""#])], replies: [results(true)]),
    Row("blank lines and blanks around commands", ["", "  ", " " + run("{}", ["1"]) + "\r"], replies: [results(true)]),
    Row(
      "equal names in an instance are seen", [run("{}", [#"{"a":1,"b":{"a":2}}"#, #"{"a":1,"a":1}"#])],
      replies: [results(true, false)]),
    Row(
      "a test without an instance has its own error",
      [#"{"cmd":"run","seq":1,"case":{"description":"","schema":{},"tests":[{},{"instance":null},1]}}"#],
      replies: [
        #"{"seq":1,"results":[{"errored":true,"context":{"message":"expected the test to have the member 'instance', "#
          + #"found none"}},{"valid":true},{"errored":true,"context":{"message":"expected the test to have the "#
          + #"member 'instance', found none"}}]}"#
      ]),
    Row(
      "an instance past the limits of the reader",
      [run("{}", [String(repeating: "[", count: 513) + String(repeating: "]", count: 513), "[]"])],
      replies: [
        #"{"seq":1,"results":[{"errored":true,"context":{"message":"instance:1:513: expected at most 512 levels of "#
          + #"nested arrays and objects, found more"}},{"valid":true}]}"#
      ]),
    Row(
      "a check that gives up gives no verdict",
      [run(#"{"pattern":"^(a+)+$(?<=a)"}"#, ["\"" + String(repeating: "a", count: 60) + "b\"", "\"a\"", "\"b\""])],
      replies: [
        #"{"seq":1,"results":[{"errored":true,"context":{"message":"1:1: the pattern '^(a+)+$(?<=a)' takes "#
          + #"more than 1000000 steps on this text, so the result is undecided (pattern)"}},"#
          + #"{"valid":true},{"valid":false}]}"#
      ]),
    Row(
      "what negates a check that gives up has no verdict either",
      [
        run(
          #"{"not":{"pattern":"^(a+)+$(?<=a)"},"maxLength":70}"#,
          ["\"" + String(repeating: "a", count: 60) + "b\"", "\"" + String(repeating: "a", count: 80) + "b\""])
      ],
      replies: [
        #"{"seq":1,"results":[{"errored":true,"context":{"message":"1:1: the pattern '^(a+)+$(?<=a)' takes "#
          + #"more than 1000000 steps on this text, so the result is undecided (pattern)"}},"#
          + #"{"valid":false}]}"#
      ]),
  ]

  static let dialects: [Row] = [
    Row(
      "the implied dialect is that of schemas without '$schema'",
      [
        dialect("http://json-schema.org/draft-04/schema#"),
        run(#"{"minimum":1,"exclusiveMinimum":true}"#, ["1"]),
        run(#"{"$schema":"http://json-schema.org/draft-07/schema#","exclusiveMinimum":1}"#, ["1", "2"]),
        dialect("http://json-schema.org/draft-06/schema"), run(#"{"exclusiveMinimum":1}"#, ["1"]),
        dialect("http://json-schema.org/draft-07/schema#"),
        run(##"{"$ref":"#/definitions/a","type":"null","definitions":{"a":{}}}"##, ["1"]),
        dialect("https://json-schema.org/draft/2019-09/schema"), run(#"{"items":[{"type":"null"}]}"#, ["[1]"]),
        dialect("https://json-schema.org/draft/2020-12/schema"), run(#"{"prefixItems":[{"type":"null"}]}"#, ["[1]"]),
      ],
      replies: [
        #"{"ok":true}"#, results(false), results(false, true), #"{"ok":true}"#, results(false), #"{"ok":true}"#,
        results(true), #"{"ok":true}"#, results(false), #"{"ok":true}"#, results(false),
      ]),
    Row(
      "without a dialect the newest is implied", [run(#"{"prefixItems":[{"type":"null"}]}"#, ["[1]"])],
      replies: [results(false)]),
    Row(
      "an unknown dialect is not implied for another one",
      [
        dialect("https://example.com/dialect"), run("{}", ["1"]),
        run(#"{"$schema":"https://json-schema.org/draft/2020-12/schema"}"#, ["1"]),
        dialect("https://json-schema.org/draft/2020-12/schema"), run("{}", ["1"]), #"{"cmd":"dialect"}"#,
        run("true", ["1"]),
        #"{"cmd":"dialect","dialect":1}"#,
      ],
      replies: [
        #"{"ok":false}"#,
        errored(
          "expected the schema to have the member '$schema', found none and the unknown dialect "
            + "'https://example.com/dialect' implied"), results(true), #"{"ok":true}"#, results(true), #"{"ok":false}"#,
        errored("expected the schema to have the member '$schema', found none and no dialect implied"),
        #"{"ok":false}"#,
      ]),
  ]

  static let registries: [Row] = [
    Row(
      "a document is found by its URI",
      [
        run(
          #"{"$ref":"http://localhost:1234/a/b.json#/$defs/x"}"#, ["1", "null"],
          registry:
            #"{"http://localhost:1234/a/b.json":{"$defs":{"x":{"$ref":"c.json"}}},"http://LOCALHOST:1234/a/c.json#":{"type":"null"}}"#
        )
      ], replies: [results(false, true)]),
    Row(
      "a meta-schema among the documents makes a dialect",
      [
        run(
          #"{"$schema":"https://example.com/meta","minimum":1}"#, ["0"],
          registry:
            #"{"https://example.com/meta":{"$id":"https://example.com/meta","$schema":"https://json-schema.org/draft/2020-12/schema","#
            + #""$vocabulary":{"https://json-schema.org/draft/2020-12/vocab/core":true}}}"#)
      ], replies: [results(true)]),
    Row(
      "a document that nothing refers to may be anything",
      [run("{}", ["1"], registry: #"{"urn:a":{"type":1},"":null,"%":[]}"#), run("{}", ["1"], registry: "null")],
      replies: [results(true), results(true)]),
    Row(
      "a document that is not a schema", [run(#"{"$ref":"urn:a"}"#, ["1"], registry: #"{"urn:a":{"type":"nul"}}"#)],
      replies: [
        errored(
          "urn:a:1:9: error: expected 'type' to be one of null, boolean, integer, number, string, array, object, "
            + "found 'nul'; did you mean 'null'?")
      ]),
    Row(
      "a document past the limits of the reader",
      [
        run(
          #"{"$ref":"urn:a"}"#, ["1"],
          registry: #"{"urn:a":\#(String(repeating: "[", count: 513) + String(repeating: "]", count: 513))}"#)
      ],
      replies: [errored("urn:a:1:513: expected at most 512 levels of nested arrays and objects, found more")]),
    Row(
      "an invalid registry", [run("{}", ["1"], registry: "[]")],
      replies: [errored("expected 'registry' to be an object, found array")]),
  ]

  static let refusals: [Row] = [
    Row(
      "a schema that cannot be resolved: all that is wrong with it", [run(#"{"type":1,"minLength":-1}"#, ["1"])],
      replies: [
        errored(
          "schema:1:9: error: expected 'type' to be the name of a type or an array of at least one, found 1",
          traceback: "schema:1:9: error: expected 'type' to be the name of a type or an array of at least one, found 1"
            + #"\nschema:1:23: error: expected 'minLength' to be a non-negative integer, found -1"#)
      ]),
    Row(
      "a schema that cannot be compiled", [run(#"{"pattern":"("}"#, ["1"])],
      replies: [
        errored(
          "schema:1:12: error: expected a regular expression, found '(': expected ')' to close the group, found the "
            + "end of the pattern, at offset 0")
      ]),
    Row(
      "equal names in a schema", [run(#"{"a":1,"a":1}"#, ["1"])],
      replies: [
        errored("schema:1:8: error: expected unique member names, found 'a' twice in one object")
      ]),
    Row(
      "the reason is an error, whatever warnings come before it",
      [run(#"{"maxLenght":1,"type":1}"#, ["1"])],
      replies: [
        errored(
          "schema:1:23: error: expected 'type' to be the name of a type or an array of at least one, found 1")
      ]),
    Row(
      "an invalid schema", [run("1", ["1"])],
      replies: [
        errored("schema:1:1: error: expected a schema (an object or a Boolean), found a number")
      ]),
    Row(
      "cases of another form",
      [
        #"{"cmd":"run","seq":1}"#, #"{"cmd":"run","seq":1,"case":[]}"#, #"{"cmd":"run","seq":1,"case":{"tests":[]}}"#,
        #"{"cmd":"run","seq":1,"case":{"schema":{}}}"#, #"{"cmd":"run","seq":1,"case":{"schema":{},"tests":{}}}"#,
      ],
      replies: [
        errored("expected 'case' to be an object, found none"), errored("expected 'case' to be an object, found array"),
        errored("expected 'case' to have the member 'schema', found none"),
        errored("expected 'tests' to be an array, found none"),
        errored("expected 'tests' to be an array, found object"),
      ]),
    Row(
      "lines that are no commands",
      [
        "nonsense", #"{"cmd":"#, "[]", "1", "{}", #"{"cmd":1}"#, #"{"cmd":"rum"}"#, #"{"x":0,"cmd":"frobnicate\n"}"#,
        #"{"cmd":"run","case":{}}"#, "\u{1}",
      ],
      errors: [
        "-:2:1: error: expected 'true', 'false' or 'null', found 'n'",
        "-:3:8: error: expected a value, found the end of the text",
        "-:4:1: error: expected a command as an object, found array",
        "-:5:1: error: expected a command as an object, found integer",
        "-:6:1: error: expected the member 'cmd', found none",
        "-:7:8: error: expected 'cmd' to be one of start, dialect, run, stop, found integer",
        "-:8:8: error: expected 'cmd' to be one of start, dialect, run, stop, found 'rum'; did you mean 'run'?",
        #"-:9:14: error: expected 'cmd' to be one of start, dialect, run, stop, found 'frobnicate\u{a}'"#,
        "-:10:1: error: expected 'run' to have the member 'seq', found none",
        "-:11:1: error: expected a value, found byte 0x01",
      ]),
    Row(
      "a line that is longer than may be", [String(repeating: " ", count: 1 << 20) + "12", run("{}", ["1"])],
      replies: [results(true)], errors: ["-:2:1048577: error: expected at most 1048576 bytes, found more"]),
    Row(
      "another version of the protocol",
      [#"{"cmd":"start","version":2}"#, #"{"cmd":"start"}"#, #"{"cmd":"start","version":"1"}"#],
      errors: [
        "-:2:26: error: expected 'version' to be 1, found 2", "-:3:1: error: expected 'version' to be 1, found none",
        #"-:4:26: error: expected 'version' to be 1, found "1""#,
      ]),
  ]

  static let beforeStart: [Row] = [
    Row(
      "a case", [run("{}", ["1"])], replies: [errored("expected 'start' before 'run', found none")]),
    Row("a dialect", [dialect("https://json-schema.org/draft/2020-12/schema")], replies: [#"{"ok":false}"#]),
    Row(
      "a start with another version is none", [#"{"cmd":"start","version":2}"#, run("{}", ["1"])],
      replies: [errored("expected 'start' before 'run', found none")],
      errors: ["-:1:26: error: expected 'version' to be 1, found 2"]),
  ]
}
