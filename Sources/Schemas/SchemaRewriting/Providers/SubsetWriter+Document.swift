import JSONSchema
import SchemaRuntime

extension SubsetWriter {
  /// Writes the schema at the root and the definitions that it needs.
  mutating func document(_ document: SchemaDocument) throws(RewritingError) -> JSONValue {
    guard var schema = lowered(root, [], inlining: true) else {
      throw RewritingError("no value satisfies this schema", document, JSONPointer())
    }
    try addDefinitions(document)
    if profile.hasObjectRoot { schema = try withObjectRoot(schema, document) }
    try checkRecursion(schema, document)
    // A choice that became one object may have made definitions unused.
    var used: Set<String> = []
    var open = [schema]
    while let next = open.popLast() {
      for name in next.definitionNames where used.insert(name).inserted { open.append(definitions[name] ?? true) }
    }
    let kept = definitions.filter { used.contains($0.key) }
    guard case .object(var object) = schema, !kept.isEmpty else { return schema }
    object["$defs"] = .object(kept)
    return .object(object)
  }

  private mutating func addDefinitions(_ document: SchemaDocument) throws(RewritingError) {
    while let target = waiting.popLast() {
      guard let name = names[target] else { continue }
      guard let schema = lowered(root[target] ?? true, [target]) else {
        throw RewritingError("no value satisfies this schema", document, target)
      }
      definitions[name] = schema
    }
    definitions = JSONObject(definitions.sorted { ExactName($0.key) < ExactName($1.key) })
  }

  // MARK: - The root

  private mutating func withObjectRoot(_ schema: JSONValue, _ document: SchemaDocument) throws(RewritingError)
    -> JSONValue
  {
    func failure(_ found: String) -> RewritingError {
      RewritingError("expected a schema for objects at the root, found \(found)", document, JSONPointer())
    }
    guard let object = schema.object else { throw failure("one for any value") }
    guard let branches = object["anyOf"]?.array else {
      let types = Self.typeNames(object["type"])
      if types == ["object"] { return schema }
      throw failure(types.isEmpty ? "one for any value" : "one for \(types.joined(separator: ", "))")
    }
    let objects = branches.map { resolved($0) }
    guard objects.allSatisfy({ Self.typeNames($0["type"]) == ["object"] }) else {
      throw failure("a choice of values of other types, too")
    }
    note(.widened, "the choice at the root becomes one object with the members of all branches", JSONPointer())
    var new = union(objects.compactMap(\.object))
    for name in ["title", "description"] { new[name] = object[name] }
    return .object(new)
  }

  /// Returns the definition that a written schema refers to, or the schema.
  private func resolved(_ schema: JSONValue) -> JSONValue {
    guard let text = schema["$ref"]?.string, text.hasPrefix("#/$defs/") else { return schema }
    return definitions[String(text.dropFirst(8))] ?? schema
  }

  /// Returns one object schema for the values of several.
  private func union(_ objects: [JSONObject]) -> JSONObject {
    var members = JSONObject()
    for (name, schema) in objects.flatMap({ $0["properties"]?.object ?? [:] }) {
      guard let known = members[name] else {
        members[name] = schema
        continue
      }
      if known == schema { continue }
      let branches = [known, schema].flatMap { $0.object?.count == 1 ? $0["anyOf"]?.array ?? [$0] : [$0] }
      members[name] = ["anyOf": .array(branches.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })]
    }
    let lists = objects.map { ($0["required"]?.array ?? []).compactMap(\.string) }
    let everywhere = members.map(\.key).filter { name in lists.allSatisfy { $0.contains(name) } }
    var required = everywhere
    if profile.requiresAll {
      let declared = objects.map { $0["properties"]?.object ?? [:] }
      for (name, schema) in members where !declared.allSatisfy({ $0[name] != nil }) { members[name] = nullable(schema) }
      if !isRelaxed { required = members.map(\.key) }
    }
    return [
      "type": "object", "properties": .object(members), "required": .array(required.map { .string($0) }),
      "additionalProperties": false,
    ]
  }

  // MARK: - Recursion

  private func checkRecursion(_ schema: JSONValue, _ document: SchemaDocument) throws(RewritingError) {
    let onlyRequired: Bool
    switch profile.recursion {
    case .anywhere: return
    case .inOptionalMembers: onlyRequired = true
    case .nowhere: onlyRequired = false
    }
    let schemas = [("#", schema)] + definitions.map { ($0.key, $0.value) }
    let indices = Dictionary(schemas.enumerated().map { ($1.0, $0) }) { first, _ in first }
    let next = schemas.map { schema in
      (onlyRequired ? schema.1.requiredPart : schema.1).definitionNames.compactMap { indices[$0] }
    }
    if let first = StrongComponents(next).cycles.first?.min() {
      let target = names.first { $0.value == schemas[first].0 }?.key ?? JSONPointer()
      throw RewritingError(
        "this schema contains itself\(onlyRequired ? " other than in optional members" : ""), which '\(profile.name.rawValue)' does not support",
        document, target)
    }
  }
}

extension JSONValue {
  /// The names of the definitions to which a written schema refers; `#` is the root.
  fileprivate var definitionNames: [String] {
    switch self {
    case .null, .bool, .number, .string: []
    case .array(let elements): elements.flatMap(\.definitionNames)
    case .object(let object):
      object.flatMap { name, value -> [String] in
        if name == "$ref", let text = value.string { return [text == "#" ? "#" : String(text.dropFirst(8))] }
        if name == "enum" || name == "const" || name == "$defs" { return [] }
        // A member may have the name of a keyword.
        if name == "properties" { return value.object?.flatMap { $0.value.definitionNames } ?? [] }
        return value.definitionNames
      }
    }
  }

  /// A written schema without its optional members.
  fileprivate var requiredPart: JSONValue {
    switch self {
    case .null, .bool, .number, .string: return self
    case .array(let elements): return .array(elements.map(\.requiredPart))
    case .object(var object):
      let required = object["required"]?.array ?? []
      let members = object["properties"]?.object?.filter { required.contains(.string($0.key)) }
      object["properties"] = members.map { .object($0.mapValues(\.requiredPart)) }
      for name in ["anyOf", "items", "prefixItems", "additionalProperties"] {
        object[name] = object[name]?.requiredPart
      }
      return .object(object)
    }
  }
}
