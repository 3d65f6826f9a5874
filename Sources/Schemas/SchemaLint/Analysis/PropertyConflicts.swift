import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Finds declared members that other schemas for the same object rule out.
struct PropertyConflicts {
  /// What one schema says about a member.
  struct Part {
    var owner: SchemaNode
    /// The path from the owner: `properties` and the name, `patternProperties` and the pattern, or
    /// `additionalProperties`.
    var path: [String]
    var schema: SchemaID
  }

  /// Members of one declaring schema that another one rules out.
  struct Conflict {
    var declaration: Part
    var other: Part
    var names: [String]
    /// Whether the other one rejects any value; if not, it contradicts the declaration.
    var isRejected: Bool
  }

  private struct Pair: Hashable {
    var declaring: SchemaID
    var other: SchemaID
    var keyword: String
  }

  private let context: LintContext
  private var proofs: ContradictionProofs
  private var reported: Set<Pair> = []

  init(_ context: LintContext) {
    self.context = context
    proofs = ContradictionProofs(context)
  }

  /// Returns the conflicts that arise where a schema joins others.
  mutating func conflicts(at node: SchemaNode) -> [Conflict] {
    guard node.boolean == nil, !context.satisfiability.isEmpty(node.id) else { return [] }
    let keywords = node.keywords
    let joined = context.satisfiability.conjunction(of: node.id).map { context.graph[$0] }
    var found: [Conflict] = []
    if joined.count > 1 || !keywords.patternProperties.isEmpty {
      // What arises within one of the conjuncts is reported there.
      let inner = keywords.conjuncts.map { Set(context.satisfiability.conjunction(of: $0)) }
      found += conflicts(joined, joined) { a, b in
        a == b ? a == node.id : !inner.contains { $0.contains(a) && $0.contains(b) }
      }
    }
    for branch in keywords.branches {
      let others = context.satisfiability.conjunction(of: branch).map { context.graph[$0] }
      let known = Set(joined.map(\.id))
      let added = others.filter { !known.contains($0.id) }
      if context.satisfiability.isEmpty(branch) { continue }
      found += conflicts(added, joined, isBranch: true) { _, _ in true }
    }
    for branches in [keywords.anyOf, keywords.oneOf] where !branches.isEmpty {
      found += rejectedByAll(branches, joined)
    }
    return found
  }

  /// Returns the conflicts between members that some schemas declare and what others say about them.
  private mutating func conflicts(
    _ declaring: [SchemaNode], _ others: [SchemaNode], isBranch: Bool = false,
    where isConcerned: (SchemaID, SchemaID) -> Bool
  ) -> [Conflict] {
    var found: [(pair: Pair, conflict: Conflict)] = []
    for owner in declaring {
      for member in owner.keywords.properties where !context.satisfiability.isEmpty(member.schema) {
        let declaration = Part(owner: owner, path: ["properties", member.name], schema: member.schema)
        var parts: [Part] = []
        for other in others where isConcerned(owner.id, other.id) && !narrows(other, owner) {
          parts += self.parts(of: member.name, other).filter { $0.schema != member.schema }
        }
        // Another schema may rule the member out on purpose.
        if parts.contains(where: { $0.path[0] == "properties" && context.satisfiability.isEmpty($0.schema) }) {
          continue
        }
        for part in parts {
          let isRejected = context.satisfiability.isEmpty(part.schema)
          // In a branch, a value that can only be null stands for an absent member.
          if isBranch, !isRejected, context.satisfiability.admitted[member.schema.index] == .null { continue }
          guard isRejected || proofs.areContradictory(member.schema, part.schema) else { continue }
          let pair = Pair(declaring: owner.id, other: part.owner.id, keyword: isRejected ? part.path[0] : member.name)
          if let index = found.firstIndex(where: { $0.pair == pair }) {
            found[index].conflict.names.append(member.name)
          } else if reported.insert(pair).inserted {
            // Both declare it: one finding is enough.
            reported.insert(Pair(declaring: part.owner.id, other: owner.id, keyword: pair.keyword))
            found.append(
              (pair, Conflict(declaration: declaration, other: part, names: [member.name], isRejected: isRejected)))
          }
        }
      }
    }
    return found.map(\.conflict)
  }

  /// Returns the members that each branch of a choice rejects.
  private mutating func rejectedByAll(_ branches: [SchemaID], _ joined: [SchemaNode]) -> [Conflict] {
    let choices = branches.filter { !context.satisfiability.isEmpty($0) }.map { branch in
      context.satisfiability.conjunction(of: branch).map { context.graph[$0] }
    }
    guard !choices.isEmpty, choices.allSatisfy({ $0.contains { isClosed($0) } }) else { return [] }
    var conflicts: [Conflict] = []
    for owner in joined {
      for member in owner.keywords.properties where !context.satisfiability.isEmpty(member.schema) {
        let rejections = choices.compactMap { choice in
          choice.flatMap { parts(of: member.name, $0) }
            .first { $0.path[0] == "additionalProperties" && context.satisfiability.isEmpty($0.schema) }
        }
        guard rejections.count == choices.count, let first = rejections.first else { continue }
        if let index = conflicts.firstIndex(where: { $0.declaration.owner.id == owner.id }) {
          conflicts[index].names.append(member.name)
        } else if reported.insert(Pair(declaring: owner.id, other: first.owner.id, keyword: first.path[0])).inserted {
          let declaration = Part(owner: owner, path: ["properties", member.name], schema: member.schema)
          conflicts.append(Conflict(declaration: declaration, other: first, names: [member.name], isRejected: true))
        }
      }
    }
    return conflicts
  }

  /// Whether a closed schema lists members of another one without describing them: it rules out the others on purpose.
  private func narrows(_ closed: SchemaNode, _ other: SchemaNode) -> Bool {
    guard closed.id != other.id, isClosed(closed) else { return false }
    let names = Set(other.keywords.properties.map { ExactName($0.name) })
    return closed.keywords.properties.contains { member in
      names.contains(ExactName(member.name))
        && (context.graph[member.schema].boolean == true || context.graph[member.schema].asserting.isEmpty)
    }
  }

  private func isClosed(_ node: SchemaNode) -> Bool {
    node.keywords.additionalProperties.map(context.satisfiability.isEmpty) ?? false
  }

  /// Returns what a schema says about a member; nothing if a pattern leaves it undecided.
  private func parts(of name: String, _ node: SchemaNode) -> [Part] {
    let keywords = node.keywords
    var parts = keywords.properties.filter { $0.name.isIdentical(to: name) }.map {
      Part(owner: node, path: ["properties", $0.name], schema: $0.schema)
    }
    for member in keywords.patternProperties {
      switch context.memberPatterns.match(name, member.name) {
      case .match: parts.append(Part(owner: node, path: ["patternProperties", member.name], schema: member.schema))
      case .noMatch: break
      case .exhausted: return []
      }
    }
    if parts.isEmpty, let additional = keywords.additionalProperties {
      parts.append(Part(owner: node, path: ["additionalProperties"], schema: additional))
    }
    return parts
  }
}

extension Keywords {
  /// The schemas of which some may apply to the same value as well.
  fileprivate var branches: [SchemaID] {
    anyOf + oneOf + [then, self.else].compactMap { $0 } + dependentSchemas.map(\.schema)
  }
}
