import JSONSchema
import SchemaRuntime

extension SubsetWriter {
  /// Returns a flat schema for the values that satisfy both of two flat schemas. Their subschemas are not flat yet.
  mutating func merged(_ a: JSONValue, _ b: JSONValue) -> JSONValue {
    guard case .object(let a) = a else { return a.bool == false ? false : b }
    guard case .object(let b) = b else { return b.bool == false ? false : .object(a) }
    var new = a
    new["properties"] = members(a, b)
    for (name, value) in b {
      guard let own = a[name] else {
        if name != "properties" { new[name] = value }
        continue
      }
      if name == "properties" { continue }
      guard let both = merged(name, own, value) else {
        note(.removed, "a second '\(name)'", place(of: b).appending(name))
        continue
      }
      new[name] = both
    }
    if let first = a["const"] ?? b["const"], let values = new["enum"]?.array {
      new["enum"] = nil
      return values.contains(first) ? .object(new) : false
    }
    if let types = new["type"], Self.typeNames(types).isEmpty { return false }
    if let values = new["enum"]?.array, values.isEmpty { return false }
    if let first = a["const"], let second = b["const"], first != second { return false }
    return .object(new)
  }

  /// Returns the schemas of the members that either of two schemas declares.
  private func members(_ a: JSONObject, _ b: JSONObject) -> JSONValue? {
    let (first, second) = (a["properties"]?.object, b["properties"]?.object)
    if first == nil, second == nil { return nil }
    var new = JSONObject()
    for (name, schema) in first ?? [:] { new[name] = both(schema, second?[name] ?? additional(b, name)) }
    for (name, schema) in second ?? [:] where new[name] == nil { new[name] = both(schema, additional(a, name)) }
    return .object(new)
  }

  /// The schema of a member that a schema does not declare; nil if it may have any value, also because a pattern may
  /// match its name.
  private func additional(_ object: JSONObject, _ name: String) -> JSONValue? {
    object["patternProperties"] == nil ? object["additionalProperties"] : .none
  }

  private func both(_ a: JSONValue, _ b: JSONValue?) -> JSONValue {
    guard let b, b != a, b.bool != true else { return a }
    if a.bool == true { return b }
    if a.bool == false || b.bool == false { return false }
    return ["allOf": [a, b], Self.place: a[Self.place] ?? ""]
  }

  /// Returns the value of a keyword that says what two values say; nil if there is none.
  private func merged(_ name: String, _ a: JSONValue, _ b: JSONValue) -> JSONValue? {
    if a == b || !Self.isAssertion(name) && name != Self.told { return a }
    switch name {
    case Self.told: return .object((a.object ?? [:]).merging(b.object ?? [:]) { first, _ in first })
    case "type": return .array(Self.common(Self.typeNames(a), Self.typeNames(b)).map { .string($0) })
    case "enum": return .array((a.array ?? []).filter { (b.array ?? []).contains($0) })
    case "required": return .array((a.array ?? []) + (b.array ?? []).filter { !(a.array ?? []).contains($0) })
    case "items", "additionalProperties": return both(a, b)
    case "const": return a
    case "anyOf":
      let (first, second) = (a.array ?? [], b.array ?? [])
      guard first.count * second.count <= 64 else { return nil }
      return .array(first.flatMap { branch in second.map { both(branch, $0) } })
    case "multipleOf":
      guard let first = a.number, let second = b.number else { return nil }
      return first.isMultiple(of: second) ? a : second.isMultiple(of: first) ? b : .none
    default: break
    }
    guard let first = a.number, let second = b.number, let rule = Dialect.draft2020.keyword(named: name) else {
      return nil
    }
    // Limits: the greater lower one, and the lower upper one.
    if case .atLeast = rule.value { return first < second ? b : a }
    if case .atMost = rule.value { return first < second ? a : b }
    guard case .bound = rule.value else { return nil }
    return name.lowercased().hasSuffix("minimum") == (first < second) ? b : a
  }
}
