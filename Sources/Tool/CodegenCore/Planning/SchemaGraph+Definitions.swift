package import JSONSchema

extension SchemaGraph {
  /// The definitions that become types even if no schema refers to them: as configured, all; otherwise those of a
  /// document that consists of definitions.
  package func listedDefinitions(_ setting: Configuration.Definitions) -> [SchemaID] {
    switch setting {
    case .all: definitions
    case .reachable:
      roots.filter(isLibrary).flatMap { self[$0].keywords.defs.map(\.schema) }.filter { self[$0].boolean == nil }
    }
  }

  /// Whether a schema checks at most a type but has definitions.
  package func isLibrary(_ schema: SchemaID) -> Bool {
    self[schema].asserting.isSubset(of: ["type"]) && !self[schema].keywords.defs.isEmpty && self[schema].defect == nil
  }

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
