import SchemaLoading
import SchemaRuntime
import Testing

@Suite struct YAMLTextTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let yaml: String
    let json: String

    init(_ name: String, _ yaml: String, _ json: String) {
      (testDescription, self.yaml, self.json) = (name, yaml, json)
    }
  }

  /// Texts, and the documents that they become, one on each line.
  static let rows = [
    Row("members and elements", "a: 1\nb: [x, {c: d}]\n", #"{"a":1,"b":["x",{"c":"d"}]}"#),
    Row(
      "words that only other versions of YAML take for Booleans", "[yes, no, on, off, y]",
      #"["yes","no","on","off","y"]"#),
    Row(
      "Booleans and nulls in the three spellings", "[true, False, TRUE, null, Null, ~, ]",
      "[true,false,true,null,null,null]"),
    Row(
      "spellings that are strings", "[nULL, tRUE, 0b1, 1_000, 12:30:45, 2001-01-01]",
      #"["nULL","tRUE","0b1","1_000","12:30:45","2001-01-01"]"#),
    Row("integers", "[0, -0, +12, 007, 0x1F, 0o17, 0xZ]", #"[0,-0,12,7,31,15,"0xZ"]"#),
    Row(
      "numbers with a point or an exponent", "[1., .5, -.5, 1e3, 12e03, 1.5E-2, ., 1e, +.]",
      #"[1.0,0.5,-0.5,1e3,12e03,1.5E-2,".","1e","+."]"#),
    Row("an integer of 128 bits", "0xffffffffffffffffffffffffffffffff", "340282366920938463463374607431768211455"),
    Row(
      "digits of large numbers", "[123456789012345678901234567890, 0.1000]", "[123456789012345678901234567890,0.1000]"),
    Row("quoted scalars are strings", #"["1", 'true', "null"]"#, #"["1","true","null"]"#),
    Row("block scalars are strings", "a: |\n  1\nb: >-\n  x\n  y\n", #"{"a":"1\n","b":"x y"}"#),
    Row(
      "keys are strings", "200: a\ntrue: b\nnull: c\n1.0: d\n? \n: e\n",
      #"{"200":"a","true":"b","null":"c","1.0":"d","":"e"}"#),
    Row(
      "tags of the core schema", "[!!str 1, !!int 0x10, !!float 1, !!null '', !!bool 'true']", #"["1",16,1,null,true]"#),
    Row("other tags say nothing", "[!Ref a, !Ref 1, !Sub [b], !x {c: d}]", #"["a","1",["b"],{"c":"d"}]"#),
    Row("control characters and quotation marks", #""a\"\\\t\u0001\u00e4""#, #""a\"\\\t\u0001ä""#),
    Row("aliases", "a: &x {b: 1}\nc: *x\nd: [*x, *x]\n", #"{"a":{"b":1},"c":{"b":1},"d":[{"b":1},{"b":1}]}"#),
    Row("an anchor that is used again", "[&x 1, *x, &x 2, *x]", "[1,1,2,2]"),
    Row("keys that are aliases", "a: &x b\n*x : 1\nc: &y 2\n*y : 3\n", #"{"a":"b","b":1,"c":2,"2":3}"#),
    Row(
      "a merge, in which own members win", "a: &x {b: 1, c: 2}\nd: {b: 3, <<: *x}\n",
      #"{"a":{"b":1,"c":2},"d":{"b":3,"c":2}}"#),
    Row("merges of several, the first of which win", "<<: [{a: 1}, {a: 2, b: 2}]\n", #"{"a":1,"b":2}"#),
    Row(
      "merges of merges", "x: &x {a: 1}\ny: &y {<<: *x, b: 2}\nz: {<<: *y, c: 3}",
      #"{"x":{"a":1},"y":{"b":2,"a":1},"z":{"c":3,"b":2,"a":1}}"#),
    Row("a quoted '<<' is a name", #""<<": 1"#, #"{"<<":1}"#),
    Row("several documents", "--- 1\n---\na: b\n...\n--- x\n", "1\n{\"a\":\"b\"}\n\"x\""),
    Row("an empty document between others", "---\n---\n1\n", "null\n1"),
    Row("a text without documents", "# nothing\n", ""),
    Row("JSON", #"{"a": [1, 2.50, "x\u00e4\/", null]}"#, #"{"a":[1,2.50,"xä/",null]}"#),
    Row("Windows' line ends", "a: 1\r\nb: |\r\n  x\r\n", #"{"a":1,"b":"x\n"}"#),
    Row(
      "directives", "%YAML 1.1\n--- [nor, 7, 'no', 0x1F, 00:1b, 1.5, 0, 1.5e+3]\n",
      #"["nor",7,"no",31,"00:1b",1.5,0,1.5e+3]"#),
    Row(
      "a collection that ends in the column of its key", "a: {\n  b: 1\n}\nc: [\n  2\n]\n", #"{"a":{"b":1},"c":[2]}"#),
  ]

  @Test("a text becomes JSON", arguments: rows)
  func becomesJSON(_ row: Row) throws {
    let found = try YAMLText.documents(in: Array(row.yaml.utf8)).map { String(decoding: $0.json.text, as: UTF8.self) }
    #expect(found.joined(separator: "\n") == row.json)
  }

  /// Texts without a JSON form, and what is said of them.
  static let refused = [
    Row(
      "an unknown alias", "a: *x", "1:5: expected an alias of a preceding anchor, found '*x', which is unknown"),
    Row(
      "an alias inside of what it stands for", "a: &x [1, *x]",
      "1:12: the alias '*x' is inside the value that it refers to, which JSON cannot represent"),
    Row("a key twice", "a: 1\nb:\n  c: 2\n  c: 3\n", "4:3: expected unique keys in a mapping, found 'c' twice"),
    Row("a key twice in two notations", "1: a\n\"1\": b\n", "2:1: expected unique keys in a mapping, found '1' twice"),
    Row(
      "a mapping as a key", "{a: 1}: 2", "1:1: expected a scalar as key, because JSON has no others, found a mapping"
    ),
    Row(
      "an alias of a sequence as a key", "a: &x [1]\n*x : 2",
      "2:2: expected a scalar as key, because JSON has no others, found a sequence"),
    Row(
      "infinity", "a: -.inf",
      "1:4: expected a number that JSON can represent, found '-.inf'; quote it to make it a string"),
    Row(
      "an integer that is too large", "0x100000000000000000000000000000000",
      "1:1: expected an integer of at most 128 bits in this notation, found a larger one"),
    Row("a tag that the text contradicts", "- !!int x", "1:9: expected an integer, as required by the tag, found 'x'"),
    Row(
      "a merge of a scalar", "<<: 1",
      "1:5: expected '<<' to merge a mapping or a sequence of mappings, found a scalar; quote the key if it is a name"),
    Row(
      "a tab as indentation", "a:\n\tb: 1",
      "2:1: expected well-formed YAML, found an error: tab character may not be used as indentation"),
    Row(
      "an open bracket", "a: [1",
      "2:1: expected well-formed YAML, found an error: flow sequence without a closing bracket"),
    Row(
      "a scalar with another meaning in YAML 1.1", "%YAML 1.1\n--- [yes]\n",
      "2:6: expected a scalar that means the same in YAML 1.1 and 1.2, found 'yes'; quote it, or remove '%YAML 1.1'"),
    Row(
      "an octal number of YAML 1.1", "%YAML 1.1\n--- {a: 010}\n",
      "2:9: expected a scalar that means the same in YAML 1.1 and 1.2, found '010'; quote it, or remove '%YAML 1.1'"),
    Row(
      "a time of YAML 1.1", "%YAML 1.1\n--- 1:30\n",
      "2:5: expected a scalar that means the same in YAML 1.1 and 1.2, found '1:30'; quote it, or remove '%YAML 1.1'"),
  ]

  @Test("a text without a JSON form is rejected with its position", arguments: refused)
  func refuses(_ row: Row) {
    #expect { try YAMLText.documents(in: Array(row.yaml.utf8)) } throws: { "\($0)" == row.json }
  }

  @Test("positions refer to the YAML text, even for aliased nodes")
  func positions() throws {
    let text = "# comment\nä: &x\n  - b\n  - \"ü\": [1]\nc: *x\nd: |\n  e\n"
    let document = try #require(try YAMLText.documents(in: Array(text.utf8)).first)
    #expect(document.position == SourcePosition(offset: 10, line: 2, column: 1))
    let rows = [
      ("", "2:1"), ("/ä", "3:3"), ("/ä/0", "3:5"), ("/ä/1/ü/0", "4:11"), ("/c", "3:3"), ("/c/0", "3:5"), ("/d", "7:1"),
    ]
    for (pointer, expected) in rows {
      let position = document.json.position(of: try #require(JSONPointer(pointer)))
      #expect("\(position.line):\(position.column)" == expected, "\(pointer)")
    }
    #expect(document.json.position(of: try #require(JSONPointer("/ä/1/ü/0"))).offset == 34)
  }

  @Test("nesting beyond the limit is refused at once")
  func depth() {
    let shallow = JSONLimits(maximumDepth: 3)
    #expect(throws: Never.self) { try YAMLText.documents(in: Array("[[{a: 1}]]".utf8), limits: shallow) }
    for text in [String(repeating: "[", count: 100_000), String(repeating: "- ", count: 100_000), "[[[[1]]]]"] {
      #expect { try YAMLText.documents(in: Array(text.utf8), limits: shallow) } throws: { error in
        (error as? JSONSyntaxError)?.kind == .tooDeep(limit: 3)
      }
    }
    // What an alias stands for counts where it stands.
    #expect { try YAMLText.documents(in: Array("- &x [[1]]\n- [*x]\n".utf8), limits: shallow) } throws: { error in
      (error as? JSONSyntaxError)?.kind == .tooDeep(limit: 3)
    }
  }

  @Test("aliases that multiply are refused")
  func bomb() {
    var text = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n"
    for level in 1...9 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(aliases)]\n"
    }
    #expect { try YAMLText.documents(in: Array(text.utf8)) } throws: { "\($0)".contains("expected aliases to repeat") }
  }

  /// Texts with bytes that are not UTF-8, and the place of the first of them.
  static let illegal: [(text: [UInt8], place: String)] = [
    ([0x61, 0x3A, 0x20, 0x85], "1:4"),
    ([0x25, 0x85], "1:2"),
    (Array("--- 1\n...\n%Y".utf8) + [0xA7, 0xBE], "3:3"),
    (Array("a: é\n# ".utf8) + [0xC3], "2:3"),
  ]

  @Test("bytes that are not UTF-8 are rejected with their position, in scalars and in directives", arguments: illegal)
  func invalidUTF8(text: [UInt8], place: String) throws {
    let error = try #require(throws: JSONSyntaxError.self) { try YAMLText.documents(in: text) }
    #expect("\(error.position.line):\(error.position.column)" == place)
    #expect(error.message == "expected UTF-8, found invalid bytes")
  }

  @Test("a text over the limit is refused")
  func length() {
    let limits = JSONLimits(maximumByteCount: 5)
    #expect(throws: Never.self) { try YAMLText.documents(in: Array("a: 12".utf8), limits: limits) }
    #expect { try YAMLText.documents(in: Array("a: 123".utf8), limits: limits) } throws: { error in
      (error as? JSONSyntaxError)?.kind == .tooLong(limit: 5)
    }
  }
}
