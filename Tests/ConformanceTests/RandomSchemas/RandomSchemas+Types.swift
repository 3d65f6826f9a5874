import SchemaRuntime
import SchemaTestSuite
import TestSupport

// Schemas of one type each.
extension RandomSchemas {
  // MARK: - Scalars

  mutating func scalar() -> JSONObject {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return ["type": "boolean"]
    case 1, 2: return limited(["type": "integer"])
    case 3, 4: return limited(["type": "number"])
    case 5: return ["const": isOne(in: 2) ? .string(name()) : value()]
    default: return string()
    }
  }

  private mutating func limited(_ schema: JSONObject) -> JSONObject {
    var schema = schema
    if isOne(in: 4) { schema["minimum"] = isOne(in: 6) ? number() : 0 }
    if isOne(in: 4) { schema["maximum"] = isOne(in: 6) ? number() : 100 }
    if isOne(in: 8) { schema["exclusiveMinimum"] = -1 }
    if isOne(in: 8) { schema["multipleOf"] = isOne(in: 3) ? 0.01 : 1 }
    if isOne(in: 16) { schema["x-swift"] = ["type": "JSONNumber"] }
    return schema
  }

  private mutating func string() -> JSONObject {
    var schema: JSONObject = ["type": "string"]
    addLimits(of: .string, least: 1, most: 20, to: &schema)
    if isOne(in: 8), let pattern = random.element(of: RandomNames.patterns) {
      schema["pattern"] = .string(pattern.source)
    }
    if isOne(in: 5), let format = random.element(of: RandomNames.formats) { schema["format"] = .string(format.name) }
    if isOne(in: 16) {
      schema["contentMediaType"] = "application/json"
      if isOne(in: 2) { schema["contentSchema"] = .object(scalar()) }
      if isOne(in: 2) { schema["contentEncoding"] = "base64" }
    }
    return schema
  }

  mutating func enumeration() -> JSONObject {
    let count = Int.random(in: 1...6, using: &random)
    var schema = JSONObject()
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      schema["enum"] = .array(distinct((0..<count).map { _ in number() }.filter { $0.int != nil } + [7]))
      if isOne(in: 2) { schema["type"] = "integer" }
    case 1: schema["enum"] = .array(distinct((0..<count).map { _ in value() }))
    case 2:
      // Known values, with all others kept.
      let known: JSONValue = ["enum": .array(distinct((0..<count).map { _ in .string(name()) }))]
      return ["anyOf": [known, ["type": "string"]]]
    default:
      schema["enum"] = .array(distinct((0..<count).map { _ in .string(name()) }))
      if !isOne(in: 3) { schema["type"] = "string" }
    }
    if isOne(in: 8), let values = schema["enum"]?.array {
      let names = values.indices.map { "\(name(from: RandomNames.plain)) \($0)" }
      schema["x-enum-varnames"] = .array(names.map { .string($0) })
    }
    return schema
  }

  func distinct(_ values: [JSONValue]) -> [JSONValue] {
    values.enumerated().filter { !values[..<$0.offset].contains($0.element) }.map(\.element)
  }

  // MARK: - Arrays and maps

  mutating func array(_ depth: Int) -> JSONObject {
    var schema: JSONObject = ["type": "array", "items": inner(depth)]
    addLimits(of: .array, least: 1, most: 3, to: &schema)
    if isOne(in: 8) { schema["uniqueItems"] = true }
    if isOne(in: 8) { schema["contains"] = inner(depth) }
    if isOne(in: 8) { schema["x-lossy"] = true }
    return schema
  }

  mutating func tuple(_ depth: Int) -> JSONObject {
    let count = Int.random(in: 1...3, using: &random)
    var schema: JSONObject = ["type": "array", "prefixItems": .array((0..<count).map { _ in inner(depth) })]
    switch Int.random(in: 0..<5, using: &random) {
    case 0: schema["items"] = false
    case 1: schema["items"] = inner(depth)
    case 2: schema["unevaluatedItems"] = false
    case 3:
      schema["contains"] = inner(depth)
      schema["unevaluatedItems"] = inner(depth)
    default: break
    }
    return schema
  }

  mutating func map(_ depth: Int) -> JSONObject {
    var schema: JSONObject = ["type": "object"]
    if !isOne(in: 4) { schema["additionalProperties"] = inner(depth) }
    if isOne(in: 3), let pattern = random.element(of: RandomNames.patterns) {
      schema["patternProperties"] = .object(JSONObject([(pattern.source, inner(depth))]))
    }
    if isOne(in: 4) { schema["propertyNames"] = isOne(in: 2) ? ["maxLength": 4] : .object(enumeration()) }
    addLimits(of: .object, least: 1, most: 8, to: &schema)
    return schema
  }

  /// Adds limits of some measures of a type.
  private mutating func addLimits(of type: JSONType, least: Int, most: Int, to schema: inout JSONObject) {
    for measure in Measure.measures(of: type) {
      for limit in [LengthLimit.atLeast(least), .atMost(most)] where isOne(in: 6) {
        schema[measure.keyword(of: limit)] = .number(JSONNumber(limit.count))
      }
    }
  }

  // MARK: - Objects

  mutating func object(_ depth: Int) -> JSONObject {
    var schema: JSONObject = ["type": "object"]
    var properties = JSONObject()
    for _ in 0..<Int.random(in: 0...5, using: &random) { properties[name()] = member(depth) }
    schema["properties"] = .object(properties)
    var required = properties.keys.filter { _ in isOne(in: 3) }
    if isOne(in: 12) { required.append(name()) }
    required = required.enumerated().filter { entry in
      !required[..<entry.offset].contains { $0.utf8.elementsEqual(entry.element.utf8) }
    }.map(\.element)
    if !required.isEmpty || isOne(in: 8) { schema["required"] = .array(required.map { .string($0) }) }
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1: schema["additionalProperties"] = false
    case 2, 3: schema["additionalProperties"] = inner(depth)
    case 4: schema["unevaluatedProperties"] = isOne(in: 2) ? false : inner(depth)
    case 5: schema["additionalProperties"] = true
    default: break
    }
    if isOne(in: 10) { addConditions(to: &schema, depth) }
    if isOne(in: 10) { schema["x-patch"] = true }
    let identities = required.isEmpty ? properties.keys : required
    if isOne(in: 10), let id = identities.first, !id.isEmpty, properties[id]?.object != nil {
      schema["x-swift"] = ["id": .string(id)]
    }
    if isOne(in: 150) { schema["x-localOnly"] = true }
    return schema
  }

  private mutating func member(_ depth: Int) -> JSONValue {
    guard case .object(var schema) = inner(depth) else { return .bool(!isOne(in: 4)) }
    if isOne(in: 5) { schema["default"] = defaultValue(of: schema) }
    if isOne(in: 10) { schema["deprecated"] = true }
    if isOne(in: 12) { schema["readOnly"] = true }
    let isScalar = schema["type"]?.string.map { $0 != "object" && schema["enum"] == nil } ?? false
    // A valid name of a Swift property; any other is an error.
    if isOne(in: 16), schema["x-swift"] == nil, isScalar {
      let names = RandomNames.plain.filter { name in name.utf8.allSatisfy { $0 != 0x2d && $0 != 0x5f } }
      schema["x-swift"] = ["name": .string(pick(names, else: "other"))]
    }
    if isOne(in: 40) { schema["x-localOnly"] = true }
    return .object(schema)
  }

  private mutating func defaultValue(of schema: JSONObject) -> JSONValue {
    if isOne(in: 6) { return value() }
    if let values = schema["enum"]?.array, let value = random.element(of: values) { return value }
    switch schema["type"]?.string {
    case "boolean": return .bool(isOne(in: 2))
    case "integer", "number": return number()
    case "string": return .string(pick(RandomNames.texts, else: ""))
    case "array": return []
    case "object": return [:]
    default: return value()
    }
  }

  /// Dependencies between members.
  private mutating func addConditions(to schema: inout JSONObject, _ depth: Int) {
    switch Int.random(in: 0..<7, using: &random) {
    case 0: schema["dependentRequired"] = .object(JSONObject([(name(), .array([.string(name())]))]))
    case 1: schema["dependentSchemas"] = .object(JSONObject([(name(), .object(object(depth - 1)))]))
    case 2:
      let tested = JSONObject([(name(), JSONValue.object(["const": "a"]))])
      schema["if"] = ["properties": .object(tested), "required": [.string(name())]]
      schema["then"] = .object(object(depth - 1))
      if isOne(in: 2) { schema["else"] = .object(object(depth - 1)) }
    case 3:
      schema["patternProperties"] = .object(
        JSONObject([(pick(RandomNames.patterns, else: ("a", "a")).source, inner(depth - 1))]))
    case 4: schema["propertyNames"] = ["minLength": 1]
    case 5: schema["maxProperties"] = 3
    default: schema["not"] = ["required": [.string(name())]]
    }
  }

  /// One or more bases, and additional keywords.
  mutating func extended(_ depth: Int) -> JSONObject {
    var schema = isOne(in: 3) ? JSONObject() : object(depth)
    var bases: [JSONValue] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      switch Int.random(in: 0..<6, using: &random) {
      case 0...2: bases.append(reference())
      case 3, 4:
        bases.append(
          isOne(in: 2) ? define(name(from: RandomNames.types), .object(object(depth))) : .object(object(depth)))
      default: bases.append(depth > 0 ? .object(extended(depth - 1)) : .object(union(0)))
      }
    }
    schema["allOf"] = .array(bases)
    if isOne(in: 4) { schema["unevaluatedProperties"] = isOne(in: 2) ? false : inner(depth - 1) }
    return schema
  }

  // MARK: - Annotations

  mutating func annotate(_ schema: inout JSONObject) {
    if isOne(in: 6) {
      schema["description"] = pick(["A thing.", "Two\nlines, */ and `code`.", "\u{202e}", "///", ""], else: "")
    }
    if isOne(in: 8) { schema["title"] = .string(name(from: RandomNames.types)) }
    if isOne(in: 20) { schema["deprecated"] = true }
    if isOne(in: 20) { schema["x-sensitive"] = true }
    if isOne(in: 30) { schema["examples"] = [value()] }
  }
}
