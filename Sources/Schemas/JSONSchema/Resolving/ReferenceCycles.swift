import SchemaRuntime

/// Finds schemas that apply themselves to the same value.
///
/// Along `$ref` and `allOf`, which always apply, the schemas in such a cycle have no meaning. Along other applicators,
/// their evaluation would not end.
package struct ReferenceCycles {
  private enum Mark { case new, open, done }

  private let graph: SchemaGraph
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
    var search = ReferenceCycles(graph, limit: limit)
    for node in graph.nodes where search.marks[node.id.index] == .new && search.cycles.count < limit {
      search.visit(node, along: edges)
    }
    return search.cycles
  }

  private init(_ graph: SchemaGraph, limit: Int) {
    self.graph = graph
    self.limit = limit
    marks = Array(repeating: .new, count: graph.nodes.count)
    isReported = Array(repeating: false, count: graph.nodes.count)
  }

  /// Searches depth-first with an explicit stack: input determines the depth.
  private mutating func visit(_ start: SchemaNode, along edges: (SchemaNode) -> [SchemaID]) {
    let targets = edges(start)
    marks[start.id.index] = targets.isEmpty ? .done : .open
    if targets.isEmpty { return }
    var path = [(schema: start.id.index, targets: targets[...])]
    while let last = path.indices.last {
      guard let target = path[last].targets.popFirst() else {
        marks[path[last].schema] = .done
        path.removeLast()
        continue
      }
      let next = target.index
      switch marks[next] {
      case .done: break
      case .open:
        report(path.map(\.schema), backTo: next)
        if cycles.count == limit { return }
      case .new:
        marks[next] = .open
        path.append((next, edges(graph[target])[...]))
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
