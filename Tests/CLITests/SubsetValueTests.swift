import JSONSchema
import SchemaRewriting
import SchemaRuntime
import SchemaSampling
import SchemaValidation
import TestSupport
import Testing

/// Values of a schema in the subset in which all members are required.
@Suite struct SubsetValueTests {
  @Test(
    "a value with null for each absent member is admitted, and without these members it is the value",
    arguments: [
      #"{"type": "object", "properties": {"a": {"type": "string"}, "b": {"enum": [1, 2]}, "c": {"type": ["integer", "null"]}}, "required": ["a"], "additionalProperties": false}"#,
      ##"{"type": "object", "properties": {"name": {"type": "string"}, "parts": {"type": "array", "items": {"$ref": "#"}}, "next": {"$ref": "#"}}, "additionalProperties": false}"##,
      ##"{"type": "object", "properties": {"a": {"$ref": "#/$defs/A", "description": "D."}, "b": {"type": "array", "items": {"allOf": [{"$ref": "#/$defs/A"}, {"required": ["x"]}]}}}, "additionalProperties": false, "$defs": {"A": {"type": "object", "properties": {"x": {"const": "x"}, "y": {"type": "number", "maximum": 3}}, "additionalProperties": false}}}"##,
      ##"{"oneOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}], "$defs": {"A": {"type": "object", "properties": {"k": {"const": "a"}, "n": {"type": "integer"}}, "required": ["k"], "additionalProperties": false}, "B": {"type": "object", "properties": {"k": {"const": "b"}, "s": {"type": "string"}}, "required": ["k", "s"], "additionalProperties": false}}}"##,
    ])
  func nulls(_ text: String) throws {
    let document = SchemaDocument(
      uri: "schema:///a", name: "a.json", source: try JSONDocument(parsing: Array(text.utf8)))
    let subset = try ProviderSubset(of: document, for: ProviderProfile(.openAIStrict)) { _ in nil }
    let validators = try [document.root, subset.schema, subset.relaxed].map { try Self.validator($0) }
    let graph = try SchemaResolver.resolve([document]).graph
    let output = try Compiler.compile([graph.roots[0]], of: graph, options: Compiler.Options())
    let sampler = SchemaSampler(
      output.program, schema: output.indices[graph.roots[0]] ?? 0)
    var count = 0
    for seed in 0..<100 {
      var steps = 10_000
      let size = SchemaSampler.Size.allCases[seed % SchemaSampler.Size.allCases.count]
      guard let value = sampler.value(seed: UInt64(seed), size: size, spending: &steps),
        validators[0].validate(value.json()).isValid
      else { continue }
      count += 1
      let completed = Self.completed(value, subset.schema, subset.schema)
      #expect(validators[1].validate(completed.json()).isValid, "\(completed.text()) \(subset.schema.text())")
      #expect(validators[2].validate(value.json()).isValid)
    }
    #expect(count > 20)
  }

  private static func validator(_ schema: JSONValue) throws -> SchemaValidator {
    let document = SchemaDocument(uri: "schema:///b", name: "b.json", source: try JSONDocument(parsing: schema.json()))
    let graph = try SchemaResolver.resolve([document]).graph
    return try SchemaValidator(graph: graph, schema: graph.roots[0], options: Compiler.Options())
  }

  /// Returns a value with null for each required member that it lacks.
  private static func completed(_ value: JSONValue, _ schema: JSONValue, _ root: JSONValue) -> JSONValue {
    if let text = schema["$ref"]?.string {
      return completed(value, root[JSONPointer(String(text.dropFirst())) ?? JSONPointer()] ?? true, root)
    }
    if let branches = schema["anyOf"]?.array {
      let branch = branches.first { branch in value.isNull == (branch["type"] == "null") }
      return branch.map { completed(value, $0, root) } ?? value
    }
    switch value {
    case .null, .bool, .number, .string: return value
    case .array(let elements): return .array(elements.map { completed($0, schema["items"] ?? true, root) })
    case .object(var object):
      for (name, member) in schema["properties"]?.object ?? [:] {
        object[name] = object[name].map { completed($0, member, root) } ?? .null
      }
      return .object(object)
    }
  }
}
