import JSONSchema
import SchemaRuntime
import SchemaValidation

/// The form of suites, as a schema.
enum TestSuiteForm {
  /// The members of an error in `validate --output json` that a test may expect.
  static let errorMembers = [
    "instanceLocation", "keyword", "keywordLocation", "absoluteKeywordLocation", "error", "expected", "actual",
  ]

  private static let text = ##"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "type": ["array", "object"],
      "if": { "type": "array" },
      "then": { "items": { "$ref": "#/$defs/group" } },
      "else": { "$ref": "#/$defs/group" },
      "$defs": {
        "group": {
          "type": "object",
          "properties": {
            "description": { "type": "string" },
            "schema": { "type": ["object", "boolean"] },
            "target": { "type": "string" },
            "tests": { "type": "array", "items": { "$ref": "#/$defs/test" } },
            "comment": true, "$comment": true, "$schema": true, "specification": true
          },
          "required": ["tests"],
          "oneOf": [{ "required": ["schema"] }, { "required": ["target"] }],
          "additionalProperties": false
        },
        "test": {
          "type": "object",
          "properties": {
            "description": { "type": "string" },
            "data": true,
            "dataPath": { "type": "string" },
            "valid": { "type": "boolean" },
            "errors": { "$ref": "#/$defs/errors" },
            "comment": true, "$comment": true
          },
          "required": ["valid"],
          "oneOf": [{ "required": ["data"] }, { "required": ["dataPath"] }],
          "dependentSchemas": { "errors": { "properties": { "valid": { "const": false } } } },
          "additionalProperties": false
        },
        "errors": {
          "type": "array",
          "minItems": 1,
          "items": {
            "type": "object",
            "minProperties": 1,
            "propertyNames": { "enum": [\##(errorMembers.map { #""\#($0)""# }.joined(separator: ", "))] }
          }
        }
      }
    }
    """##

  /// The validators of a suite, and of a file with expected errors, by their fragments.
  static let validators: [String: SchemaValidator] = {
    do {
      let document = SchemaDocument(
        uri: "urn:schemata:test-suite", name: "test-suite.schema.json", source: try JSONDocument(parsing: text))
      let graph = try SchemaResolver.resolve([document]).graph
      var validators = ["": try SchemaValidator(graph: graph, schema: graph.roots[0])]
      for node in graph.nodes where node.pointer.description == "/$defs/errors" {
        validators["#/$defs/errors"] = try SchemaValidator(graph: graph, schema: node.id)
      }
      return validators
    } catch {
      preconditionFailure("internal error: the built-in schema of suites does not compile: \(error); please report it")
    }
  }()
}
