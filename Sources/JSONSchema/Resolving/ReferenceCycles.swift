/// The last stage of resolving: finds references that lead back to where they began.
///
/// Only `$ref` and `allOf` are followed: no value in between, nothing to choose, so that such schemas say
/// nothing. What else a schema may apply to the same value is the compiler's to judge.
struct ReferenceCycles {
  private enum Mark { case open, done }

  private let graph: SchemaGraph
  private var marks: [Mark?]
  /// Whether a schema is part of a circle that is already reported.
  private var isReported: [Bool]
  private var cycles: [[SchemaID]] = []

  /// The circles, each from its first schema to its first schema. One whose first or last schema is part of
  /// another is left out, and so is what comes after the first `limit`: to mend one mends others.
  static func find(in graph: SchemaGraph, limit: Int = 100) -> [[SchemaID]] {
    var search = ReferenceCycles(graph: graph)
    for node in graph.nodes where search.marks[node.id.index] == nil && search.cycles.count < limit {
      search.visit(node.id, limit: limit)
    }
    return search.cycles
  }

  private init(graph: SchemaGraph) {
    self.graph = graph
    marks = Array(repeating: nil, count: graph.nodes.count)
    isReported = Array(repeating: false, count: graph.nodes.count)
  }

  /// Depth-first with a stack of our own: input decides the depth.
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

  /// The last is looked at first.
  private func applied(by schema: SchemaID) -> [SchemaID] { graph[schema].keywords.conjuncts.reversed() }
}
