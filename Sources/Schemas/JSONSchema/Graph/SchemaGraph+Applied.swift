import SchemaRuntime

// Applied schemas, from the graph alone.
extension SchemaGraph {
  /// Returns a schema and all that always apply to the same value, the nearest first; at most `limit`.
  package func conjunction(of schema: SchemaID, limit: Int = .max) -> [SchemaID] {
    Closure.of([schema], limit: limit) { self[$0].keywords.conjuncts }
  }

  /// Returns the inverse of a relation of schemas, such as that to the schemas that they apply.
  package func users(_ used: (SchemaNode) -> [SchemaID]) -> (SchemaID) -> [SchemaID] {
    var users: [[SchemaID]] = nodes.map { _ in [] }
    for node in nodes { for target in used(node) { users[target.index].append(node.id) } }
    return { users[$0.index] }
  }

  /// All schemas, each after those that it applies, except in cycles.
  package var partsFirst: [SchemaID] { Closure.partsFirst(nodes.map(\.id)) { self[$0].keywords.applied } }
}

extension SchemaNode {
  /// The keywords that reject values or may do so; unknown keywords are not included. Those of draft-03 have their newer
  /// names.
  package var asserting: Set<String> {
    let written = writtenAsserting
    guard dialect.draft == .draft3, defect == nil else { return written }
    let newer = [
      "type": keywords.type != nil, "required": !keywords.required.isEmpty, "multipleOf": keywords.multipleOf != nil,
      "allOf": !keywords.allOf.isEmpty, "anyOf": !keywords.anyOf.isEmpty, "not": keywords.not != nil,
    ]
    return written.filter { $0 == "properties" || !newer.keys.contains($0) && !Self.namesOfDraft3.values.contains($0) }
      .union(newer.filter(\.value).keys)
  }

  /// The same by the names that are written.
  package var writtenAsserting: Set<String> {
    if let defect { return [defect.keyword] }
    return Set(keywords.written.compactMap { dialect.mayReject($0.key) ? $0.key : nil })
  }

  private static let namesOfDraft3 = [
    "multipleOf": "divisibleBy", "allOf": "extends", "anyOf": "type", "not": "disallow", "required": "properties",
  ]

  /// The keyword under which the schema has what a keyword of newer drafts demands.
  package func spelling(of keyword: String) -> String {
    dialect.draft == .draft3 ? Self.namesOfDraft3[keyword] ?? keyword : keyword
  }

  /// The target of a reference without other assertions next to it.
  package var loneReference: SchemaID? {
    let references = keywords.references
    guard references.count == 1 else { return nil }
    return defect != nil || keywords.written.count(where: { dialect.mayReject($0.key) }) == 1 ? references[0] : nil
  }
}
