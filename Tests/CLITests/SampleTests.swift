import SchemaRuntime
import Testing

@Suite struct SampleTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(#"{"formats": {"assert": ["uuid"]}}"#, to: "Schemas/codegen.json")
    try folder.write(
      """
      {"type": "object", "required": ["id"], "additionalProperties": false,
       "properties": {"id": {"format": "uuid", "type": "string"}, "age": {"type": "integer", "minimum": 18}}}
      """, to: "Schemas/users/user.schema.json")
    try folder.write(#"{"allOf": [{"type": "string"}, {"type": "null"}]}"#, to: "nothing.json")
    try folder.write(#"{"type": "array", "minItems": 1000000000}"#, to: "huge.json")
    try folder.write("true", to: "anything.json")
    try folder.write(#"{"type": "string", "examples": ["Ada"], "minLength": 3, "title": "A name"}"#, to: "name.json")
  }

  @Test("one payload is indented and valid")
  func one() throws {
    let result = folder.run("sample", "--schema", "users/user")
    #expect(result.code == 0 && result.errors.isEmpty)
    #expect(result.output.hasPrefix("{\n  \"id\": "))
    try folder.write(result.output, to: "user.json")
    #expect(folder.run("validate", "--schema", "users/user", "user.json") == Outcome(0))
    #expect(folder.run("sample", "--schema", "users/user", "--seed", "1") == result)
    #expect(folder.run("sample", "--schema", "users/user", "--seed", "2") != result)
  }

  @Test(
    "a string with encoded content has content, which is an annotation", arguments: ["minimal", "typical", "maximal"])
  func content(_ size: String) throws {
    try folder.write(
      #"{"type": "string", "contentEncoding": "base64", "contentMediaType": "application/json", "contentSchema": {"const": [1]}}"#,
      to: "content.json")
    #expect(folder.run("sample", "--schema", "content.json", "--size", size).output == "\"WzFd\"\n")
    try folder.write(
      #"{"type": "string", "contentMediaType": "application/json", "contentSchema": false}"#, to: "no.json")
    #expect(folder.run("sample", "--schema", "no.json", "--size", size).code == 0)
  }

  @Test("several payloads are printed as lines, one for each seed")
  func several() throws {
    let result = folder.run("sample", "--schema", "users/user", "--count", "3", "--seed", "5")
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(result.code == 0 && lines.count == 3)
    for (number, line) in lines.enumerated() {
      let alone = folder.run("sample", "--schema", "users/user", "--seed", "\(5 + number)", "--output", "lines")
      #expect(alone.output == line + "\n")
    }
    let array = folder.run("sample", "--schema", "users/user", "--count", "3", "--seed", "5", "--output", "json")
    #expect(try JSONValue(parsing: array.output) == .array(try lines.map { try JSONValue(parsing: $0) }))
  }

  @Test("sizes")
  func sizes() throws {
    let minimal = folder.run("sample", "--schema", "users/user", "--size", "minimal")
    #expect(try JSONValue(parsing: minimal.output).object?.keys == ["id"])
    let maximal = folder.run("sample", "--schema", "users/user", "--size", "maximal")
    #expect(try JSONValue(parsing: maximal.output).object?.keys == ["id", "age"])
  }

  @Test("invalid payloads name the keyword that they violate")
  func invalid() throws {
    let result = folder.run("sample", "--schema", "users/user", "--invalid")
    #expect(result.code == 0)
    var keywords: Set<String> = []
    for line in result.output.split(separator: "\n") {
      let miss = try JSONValue(parsing: String(line))
      #expect(miss.object?.keys == ["keyword", "keywordLocation", "instanceLocation", "payload"])
      let keyword = try #require(miss["keyword"]?.string)
      keywords.insert(keyword)
      try folder.write(try #require(miss["payload"]).text(), to: "bad.json")
      let verdict = folder.run("validate", "--schema", "users/user", "bad.json")
      #expect(verdict.code == 1 && verdict.output.contains("(\(keyword))"))
    }
    #expect(keywords == ["type", "required", "additionalProperties", "format", "minimum"])
    let two = folder.run("sample", "--schema", "users/user", "--invalid", "--count", "2")
    #expect(two.output.split(separator: "\n") == Array(result.output.split(separator: "\n").prefix(2)))
  }

  @Test("a schema without payloads is reported in a sentence")
  func none() {
    #expect(
      folder.run("sample", "--schema", "nothing.json")
        == Outcome(1, errors: "no payload can satisfy nothing.json\n"))
    #expect(
      folder.run("sample", "--schema", "huge.json")
        == Outcome(1, errors: "no sample of huge.json was found with seed 1; try another --seed\n"))
    #expect(
      folder.run("sample", "--schema", "anything.json", "--invalid")
        == Outcome(1, errors: "no invalid payload of anything.json was found, although there may be some\n"))
    #expect(
      folder.run("sample", "--schema", "nothing.json", "--invalid")
        == Outcome(1, errors: "no payload can satisfy nothing.json, so none is nearly valid\n"))
  }

  @Test("examples are used, titles are not")
  func examples() {
    let lines = folder.run("sample", "--schema", "name.json", "--count", "20").output
    #expect(lines.contains("\"Ada\"\n"))
    #expect(!lines.contains("A name"))
  }

  @Test(
    "bad usage",
    arguments: [
      (["sample"], "expected '--schema S' after 'sample', found none"),
      (["sample", "--schema", "a", "b"], "expected only options after 'sample', found 'b'"),
      (["sample", "--schema", "a", "--seed", "-"], "expected '--seed' to be an integer"),
      (["sample", "--schema", "a", "--seed", "1e3"], "expected '--seed' to be an integer"),
      (["sample", "--schema", "a", "--seed", "18446744073709551616"], "expected '--seed' to be an integer"),
      (["sample", "--schema", "a", "--count", "0"], "expected '--count' to be an integer from 1 to 1000000"),
      (["sample", "--schema", "a", "--size", "maximum"], "did you mean 'maximal'?"),
      (["sample", "--schema", "a", "--output", "text"], "expected '--output' to be one of json, lines"),
      (["sample", "--schema", "missing.json"], "missing.json"),
    ])
  func usage(arguments: [String], message: String) {
    let result = folder.run(arguments)
    #expect(result.code == 2 && result.output.isEmpty)
    #expect(result.errors.contains(message), "\(result.errors)")
  }
}
