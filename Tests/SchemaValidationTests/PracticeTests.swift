import JSONSchema
import SchemaRuntime
import SchemaValidation
import Testing

/// What API descriptions mean in practice. Golden cases have the types.
@Suite struct PracticeTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let schema: String
    let diagnostics: [String]
    /// The schema that is the same by the specification.
    let equivalent: String
    /// Other components.
    var others = ""
  }

  static let rows = [
    Row(
      testDescription: "'nullable' beside a reference",
      schema: ##"{"$ref": "#/components/schemas/B", "nullable": true}"##,
      diagnostics: [null], equivalent: ##"{"anyOf": [{"$ref": "#/components/schemas/B"}, {"enum": [null]}]}"##),
    Row(
      testDescription: "'nullable' beside values", schema: #"{"type": "string", "enum": ["a"], "nullable": true}"#,
      diagnostics: [null], equivalent: #"{"type": "string", "enum": ["a", null], "nullable": true}"#),
    Row(
      testDescription: "'nullable' in a part of 'allOf'",
      schema: ##"{"allOf": [{"type": "string"}, {"nullable": true, "description": "d"}]}"##,
      diagnostics: [null], equivalent: #"{"anyOf": [{"type": "string"}, {"enum": [null]}]}"#),
    Row(
      testDescription: "'nullable' beside a type and a choice",
      schema: #"{"type": "string", "nullable": true, "oneOf": [{"enum": ["a"]}]}"#, diagnostics: [null],
      equivalent: #"{"type": "string", "nullable": true, "anyOf": [{"enum": ["a"]}, {"enum": [null]}]}"#),
    Row(
      testDescription: "a string with the format 'byte'", schema: #"{"type": "string", "format": "byte"}"#,
      diagnostics: [], equivalent: #"{"type": "string", "maxLength": 0}"#),
    Row(
      testDescription: "a string in base64", schema: #"{"type": "string", "contentEncoding": "base64"}"#,
      diagnostics: [], equivalent: #"{"type": "string", "maxLength": 0}"#),
    Row(
      testDescription: "'nullable' alone", schema: #"{"nullable": true}"#, diagnostics: [], equivalent: "{}"),
    Row(
      testDescription: "a choice between a string and a nullable string",
      schema: #"{"oneOf": [{"type": "string"}, {"type": "string", "nullable": true}]}"#, diagnostics: [],
      equivalent: #"{"type": "string", "nullable": true}"#),
    Row(
      testDescription: "a string or a nullable string, under 'anyOf'",
      schema: #"{"anyOf": [{"type": "string"}, {"type": "string", "nullable": true}]}"#, diagnostics: [],
      equivalent: #"{"type": "string", "nullable": true}"#),
    Row(
      testDescription: "a nullable branch that repeats another",
      schema: #"{"oneOf": [{"type": "string"}, {"type": "integer"}, {"type": "string", "nullable": true}]}"#,
      diagnostics: [], equivalent: #"{"anyOf": [{"type": "string"}, {"type": "integer"}, {"enum": [null]}]}"#),
    Row(
      testDescription: "a list of values beside the same list and null",
      schema: #"{"oneOf": [{"enum": ["a"]}, {"enum": ["a"], "nullable": true}]}"#,
      diagnostics: [
        null,
        overlap,
      ], equivalent: #"{"enum": ["a", null]}"#),
    Row(
      testDescription: "a choice of nullable branches",
      schema: #"{"oneOf": [{"type": "string", "nullable": true}, {"type": "integer", "nullable": true}]}"#,
      diagnostics: [], equivalent: #"{"anyOf": [{"type": "string"}, {"type": "integer"}, {"enum": [null]}]}"#),
    Row(
      testDescription: "branches of 'oneOf' that a value may satisfy together",
      schema: #"{"oneOf": [{"type": "string"}, {"enum": ["a", 1]}]}"#,
      diagnostics: [
        overlap
      ], equivalent: #"{"anyOf": [{"type": "string"}, {"enum": ["a", 1]}]}"#),
    Row(
      testDescription: "values of 'oneOf' that are told apart",
      schema: #"{"oneOf": [{"const": "a"}, {"const": "b"}]}"#, diagnostics: [],
      equivalent: #"{"oneOf": [{"enum": ["a"]}, {"enum": ["b"]}]}"#),
    Row(
      testDescription: "exactly one of two members",
      schema: #"{"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}"#, diagnostics: [],
      equivalent: #"{"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}"#),
    Row(
      testDescription: "a choice in a negation",
      schema: #"{"not": {"oneOf": [{"type": "string"}, {"enum": ["a", 1]}]}}"#, diagnostics: [],
      equivalent: #"{"not": {"oneOf": [{"type": "string"}, {"enum": ["a", 1]}]}}"#),
    Row(
      testDescription: "branches of 'oneOf' that exclude each other",
      schema: #"{"oneOf": [{"type": "string"}, {"type": "integer"}]}"#, diagnostics: [],
      equivalent: #"{"anyOf": [{"type": "string"}, {"type": "integer"}]}"#),
    Row(
      testDescription: "siblings of '$ref' and keywords of later drafts",
      schema: ##"{"$ref": "#/components/schemas/B", "const": "a"}"##, diagnostics: [], equivalent: #"{"enum": ["a"]}"#),
    Row(
      testDescription: "a mapping that leads nowhere",
      schema: ##"""
        {"oneOf": [{"$ref": "#/components/schemas/B"}], "discriminator": {"propertyName": "k", "mapping": {"c": "C"}}}
        """##,
      diagnostics: [
        "warning: the discriminator maps 'c' to 'C', which is neither a branch of 'oneOf' or 'anyOf' nor a schema that "
          + "extends this one",
        "note: the discriminator selects the branch; by the specification of OpenAPI, it is only a hint",
      ],
      equivalent: ##"""
        {"allOf": [{"$ref": "#/components/schemas/B"}, {"properties": {"k": {"enum": ["B"]}}}]}
        """##),
    Row(
      testDescription: "a base that lists the schemas that extend it, without a discriminator",
      schema:
        ##"{"type": "object", "oneOf": [{"$ref": "#/components/schemas/C"}, {"$ref": "#/components/schemas/D"}]}"##,
      diagnostics: [
        listed
      ],
      equivalent: #"{"type": "object", "required": ["k"], "properties": {"k": {"enum": ["B", 1]}}}"#,
      others: ##"""
        , "C": {"allOf": [{"$ref": "#/components/schemas/A"}, {"required": ["k"], "properties": {"k": {"enum": ["B"]}}}]},
        "D": {"allOf": [{"$ref": "#/components/schemas/A"}, {"required": ["k"], "properties": {"k": {"enum": [1]}}}]}
        """##),
    Row(
      testDescription: "a name for such a base, which has another choice too",
      schema: ##"{"description": "d", "allOf": [{"$ref": "#/components/schemas/E"}]}"##,
      diagnostics: [
        listed
      ],
      equivalent: #"{"type": "object", "required": ["k"], "properties": {"k": {"enum": ["B"]}}}"#,
      others: ##"""
        , "E": {"type": "object", "oneOf": [{"$ref": "#/components/schemas/F"}], "anyOf": [{"required": ["k"]}, {"required": ["z"]}]},
        "F": {"allOf": [{"$ref": "#/components/schemas/E"}, {"properties": {"k": {"enum": ["B"]}}}]}
        """##),
  ]
  private static let null =
    "note: 'nullable' permits null here; by the specification of OpenAPI, it only adds null to a 'type' next to it; "
    + "set \"reading\": \"standard\" in the configuration to follow it"
  private static let overlap =
    "note: the branches of 'oneOf' may overlap, so a value that satisfies several is accepted here; by the "
    + "specification, it is invalid; set \"reading\": \"standard\" in the configuration to reject it"
  private static let listed =
    "note: schemas in 'oneOf' or 'anyOf' here refer back to this one in 'allOf', which by the specification is an "
    + "endless cycle; they are read with the members of this schema, but without its list"

  private static func resolve(
    _ schema: String, _ others: String = "", by authority: SchemaResolver.Reading.Authority?
  ) throws -> SchemaResolver.Resolution {
    var options = SchemaResolver.Options()
    options.reading = { _ in SchemaResolver.Reading(authority: authority) }
    let text = #"{"openapi": "3.0.3", "components": {"schemas": {"A": "# + schema + #", "B": {}"# + others + "}}}"
    let document = SchemaDocument(
      uri: "file:///a.json", name: "a.json", source: try JSONDocument(parsing: text),
      extent: .members(of: JSONPointer(["components", "schemas"])))
    return try SchemaResolver.resolve([document], options: options)
  }

  @Test("a schema of OpenAPI 3.0 is read as its author means it", arguments: rows)
  func reads(_ row: Row) throws {
    let practice = try Self.resolve(row.schema, row.others, by: nil)
    #expect(Set(practice.diagnostics.map { "\($0.severity): \($0.message)" }) == Set(row.diagnostics))
    let letter = try Self.resolve(row.equivalent, by: .standard)
    let validators = try [practice, letter].map { try SchemaValidator(graph: $0.graph, schema: $0.graph.roots[0]) }
    for payload in ["null", "1", #""a""#, #""b""#, "{}", #"{"k":"B"}"#, #"{"k":"C"}"#, "[]"] {
      let verdicts = validators.map { $0.validate(Array(payload.utf8)).isValid }
      #expect(verdicts[0] == verdicts[1], "\(payload)")
    }
  }
}
