import SchemaRewriting
import SchemaRuntime
import TestSupport
import Testing

/// `codegen bundle --for`.
@Suite struct SubsetTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let provider: ProviderProfile.Name
    let schema: String
    let subset: String
    /// The start of each line of the report, after the location, except the last.
    let report: [String]
    let code: Int32

    init(
      _ sentence: String, _ provider: ProviderProfile.Name, _ schema: String, _ subset: String, _ report: [String] = [],
      code: Int32 = 0
    ) {
      (testDescription, self.provider, self.schema, self.subset) = (sentence, provider, schema, subset)
      (self.report, self.code) = (report, code)
    }
  }

  private static let closed = #""type": "object", "additionalProperties": false"#
  private static let nulls = "note: optional members are required and nullable"

  static let rows = [
    Row(
      "optional members become nullable and required", .openAIStrict,
      #"{\#(closed), "properties": {"a": {"type": "string"}, "b": {"enum": [1, "x"]}, "c": {"const": 1}, "d": {"type": ["integer", "null"]}}, "required": ["a"]}"#,
      #"{\#(closed), "properties": {"a": {"type": "string"}, "b": {"type": ["integer", "string", "null"], "enum": [1, "x", null]}, "c": {"anyOf": [{"type": "integer", "const": 1}, {"type": "null"}]}, "d": {"type": ["integer", "null"]}}, "required": ["a", "b", "c", "d"]}"#,
      [nulls]),
    Row(
      "an open object is closed, which the report says", .anthropic,
      #"{"type": "object", "properties": {"a": {"type": "string"}}}"#,
      #"{\#(closed), "properties": {"a": {"type": "string"}}}"#,
      ["note: undeclared members are rejected"]),
    Row(
      "removed assertions are told", .anthropic,
      #"{\#(closed), "properties": {"a": {"description": "A.", "type": "integer", "minimum": 1}, "b": {"type": "string", "pattern": "^(?=a)", "format": "uri"}, "c": {"type": "array", "items": {"type": "null"}, "minItems": 3}}}"#,
      #"{\#(closed), "properties": {"a": {"description": "A.\n\nAlso required: {\"minimum\":1}", "type": "integer"}, "b": {"description": "Also required: {\"pattern\":\"^(?=a)\"}", "type": "string", "format": "uri"}, "c": {"description": "Also required: {\"minItems\":3}", "type": "array", "items": {"type": "null"}, "minItems": 1}}}"#,
      [
        "note: left to validation: 'minimum'", "note: left to validation: 'pattern'",
        "note: left to validation: 'minItems'",
      ]),
    Row(
      "what surrounds a choice goes into its branches", .gemini,
      #"{"type": "object", "properties": {"a": {"type": "string"}}, "oneOf": [{"properties": {"b": {"const": "x"}}, "required": ["b"]}, {"required": ["a"]}]}"#,
      #"{"anyOf": [{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string", "enum": ["x"]}}, "required": ["b"]}, {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}]}"#,
      ["note: 'oneOf' is written as 'anyOf'"]),
    Row(
      "a choice at the root becomes one object", .openAIStrict,
      ##"{"oneOf": [{"$ref": "#/$defs/A"}, {\##(closed), "properties": {"k": {"const": "b"}, "n": {"type": "integer"}}, "required": ["k", "n"]}], "$defs": {"A": {\##(closed), "properties": {"k": {"const": "a"}}, "required": ["k"]}}}"##,
      #"{\#(closed), "properties": {"k": {"anyOf": [{"type": "string", "const": "a"}, {"type": "string", "const": "b"}]}, "n": {"type": ["integer", "null"]}}, "required": ["k", "n"]}"#,
      [
        "note: 'oneOf' is written as 'anyOf'",
        "note: the choice at the root becomes one object with the members of all branches",
      ]),
    Row(
      "'allOf' and what is next to a reference are merged", .openAIStrict,
      ##"{"type": "object", "properties": {"a": {"$ref": "#/$defs/N", "maximum": 5}, "b": {"allOf": [{"$ref": "#/$defs/N"}, {"minimum": 3}], "description": "B."}, "c": {"$ref": "#/$defs/N"}}, "required": ["a", "b", "c"], "unevaluatedProperties": false, "$defs": {"N": {"type": "number", "minimum": 1, "maximum": 9}}}"##,
      ##"{\##(closed), "properties": {"a": {"type": "number", "minimum": 1, "maximum": 5}, "b": {"description": "B.", "type": "number", "minimum": 3, "maximum": 9}, "c": {"$ref": "#/$defs/N"}}, "required": ["a", "b", "c"], "$defs": {"N": {"type": "number", "minimum": 1, "maximum": 9}}}"##
    ),
    Row(
      "members that only one part of a conjunction permits are left out", .openAIStrict,
      #"{"type": "object", "allOf": [{"properties": {"a": {"type": "string"}}, "additionalProperties": false}, {"properties": {"a": {"maxLength": 3}, "b": true}, "required": ["a"]}]}"#,
      #"{\#(closed), "properties": {"a": {"description": "Also required: {\"maxLength\":3}", "type": "string"}}, "required": ["a"]}"#,
      ["note: left to validation: 'maxLength'"]),
    Row(
      "a reference to itself is kept", .openAIStrict,
      ##"{\##(closed), "properties": {"name": {"type": "string"}, "parts": {"type": "array", "items": {"$ref": "#"}}}, "required": ["name", "parts"]}"##,
      ##"{\##(closed), "properties": {"name": {"type": "string"}, "parts": {"type": "array", "items": {"$ref": "#"}}}, "required": ["name", "parts"]}"##
    ),
    Row(
      "elements by index become elements of any of their schemas", .anthropic,
      #"{\#(closed), "properties": {"p": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false}}}"#,
      #"{\#(closed), "properties": {"p": {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "integer"}]}}}}"#,
      ["note: elements are not told apart by their index"]),
    Row(
      "bounds that exclude become bounds", .gemini, #"{"type": "integer", "exclusiveMinimum": 3, "minimum": 1}"#,
      #"{"description": "Also required: {\"exclusiveMinimum\":3}", "type": "integer", "minimum": 3}"#,
      ["note: left to validation: 'exclusiveMinimum'"]),
    Row(
      "values that cannot be listed become their types", .gemini, #"{"enum": ["a", 1, null, true, false]}"#,
      #"{"anyOf": [{"type": ["string", "integer"], "enum": ["a", 1]}, {"type": "null"}, {"type": "boolean"}]}"#),
    Row(
      "several types with members or elements are a choice", .anthropic,
      #"{\#(closed), "properties": {"v": {"type": ["array", "string", "null"], "items": {"type": "string"}}}}"#,
      #"{\#(closed), "properties": {"v": {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": ["string", "null"]}]}}}"#
    ),
    Row(
      "a map cannot be said", .openAIStrict,
      #"{\#(closed), "properties": {"m": {"type": "object", "additionalProperties": {"type": "string"}}}, "required": ["m"]}"#,
      #"{\#(closed), "properties": {"m": {\#(closed), "properties": {}, "required": []}}, "required": ["m"]}"#,
      [
        "warning: not expressible: members with any name; only the declared ones are left",
        "warning: not all values are admitted: undeclared members are now rejected, as in ",
      ],
      code: 1),
    Row(
      "what no value can be is left out, or as good as that", .openAIStrict,
      #"{\#(closed), "properties": {"a": {"allOf": [{"const": 1}, {"const": 2}]}, "b": {"type": "array", "items": {"allOf": [{"type": "string"}, {"type": "number"}]}}}, "required": ["b"]}"#,
      #"{\#(closed), "properties": {"b": {"type": "array", "maxItems": 0, "items": {"type": ["string", "number", "boolean", "null"]}}}, "required": ["b"]}"#
    ),
    Row(
      "of two bounds the narrower one stays, and of two divisors that have no common one the first", .openAIStrict,
      #"{\#(closed), "properties": {"a": {"allOf": [{"type": "integer", "minimum": 1, "multipleOf": 2}, {"type": "number", "minimum": 3, "multipleOf": 3}]}}, "required": ["a"]}"#,
      #"{\#(closed), "properties": {"a": {"type": "integer", "minimum": 3, "multipleOf": 2}}, "required": ["a"]}"#,
      ["note: left to validation: a second 'multipleOf'"]),
    Row(
      "any value is a scalar, with a value that is lost", .openAIStrict,
      #"{\#(closed), "properties": {"v": {}}, "required": ["v"]}"#,
      #"{\#(closed), "properties": {"v": {"type": ["string", "number", "boolean", "null"]}}, "required": ["v"]}"#,
      ["warning: not all values are admitted: "], code: 1),
    Row(
      "older drafts are upgraded", .gemini,
      ##"{"$schema": "http://json-schema.org/draft-04/schema#", "type": "object", "properties": {"a": {"$ref": "#/definitions/a"}}, "definitions": {"a": {"type": "number", "minimum": 1, "exclusiveMinimum": true}}}"##,
      ##"{"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {"a": {"description": "Also required: {\"exclusiveMinimum\":1}", "type": "number", "minimum": 1}}}"##,
      ["note: left to validation: 'exclusiveMinimum'"]),
    Row(
      "a tool of MCP has any schema for objects", .mcp,
      #"{"properties": {"a": {"not": {"type": "string"}}}, "$id": "https://e.example/a"}"#,
      #"{"type": "object", "properties": {"a": {"not": {"type": "string"}}}}"#,
      ["warning: not all values are admitted: "], code: 1),
  ]

  @Test("a schema gets the form that a provider documents, and the report says what is different", arguments: rows)
  func subset(_ row: Row) throws {
    let folder = try ScratchFolder()
    try folder.write(row.schema, to: "a.json")
    let outcome = folder.run("bundle", "a.json", "--for", row.provider.rawValue)
    #expect(try JSONValue(parsing: outcome.output) == JSONValue(parsing: row.subset), "\(outcome.output)")
    #expect(outcome.code == row.code, "\(outcome.errors)")
    let lines = outcome.errors.split(separator: "\n").map(String.init)
    #expect(lines.last?.hasPrefix(row.provider.rawValue + ", as documented in ") == true)
    for (line, expected) in zip(lines, row.report) { #expect(line.contains(expected)) }
    #expect(lines.count == row.report.count + 1, "\(outcome.errors)")
    // Written again, it stays.
    try folder.write(outcome.output, to: "b.json")
    let again = folder.run("bundle", "b.json", "--for", row.provider.rawValue)
    #expect(again.code == 0 && again.output == outcome.output, "\(again)")
    #expect(folder.run("fmt", "--check", "b.json") == Outcome(0))
  }

  @Test(
    "what has no form is refused with its location",
    arguments: [
      (
        ProviderProfile.Name.anthropic, ##"{\##(closed), "properties": {"a": {"$ref": "#"}}}"##,
        "a.json:1:1: error: this schema contains itself, which 'anthropic' does not support"
      ),
      (
        .gemini,
        ##"{"type": "object", "properties": {"a": {"$ref": "#/$defs/x"}}, "$defs": {"x": {"type": "object", "properties": {"y": {"$ref": "#/$defs/x"}}, "required": ["y"]}}}"##,
        "error: this schema contains itself other than in optional members, which 'gemini' does not support"
      ),
      (
        .openAIStrict, #"{"type": "array"}"#,
        "a.json:1:1: error: expected a schema for objects at the root, found one for array"
      ),
      (
        .mcp, #"{"type": "string"}"#,
        "a.json:1:10: error: expected a schema for objects at the root, found one for string"
      ),
      (.openAIStrict, "false", "a.json:1:1: error: no value satisfies this schema"),
      (
        .openAIStrict,
        #"{"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {}, "components": {"schemas": {"A": {}}}}"#,
        "; name one of its schemas with --root '#/components/schemas/NAME'"
      ),
    ])
  func refuses(_ provider: ProviderProfile.Name, _ schema: String, _ error: String) throws {
    let folder = try ScratchFolder()
    try folder.write(schema, to: "a.json")
    let outcome = folder.run("bundle", "a.json", "--for", provider.rawValue)
    #expect(outcome.code == 2 && outcome.output == "" && outcome.errors.contains(error), "\(outcome)")
  }

  /// A schema of an API description, and what becomes of it.
  struct APIRow: CustomTestStringConvertible {
    var testDescription: String
    var description: String
    var root: String
    var arguments: [String]
    var result: String
    var errors: [String]

    init(
      _ sentence: String, _ description: String, root: String = "#/components/schemas/A",
      with arguments: [String] = ["--for", "gemini"], _ result: String, _ errors: [String] = []
    ) {
      (testDescription, self.description, self.root) = (sentence, description, root)
      (self.arguments, self.result, self.errors) = (arguments, result, errors)
    }
  }

  private static let info = #""info": {"title": "t", "version": "1"}"#

  @Test(
    "a schema of an API description is written alone, with those that it references",
    arguments: [
      APIRow(
        "OpenAPI 3.1",
        ##"{"openapi": "3.1.0", \##(info), "paths": {}, "components": {"schemas": {"A": {"type": "object", "properties": {"b": {"$ref": "#/components/schemas/B"}, "a": {"$ref": "#/components/schemas/A"}}}, "B": {"type": "string", "minLength": 1}, "C": {}}}}"##,
        ##"{"type": "object", "properties": {"b": {"$ref": "#/$defs/B"}, "a": {"$ref": "#"}}, "$defs": {"B": {"description": "Also required: {\"minLength\":1}", "type": "string"}}}"##,
        ["api.json:1:262: note: left to validation: 'minLength'"]),
      APIRow(
        "OpenAPI 3.0, whose nullable schemas admit null",
        ##"{"openapi": "3.0.3", \##(info), "paths": {}, "components": {"schemas": {"A": {"type": "object", "properties": {"b": {"type": "string", "nullable": true, "enum": ["x"]}, "c": {"nullable": true, "allOf": [{"$ref": "#/components/schemas/B"}]}}}, "B": {"type": "integer"}}}}"##,
        ##"{"type": "object", "properties": {"b": {"anyOf": [{"type": "string", "enum": ["x"]}, {"type": "null"}]}, "c": {"anyOf": [{"$ref": "#/$defs/B"}, {"type": "null"}]}}, "$defs": {"B": {"type": "integer"}}}"##
      ),
      APIRow(
        "Swagger, as a schema of the draft on which its dialect is based",
        ##"{"swagger": "2.0", \##(info), "paths": {}, "definitions": {"A": {"type": "object", "properties": {"b": {"$ref": "#/definitions/B"}}}, "B": {"type": "number", "minimum": 1, "exclusiveMinimum": true, "x-nullable": true}}}"##,
        root: "#/definitions/A", with: [],
        ##"{"$schema": "http://json-schema.org/draft-04/schema#", "type": "object", "properties": {"b": {"$ref": "#/definitions/B"}}, "definitions": {"B": {"type": ["number", "null"], "minimum": 1, "exclusiveMinimum": true}}}"##
      ),
      APIRow(
        "a payload of AsyncAPI, outside the components",
        ##"{"asyncapi": "3.0.0", \##(info), "components": {"messages": {"M": {"payload": {"type": "object", "properties": {"b": {"$ref": "#/components/schemas/B"}}}}}, "schemas": {"B": {"type": "boolean"}}}}"##,
        root: "#/components/messages/M/payload", with: ["--for", "mcp"],
        ##"{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties": {"b": {"$ref": "#/$defs/B"}}, "$defs": {"B": {"type": "boolean"}}}"##
      ),
    ])
  func apiDescription(_ row: APIRow) throws {
    let folder = try ScratchFolder()
    try folder.write(row.description, to: "api.json")
    let outcome = folder.run(["bundle", "api.json", "--root", row.root] + row.arguments)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try JSONValue(parsing: outcome.output) == JSONValue(parsing: row.result), "\(outcome.output)")
    let lines = outcome.errors.split(separator: "\n").map(String.init)
    #expect(lines.dropLast() == row.errors[...], "\(outcome.errors)")
  }

  @Test("a schema that is larger than permitted is reported")
  func limits() throws {
    let folder = try ScratchFolder()
    let deep = (0..<11).reduce(#"{"type": "string"}"#) { inner, _ in
      #"{\#(Self.closed), "properties": {"a": \#(inner)}, "required": ["a"]}"#
    }
    let words = (0..<1_001).map { #""w\#($0)""# }.joined(separator: ",")
    let wide = #"{\#(Self.closed), "properties": {"a": {"enum": [\#(words)]}}, "required": ["a"]}"#
    for (schema, message) in [
      (deep, "warning: too large: 11 levels of objects, at most 10 are permitted"),
      (wide, "warning: too large: 1001 listed values, at most 1000 are permitted"),
    ] {
      try folder.write(schema, to: "a.json")
      let outcome = folder.run("bundle", "a.json", "--for", "openai-strict")
      #expect(outcome.code == 1 && outcome.errors.contains(message), "\(outcome.errors)")
    }
  }

  @Test("'--strict' counts values with undeclared members")
  func strict() throws {
    let folder = try ScratchFolder()
    try folder.write(#"{"type": "object", "properties": {"a": {"type": "string"}}}"#, to: "a.json")
    #expect(folder.run("bundle", "a.json", "--for", "anthropic").code == 0)
    #expect(folder.run("bundle", "a.json", "--for", "anthropic", "--strict").code == 1)
    #expect(folder.run("bundle", "a.json", "--for", "gemini", "--strict").code == 0)
  }

  @Test("definitions that refer to the same one with words each do not multiply without end")
  func doubling() throws {
    let folder = try ScratchFolder()
    let definitions = (0..<40).map { level in
      let next = level == 39 ? #"{"type": "string"}"# : ##"{"$ref": "#/$defs/d\##(level + 1)", "description": "D."}"##
      return #""d\#(level)": {\#(Self.closed), "properties": {"a": \#(next), "b": \#(next)}, "required": ["a", "b"]}"#
    }
    try folder.write(
      ##"{\##(Self.closed), "properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": {\##(definitions.joined(separator: ","))}}"##,
      to: "a.json")
    let outcome = folder.run("bundle", "a.json", "--for", "anthropic")
    #expect(outcome.code == 0 && outcome.output.utf8.count < 40_000_000, "\(outcome.errors)")
  }
}
