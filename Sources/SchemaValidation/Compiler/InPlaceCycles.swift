import JSONSchema

/// Finds schemas that apply themselves to the same value: evaluation of such a schema would never end.
enum InPlaceCycles {
  private enum Mark { case open, done }

  static func check(_ graph: SchemaGraph) throws(CompileError) {
    var marks: [SchemaID: Mark] = [:]
    for node in graph.nodes where marks[node.id] == nil {
      // Depth-first with a stack of our own: input decides the depth.
      var stack: [(schema: SchemaID, rest: [SchemaID])] = [(node.id, applied(graph[node.id].keywords))]
      marks[node.id] = .open
      while let top = stack.popLast() {
        let schema = top.schema
        var rest = top.rest
        guard let next = rest.popLast() else {
          marks[schema] = .done
          continue
        }
        stack.append((schema, rest))
        switch marks[next] {
        case .done?: continue
        case .open?:
          let chain = stack.map(\.schema).drop { $0 != next } + [next]
          throw CompileError(
            schema: next, keyword: nil, kind: .endlessRecursion(chain: chain.map { graph[$0].location }))
        case nil:
          marks[next] = .open
          stack.append((next, applied(graph[next].keywords)))
        }
      }
    }
  }

  /// The schemas that a schema applies to its own instance.
  private static func applied(_ keywords: Keywords) -> [SchemaID] {
    var schemas = keywords.allOf + keywords.anyOf + keywords.oneOf
    schemas += [keywords.ref, keywords.dynamicRef, keywords.not, keywords.if, keywords.then, keywords.else].compactMap {
      $0
    }
    schemas += keywords.dependentSchemas.map(\.schema)
    return schemas
  }
}
