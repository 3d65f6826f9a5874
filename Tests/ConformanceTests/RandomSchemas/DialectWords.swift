import JSONSchema
import SchemaRuntime

/// Translates a schema from draft 2020-12 to an older draft, dropping everything that the draft cannot express.
enum DialectWords {
  static func schema(_ schema: JSONValue, in draft: Dialect.Draft) -> JSONValue {
    switch schema {
    case .bool(let bool): draft <= .draft4 ? (bool ? [:] : none(in: draft)) : schema
    case .object(let object):
      .object(draft == .draft3 ? membersOfDraft3(of: members(of: object, in: draft)) : members(of: object, in: draft))
    case .null, .number, .string, .array: schema
    }
  }

  private static func members(of schema: JSONObject, in draft: Dialect.Draft) -> JSONObject {
    var result = JSONObject()
    for (name, value) in schema.map({ ($0.key, $0.value) }) {
      switch name {
      case "properties", "patternProperties", "$defs", "definitions": result[name] = map(value, draft)
      case "dependentSchemas": result[draft >= .draft2019 ? name : "dependencies"] = map(value, draft)
      case "dependentRequired": result[draft >= .draft2019 ? name : "dependencies"] = value
      case "allOf", "anyOf", "oneOf": result[name] = list(value, draft)
      case "prefixItems": result[draft >= .draft2020 ? name : "items"] = list(value, draft)
      case "items":
        result[draft >= .draft2020 || schema["prefixItems"] == nil ? name : "additionalItems"] = self.schema(
          value, in: draft)
      case "const":
        if draft >= .draft6 { result[name] = value } else { result["enum"] = [value] }
      case "if", "then", "else":
        if draft >= .draft7 { result[name] = self.schema(value, in: draft) }
      case "contains", "propertyNames":
        if draft >= .draft6 { result[name] = self.schema(value, in: draft) }
      case "unevaluatedItems", "unevaluatedProperties":
        if draft >= .draft2019 { result[name] = self.schema(value, in: draft) }
      case "$dynamicRef", "$dynamicAnchor": rename(name, value, draft, in: &result)
      case "exclusiveMinimum" where draft <= .draft4:
        result["minimum"] = value
        result[name] = true
      // An empty list is not allowed in draft-04, and before 2019-09 not as an enumeration.
      case "required" where draft == .draft4 && value == []: break
      case "enum" where draft < .draft2019 && value == []: result["not"] = [:]
      case "not", "additionalProperties", "contentSchema": result[name] = self.schema(value, in: draft)
      default: result[name] = value
      }
    }
    return result
  }

  private static func none(in draft: Dialect.Draft) -> JSONValue {
    draft == .draft3 ? ["disallow": "any"] : ["not": [:]]
  }

  /// Translates the keywords of draft-04 that draft-03 has under other names.
  private static func membersOfDraft3(of schema: JSONObject) -> JSONObject {
    var result = schema
    func take(_ name: String) -> JSONValue? {
      defer { result[name] = nil }
      return result[name]
    }
    var bases = take("allOf")?.array ?? []
    // There is one choice at most.
    for choice in [take("anyOf"), take("oneOf")] {
      guard let choice else { continue }
      if result["type"] == nil { result["type"] = choice } else { bases.append(["type": choice]) }
    }
    if !bases.isEmpty { result["extends"] = bases.count == 1 ? bases[0] : .array(bases) }
    if let negated = take("not") { result["disallow"] = [negated] }
    if let divisor = take("multipleOf") { result["divisibleBy"] = divisor }
    for name in take("required")?.array?.compactMap(\.string) ?? [] {
      var properties = result["properties"]?.object ?? JSONObject()
      var property = properties[name]?.object ?? JSONObject()
      property["required"] = true
      properties[name] = .object(property)
      result["properties"] = .object(properties)
    }
    (result["minProperties"], result["maxProperties"]) = (nil, nil)
    return result
  }

  private static func map(_ value: JSONValue, _ draft: Dialect.Draft) -> JSONValue {
    .object(JSONObject((value.object ?? JSONObject()).map { ($0.key, schema($0.value, in: draft)) }))
  }

  private static func list(_ value: JSONValue, _ draft: Dialect.Draft) -> JSONValue {
    .array((value.array ?? []).map { schema($0, in: draft) })
  }

  /// Dynamic references have another name in 2019-09, and do not exist before it.
  private static func rename(_ name: String, _ value: JSONValue, _ draft: Dialect.Draft, in result: inout JSONObject) {
    switch (draft, name) {
    case (.draft2020, _), (.v1, _): result[name] = value
    case (.draft2019, "$dynamicAnchor"): result["$recursiveAnchor"] = true
    case (.draft2019, _): result["$recursiveRef"] = "#"
    case (_, "$dynamicRef"): result["$ref"] = "#"
    default: break
    }
  }
}
