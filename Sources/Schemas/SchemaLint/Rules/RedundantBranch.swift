package import JSONSchema
import SchemaRuntime

/// Branches that change nothing.
package enum RedundantBranch: SchemaRule {
  package static let id = "redundant-branch"
  package static let summary = "a branch of 'anyOf' or 'allOf' that another one repeats or includes"
  package static let explanation = """
    A branch of `anyOf` has no effect if another one accepts all of its values. Only proven cases are reported. If the
    branch still informs readers about values (`enum`, `const`, properties) or about itself (`title`, `description`),
    the finding is only a note, unless the branch is an exact copy. A branch for objects is reported only if an earlier
    branch accepts all of its values, and declares and requires all of its members, so that the later branch is never
    chosen.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = #"{ "anyOf": [{ "type": "string", "maxLength": 9 }, { "type": "string" }] }"#
  package static let good = #"{ "anyOf": [{ "type": "string", "maxLength": 9 }, { "type": "integer" }] }"#

  /// The maximum number of branches whose pairs are compared.
  private static let maximumBranches = 24

  static func check(_ context: LintContext) -> [Violation] {
    var proofs = ContradictionProofs(context)
    return context.nodes.flatMap { node in
      violations("anyOf", node.keywords.anyOf, node, context) { included($0, $1, context, &proofs) }
        + violations("allOf", node.keywords.allOf, node, context) { _, _ in nil }
        + hidden(node, context, &proofs)
    }
  }

  /// Returns the findings about branches for objects that no value chooses, because an earlier branch accepts all their
  /// values, and declares and requires all their members.
  private static func hidden(
    _ node: SchemaNode, _ context: LintContext, _ proofs: inout ContradictionProofs
  ) -> [Violation] {
    let branches = node.keywords.anyOf
    guard branches.count > 1, branches.count <= maximumBranches else { return [] }
    let members = branches.map { declaredMembers(of: $0, context) }
    return branches.indices.compactMap { index in
      guard !members[index].declared.isEmpty else { return nil }
      let other = branches[..<index].indices.first { other in
        members[index].declared.isSubset(of: members[other].declared)
          && members[index].required.isSubset(of: members[other].required)
          && context.graph[branches[index]].keywords.written != context.graph[branches[other]].keywords.written
          && !context.satisfiability.isEmpty(branches[index]) && proofs.isWithin(branches[index], branches[other])
      }
      return other.map { other in
        Violation(
          context.location(node, "anyOf", String(index)),
          "branch \(index) is never chosen, because branch \(other) accepts all its values, and declares and "
            + "requires all its members; tell them apart by a member with a 'const', or remove branch \(index)",
          notes: [Finding.Note(location: context.location(node, "anyOf", String(other)), message: "the other branch")])
      }
    }
  }

  private static func declaredMembers(
    of schema: SchemaID, _ context: LintContext
  ) -> (declared: Set<String>, required: Set<String>) {
    let parts = context.satisfiability.conjunction(of: schema).map { context.graph[$0].keywords }
    return (Set(parts.flatMap { $0.properties.map(\.name) }), Set(parts.flatMap { Array($0.required) }))
  }

  /// Returns the findings about a list of branches.
  ///
  /// - Parameter included: the severity of the finding that one branch is included in another; nil if it is not.
  private static func violations(
    _ keyword: String, _ branches: [SchemaID], _ node: SchemaNode, _ context: LintContext,
    included: (SchemaID, SchemaID) -> Diagnostic.Severity?
  ) -> [Violation] {
    guard branches.count > 1 else { return [] }
    var found: [Violation] = []
    func report(_ index: Int, _ other: Int, _ verb: String, _ severity: Diagnostic.Severity) {
      // A hint to readers may stay.
      let advice = severity == .note ? "" : "; remove branch \(index)"
      found.append(
        Violation(
          context.location(node, keyword, String(index)),
          "branch \(index) adds nothing, because branch \(other) \(verb)" + advice,
          notes: [
            Finding.Note(location: context.location(node, keyword, String(other)), message: "the other branch")
          ], severity: severity))
    }
    var first: [JSONValue: Int] = [:]
    var repeated: Set<Int> = []
    for (index, branch) in branches.enumerated() {
      // A Boolean or empty schema is a placeholder.
      let written = JSONValue.object(context.graph[branch].keywords.written)
      if written == [:] { continue }
      if let other = first[written] {
        repeated.insert(index)
        report(index, other, "says the same", .warning)
      } else {
        first[written] = index
      }
    }
    guard branches.count <= maximumBranches else { return found }
    for index in branches.indices where !repeated.contains(index) {
      for other in branches.indices where other != index && !repeated.contains(other) {
        guard let severity = included(branches[index], branches[other]) else { continue }
        // Of two that include each other, the second is redundant.
        if other > index, included(branches[other], branches[index]) != nil { continue }
        report(index, other, "accepts all its values", severity)
        break
      }
    }
    return found
  }

  /// Returns the severity of the finding that a branch of `anyOf` is included in another; nil if it is not.
  private static func included(
    _ branch: SchemaID, _ other: SchemaID, _ context: LintContext, _ proofs: inout ContradictionProofs
  ) -> Diagnostic.Severity? {
    let (node, wider) = (context.graph[branch], context.graph[other])
    guard node.boolean == nil, wider.boolean == nil, isPlain(node), isPlain(wider), !node.asserting.isEmpty,
      !wider.asserting.isEmpty, wider.keywords.format == nil, !context.satisfiability.isEmpty(branch),
      proofs.isWithin(branch, other)
    else { return nil }
    let describes = node.keywords.written.keys.contains { name in
      guard let rule = node.dialect.keyword(named: name) else { return true }
      return rule.effect == .annotates || ["enum", "const", "format"].contains(name)
    }
    return describes || node.asserting == ["type"] ? .note : .warning
  }

  /// Whether a schema only limits scalars, so that comparing it takes little time.
  private static func isPlain(_ node: SchemaNode) -> Bool {
    node.asserting.allSatisfy { name in
      node.dialect.keyword(named: name).map { $0.isPlainAssertion || $0.name == "format" } ?? false
    }
  }
}
