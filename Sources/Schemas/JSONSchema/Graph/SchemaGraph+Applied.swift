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
  /// The keywords that reject values or may do so, as written; unknown keywords are not included.
  package var asserting: Set<String> {
    if let defect { return [defect.keyword] }
    return Set(keywords.written.compactMap { dialect.mayReject($0.key) ? $0.key : nil })
  }

  /// The target of a reference without other assertions next to it.
  package var loneReference: SchemaID? {
    let references = keywords.references
    guard references.count == 1 else { return nil }
    return defect != nil || keywords.written.count(where: { dialect.mayReject($0.key) }) == 1 ? references[0] : nil
  }
}
