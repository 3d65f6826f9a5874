package import JSONSchema

extension SchemaGraph {
  /// The definitions at every level, in the order of the graph, that are objects and not part of a condition or a
  /// negation, which no value has to satisfy.
  package var definitions: [SchemaID] {
    nodes.flatMap { node -> [SchemaID] in
      guard node.dynamicScope.isEmpty, !node.keywords.defs.isEmpty, !isBelowCondition(node.id) else { return [] }
      return node.keywords.defs.map(\.schema).filter { self[$0].boolean == nil }
    }
  }

  /// Whether a schema is the value of `if` or `not`, or inside of one.
  func isBelowCondition(_ schema: SchemaID) -> Bool {
    var schema = schema
    while let parent = self[schema].parent {
      if self[parent].keywords.if == schema || self[parent].keywords.not == schema { return true }
      schema = parent
    }
    return false
  }
}
