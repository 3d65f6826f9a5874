import JSONSchema
import SchemaRuntime

/// Relates schemas that describe the same value: those that apply one another in place, directly or not.
struct SameValueRelation {
  private var applied: [[SchemaID]]
  private var applying: [[SchemaID]]

  init(_ graph: SchemaGraph) {
    applied = Array(repeating: [], count: graph.nodes.count)
    applying = Array(repeating: [], count: graph.nodes.count)
    for node in graph.nodes {
      let targets = node.appliedInPlace
      applied[node.id.index] = targets
      for target in targets { applying[target.index].append(node.id) }
    }
  }

  /// Returns the schema, those that apply it, and those that any of these apply, in any order.
  func related(to schema: SchemaID) -> [SchemaID] {
    closure(of: outermost(around: schema), applied)
  }

  /// Returns the schemas that apply one and are not applied themselves. Schemas with the same result are related to the
  /// same schemas.
  func outermost(around schema: SchemaID) -> [SchemaID] {
    let above = closure(of: [schema], applying)
    let outermost = above.filter { applying[$0.index].isEmpty }
    return outermost.isEmpty ? above : outermost.sorted()
  }

  private func closure(of schemas: [SchemaID], _ edges: [[SchemaID]]) -> [SchemaID] {
    Closure.of(schemas) { edges[$0.index] }
  }
}
