import SchemaRuntime

/// The numbers about a written schema that providers limit.
struct SubsetSize {
  private let root: JSONValue
  private var counts: [ProviderProfile.Limit.Count: Int] = [:]
  /// The levels of definitions; of those that are being counted, none.
  private var known: [String: Int] = [:]

  init(_ schema: JSONValue) {
    root = schema
    let definitions = schema["$defs"]?.object ?? [:]
    count(schema)
    for (name, schema) in definitions {
      counts[.characters, default: 0] += name.unicodeScalars.count
      count(schema)
    }
    counts[.levels] = levels(schema)
  }

  func notes(_ limits: [ProviderProfile.Limit]) -> [ProviderSubset.Note] {
    limits.compactMap { limit in
      let count = counts[limit.count] ?? 0
      guard count > limit.maximum else { return nil }
      return ProviderSubset.Note(
        kind: .limit, message: "\(count) \(limit.count.words), at most \(limit.maximum) are permitted",
        pointer: JSONPointer())
    }
  }

  private mutating func count(_ schema: JSONValue) {
    guard case .object(let object) = schema else { return }
    for value in (object["enum"]?.array ?? []) + [object["const"]].compactMap({ $0 }) {
      counts[.values, default: 0] += 1
      counts[.characters, default: 0] += value.string?.unicodeScalars.count ?? 0
    }
    let required = object["required"]?.array ?? []
    for (name, member) in object["properties"]?.object ?? [:] {
      counts[.members, default: 0] += 1
      counts[.characters, default: 0] += name.unicodeScalars.count
      if !required.contains(.string(name)) { counts[.optionalMembers, default: 0] += 1 }
      if member["anyOf"] != nil || member["type"]?.array != nil { counts[.unions, default: 0] += 1 }
    }
    for part in object.parts { count(part) }
  }

  /// The number of objects inside one another; a schema that contains itself counts once.
  private mutating func levels(_ schema: JSONValue) -> Int {
    guard case .object(let object) = schema else { return 0 }
    if let text = object["$ref"]?.string {
      if let known = known[text] ?? (text == "#" ? 0 : nil) { return known }
      known[text] = 0
      let found = levels(root["$defs"]?[String(text.dropFirst(8))] ?? true)
      known[text] = found
      return found
    }
    var deepest = 0
    for part in object.parts { deepest = max(deepest, levels(part)) }
    return deepest + (object["properties"] == nil ? 0 : 1)
  }
}

extension JSONObject {
  /// The subschemas of a written schema, except definitions.
  fileprivate var parts: [JSONValue] {
    (self["properties"]?.object?.map(\.value) ?? []) + (self["anyOf"]?.array ?? []) + (self["prefixItems"]?.array ?? [])
      + ["items", "additionalProperties"].compactMap { self[$0] }
  }
}
