import JSONSchema
import SchemaRuntime

/// Where every reference of a graph leads: what a fix must leave as it is.
struct ReferenceTargets: Sendable {
  /// A reference: the schema that has it, and the keyword.
  private struct Reference: Hashable {
    var place: Fix.Place
    var keyword: Keyword
  }

  private enum Keyword {
    case ref, dynamicRef
  }

  private var targets: [Reference: Fix.Place] = [:]

  init() {}

  init(_ graph: SchemaGraph) {
    func place(_ schema: SchemaID) -> Fix.Place {
      Fix.Place(document: graph.documents[graph[schema].document].name, pointer: graph[schema].pointer)
    }
    for node in graph.nodes where node.dynamicScope.isEmpty {
      for (keyword, target) in [(Keyword.ref, node.keywords.ref), (.dynamicRef, node.keywords.dynamicRef)] {
        if let target { targets[Reference(place: place(node.id), keyword: keyword)] = place(target) }
      }
    }
  }

  /// Whether every reference leads to the same schema after some fixes as before: under its new name, where it has one.
  /// References that a fix removes lead nowhere any more.
  func areKept(in after: ReferenceTargets, by fixes: [Fix]) -> Bool {
    let names = Dictionary(fixes.flatMap(\.renames).map { ($0.place, $0.name) }) { first, _ in first }
    let removals = Set(fixes.flatMap(\.removals))
    func renamed(_ place: Fix.Place) -> Fix.Place {
      if names.isEmpty { return place }
      var tokens = place.pointer.tokens
      for index in tokens.indices {
        let prefix = Fix.Place(document: place.document, pointer: JSONPointer(Array(place.pointer.tokens[...index])))
        if let name = names[prefix] { tokens[index] = name }
      }
      return Fix.Place(document: place.document, pointer: JSONPointer(tokens))
    }
    func isRemoved(_ place: Fix.Place) -> Bool {
      if removals.isEmpty { return false }
      return (0...place.pointer.tokens.count).contains { count in
        removals.contains(
          Fix.Place(document: place.document, pointer: JSONPointer(Array(place.pointer.tokens.prefix(count)))))
      }
    }
    return targets.allSatisfy { reference, target in
      if isRemoved(reference.place) { return true }
      let now = Reference(place: renamed(reference.place), keyword: reference.keyword)
      return after.targets[now] == renamed(target)
    }
  }
}
