import JSONSchema

/// Which schemas speak of one value: those that apply one another in place, up and down.
struct SameValueRelation {
  private var applied: [[SchemaID]]
  private var applying: [[SchemaID]]

  init(_ graph: SchemaGraph) {
    applied = Array(repeating: [], count: graph.nodes.count)
    applying = Array(repeating: [], count: graph.nodes.count)
    for node in graph.nodes {
      let targets = node.keywords.appliedInPlace
      applied[node.id.index] = targets
      for target in targets { applying[target.index].append(node.id) }
    }
  }

  /// The schema, those that apply it, and those that any of these apply; in no order that matters.
  func related(to schema: SchemaID) -> [SchemaID] {
    closure(of: outermost(around: schema), applied)
  }

  /// The schemas around one that nothing applies: schemas with the same ones are related to the same.
  func outermost(around schema: SchemaID) -> [SchemaID] {
    let above = closure(of: [schema], applying)
    let outermost = above.filter { applying[$0.index].isEmpty }
    return outermost.isEmpty ? above : outermost.sorted()
  }

  private func closure(of schemas: [SchemaID], _ edges: [[SchemaID]]) -> [SchemaID] {
    Closure.of(schemas) { edges[$0.index] }
  }
}
