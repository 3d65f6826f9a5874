import JSONSchema
import SchemaRuntime
import SchemaTestSuite

// Most schemas of the suite have no `type`, so their Swift type is `JSONValue`. With a `type` added they become
// structs, arrays and scalars, on which both engines have to agree.
extension OfficialSuite.Group {
  /// The group's schema with each type that its instances have, and with the type that its keywords apply to wherever a
  /// subschema has none. The verdicts are the suite's, which may no longer hold.
  var typed: [OfficialSuite.Group] {
    // `$ref` hides its siblings in the older drafts.
    guard schema.root["type"] == nil, draft.dialect.draft > .draft7 || schema.root["$ref"] == nil else {
      return typed(nil).map { [$0] } ?? []
    }
    let values = instances.compactMap { try? JSONValue(parsing: $0.text) }
    let types: [JSONType] = [.object, .array, .number, .string]
    return types.filter { type in values.contains { $0.type == type || $0.type == .integer && type == .number } }
      .compactMap { typed($0) }
  }

  private func typed(_ type: JSONType?) -> OfficialSuite.Group? {
    guard case .object(var members) = Self.typed(schema.root) else { return nil }
    if let type { members["type"] = .string(type.rawValue) }
    let name = "\(self.name)-\(type?.rawValue ?? "typed")"
    guard let source = try? JSONDocument(parsing: JSONValue.object(members).json()) else { return nil }
    return OfficialSuite.Group(
      draft: draft, file: file, name: name, description: description,
      schema: SchemaDocument(
        uri: "https://suite.example/\(name).schema.json", name: name + ".schema.json", source: source),
      instances: instances)
  }

  /// The schema and its subschemas with the type that their keywords apply to.
  private static func typed(_ schema: JSONValue) -> JSONValue {
    guard case .object(var members) = schema else { return schema }
    for member in members {
      switch member.key {
      case "items", "additionalItems", "additionalProperties", "contains", "propertyNames", "not", "if", "then", "else",
        "unevaluatedItems", "unevaluatedProperties", "allOf", "anyOf", "oneOf", "prefixItems":
        members[member.key] = member.value.array.map { .array($0.map(typed)) } ?? typed(member.value)
      case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies":
        let inner = (member.value.object ?? JSONObject()).map { ($0.key, typed($0.value)) }
        members[member.key] = .object(JSONObject(inner))
      default: break
      }
    }
    guard members["type"] == nil, members["$ref"] == nil else { return .object(members) }
    let subject = subjects.first { row in row.keywords.contains { members[$0] != nil } }
    if let subject { members["type"] = .string(subject.type) }
    return .object(members)
  }

  /// The types that keywords apply to.
  private static let subjects: [(type: String, keywords: [String])] = [
    (
      "object",
      [
        "properties", "patternProperties", "additionalProperties", "required", "dependentSchemas", "dependentRequired",
        "dependencies", "minProperties", "maxProperties", "propertyNames",
      ]
    ),
    ("array", ["items", "prefixItems", "additionalItems", "contains", "minItems", "maxItems", "uniqueItems"]),
    ("string", ["minLength", "maxLength", "pattern"]),
    ("number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
  ]
}
