import JSONSchema

/// Finds schemas that apply themselves to the same value, whose evaluation would never end.
enum InPlaceCycles {
  private enum Mark { case open, done }

  static func check(_ graph: SchemaGraph) throws(CompileError) {
    var marks: [Mark?] = Array(repeating: nil, count: graph.nodes.count)
    for node in graph.nodes where marks[node.id.index] == nil {
      // Depth-first with an explicit stack, because input determines the depth.
      var stack: [(schema: SchemaID, rest: [SchemaID])] = [(node.id, graph[node.id].keywords.appliedInPlace)]
      marks[node.id.index] = .open
      while let top = stack.popLast() {
        let schema = top.schema
        var rest = top.rest
        guard let next = rest.popLast() else {
          marks[schema.index] = .done
          continue
        }
        stack.append((schema, rest))
        switch marks[next.index] {
        case .done?: continue
        case .open?:
          let chain = stack.map(\.schema).drop { $0 != next } + [next]
          throw CompileError(
            schema: next, keyword: nil, kind: .endlessRecursion(chain: chain.map { graph[$0].location }))
        case nil:
          marks[next.index] = .open
          stack.append((next, graph[next].keywords.appliedInPlace))
        }
      }
    }
  }
}
