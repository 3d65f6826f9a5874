package import JSONSchema
package import SchemaRuntime

/// Determines how to find the branch of a valid value without trying all: by a tag, the type, or a required member.
struct UnionAnalysis {
  let branches: [Facts]
  let graph: SchemaGraph
  /// The member to try first if several distinguish the branches.
  let preferred: String?
  /// The conditions that the value satisfies in addition to its branch.
  let around: Facts?

  init(_ branches: [Facts], graph: SchemaGraph, preferred: String? = nil, around: Facts? = nil) {
    self.branches = branches
    self.around = around
    self.graph = graph
    self.preferred = preferred
  }

  var dispatch: UnionShape.Dispatch {
    if let dispatch = byTypes { return dispatch }
    if let dispatch = byTag ?? bySelection { return dispatch }
    if let dispatch = byMembers { return dispatch }
    return .validators
  }

  /// Whether no value satisfies two branches.
  var isExclusive: Bool { byTypes != nil || byTag != nil || byMembers != nil }

  /// The dispatch for branches, some of which combine several schemas.
  var dispatchOfMerged: UnionShape.Dispatch { byTypes ?? .validators }

  /// Whether the values are objects.
  private var areObjects: Bool { around != nil || branches.allSatisfy { $0.types == [.object] } }

  /// Whether no two branches admit values of the same type.
  private var byTypes: UnionShape.Dispatch? {
    for (index, branch) in branches.enumerated() {
      for other in branches[..<index] where !branch.types.isDisjoint(with: other.types) { return nil }
    }
    return .types(branches.map(\.types))
  }

  /// Whether every branch requires one member whose values differ between branches. One branch may leave its values
  /// open: it accepts all remaining values.
  var byTag: UnionShape.Dispatch? {
    guard let first = branches.first, areObjects else { return nil }
    let names = first.properties.map(\.name)
    for name in names.filter({ $0 == preferred }) + names.filter({ $0 != preferred }) {
      var values: [[JSONValue]?] = []
      for branch in branches {
        guard branch.requires(name) || around?.requires(name) ?? false, let member = branch.property(name) else {
          break
        }
        values.append(Facts(of: member, in: graph).values)
      }
      // A branch whose tag admits no value cannot be identified by it.
      guard values.count == branches.count, values.count(where: { $0 == nil }) <= 1, !values.contains([]) else {
        continue
      }
      let listed = values.compactMap { $0 }.flatMap { $0 }
      if let open = values.firstIndex(where: { $0 == nil }), !excludes(branches[open], name, listed) { continue }
      if Set(listed).count == listed.count, listed.allSatisfy({ $0.string != nil }) {
        return .tag(member: name, values: values, isRequired: true)
      }
    }
    return nil
  }

  /// Whether a discriminator selects all branches but one.
  private var bySelection: UnionShape.Dispatch? {
    guard let member = branches.compactMap(\.selection).first?.member else { return nil }
    var values = branches.map { $0.selection?.values }
    let listed = values.compactMap { $0 }.flatMap { $0 }
    if let open = values.firstIndex(where: { $0 == nil }), branches[open].requires(member),
      excludes(branches[open], member, listed)
    {
      values[open] = []
    }
    guard values.count(where: { $0 == nil }) <= 1, Set(listed).count == listed.count,
      listed.allSatisfy({ $0.string != nil })
    else { return nil }
    return .tag(member: member, values: values, isRequired: false)
  }

  /// Whether each branch requires a member that every other one forbids.
  var byMembers: UnionShape.Dispatch? {
    guard areObjects else { return nil }
    var names: [String] = []
    for (index, branch) in branches.enumerated() {
      let own = branch.required.first { name in
        branches.enumerated().allSatisfy { other in
          other.offset == index
            || other.element.property(name).map { graph[$0].boolean == false } ?? false
        }
      }
      guard let own else { return nil }
      names.append(own)
    }
    return .members(names)
  }

  /// Whether a branch excludes these values of a member. If not, it would accept values that the branch with the
  /// matching tag rejects.
  private func excludes(_ branch: Facts, _ member: String, _ values: [JSONValue]) -> Bool {
    guard let schema = branch.properties.first(where: { $0.name == member })?.schema,
      let negated = graph[schema].keywords.not
    else { return false }
    let keywords = graph[negated].keywords
    let excluded = keywords.enumeration ?? keywords.const.map { [$0] } ?? []
    // Only the list counts: another keyword would admit some of its values.
    let known = Set(excluded)
    return keywords.written.count == 1 && values.allSatisfy { known.contains($0) }
  }
}

extension SchemaGraph {
  /// Returns what identifies a branch without a name: the constant of a required member, or the only required member.
  /// Constants of sensitive schemas name nothing.
  func mark(of branch: SchemaID, sensitive: Set<SchemaID>) -> String? {
    let keywords = self[branch].keywords
    let required = Set(keywords.required.map { ExactName($0) })
    for property in keywords.properties
    where required.contains(ExactName(property.name)) && !sensitive.contains(property.schema) {
      if let value = constant(of: property.schema)?.string { return value }
    }
    return keywords.required.count == 1 && !sensitive.contains(branch) ? keywords.required[0] : nil
  }

  /// Returns the only value that a schema, or the one that it references, admits; nil if it does not list one.
  package func constant(of schema: SchemaID) -> JSONValue? {
    var (schema, seen) = (schema, Set<SchemaID>())
    while seen.insert(schema).inserted {
      let keywords = self[schema].keywords
      if let value = keywords.const { return value }
      if let values = keywords.enumeration, values.count == 1 { return values[0] }
      guard keywords.references.count == 1 else { return nil }
      schema = keywords.references[0]
    }
    return nil
  }
}
