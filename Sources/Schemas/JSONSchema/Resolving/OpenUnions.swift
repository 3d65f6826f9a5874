import SchemaRuntime

// Choices between objects that a member tells apart: an object with another value of the member is one that a later
// version might add.
extension OpenSchemas {
  /// The choices that stay closed: those that are branches of others, whose objects an open one would accept, and those
  /// with which other schemas share their members.
  var fixedUnions: Set<SchemaID> {
    var fixed: Set<SchemaID> = []
    for node in graph.nodes {
      let branches = objects(in: node.keywords.oneOf + node.keywords.anyOf)
      if branches.count > 1 {
        fixed.formUnion(Closure.of(branches) { graph[$0].keywords.describing })
      }
      let conjuncts = node.keywords.conjuncts
      if conjuncts.count > 1 || !node.keywords.properties.isEmpty {
        fixed.formUnion(Closure.of(conjuncts) { graph[$0].keywords.conjuncts })
      }
    }
    return fixed
  }

  /// Adds a branch for objects with another value of the member.
  mutating func openUnion(_ node: SchemaNode) {
    let keywords = node.keywords
    guard keywords.oneOf.isEmpty != keywords.anyOf.isEmpty, keywords.conjuncts.isEmpty, keywords.if == nil else {
      return
    }
    let branches = objects(in: keywords.oneOf + keywords.anyOf)
    guard branches.count > 1, let tag = tag(of: branches), Self.declares(only: tag.member, keywords) else { return }
    let path = [keywords.oneOf.isEmpty ? "anyOf" : "oneOf", String(keywords.oneOf.count + keywords.anyOf.count)]
    var known = Keywords()
    known.enumeration = tag.values
    known.written = ["enum": .array(tag.values)]
    var member = Keywords()
    member.type = [.string]
    let memberPath = path + ["properties", tag.member]
    member.not = graph.add(known, at: memberPath + ["not"], below: node.id)
    member.written = ["type": "string", "not": .object(known.written)]
    var branch = Keywords()
    branch.description = "An object with another value of `\(tag.member)` than the schema lists, as it is."
    branch.type = [.object]
    branch.required = [tag.member]
    branch.properties = [
      Keywords.Member(name: tag.member, schema: graph.add(member, at: memberPath, below: node.id))
    ]
    branch.vendor.swift.name = "unknown"
    branch.vendor.swift.type = try? SwiftType("JSONObject")
    branch.written = [
      "type": "object", "required": [.string(tag.member)],
      "properties": .object([tag.member: .object(member.written)]),
    ]
    let other = graph.add(branch, at: path, below: node.id)
    graph.change(node.id) { keywords in
      if keywords.oneOf.isEmpty { keywords.anyOf.append(other) } else { keywords.oneOf.append(other) }
      if let listed = keywords.written[path[0]]?.array {
        keywords.written[path[0]] = .array(listed + [.object(branch.written)])
      }
    }
  }

  /// The branches that are not just null.
  private func objects(in branches: [SchemaID]) -> [SchemaID] {
    branches.filter { graph[$0].boolean != false && graph[$0].keywords.type != [.null] }
  }

  /// Whether a schema declares no members but one.
  private static func declares(only member: String, _ keywords: Keywords) -> Bool {
    keywords.properties.allSatisfy { $0.name == member } && keywords.required.allSatisfy { $0 == member }
      && keywords.patternProperties.isEmpty && keywords.additionalProperties == nil
      && keywords.unevaluatedProperties == nil && keywords.dependentSchemas.isEmpty
  }

  /// Returns the member that tells all branches apart, with its values in all of them; nil if there is none.
  private func tag(of branches: [SchemaID]) -> (member: String, values: [JSONValue])? {
    var seen: Set<SchemaID> = []
    let tags = branches.map { self.tags(of: $0, &seen) }
    guard let first = tags.first else { return nil }
    let selected = graph[branches[0]].keywords.selection.map { [ExactName($0.member)] } ?? []
    for member in selected + first.keys.sorted() {
      let lists = tags.compactMap { $0[member] }
      let values = lists.flatMap { $0 }
      guard lists.count == branches.count, Set(values).count == values.count, values.allSatisfy({ $0.string != nil })
      else { continue }
      return (member.string, values)
    }
    return nil
  }

  /// Returns the values of members that a branch, or each branch of the choice that it is, requires to be one of a list.
  private func tags(of branch: SchemaID, _ seen: inout Set<SchemaID>) -> [ExactName: [JSONValue]] {
    guard seen.insert(branch).inserted else { return [:] }
    let own = BranchMarks(of: branch, in: graph)
    var tags = own.tags.mapValues { $0.sorted { $0.text() < $1.text() } }
    if own.types != [.object] { tags = [:] }
    if let selection = graph[branch].keywords.selection { tags[ExactName(selection.member)] = selection.values }
    let parts = graph.conjunction(of: branch).map { graph[$0].keywords }
    for inner in parts.flatMap({ [$0.oneOf, $0.anyOf] }) where !inner.isEmpty {
      let lists = inner.map { self.tags(of: $0, &seen) }
      for (name, _) in lists[0] where tags[name] == nil {
        let values = lists.compactMap { $0[name] }
        if values.count == lists.count { tags[name] = values.flatMap { $0 } }
      }
    }
    return tags
  }
}
