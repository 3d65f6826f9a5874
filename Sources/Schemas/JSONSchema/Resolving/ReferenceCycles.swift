import SchemaRuntime

/// Finds schemas that apply themselves to the same value.
///
/// Along `$ref` and `allOf`, which always apply, the schemas in such a cycle have no meaning. Along other applicators,
/// their evaluation would not end.
package struct ReferenceCycles {
  private enum Mark { case new, open, done }

  /// The schemas that each schema applies to the same value.
  private let edges: IndexLists
  private let limit: Int
  private var marks: [Mark]
  /// Whether a schema is part of a reported cycle.
  private var isReported: [Bool]
  private var cycles: [[SchemaID]] = []

  /// Returns the cycles, each from its first schema back to it. Cycles that share their first or last schema with
  /// another are omitted, and so are those beyond `limit`: fixing one often fixes others.
  ///
  /// - Parameter edges: returns the schemas that a schema applies to the same value.
  package static func find(
    in graph: SchemaGraph, along edges: (SchemaNode) -> [SchemaID], limit: Int = 100
  ) -> [[SchemaID]] {
    var lists = IndexLists()
    for node in graph.nodes {
      for schema in edges(node) { lists.append(schema.index) }
      lists.endList()
    }
    var search = ReferenceCycles(lists, limit: limit)
    for node in graph.nodes.indices where search.marks[node] == .new && search.cycles.count < limit {
      search.visit(node)
    }
    return search.cycles
  }

  private init(_ edges: IndexLists, limit: Int) {
    self.edges = edges
    self.limit = limit
    marks = Array(repeating: .new, count: edges.count)
    isReported = Array(repeating: false, count: edges.count)
  }

  /// Searches depth-first with an explicit stack: input determines the depth.
  private mutating func visit(_ start: Int) {
    marks[start] = .open
    var path = [(schema: start, edge: edges.range(of: start).lowerBound)]
    while let last = path.indices.last {
      let (schema, edge) = path[last]
      guard edge < edges.range(of: schema).upperBound else {
        marks[schema] = .done
        path.removeLast()
        continue
      }
      path[last].edge += 1
      let next = edges.elements[edge]
      switch marks[next] {
      case .done: break
      case .open:
        report(path.map(\.schema), backTo: next)
        if cycles.count == limit { return }
      case .new:
        marks[next] = .open
        path.append((next, edges.range(of: next).lowerBound))
      }
    }
  }

  private mutating func report(_ path: [Int], backTo first: Int) {
    guard let last = path.last, !isReported[first], !isReported[last] else { return }
    guard let start = path.lastIndex(of: first) else { return }
    let cycle = path[start...] + [first]
    for schema in cycle { isReported[schema] = true }
    cycles.append(cycle.map(SchemaID.init(index:)))
  }
}
