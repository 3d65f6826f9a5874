import SchemaRuntime

/// What distinguishes a branch of a choice from others, as far as it can be seen without proofs.
struct BranchMarks {
  private(set) var types = Set(JSONType.allCases)
  /// The values that it lists itself.
  private var values: Set<JSONValue>?
  /// The values of required members that list some.
  private(set) var tags: [ExactName: Set<JSONValue>] = [:]
  private var required: Set<ExactName> = []
  /// The only members that it permits; nil if it permits others.
  private var permitted: Set<ExactName>?

  init(of branch: SchemaID, in graph: SchemaGraph) {
    let parts = graph.conjunction(of: branch).map { graph[$0].keywords }
    for part in parts {
      if let types = part.type { self.types.formIntersection(types + (types.contains(.number) ? [.integer] : [])) }
      guard let additional = part.additionalProperties, graph[additional].boolean == false else { continue }
      let declared = Set(part.properties.map { ExactName($0.name) })
      if part.patternProperties.isEmpty { permitted = permitted?.intersection(declared) ?? declared }
    }
    if types.contains(.number) { types.insert(.integer) }
    values = graph.listedValues(of: branch)
    if let values { types.formIntersection(values.map(\.type)) }
    required = Set(parts.flatMap(\.required).map(ExactName.init))
    for member in parts.flatMap(\.properties) where required.contains(ExactName(member.name)) {
      guard let listed = graph.listedValues(of: member.schema) else { continue }
      let name = ExactName(member.name)
      tags[name] = tags[name].map { $0.intersection(listed) } ?? listed
    }
  }

  /// Whether no value satisfies both branches.
  func exclude(_ other: BranchMarks) -> Bool {
    if types.isDisjoint(with: other.types) { return true }
    if let values, let others = other.values, values.isDisjoint(with: others) { return true }
    guard types.union(other.types) == [.object] else { return false }
    return tags.contains { name, values in other.tags[name].map { values.isDisjoint(with: $0) } ?? false }
      || forbids(other) || other.forbids(self)
  }

  /// The maximum number of branches that are compared with one another.
  static let mostCompared = 500

  private func forbids(_ other: BranchMarks) -> Bool { permitted.map { !other.required.isSubset(of: $0) } ?? false }
}

extension SchemaGraph {
  /// The values that a schema lists; nil if it lists none.
  func listedValues(of schema: SchemaID) -> Set<JSONValue>? {
    for part in conjunction(of: schema) {
      let keywords = self[part].keywords
      if let values = keywords.enumeration ?? keywords.const.map({ [$0] }) { return Set(values) }
    }
    return nil
  }

  /// Whether the marks of any two branches exclude each other; false if there are too many to compare.
  func areExclusive(_ branches: [SchemaID]) -> Bool {
    guard branches.count <= BranchMarks.mostCompared else { return false }
    let marks = branches.map { BranchMarks(of: $0, in: self) }
    return marks.indices.allSatisfy { index in marks.prefix(index).allSatisfy { $0.exclude(marks[index]) } }
  }

  /// The schemas in conditions and in counts: where admitting more could refuse a value.
  var schemasInConditions: Set<SchemaID> {
    Set(Closure.of(nodes.flatMap(\.keywords.conditions)) { self[$0].keywords.applied })
  }
}
