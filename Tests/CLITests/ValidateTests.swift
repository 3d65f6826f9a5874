import Foundation
import SchemaRuntime
import Testing

@testable import CodegenCommands

@Suite struct ValidateTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(#"{"formats": {"assert": ["uuid"]}}"#, to: "Schemas/codegen.json")
    try folder.write(
      """
      {"$id": "https://example.com/user.json",
       "properties": {"name": {"type": "string", "x-maxUTF8Bytes": 4}, "id": {"format": "uuid"},
                      "address": {"format": "ipv4"}, "kind": {"$ref": "kind.schema.json"}}}
      """, to: "Schemas/users/user.schema.json")
    try folder.write(
      #"{"$id": "https://example.com/kind.schema.json", "enum": ["a", "b"]}"#, to: "Schemas/kind.schema.json")
    try folder.write(#"{"name": "abc", "address": "1.2"}"#, to: "good.json")
    try folder.write("{\n  \"name\": \"abcde\",\n  \"kind\": \"c\"\n}\n", to: "bad.json")
  }

  @Test("text output has one line per issue and none for valid files")
  func text() {
    let result = folder.run("validate", "--schema", "users/user", "good.json", "bad.json")
    #expect(result.code == 1)
    #expect(
      result.output == """
        bad.json:2:11: error: /name: expected at most 4 bytes of UTF-8, found 5 (x-maxUTF8Bytes)
        bad.json:3:11: error: /kind: expected "a" or "b", found "c" (enum)

        """)
    #expect(result.errors.isEmpty)
    #expect(folder.run("validate", "--schema", "users/user", "good.json") == Outcome(0))
  }

  @Test("JSON output has one object per payload, including valid ones")
  func json() {
    let result = folder.run("validate", "--schema", "users/user", "--output", "json", "good.json", "bad.json")
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first == #"{"file":"good.json","valid":true,"errors":[]}"#)
    #expect(lines.last?.hasPrefix(#"{"file":"bad.json","valid":false,"errors":[{"instanceLocation":"/name","#) == true)
  }

  @Test func flag() throws {
    try folder.write("{}\n\n{\"name\": 1}\n", to: "a.jsonl")
    let flag = folder.run("validate", "--schema", "users/user", "--output", "flag", "good.json", "bad.json")
    #expect(flag == Outcome(1, "{\"valid\":true}\n{\"valid\":false}\n"))
    let lines = folder.run("validate", "--schema", "users/user", "--output=flag", "--lines", "a.jsonl")
    #expect(lines == Outcome(1, "{\"valid\":true}\n{\"valid\":false}\n"))
  }

  @Test("errors annotate the lines of payloads")
  func githubActions() throws {
    try folder.write("{}\n{\"name\": \"a,b:c\"}\n{\n", to: "a.jsonl")
    let lines = folder.run("validate", "--schema", "users/user", "--lines", "--output", "github-actions", "a.jsonl")
    #expect(
      lines
        == Outcome(
          1,
          """
          ::error file=a.jsonl,line=2,col=10,title=x-maxUTF8Bytes::/name: expected at most 4 bytes of UTF-8, found 5
          ::error file=a.jsonl,line=3,col=2,title=parse::expected a member name in double quotes or '}', \
          found the end of the text

          """))
  }

  @Test(
    "SARIF output is one log, with and without errors, of files and of lines",
    arguments: [
      (["good.json"], []), (["bad.json", "good.json"], ["x-maxUTF8Bytes", "enum"]),
      (["good.json", "bad.json"], ["x-maxUTF8Bytes", "enum"]),
      (["--lines", "a.jsonl"], ["type", "parse"]),
    ])
  func sarif(arguments: [String], rules: [String]) throws {
    try folder.write("{}\n{\"name\": 1}\n{\n", to: "a.jsonl")
    let outcome = folder.run(["validate", "--schema", "users/user", "--output", "sarif"] + arguments)
    #expect(outcome.code == (rules.isEmpty ? 0 : 1))
    let run = try JSONValue(parsing: outcome.output)["runs"]?[0]
    #expect(run?["results"]?.array?.map { $0["ruleId"] } == rules.map { .string($0) })
    #expect(run?["tool"]?["driver"]?["rules"]?.array?.map { $0["id"] } == rules.sorted().map { .string($0) })
  }

  @Test("lines have positions in their file")
  func lines() throws {
    try folder.write("{}\n\n{\"name\": 1}\r\n{\n", to: "a.jsonl")
    let text = folder.run("validate", "--schema", "users/user", "--lines", "a.jsonl")
    #expect(
      text.output == """
        a.jsonl:3:10: error: /name: expected string, found integer (type)
        a.jsonl:4:2: error: expected a member name in double quotes or '}', found the end of the text (parse)

        """)
    let json = folder.run("validate", "--schema", "users/user", "--lines", "--output", "json", "a.jsonl")
    #expect(json.output.hasPrefix(#"{"file":"a.jsonl","line":1,"valid":true,"errors":[]}"#))
    #expect(json.output.contains(#""line":3,"column":10,"offset":13}"#))
  }

  @Test("results of lines validated by several threads keep the order of the lines")
  func manyLines() throws {
    let count = 30_000
    var text = ""
    for line in 1...count { text += line % 97 == 0 ? "{\"name\": \(line)}\n" : "{\"name\": \"n\", \"n\": \(line)}\n" }
    try folder.write(text, to: "a.jsonl")
    let flags = folder.run("validate", "--schema", "users/user", "--lines", "--output", "flag", "a.jsonl")
    #expect(
      flags.output.split(separator: "\n").elementsEqual(
        (1...count).map { #"{"valid":\#($0 % 97 != 0)}"# }
      ) { $0 == $1 })
    #expect(flags.code == 1)
  }

  @Test("workers accept batches of any size, return results in order, and never hold many", arguments: [1, 2, 5])
  func workers(threads: Int) {
    var results: [Int] = []
    let workers = LineWorkers<Int, Int>(count: threads) {
      { batch in (0..<(batch % 7) * 1_000).reduce(batch) { $0 ^ $1 } & 0 | batch }
    } finish: {
      results.append($0)
    }
    for batch in 0..<500 {
      workers.add(batch)
      #expect(batch + 1 - results.count <= 4 * threads)
    }
    workers.drain()
    workers.close()
    #expect(results == Array(0..<500))
  }

  @Test(
    "a schema is given by a name, a file, a URI, or any other file",
    arguments: [
      "users/user", "users/user.schema.json", "Schemas/users/user.schema.json", "https://example.com/user.json",
      "copy/user.schema.json",
    ])
  func schemas(name: String) throws {
    try folder.write(folder.text("Schemas/users/user.schema.json") ?? "", to: "copy/user.schema.json")
    try folder.write(folder.text("Schemas/kind.schema.json") ?? "", to: "copy/kind.schema.json")
    #expect(folder.run("validate", "--schema", name, "bad.json").output.hasPrefix("bad.json:2:11: error: /name: "))
  }

  @Test("formats are those of the configuration, or all for a schema outside the folder")
  func formats() throws {
    try folder.write(#"{"id": "x", "address": "x"}"#, to: "a.json")
    try folder.write(folder.text("Schemas/users/user.schema.json") ?? "", to: "copy/user.schema.json")
    try folder.write(folder.text("Schemas/kind.schema.json") ?? "", to: "copy/kind.schema.json")
    let uuid = "a.json:1:8: error: /id: expected the format 'uuid', found \"x\" (format)\n"
    let ipv4 = "a.json:1:24: error: /address: expected the format 'ipv4', found \"x\" (format)\n"
    #expect(folder.run("validate", "--schema", "users/user", "a.json") == Outcome(1, uuid))
    #expect(folder.run("validate", "--schema", "copy/user.schema.json", "a.json") == Outcome(1, uuid + ipv4))
    #expect(folder.run("validate", "--schema", "users/user", "--no-format", "a.json") == Outcome(0))
  }

  @Test("a folder stands for its files, a name for the form, and nothing for the schema alone")
  func names() throws {
    try folder.write(#"{"name": "a"} // said"#, to: "in/a.jsonc")
    try folder.write("[1]\n[2]\n", to: "in/deep/b.ndjson")
    try folder.write("no payload", to: "in/c.txt")
    try folder.write(#"{"type": "object"}"#, to: "object.json")
    let outcome = folder.run("validate", "--schema", "object.json", "in")
    #expect(
      outcome.output == """
        in/deep/b.ndjson:1:1: error: expected object, found array (type)
        in/deep/b.ndjson:2:1: error: expected object, found array (type)

        """)
    #expect(folder.run("validate", "--schema", "object.json", "in/a.jsonc") == Outcome(0))
    #expect(
      folder.run("validate", "--schema", "object.json")
        == Outcome(0, errors: "the schema can be used; no payload was named\n"))
    try folder.write("{}\n{}\n", to: "two.json")
    let lines = folder.run("validate", "--schema", "object.json", "two.json")
    #expect(lines.errors == "note: two.json seems to have one payload per line; use --lines to validate each line\n")
  }

  @Test("payloads beyond a limit are refused with their location")
  func limits() throws {
    try folder.write("[[[1]]]", to: "a.json")
    let bytes = folder.run("validate", "--schema", "kind", "--max-bytes", "6", "a.json")
    #expect(bytes.output == "a.json:1:7: error: expected at most 6 bytes, found more (parse)\n")
    let depth = folder.run("validate", "--schema", "kind", "--max-depth", "2", "a.json")
    #expect(
      depth.output == "a.json:1:3: error: expected at most 2 levels of nested arrays and objects, found more (parse)\n")
    let issues = folder.run("validate", "--schema", "users/user", "--max-issues", "1", "bad.json")
    #expect(issues.output.split(separator: "\n").count == 2)
    #expect(issues.output.hasSuffix("error: stopped after the first error; there are more (truncated)\n"))
  }

  @Test(
    "a stream has the errors and the exit code of the whole file",
    arguments: ["text", "json", "flag", "detailed", "sarif"])
  func streams(form: String) throws {
    try folder.write(
      #"{"type": "object", "properties": {"items": {"items": {"maximum": 5}}}, "required": ["items"]}"#, to: "s.json")
    let long = String(repeating: " ", count: 1 << 19)
    for (text, code) in [
      ("{\"items\": [1, \(long)\n 6, \(long)\n 7]}", 1), ("{\"items\": [1, \(long) \(long) 2]}", 0),
      ("{\"items\": [1, \(long) \(long) 7, 2}", 1), ("[]", 1), ("\u{feff}{\"items\": [9]}", 1),
    ] {
      try folder.write(text, to: "a.json")
      let whole = folder.run("validate", "--schema", "s.json", "--output", form, "a.json")
      #expect(whole.code == code)
      #expect(folder.run("validate", "--schema", "s.json", "--output", form, "--stream", "a.json") == whole)
    }
  }

  @Test("a file that is too long is a hint at streams, which hold only what a keyword needs at once")
  func hintsAtStream() throws {
    try folder.write(#"{"items": {"not": {"type": "null"}}}"#, to: "s.json")
    try folder.write("[[1, 2], [1, 2, 3, 4, 5]]", to: "a.json")
    try folder.write("[1, 2", to: "long.json")
    // Sparse: it has no blocks.
    try #require(truncate(folder.path + "/long.json", 1 << 28) == 0)
    let whole = folder.run("validate", "--schema", "s.json", "long.json")
    #expect(whole.code == 1)
    #expect(whole.errors == "note: long.json is too long to read at once; use --stream to validate JSON of any size\n")
    let valid = folder.run("validate", "--schema", "s.json", "--max-bytes", "20", "--stream", "a.json")
    #expect(valid == Outcome(0))
    try folder.write("[[1, 2],\n [1, 2, 3, 4, 5]]", to: "a.json")
    let held = folder.run("validate", "--schema", "s.json", "--max-bytes", "10", "--stream", "a.json")
    #expect(
      held
        == Outcome(
          1,
          "a.json:2:2: error: /1: undecided, because 'not' needs the whole value, which has more than 10 bytes; "
            + "split the payload (not)\n"))
  }

  @Test(
    "a stream is one JSON payload without annotations",
    arguments: [
      Row(
        arguments: ["--lines", "good.json"], expected: "expected either '--stream', one payload, or '--lines'"),
      Row(
        arguments: ["--output", "basic", "good.json"],
        expected: "expected another '--output' with '--stream', which keeps no annotations; found 'basic'"),
      Row(arguments: ["a.yaml"], expected: "expected JSON with '--stream', found a.yaml"),
    ])
  func refusesStream(row: Row) {
    let result = folder.run(["validate", "--schema", "users/user", "--stream"] + row.arguments)
    #expect(result == Outcome(2, errors: "codegen: error: \(row.expected)\n"))
  }

  struct Row: CustomTestStringConvertible {
    let arguments: [String]
    let expected: String
    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test("the end of a schema's name that no other has is enough")
  func endOfName() {
    #expect(folder.run("validate", "--schema", "user", "good.json").code == 0)
  }

  @Test(
    "unreadable input is reported in one line on standard error",
    arguments: [
      Row(arguments: ["users/user", "none.json"], expected: "none.json: error: cannot be read: no such file"),
      Row(
        arguments: ["users/usre", "good.json"],
        expected:
          "codegen: error: expected '--schema' to be a file or the name of a schema, found 'users/usre'; "
          + "did you mean 'users/user'?"),
      Row(
        arguments: ["bad.json", "good.json", "--config", "none/codegen.json"],
        expected: "none/codegen.json: error: cannot be read: no such file"),
      Row(
        arguments: ["broken.json", "good.json"],
        expected: "broken.json:1:14: error: expected a value, found the end of the text"),
      Row(
        arguments: ["odd.json", "good.json"],
        expected:
          "odd.json:1:13: error: expected a regular expression, found '(': "
          + "expected ')' to close the group, found the end of the pattern, at offset 0"),
    ])
  func unusable(row: Row) throws {
    try folder.write(#"{"minLength":"#, to: "broken.json")
    try folder.write(#"{"pattern": "("}"#, to: "odd.json")
    let result = folder.run(["validate", "--schema"] + row.arguments)
    #expect(result == Outcome(2, errors: row.expected + "\n"))
  }

  @Test("an unreadable file does not prevent the validation of the others")
  func unreadableAmongOthers() {
    let result = folder.run("validate", "--schema", "kind", "--output", "flag", "none.json", "good.json")
    #expect(result.code == 2)
    #expect(result.output == "{\"valid\":false}\n")
  }

  @Test(
    "a schema on standard input, in JSON or YAML, refers to files beside it",
    arguments: [
      (
        #"{"properties": {"kind": {"$ref": "Schemas/kind.schema.json"}}}"#, "bad.json", Int32(1),
        "bad.json:3:11: error: /kind: "
      ),
      ("properties:\n  kind: {$ref: Schemas/kind.schema.json}\n", "good.json", 0, ""),
      ("{", "good.json", 2, "-:1:2: error: "),
      ("type: object\n---\ntype: string\n", "good.json", 2, "-: error: standard input has 2 documents"),
      ("{}", "-", 2, "codegen: error: standard input is either the schema or a payload"),
    ])
  func piped(_ schema: String, _ payload: String, _ status: Int32, _ start: String) throws {
    try folder.write(schema, to: "input")
    let outcome = try CodegenProcess.run(
      ["-c", "'\(try CodegenProcess.executable().path)' validate --schema - \(payload) < input"], of: "/bin/sh",
      in: URL(filePath: folder.path))
    #expect(outcome.status == status)
    #expect((outcome.output + outcome.errors).hasPrefix(start), "\(outcome)")
  }

  @Test(
    "--ref names the files of references, for files and for configured schemas",
    arguments: [
      (["--schema", "away.json", "--ref", "vendor/word.yaml"], Int32(1), "name.json:1:10: error: /name: "),
      (["--schema", "users/away", "--ref", "vendor/word.yaml"], 1, "name.json:1:10: error: /name: "),
      (["--schema", "away.json"], 2, "name the file of that document with --ref FILE"),
      (["--schema", "away.json", "--ref", "none.json"], 2, "none.json: error: cannot be read: no such file"),
      (["--schema", "away.json", "--ref", "away.json"], 2, "away.json: error: '--ref' needs a schema with an"),
    ])
  func referenced(_ arguments: [String], _ code: Int32, _ words: String) throws {
    let schema = #"{"properties": {"name": {"$ref": "https://words.example/word#/$defs/short"}}}"#
    try folder.write(schema, to: "away.json")
    if arguments.contains("users/away") { try folder.write(schema, to: "Schemas/users/away.schema.json") }
    try folder.write("$id: https://words.example/word\n$defs: {short: {maxLength: 2}}\n", to: "vendor/word.yaml")
    try folder.write(#"{"name": "abc"}"#, to: "name.json")
    let result = folder.run(["validate"] + arguments + ["name.json"])
    #expect(result.code == code)
    #expect((result.output + result.errors).contains(words), "\(result)")
  }

  @Test("a name with a line break cannot forge an output line")
  func disguise() throws {
    try folder.write(#"{"additionalProperties": false}"#, to: "none.schema.json")
    try folder.write(#"{"\nb.json:1:1: x": 1}"#, to: "a.json")
    let result = folder.run("validate", "--schema", "none.schema.json", "a.json")
    #expect(result.output.split(separator: "\n").count == 1)
    #expect(result.output.hasPrefix(#"a.json:1:21: error: /\u{a}b.json:1:1: x: "#))
  }
}
