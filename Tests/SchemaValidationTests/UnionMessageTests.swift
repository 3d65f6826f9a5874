import JSONSchema
import SchemaRuntime
import SchemaValidation
import Testing

/// What a reader is told of a value that no alternative admits.
@Suite struct UnionMessageTests {
  private static func object(_ name: String, _ properties: String, _ required: String) -> String {
    #""\#(name)": {"type": "object", "properties": {\#(properties)}, "required": [\#(required)], "additionalProperties": false}"#
  }

  static func either(_ first: String, _ second: String) -> String {
    let definitions = [
      object("circle", #""kind": {"const": "circle"}, "radius": {"type": "number"}"#, #""kind", "radius""#),
      object("square", #""kind": {"const": "square"}, "side": {"type": "number"}"#, #""kind", "side""#),
      object("card", #""number": {"type": "string"}, "expiry": {"type": "string"}"#, #""number", "expiry""#),
      object("iban", #""iban": {"type": "string"}"#, #""iban""#),
    ]
    let branches = [first, second].map { ##"{"$ref": "#/$defs/\##($0)"}"## }
    return "{\"$defs\": {\(definitions.joined(separator: ", "))}, \"oneOf\": [\(branches.joined(separator: ", "))]}"
  }

  static let rows = [
    MessageRow(
      "types are told together", #"{"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]}"#, "true",
      "expected string, integer or null, found boolean"),
    MessageRow(
      "types and values are told together", #"{"anyOf": [{"type": "boolean"}, {"enum": ["auto", "fit"]}]}"#,
      #""other""#,
      #"expected boolean, "auto" or "fit", found "other""#),
    MessageRow(
      "an integer is a number", #"{"anyOf": [{"type": "number"}, {"type": "integer"}]}"#, #""x""#,
      "expected number, found string"),
    MessageRow(
      "choices in choices are told together",
      #"{"anyOf": [{"anyOf": [{"type": "string"}, {"type": "null"}]}, {"type": "boolean"}]}"#, "1",
      "expected string, null or boolean, found integer"),
    MessageRow(
      "only one branch is for the type", #"{"anyOf": [{"type": "integer"}, {"type": "string", "pattern": "^a"}]}"#,
      #""b""#,
      #"expected a match for the pattern '^a', found "b""#),
    MessageRow(
      "the tag names the branch", either("circle", "square"), #"{"kind": "circle", "radius": "x"}"#,
      "/radius: expected number, found string"),
    MessageRow(
      "an unknown tag", either("circle", "square"), #"{"kind": "oval", "radius": 1}"#,
      #"/kind: expected "circle" or "square", found "oval""#),
    MessageRow(
      "no tag, but members of one", either("square", "circle"), #"{"radius": 1}"#,
      "expected a match for one of the alternatives, found none; 'circle' is closest",
      "expected member 'kind', found none"),
    MessageRow(
      "the wrong type for all", either("circle", "square"), "3", "expected object, found integer"),
    MessageRow(
      "the branch whose members fit, and a misspelled one", either("iban", "card"), #"{"number": "1", "exipry": "2"}"#,
      "expected a match for one of the alternatives, found none; 'card' is closest",
      "/exipry: expected a declared member, found 'exipry'; did you mean 'expiry'?"),
    MessageRow(
      "the name is that of the branch, not of what it refers to",
      ##"{"$defs": {"a": {"properties": {"n": {"$ref": "#/$defs/size"}}, "required": ["n", "p"]}, "b": {"required": ["q", "r"]}, "size": {"minimum": 3}}, "anyOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}]}"##,
      #"{"n": 1}"#, "expected a match for one of the alternatives, found none; 'a' is closest",
      "expected member 'p', found none", "/n: expected at least 3, found 1"),
    MessageRow(
      "each requires another member",
      #"{"anyOf": [{"required": ["id"]}, {"required": ["name"]}, {"required": ["email"]}]}"#, "{}",
      "expected one of the members 'id', 'name' or 'email', found none"),
    MessageRow(
      "branches that share a tag",
      #"{"oneOf": [{"properties": {"k": {"const": 1}, "a": {"type": "string"}}, "required": ["k", "a"]}, {"properties": {"k": {"const": 2}}, "required": ["k"]}, {"properties": {"k": {"const": 1}, "b": {"type": "string"}}, "required": ["k", "b"]}]}"#,
      #"{"k": 1, "b": 2}"#, "expected a match for one of the alternatives, found none; the one at index 2 is closest",
      "/b: expected string, found integer"),
    MessageRow(
      "elements of an array", #"{"items": {"anyOf": [{"type": "integer"}, {"const": "all"}]}}"#, #"[1, "al"]"#,
      #"/1: expected integer or "all", found "al""#),
    MessageRow(
      "sensitive values are not told",
      #"{"anyOf": [{"const": "hunter2", "x-sensitive": true}, {"const": "other", "x-sensitive": true}]}"#, #""x""#,
      "expected at least one matching alternative, found a value that is not shown, because it is sensitive",
      "expected the schema's value, found a value that is not shown, because it is sensitive"),
    MessageRow(
      "several match", #"{"oneOf": [{"type": "integer"}, {"type": "number"}]}"#, "1",
      "expected exactly one matching alternative, found 2: those at indices 0, 1"),
    MessageRow(
      "a value near one of a list", #"{"enum": ["monday", "tuesday"]}"#, #""tusday""#,
      #"expected "monday" or "tuesday", found "tusday"; did you mean "tuesday"?"#),
  ]

  @Test("a failed choice says what would help", arguments: rows)
  func tells(_ row: MessageRow) throws {
    let document = SchemaDocument(
      uri: "https://unions.example/a", name: "a", source: try JSONDocument(parsing: row.schema))
    let graph = try SchemaResolver.resolve([document]).graph
    let validator = try SchemaValidator(graph: graph, schema: graph.roots[0])
    let lines = validator.validate(Array(row.payload.utf8)).textOutput(in: PayloadOrigin(file: "p"))
    #expect(
      lines.map { line in
        String(line.split(separator: "error: ", maxSplits: 1)[1].replacing(/\s\([^()]*\)$/, with: ""))
      } == row.told)
  }
}
