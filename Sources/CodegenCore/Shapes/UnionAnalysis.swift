import JSONSchema
import SchemaRuntime

/// Finds how the branch of a valid value can be known without trying: a tag, the type, or a required member.
struct UnionAnalysis {
  let branches: [Facts]
  let graph: SchemaGraph
  /// The member that is looked at first, when several tell the branches apart.
  let preferred: String?

  init(_ branches: [Facts], graph: SchemaGraph, preferred: String? = nil) {
    self.branches = branches
    self.graph = graph
    self.preferred = preferred
  }

  var dispatch: UnionShape.Dispatch {
    if let dispatch = byTypes { return dispatch }
    if let dispatch = byTag { return dispatch }
    if let dispatch = byMembers { return dispatch }
    return .validators
  }

  /// No two branches admit values of one type.
  private var byTypes: UnionShape.Dispatch? {
    for (index, branch) in branches.enumerated() {
      for other in branches[..<index] where !branch.types.isDisjoint(with: other.types) { return nil }
    }
    return .types(branches.map(\.types))
  }

  /// Every branch requires one member, and its values differ from branch to branch. One branch may leave
  /// its values open: it takes what no other names.
  private var byTag: UnionShape.Dispatch? {
    guard let first = branches.first, branches.allSatisfy({ $0.types == [.object] }) else { return nil }
    let names = first.properties.map(\.name)
    for name in names.filter({ $0 == preferred }) + names.filter({ $0 != preferred }) {
      var values: [[JSONValue]?] = []
      for branch in branches {
        guard branch.requires(name), let member = branch.property(name) else { break }
        values.append(Facts(of: member, in: graph).values)
      }
      // A branch whose tag can have no value at all has none to be known by.
      guard values.count == branches.count, values.count(where: { $0 == nil }) <= 1, !values.contains([]) else {
        continue
      }
      let listed = values.compactMap { $0 }.flatMap { $0 }
      if let open = values.firstIndex(where: { $0 == nil }), !excludes(branches[open], name, listed) { continue }
      if Set(listed).count == listed.count, listed.allSatisfy({ $0.string != nil }) {
        return .tag(member: name, values: values)
      }
    }
    return nil
  }

  /// Each branch requires a member that every other one forbids.
  private var byMembers: UnionShape.Dispatch? {
    guard branches.allSatisfy({ $0.types == [.object] }) else { return nil }
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

  /// Whether a branch says that a member has none of these values: else it would take what another branch,
  /// whose tag fits, refuses.
  private func excludes(_ branch: Facts, _ member: String, _ values: [JSONValue]) -> Bool {
    guard let schema = branch.properties.first(where: { $0.name == member })?.schema,
      let negated = graph[schema].keywords.not
    else { return false }
    let keywords = graph[negated].keywords
    let excluded = keywords.enumeration ?? keywords.const.map { [$0] } ?? []
    // Nothing but the list: a further keyword would let some of its values pass.
    let known = Set(excluded)
    return keywords.written.count == 1 && values.allSatisfy { known.contains($0) }
  }
}

extension SchemaGraph {
  /// What marks a branch without a name: the constant that it requires of a member, or the only member that it requires.
  func mark(of branch: SchemaID) -> String? {
    let keywords = self[branch].keywords
    let required = Set(keywords.required.map { ExactName($0) })
    for property in keywords.properties where required.contains(ExactName(property.name)) {
      if let value = self[property.schema].keywords.const?.string { return value }
    }
    return keywords.required.count == 1 ? keywords.required[0] : nil
  }
}
