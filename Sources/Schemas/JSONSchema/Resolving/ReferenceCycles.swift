/// Finds schemas that apply themselves to the same value.
///
/// Along `$ref` and `allOf`, which always apply, the schemas in such a cycle have no meaning. Along other applicators,
/// their evaluation would not end.
struct ReferenceCycles {
  private enum Mark { case open, done }

  private let graph: SchemaGraph
  /// Returns the schemas that a schema applies to the same value.
  private let edges: (SchemaNode) -> [SchemaID]
  private var marks: [Mark?]
  /// Whether a schema is part of a reported cycle.
  private var isReported: [Bool]
  private var cycles: [[SchemaID]] = []

  /// Returns the cycles, each from its first schema back to it. Cycles that share their first or last schema with
  /// another are omitted, and so are those beyond `limit`: fixing one often fixes others.
  static func find(
    in graph: SchemaGraph, along edges: @escaping (SchemaNode) -> [SchemaID], limit: Int = 100
  ) -> [[SchemaID]] {
    var search = ReferenceCycles(graph: graph, edges: edges)
    for node in graph.nodes where search.marks[node.id.index] == nil && search.cycles.count < limit {
      search.visit(node.id, limit: limit)
    }
    return search.cycles
  }

  private init(graph: SchemaGraph, edges: @escaping (SchemaNode) -> [SchemaID]) {
    self.graph = graph
    self.edges = edges
    marks = Array(repeating: nil, count: graph.nodes.count)
    isReported = Array(repeating: false, count: graph.nodes.count)
  }

  /// Searches depth-first with an explicit stack: input determines the depth.
  private mutating func visit(_ start: SchemaID, limit: Int) {
    var path = [start]
    var rest = [applied(by: start)]
    marks[start.index] = .open
    while let schema = path.last {
      guard let next = rest[rest.count - 1].popLast() else {
        marks[schema.index] = .done
        path.removeLast()
        rest.removeLast()
        continue
      }
      switch marks[next.index] {
      case .done?: break
      case .open?:
        report(path, backTo: next)
        if cycles.count == limit { return }
      case nil:
        marks[next.index] = .open
        path.append(next)
        rest.append(applied(by: next))
      }
    }
  }

  private mutating func report(_ path: [SchemaID], backTo first: SchemaID) {
    guard let last = path.last, !isReported[first.index], !isReported[last.index] else { return }
    guard let start = path.lastIndex(of: first) else { return }
    let cycle = path[start...] + [first]
    for schema in cycle { isReported[schema.index] = true }
    cycles.append(Array(cycle))
  }

  /// Returns the schemas to visit; the last one is visited first.
  private func applied(by schema: SchemaID) -> [SchemaID] { edges(graph[schema]).reversed() }
}
