import CodegenCore
import JSONSchema
import SchemaRuntime

// Titles of schemas that have none: of definitions and members, their names; of what is inside them, words for it.
extension SiteMap {
  /// Returns the name of a schema without a title: of its Swift type, or its own. The name of a branch, item or value
  /// says whose it is rather than its index: `env value`, `runs with image`.
  func name(of schema: SchemaID) -> String? {
    let node = graph[graph.written(schema)]
    let swift = types(of: schema).first?.name.name
    let isGeneric = swift.map(Self.isGeneric) ?? true
    if !isGeneric { return swift }
    return place(of: node.id, depth: 0) ?? swift ?? node.pointer.tokens.last
  }

  /// Whether a Swift name comes from an index.
  private static func isGeneric(_ name: String) -> Bool {
    ["Option", "Model", "Value", "Item", "Other"].contains { word in
      guard name.hasPrefix(word) else { return false }
      let rest = name.unicodeScalars.dropFirst(word.unicodeScalars.count)
      return (rest.first == "_" ? rest.dropFirst() : rest).first.map { "0"..."9" ~= $0 } ?? false
    }
  }

  /// Describes a schema by what it is in the schema around it; nil for a root, and for members and definitions, which
  /// have names.
  private func place(of schema: SchemaID, depth: Int) -> String? {
    let node = graph[schema]
    guard depth < 6, let parent = node.parent else { return nil }
    let tokens = node.pointer.tokens.dropFirst(graph[parent].pointer.tokens.count)
    guard let keyword = tokens.first else { return nil }
    let around = base(of: parent, depth: depth + 1)
    switch keyword {
    case "oneOf", "anyOf": return form(of: schema, in: parent, around)
    case "allOf", "not", "if", "then", "else", "$ref": return around
    case "items", "additionalItems", "unevaluatedItems", "contains":
      guard let index = tokens.dropFirst().first.flatMap({ Int($0) }) else { return around + " item" }
      return around + " item \(index + 1)"
    case "prefixItems": return around + " item \((tokens.dropFirst().first.flatMap { Int($0) } ?? 0) + 1)"
    case "additionalProperties", "unevaluatedProperties", "patternProperties": return around + " value"
    case "propertyNames": return around + " name"
    default: return nil
    }
  }

  private func base(of schema: SchemaID, depth: Int) -> String {
    if let title = graph[schema].keywords.title { return title }
    if let place = place(of: schema, depth: depth) { return place }
    let file = graph.document(of: schema).schemaName.split(separator: "/").last.map(String.init)
    return graph[schema].pointer.tokens.last ?? types(of: schema).first?.name.name ?? file ?? ""
  }

  /// Describes a branch of a choice: by the constant of a required member, by a member that only this branch requires,
  /// or by its type. A branch that is the only one beside null is what is chosen.
  private func form(of schema: SchemaID, in union: SchemaID, _ around: String) -> String {
    let keywords = graph[union].keywords
    let branches = (keywords.oneOf + keywords.anyOf).filter { self.facts(of: $0).types != [.null] }
    guard branches.count > 1 else { return around }
    let facts = facts(of: schema)
    for property in facts.properties where facts.requires(property.name) {
      if let value = graph.constant(of: property.schema)?.string { return "\(around): \(value)" }
    }
    let others = branches.filter { $0 != schema }.map { self.facts(of: $0) }
    if let name = facts.required.first(where: { name in !others.contains { $0.requires(name) } }) {
      return "\(around) with \(name)"
    }
    if facts.types.count == 1, let type = facts.types.first, !others.contains(where: { $0.types.contains(type) }) {
      return "\(around) (\(type.rawValue))"
    }
    let number = branches.firstIndex(of: schema).map { $0 + 1 } ?? 1
    return "\(around), form \(number)"
  }
}
