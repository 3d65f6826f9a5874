import SchemaRuntime

// What schemas apply, as far as the graph tells.
extension SchemaGraph {
  /// A schema and all that apply to the same value whenever it does, the nearest first; at most `limit`.
  package func conjunction(of schema: SchemaID, limit: Int = .max) -> [SchemaID] {
    Closure.of([schema], limit: limit) { self[$0].keywords.conjuncts }
  }

  /// All schemas, those that a schema applies before it, as far as they do not lead back to it.
  package var partsFirst: [SchemaID] { Closure.partsFirst(nodes.map(\.id)) { self[$0].keywords.applied } }
}

extension SchemaNode {
  /// The keywords that refuse values, or may, as they are written; what no dialect knows is none.
  package var asserting: Set<String> {
    Set(
      keywords.written.names.filter { name in
        guard let effect = dialect.keyword(named: name)?.effect else { return dialect.hasUnknownVocabularies }
        return effect == .asserts || effect == .applies
      })
  }

  /// The target of a reference that stands alone: nothing beside it refuses anything.
  package var loneReference: SchemaID? {
    let references = keywords.references
    return references.count == 1 && asserting.count == 1 ? references[0] : nil
  }
}
