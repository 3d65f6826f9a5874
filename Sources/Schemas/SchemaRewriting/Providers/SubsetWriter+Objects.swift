import JSONSchema
import SchemaRuntime

extension SubsetWriter {
  /// Writes a flat schema without a choice.
  mutating func emitted(_ object: JSONObject, _ types: [String]?, _ open: [JSONPointer]) -> JSONValue? {
    var new = JSONObject()
    if let types { new["type"] = types.count == 1 ? .string(types[0]) : .array(types.map { .string($0) }) }
    if let listed = object["enum"]?.array {
      let values = types.map { types in listed.filter { !Self.common([$0.type.rawValue], types).isEmpty } } ?? listed
      if values.isEmpty { return nil }
      new["enum"] = .array(values)
    }
    for (name, value) in object where Self.isAssertion(name) && !Self.written.contains(name) { new[name] = value }
    if types?.contains("array") ?? (object["items"] != nil || object["prefixItems"] != nil) {
      addElements(of: object, open, to: &new)
    }
    let isObject =
      types?.contains("object") ?? ["properties", "required", "additionalProperties"].contains { object[$0] != nil }
    if isObject, !addMembers(of: object, open, to: &new) { return nil }
    return .object(wording(object, new))
  }

  /// The keywords that are not just copied.
  private static let written: Set = [
    "type", "enum", "items", "prefixItems", "properties", "required", "additionalProperties",
  ]

  private mutating func addElements(of object: JSONObject, _ open: [JSONPointer], to new: inout JSONObject) {
    if let first = object["prefixItems"]?.array { new["prefixItems"] = .array(first.map { lowered($0, open) ?? true }) }
    let anything: JSONValue? = profile.statesTypes ? true : .none
    guard let items = object["items"] ?? anything else { return }
    if let items = lowered(items, open) {
      new["items"] = items
    } else {
      let count = object["prefixItems"]?.array?.count ?? 0
      if profile.supports("maxItems") { new["maxItems"] = new["maxItems"] ?? .number(JSONNumber(count)) }
      new["items"] = profile.statesTypes ? lowered(true, open) : nil
      if !profile.supports("maxItems") { note(.widened, "additional elements cannot be ruled out", place(of: object)) }
    }
  }

  /// Adds the members of objects; returns false if no object is valid.
  private mutating func addMembers(of object: JSONObject, _ open: [JSONPointer], to new: inout JSONObject) -> Bool {
    let required = (object["required"]?.array ?? []).compactMap(\.string)
    var declared = object["properties"]?.object ?? [:]
    if profile.closesObjects {
      for name in required where declared[name] == nil {
        declared[name] = object["additionalProperties"] ?? [Self.place: object[Self.place] ?? ""]
      }
    }
    var members = JSONObject()
    for (name, schema) in declared {
      guard let member = lowered(schema, open) else {
        if required.contains(name) { return false }
        continue
      }
      let isOptional = !required.contains(name)
      members[name] = isOptional && profile.requiresAll ? nullable(member) : member
      if isOptional, profile.requiresAll, member != members[name] {
        note(.nullable, "optional members are required and nullable", place(of: object))
      }
    }
    let names = profile.requiresAll && !isRelaxed ? members.map(\.key) : required
    if profile.closesObjects || !members.isEmpty { new["properties"] = .object(members) }
    if profile.requiresAll || !names.isEmpty { new["required"] = .array(names.map { .string($0) }) }
    let additional = object["additionalProperties"]
    if profile.closesObjects {
      if additional?.bool != false, members.isEmpty || additional?.object != nil {
        note(.lost, "members with any name; only the declared ones are left", place(of: object))
      }
      new["additionalProperties"] = false
    } else if let additional {
      new["additionalProperties"] = additional.bool.map { .bool($0) } ?? lowered(additional, open) ?? false
    }
    return true
  }

  /// Returns a written schema that admits null, too.
  func nullable(_ schema: JSONValue) -> JSONValue {
    guard var object = schema.object, !object.isEmpty else { return schema }
    if var branches = object["anyOf"]?.array {
      if branches.contains(where: { Self.typeNames($0["type"]).contains("null") }) { return schema }
      branches.append(["type": "null"])
      object["anyOf"] = .array(branches)
      return .object(object)
    }
    let types = Self.typeNames(object["type"])
    if types.contains("null") { return schema }
    if types.isEmpty || types.contains("object") || types.contains("array") || object["const"] != nil {
      let words = object.filter { $0.key == "description" }
      object["description"] = nil
      return .object(words.merging(["anyOf": [.object(object), ["type": "null"]]]) { first, _ in first })
    }
    object["type"] = .array((types + ["null"]).map { .string($0) })
    if let listed = object["enum"]?.array { object["enum"] = .array(listed + [.null]) }
    return .object(object)
  }
}
