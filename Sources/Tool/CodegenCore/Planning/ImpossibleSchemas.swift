import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Schemas that no value, or no value of a type, can satisfy, as far as limits alone say so: warnings, so that a build
/// shows them. Lint proves more.
enum ImpossibleSchemas {
  static func diagnostics(of roots: [SchemaID], in graph: SchemaGraph) -> [Diagnostic] {
    let documents = Set(roots.map { graph[$0].document })
    let sensitive = graph.sensitiveSchemas
    return graph.nodes.flatMap { node -> [Diagnostic] in
      guard documents.contains(node.document), node.boolean == nil, graph.isWritten(node.id),
        !sensitive.contains(node.id)
      else { return [] }
      return reasons(node, graph).map { graph.diagnostic(.warning, at: node.id, keyword: $0.keyword, $0.message) }
    }
  }

  private static func reasons(_ node: SchemaNode, _ graph: SchemaGraph) -> [(keyword: String, message: String)] {
    let keywords = node.keywords
    if keywords.enumeration?.isEmpty ?? false {
      return [("enum", "no value satisfies this schema: 'enum' is empty")]
    }
    // What another schema contradicts alone is told there.
    let own = keywords.bounds.all.map(\.limit.keyword) + keywords.lengths.all.map { $0.measure.keyword(of: $0.limit) }
    let closed = keywords.additionalProperties.map { graph[$0].boolean == false } ?? false
    guard !own.isEmpty || closed else { return [] }
    let demands = KeywordDemands(of: graph.conjunction(of: node.id), in: graph)
    var reasons: [(keyword: String, message: String)] = []
    if let keyword = keywords.bounds.all.last?.limit.keyword, demands.numbers.isEmpty,
      !demands.kinds.isDisjoint(with: ValueKinds(JSONType.number)), let lower = demands.numbers.lower,
      let upper = demands.numbers.upper
    {
      reasons.append((keyword, "no number satisfies this schema: it would be \(lower.words) and \(upper.words)"))
    }
    for type in [JSONType.string, .array, .object] where demands.kinds.contains(ValueKinds(type)) {
      guard let last = keywords.lengths.all.last(where: { $0.measure.type == type }),
        let contradiction = demands.contradiction(of: type)
      else { continue }
      reasons.append(
        (last.measure.keyword(of: last.limit), "no \(type.rawValue) satisfies this schema: \(contradiction)"))
    }
    let declared = Set(keywords.properties.map { ExactName($0.name) })
    if closed, keywords.patternProperties.isEmpty, demands.kinds.contains(.object),
      let missing = demands.required.first(where: { !declared.contains(ExactName($0)) })
    {
      reasons.append(
        (
          "additionalProperties",
          "no object satisfies this schema: it requires \(missing.quoted), which 'additionalProperties' forbids"
        ))
    }
    return reasons
  }
}
