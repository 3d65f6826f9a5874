import JSONSchema
import SchemaAnalysis
import SchemaRuntime

// Demands on the members of objects.
extension Prover {
  /// A class of names: one mentioned name, or all other names that match the same patterns.
  enum NameClass {
    case one(String)
    case others(matching: Set<ExactName>)
  }

  /// Returns the demands on a member on the left side.
  mutating func member(_ names: NameClass, _ facts: Facts) -> Conjunction {
    guard case .one(let name) = names else { return gatheredMember(names, facts) }
    if let known = facts.members[ExactName(name)] { return known }
    let member = gatheredMember(names, facts)
    facts.members[ExactName(name)] = member
    return member
  }

  private mutating func gatheredMember(_ names: NameClass, _ facts: Facts) -> Conjunction {
    if facts.demands.lengths.most(.members) == 0 { return .impossible }
    var schemas: [Ref] = []
    if case .one(let name) = names { schemas += facts.tags.filter { $0.name == ExactName(name) }.map(\.schema) }
    for ref in facts.nodes {
      let node = node(ref)
      if case .one(let name) = names, node.localOnly.contains(ExactName(name)) { return .impossible }
      schemas += demands(of: node, on: names).map { Ref(side: ref.side, schema: $0.schema) }
      if let rest = node.keywords.unevaluatedProperties, isUnevaluated(names, ref) {
        schemas.append(Ref(side: ref.side, schema: rest))
      }
    }
    if let declaredOnly, isUndeclared(names, facts, by: declaredOnly) { return .impossible }
    return Conjunction(schemas)
  }

  /// Returns the schemas that a node's own keywords apply to a member.
  mutating func demands(
    of node: Node, on names: NameClass
  ) -> [(schema: SchemaID, keyword: String)] {
    let keywords = node.keywords
    var found: [(schema: SchemaID, keyword: String)] = []
    if case .one(let name) = names {
      if let schema = node.properties[ExactName(name)] { found.append((schema, "properties")) }
    }
    for member in keywords.patternProperties where matches(member.name, names) {
      found.append((member.schema, "patternProperties"))
    }
    if found.isEmpty, let additional = keywords.additionalProperties {
      found.append((additional, "additionalProperties"))
    }
    return found
  }

  private mutating func matches(_ pattern: String, _ names: NameClass) -> Bool {
    switch names {
    case .one(let name): patterns.matches(pattern, name) ?? false
    case .others(let matching): matching.contains(ExactName(pattern))
    }
  }

  /// Whether no schema that applies next to `unevaluatedProperties` can evaluate a member.
  private mutating func isUnevaluated(_ names: NameClass, _ ref: Ref) -> Bool {
    for part in subtree(of: ref) {
      if node(part).isOpaqueSet || part != ref && node(part).keywords.unevaluatedProperties != nil { return false }
      if !demands(of: node(part), on: names).isEmpty { return false }
    }
    return true
  }

  /// Whether writers of one side that send only declared members do not send a member.
  mutating func isUndeclared(_ names: NameClass, _ facts: Facts, by side: Int) -> Bool {
    if case .one(let name) = names, facts.demands.required.contains(exactly: name) { return false }
    let own = facts.nodes.filter { $0.side == side }.flatMap { subtree(of: $0) }
    // An object without declared members is a map, whose members all count as declared.
    guard own.contains(where: { !node($0).properties.isEmpty }), !own.contains(where: { node($0).isOpaqueSet }) else {
      return false
    }
    return !own.contains { part in
      let rest = [node(part).keywords.additionalProperties, node(part).keywords.unevaluatedProperties]
      if rest.contains(where: { $0.map { sides[part.side].node($0).boolean == nil } ?? false }) { return true }
      return demands(of: node(part), on: names).contains { $0.keyword != "additionalProperties" }
    }
  }

  /// Returns a schema and all schemas that it may apply to the same value, including branches.
  func subtree(of ref: Ref) -> [Ref] { subtrees.of(ref) }

  /// Returns a schema and all schemas that it applies to the same value unconditionally.
  func unconditional(_ ref: Ref) -> [Ref] {
    Closure.of([ref]) { ref in node(ref).keywords.conjuncts.map { Ref(side: ref.side, schema: $0) } }
  }

  /// Returns the schemas that the right side applies to all values of the left, including branches that all of them satisfy.
  mutating func covering(_ check: Check) -> [Ref] {
    var found = unconditional(check.right)
    var next = 0
    while next < found.count {
      let keywords = node(found[next]).keywords
      for branch in keywords.anyOf + keywords.oneOf {
        let branch = Ref(side: check.right.side, schema: branch)
        if !found.contains(branch), holds(check.left, in: branch) {
          found += unconditional(branch).filter { !found.contains($0) }
        }
      }
      next += 1
    }
    return found
  }
}
