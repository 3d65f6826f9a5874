import JSONSchema
import SchemaRuntime
import SchemaValidation
import Testing

/// `x-errorMessage`, and ajv's `errorMessage`.
@Suite struct OwnMessageTests {
  static let rows = [
    MessageRow("a text", #"{"minLength": 1, "x-errorMessage": "say a name"}"#, #""""#, "/: say a name (minLength)"),
    MessageRow(
      "a text is said once", #"{"type": "string", "minLength": 3, "pattern": "^a", "x-errorMessage": "say a name"}"#,
      #""b""#, "/: say a name (minLength)"),
    MessageRow(
      "texts by keyword", #"{"minLength": 3, "pattern": "^a", "x-errorMessage": {"minLength": "longer"}}"#, #""b""#,
      "/: longer (minLength)", #"/: expected a match for the pattern '^a', found "b" (pattern)"#),
    MessageRow(
      "a text for all other keywords",
      #"{"minLength": 3, "pattern": "^a", "errorMessage": {"minLength": "longer", "_": "no"}}"#,
      #""b""#, "/: longer (minLength)", "/: no (pattern)"),
    MessageRow(
      "a member has its own",
      #"{"properties": {"n": {"maximum": 3, "x-errorMessage": "less"}}, "x-errorMessage": "all"}"#,
      #"{"n": 4}"#, "/n: less (maximum)"),
    MessageRow(
      "the use says more than what it refers to",
      ##"{"properties": {"n": {"$ref": "#/$defs/n", "x-errorMessage": "here"}}, "$defs": {"n": {"maximum": 3, "x-errorMessage": "there"}}}"##,
      #"{"n": 4}"#, "/n: here (maximum)"),
    MessageRow(
      "a choice, instead of its alternatives",
      #"{"anyOf": [{"type": "string"}, {"minimum": 3}], "x-errorMessage": "a word"}"#,
      "1", "/: a word (anyOf)"),
    MessageRow(
      "a missing member, by its name", #"{"required": ["a", "b"], "errorMessage": {"required": {"b": "say b"}}}"#,
      #"{"a": 1}"#, "/: say b (required)"),
    MessageRow(
      "a member, by the object's words",
      #"{"properties": {"a": {"type": "string"}}, "errorMessage": {"properties": {"a": "a word"}}}"#,
      #"{"a": 1}"#, "/a: a word (type)"),
    MessageRow(
      "several missing members, one of them without words",
      #"{"required": ["a", "b", "c"], "errorMessage": {"required": {"a": "say a", "b": "say b"}}}"#, "{}",
      "/: say a; say b; expected member 'c', found none (required)"),
    MessageRow(
      "a member that a closed object does not know",
      #"{"properties": {"a": true}, "additionalProperties": false, "x-errorMessage": {"additionalProperties": "no more"}}"#,
      #"{"b": 1}"#, "/b: no more (additionalProperties)"),
    MessageRow(
      "the name of a member",
      #"{"propertyNames": {"maxLength": 1}, "x-errorMessage": {"propertyNames": "one letter"}}"#,
      #"{"bb": 1}"#, "/bb: one letter (maxLength)"),
    MessageRow(
      "a sensitive value", #"{"minLength": 3, "x-sensitive": true, "x-errorMessage": "begins with s3cr3t"}"#, #""a""#,
      "/: expected at least 3 characters, found a value that is not shown, because it is sensitive (minLength)"),
  ]

  @Test("a schema says what is wrong in its own words", arguments: rows)
  func tells(_ row: MessageRow) throws {
    let graph = try CompilerRow("", row.schema, []).graph()
    let result = try SchemaValidator(graph: graph, schema: graph.roots[0]).validate(row.payload)
    let told = result.issues.withClosestCauses.map {
      "/\($0.instanceLocation.tokens.joined(separator: "/")): \($0.message) (\($0.keyword))"
    }
    #expect(told == row.told)
    // Programs carry the words.
    let program = try Program(json: try Compiler.compile([graph.roots[0]], of: graph).program.json.text())
    let issues = try Evaluator(program).issues(in: row.payload.utf8)
    #expect(issues.withClosestCauses.map(\.message) == result.issues.withClosestCauses.map(\.message))
  }
}
