/// The schemas that payloads may reach: the roots of documents, the subschemas of a used schema except for its
/// definitions, and the targets of its references.
struct UsedSchemas {
  private var isUsed: [Bool]

  /// - Parameter dynamic: the further targets that a dynamic scope may choose for references.
  init(of graph: SchemaGraph, dynamic: [SchemaID: [SchemaID]]) {
    isUsed = Array(repeating: false, count: graph.nodes.count)
    var pending = graph.roots
    while let next = pending.popLast() {
      if isUsed[next.index] { continue }
      isUsed[next.index] = true
      let node = graph[next]
      let definitions = Set(node.keywords.defs.map(\.schema))
      pending += node.subschemas.map(\.schema).filter { !definitions.contains($0) }
      pending += node.keywords.references + (dynamic[next] ?? [])
    }
  }

  subscript(schema: SchemaID) -> Bool { isUsed[schema.index] }
}
