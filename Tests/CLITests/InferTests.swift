import Foundation
import SchemaRuntime
import Testing

/// `codegen infer`: schemas from files, lines and standard input, and errors in these.
@Suite struct InferTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(#"{"id": 1, "name": "a"}"#, to: "orders/first-order.json")
    try folder.write(#"{"id": 2, "name": null, "note": "b"}"#, to: "orders/second.json")
    try folder.write("{\"id\": 1}\n\n{\"id\": 2, \"tag\": true}\r\n", to: "log.jsonl")
  }

  @Test("the schema of some files goes to standard output, with a title made from the first name")
  func files() throws {
    let result = folder.run("infer", "orders/first-order.json", "orders/second.json")
    #expect(result.code == 0)
    #expect(
      result.errors == """
        inferred from 2 payloads: 0 members are required; 2 more are in every object, but fewer than 20 objects were \
        seen, so they are optional (--required-evidence N changes that number)

        """)
    #expect(
      folder.run("infer", "--required-evidence", "2", "orders/first-order.json", "orders/second.json").errors == "")
    let schema = try JSONValue(parsing: result.output)
    #expect(schema["title"] == "First Order")
    #expect(schema["required"] == nil)
    #expect(schema["properties"]?["name"]?["type"] == ["string", "null"])
    #expect(result.output.hasSuffix("}\n"))
  }

  @Test("a file name without letters gives no title")
  func numberedFile() throws {
    try folder.write("{}", to: "1.json")
    #expect(try JSONValue(parsing: folder.run("infer", "1.json").output)["title"] == "Payload")
  }

  @Test("the output validates its sources, and no other file is written")
  func output() throws {
    let result = folder.run(
      "infer", "--title", "An order", "--output", "new/order.schema.json", "orders/first-order.json",
      "orders/second.json")
    #expect(result.code == 0 && result.output.isEmpty)
    let schema = try JSONValue(parsing: try #require(folder.text("new/order.schema.json")))
    #expect(schema["title"] == "An order")
    let verdict = folder.run(
      "validate", "--schema", "new/order.schema.json", "orders/first-order.json", "orders/second.json")
    #expect(verdict == Outcome(0))
    #expect(folder.names().filter { $0.contains("new") } == ["new", "new/order.schema.json"])
  }

  @Test("lint finds nothing but missing descriptions in the schemas of all folders of fixtures")
  func lint() throws {
    let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures").path
    var count = 0
    for path in try FileManager.default.subpathsOfDirectory(atPath: fixtures).sorted() where path.hasSuffix("/valid") {
      let payloads = try FileManager.default.contentsOfDirectory(atPath: fixtures + "/" + path).sorted()
      let name = path.dropLast("/valid".count)
      let inferred = folder.run(
        ["infer", "--output", "all/\(name).schema.json"] + payloads.map { "\(fixtures)/\(path)/\($0)" })
      #expect(inferred.code == 0)
      count += 1
    }
    #expect(count > 20)
    let findings = folder.run("lint", "--strict", "--notes", "all")
    #expect(findings.code == 0 && findings.errors.isEmpty)
    #expect(findings.output.split(separator: "\n").allSatisfy { $0.hasSuffix("[missing-description]") })
  }

  @Test("every line of a file is a payload")
  func lines() throws {
    let schema = try JSONValue(parsing: folder.run("infer", "--lines", "log.jsonl").output)
    #expect(schema["title"] == "Log")
    #expect(schema["required"] == nil)
    #expect(schema["properties"]?["tag"]?["type"] == "boolean")
  }

  @Test(
    "the number of objects that make a member required",
    arguments: [(1, ["id"]), (2, ["id"]), (3, nil)] as [(Int, JSONValue?)])
  func requiredEvidence(count: Int, expected: JSONValue?) throws {
    let result = folder.run("infer", "--lines", "--required-evidence", "\(count)", "log.jsonl")
    #expect(try JSONValue(parsing: result.output)["required"] == expected)
    let refused = folder.run("infer", "--required-evidence", "0", "log.jsonl")
    #expect(
      refused
        == Outcome(
          2, errors: "codegen: error: expected '--required-evidence' to be an integer of at least 1, found '0'\n"))
  }

  @Test("a previously inferred schema is widened, or unchanged byte for byte if it is wide enough")
  func widening() throws {
    #expect(folder.run("infer", "--output", "order.json", "orders/first-order.json").code == 0)
    let before = try #require(folder.text("order.json"))
    #expect(folder.run("infer", "--schema", "order.json", "orders/first-order.json").output == before)
    let stamp = try folder.stamp("order.json")
    #expect(
      folder.run("infer", "--schema", "order.json", "--output", "order.json", "orders/first-order.json") == Outcome(0))
    #expect(try folder.stamp("order.json") == stamp)
    #expect(folder.run("validate", "--schema", "order.json", "orders/second.json").code == 1)
    #expect(folder.run("infer", "--schema", "order.json", "--output", "order.json", "orders/second.json") == Outcome(0))
    #expect(
      folder.run("validate", "--schema", "order.json", "orders/first-order.json", "orders/second.json") == Outcome(0))
    let schema = try JSONValue(parsing: try #require(folder.text("order.json")))
    #expect(schema["title"] == "Order")
    #expect(schema["properties"]?["note"] == ["type": "string"])
  }

  @Test("an inferred schema accepts its sources, at every level of nested values of the same kind")
  func accepts() throws {
    try folder.write(
      #"""
      {"args":[{"args":[{"op":"like","args":[]}]}]}
      {"args":[{"op":"like","args":[{}]}]}
      """#, to: "like.jsonl")
    #expect(folder.run("infer", "--title", "Like", "--output", "like.json", "like.jsonl").code == 0)
    #expect(folder.run("infer", "--title", "Like", "like.jsonl").output == folder.text("like.json"))
    #expect(folder.run("validate", "--schema", "like.json", "--lines", "like.jsonl") == Outcome(0))
  }

  @Test("input from a pipe is checked as well")
  func pipe() throws {
    let path = folder.path + "/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    let text = (0..<5_000).map { #"{"n": \#($0), "next": {"n": -\#($0)}}"# }.joined(separator: "\n")
    let writer = Thread {
      guard let handle = FileHandle(forWritingAtPath: path) else { return }
      handle.write(Data(text.utf8))
      try? handle.close()
    }
    writer.start()
    let result = folder.run("infer", "--lines", "pipe")
    #expect(result.code == 0, "\(result.errors)")
    #expect(try JSONValue(parsing: result.output)["title"] == "Pipe")
  }

  @Test("a schema that would refuse a payload is not written")
  func refusesToWrite() throws {
    let schema = #"{"type": "object", "oneOf": [{"type": "object"}, {"type": "object", "properties": {"b": {}}}]}"#
    try folder.write(schema, to: "choice.json")
    let result = folder.run("infer", "--schema", "choice.json", "--output", "choice.json", "orders/first-order.json")
    #expect(result.code == 2)
    #expect(result.output.isEmpty)
    #expect(
      result.errors.hasPrefix("orders/first-order.json:1:1: error: ")
        && result.errors.hasSuffix(
          "codegen: error: the inferred schema rejects a payload that it was inferred from; nothing was written\n"),
      "\(result.errors)")
    #expect(folder.text("choice.json") == schema)
  }

  static let wrong: [(name: String, arguments: [String], line: String)] = [
    ("no file", [], "codegen: error: expected at least one FILE after 'infer', found none"),
    ("a file that is not there", ["none.json"], "none.json: error: cannot be read: no such file"),
    (
      "a text that is not JSON", ["bad.json"],
      "bad.json:2:8: error: expected a value, found '}'"
    ),
    (
      "a line that is not JSON", ["--lines", "bad.jsonl"],
      "bad.jsonl:2:4: error: expected a member name in double quotes or '}', found the end of the text"
    ),
    (
      "a name twice", ["twice.json"],
      "twice.json:1:10: error: expected distinct names in an object, found 'a' again"
    ),
    (
      "lines that are all blank", ["--lines", "blank.jsonl"],
      "blank.jsonl: error: there is no payload to infer from"
    ),
    (
      "a schema that was not inferred", ["--schema", "own.json", "orders/second.json"],
      "own.json:2:14: error: 'infer --schema' can widen only what 'infer' writes, and it does not write this "
        + "'pattern'; change the schema by hand"
    ),
    (
      "a payload for a schema", ["--schema", "orders/second.json", "orders/second.json"],
      "orders/second.json:1:1: error: expected a schema at the root, found an object without keywords that constrain values"
    ),
    (
      "a schema that is not JSON", ["--schema", "bad.json", "orders/second.json"],
      "bad.json:2:8: error: expected a value, found '}'"
    ),
    (
      "an option of another verb", ["--check", "a.json"],
      "codegen: error: 'infer' has no option '--check', which belongs to 'generate'"
    ),
  ]

  @Test(arguments: wrong)
  func refuses(_ row: (name: String, arguments: [String], line: String)) throws {
    try folder.write("{\n  \"a\": }\n", to: "bad.json")
    try folder.write("{}\n  {", to: "bad.jsonl")
    try folder.write(#"{"a": 1, "a": 2}"#, to: "twice.json")
    try folder.write("\n  \n", to: "blank.jsonl")
    try folder.write("{\n  \"pattern\": \"a\", \"type\": \"object\"\n}", to: "own.json")
    let result = folder.run(["infer"] + row.arguments)
    #expect(result.code == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors == row.line + "\n")
  }

  @Test("the help describes the options for this verb")
  func help() {
    let text = folder.run("help", "infer").output
    #expect(text.contains("--output FILE"))
    #expect(text.contains("--schema FILE"))
    #expect(text.contains("--title TEXT"))
    #expect(text.contains("--required-evidence N"))
    #expect(text.contains("widen this previously inferred schema to accept the payloads"))
    #expect(folder.run("help", "validate").output.contains("--output FORM"))
  }
}
