import JSONSchema
import SchemaRuntime
import SchemaTestSuite

/// Schemas and instances from which the property tests derive others: those of the official suite if it is available,
/// and some of our own.
struct PropertyCorpus: Sendable {
  struct Group: Sendable {
    let schema: JSONValue
    let instances: [JSONValue]
  }

  let draft: OfficialSuite.Draft
  let groups: [Group]
  /// All values within the schemas.
  let schemaParts: [JSONValue]
  /// The names of all keywords.
  let keywords: [String]

  init(_ draft: OfficialSuite.Draft) throws {
    self.draft = draft
    let files = OfficialSuite.isPresent ? try OfficialSuite.files(of: draft) : []
    let suite = files.flatMap(\.cases).map { group in
      Group(schema: group["schema"] ?? true, instances: (group["tests"]?.array ?? []).compactMap { $0["data"] })
    }
    groups = try suite + Self.own.map { Group(schema: try JSONValue(parsing: $0), instances: Self.values) }
    schemaParts = groups.flatMap { Self.parts(of: $0.schema) } + Self.values
    keywords = Set(schemaParts.compactMap(\.object).flatMap { $0.map(\.key) }).sorted()
  }

  /// The value and all values within it.
  static func parts(of value: JSONValue) -> [JSONValue] {
    switch value {
    case .array(let elements): [value] + elements.flatMap(parts)
    case .object(let object): [value] + object.flatMap { parts(of: $0.value) }
    case .null, .bool, .number, .string: [value]
    }
  }

  /// Values of all types, at their limits.
  static let values: [JSONValue] = [
    nil, true, false, 0, -1, 1, 1.5, 9_007_199_254_740_993, .number(JSONNumber(Int.max)), "", "a", "#", "%", "~",
    "\u{0}",
    "e\u{301}", "\u{10FFFF}", "2024-02-30T24:00:60Z", "(", "^a*$", [], [[]], [nil, nil], [1, [2, ["x"]]], [:],
    ["": nil], ["a": ["a": ["a": 1]]], ["a": 1, "b": "x", "c": [true]],
  ]

  private static let own: [String] = [
    ##"{"type":["object","array","string"],"required":["a"],"properties":{"a":{"$ref":"#"}},"minProperties":1}"##,
    ##"{"$defs":{"n":{"anyOf":[{"type":"null"},{"items":{"$ref":"#/$defs/n"}}]}},"$ref":"#/$defs/n"}"##,
    ##"{"oneOf":[{"multipleOf":0.1},{"minimum":-1e308,"exclusiveMaximum":1e400},{"enum":[1,"a",null]}],"not":{"const":1.0}}"##,
    ##"{"patternProperties":{"^(a|b)+$":{"maxLength":3},"\\d":true},"additionalProperties":false,"propertyNames":{"minLength":1}}"##,
    ##"{"prefixItems":[{"type":"integer"}],"items":{"uniqueItems":true},"contains":{"format":"date-time"},"maxContains":2}"##,
    ##"{"if":{"type":"object"},"then":{"dependentRequired":{"a":["b"]},"dependentSchemas":{"b":false}},"else":{"maxItems":2}}"##,
    ##"{"allOf":[{"$anchor":"x","pattern":"(?=a)\\w"},{"$ref":"#x"}],"x-sensitive":true,"x-maxUTF8Bytes":4}"##,
  ]
}
