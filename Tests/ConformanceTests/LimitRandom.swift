import SchemaRuntime
import SchemaTestSuite
import TestSupport

/// Random schemas in which a pattern exceeds its budget below negations, choices and counts; and payloads for them.
struct LimitRandom {
  private var random: PropertyRandom

  init(round: Int) { random = PropertyRandom("limits", round: round) }

  /// A schema, and the same with its lists and members reversed.
  mutating func schemaInTwoOrders() -> (schema: JSONValue, other: JSONValue) {
    let schema = schema(depth: choose([1, 2, 2, 3]))
    return (schema, Self.reversed(schema))
  }

  private mutating func choose<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  private mutating func schema(depth: Int) -> JSONValue {
    if depth == 0 { return leaf() }
    func inner(_ random: inout LimitRandom) -> JSONValue { random.schema(depth: depth - 1) }
    switch Int.random(in: 0..<17, using: &random) {
    case 0, 1: return ["not": inner(&self)]
    case 2: return ["if": inner(&self), "then": inner(&self), "else": inner(&self)]
    case 3: return ["if": inner(&self), "then": false]
    case 4: return ["oneOf": [inner(&self), inner(&self)]]
    case 5: return ["oneOf": [inner(&self), inner(&self), inner(&self)]]
    case 6: return ["anyOf": [inner(&self), inner(&self)]]
    case 7: return ["allOf": [inner(&self), inner(&self)]]
    case 8: return ["contains": inner(&self), "maxContains": choose([0, 1, 2]), "minContains": choose([0, 1, 2])]
    case 9: return ["patternProperties": [pattern(): inner(&self)], "additionalProperties": choose([false, leaf()])]
    case 10: return ["propertyNames": ["not": leaf()]]
    case 11:
      return [
        choose(["anyOf", "oneOf"]): [members(depth), members(depth)], "unevaluatedProperties": choose([false, leaf()]),
      ]
    case 12: return ["if": members(depth), "then": members(depth), "unevaluatedProperties": false]
    case 13: return ["items": inner(&self)]
    case 14: return ["anyOf": [["contains": inner(&self)], true], "unevaluatedItems": choose([false, leaf()])]
    case 15: return ["dependentSchemas": ["p": inner(&self)], "properties": ["q": inner(&self)]]
    default: return ["properties": ["p": inner(&self), "q": inner(&self)], "required": ["p"]]
    }
  }

  /// A schema that evaluates members.
  private mutating func members(_ depth: Int) -> JSONValue {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: ["properties": ["p": schema(depth: depth - 1), "q": true]]
    case 1: ["patternProperties": [pattern(): schema(depth: depth - 1)]]
    default: ["required": ["q"], "properties": ["q": leaf()]]
    }
  }

  private mutating func pattern() -> String { choose([LimitRow.matching, LimitRow.missing, "^[pq]", "!$"]) }

  private mutating func leaf() -> JSONValue {
    switch Int.random(in: 0..<10, using: &random) {
    case 0...5: ["type": "string", "pattern": .string(choose([LimitRow.matching, LimitRow.missing]))]
    case 6: ["type": .string(choose(["string", "integer", "object", "array"]))]
    case 7: ["maxLength": 3]
    case 8: .bool(choose([true, false]))
    default: ["minProperties": 1, "minItems": 1, "minLength": 5]
    }
  }

  private static func reversed(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): .array(elements.reversed().map(reversed))
    case .object(let object):
      .object(JSONObject(object.reversed().map { ($0.key, reversed($0.value)) }))
    case .null, .bool, .number, .string: value
    }
  }

  // MARK: - Payloads

  mutating func payloads() -> [JSONValue] {
    [.string(LimitRow.long)] + (0..<6).map { _ in payload(depth: 2) }
  }

  private mutating func payload(depth: Int) -> JSONValue {
    let kind = Int.random(in: 0..<(depth == 0 ? 4 : 9), using: &random)
    if kind < 3 { return .string(text()) }
    if kind == 3 { return 1 }
    if kind < 6 { return .array((0..<choose([1, 2, 3])).map { _ in payload(depth: depth - 1) }) }
    var object = JSONObject()
    for name in ["p", "q", text()] where !random.isOne(in: 3) { object[name] = payload(depth: depth - 1) }
    return .object(object)
  }

  private mutating func text() -> String { choose([LimitRow.long, LimitRow.long, LimitRow.long, "aa!", "aab", "p!"]) }
}
