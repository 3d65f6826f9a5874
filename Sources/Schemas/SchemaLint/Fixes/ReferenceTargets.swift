import JSONSchema
import SchemaRuntime

/// The targets of all references of a graph, which a fix must not change.
struct ReferenceTargets: Sendable {
  /// A reference: the location of its schema, and the keyword.
  private struct Reference: Hashable {
    var location: Fix.ValueLocation
    var keyword: Keyword
  }

  private enum Keyword {
    case ref, dynamicRef
  }

  private var targets: [Reference: Fix.ValueLocation] = [:]

  init() {}

  init(_ graph: SchemaGraph) {
    func location(_ schema: SchemaID) -> Fix.ValueLocation {
      Fix.ValueLocation(document: graph.documents[graph[schema].document].name, pointer: graph[schema].pointer)
    }
    for node in graph.nodes where node.dynamicScope.isEmpty {
      for (keyword, target) in [(Keyword.ref, node.keywords.ref), (.dynamicRef, node.keywords.dynamicRef)] {
        if let target { targets[Reference(location: location(node.id), keyword: keyword)] = location(target) }
      }
    }
  }

  /// Whether every reference leads to the same schema after some fixes as before, under its new name if it was renamed.
  /// References that a fix removes are ignored.
  func areKept(in after: ReferenceTargets, by fixes: [Fix]) -> Bool {
    let names = Dictionary(fixes.flatMap(\.renames).map { ($0.location, $0.name) }) { first, _ in first }
    let removals = Set(fixes.flatMap(\.removals))
    func renamed(_ location: Fix.ValueLocation) -> Fix.ValueLocation {
      if names.isEmpty { return location }
      var tokens = location.pointer.tokens
      for index in tokens.indices {
        let prefix = Fix.ValueLocation(
          document: location.document, pointer: JSONPointer(Array(location.pointer.tokens[...index])))
        if let name = names[prefix] { tokens[index] = name }
      }
      return Fix.ValueLocation(document: location.document, pointer: JSONPointer(tokens))
    }
    func isRemoved(_ location: Fix.ValueLocation) -> Bool {
      if removals.isEmpty { return false }
      return (0...location.pointer.tokens.count).contains { count in
        removals.contains(
          Fix.ValueLocation(
            document: location.document, pointer: JSONPointer(Array(location.pointer.tokens.prefix(count)))))
      }
    }
    return targets.allSatisfy { reference, target in
      if isRemoved(reference.location) { return true }
      let now = Reference(location: renamed(reference.location), keyword: reference.keyword)
      return after.targets[now] == renamed(target)
    }
  }
}
