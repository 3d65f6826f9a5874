import JSONSchema
import SchemaAnalysis
import SchemaRuntime

// Demands by choices, negations and conditions.
extension Prover {
  mutating func checkLogic(_ check: Check) -> [Gap] {
    let keywords = check.keywords
    var found: [Gap] = []
    let side = sides[check.right.side]
    if let branches = side.anyOf(of: check.right.schema) {
      let choice = choiceIndex(check, branches, isExclusive: false)
      found += choiceGaps(check, check.left, choice, "anyOf", isExclusive: false)
    }
    if let branches = side.oneOf(of: check.right.schema) {
      let choice = choiceIndex(check, branches, isExclusive: true)
      found += choiceGaps(check, check.left, choice, "oneOf", isExclusive: true)
    }
    if let negated = keywords.not.map({ check.ref($0).target(in: sides) }), !isApart(check.left, negated) {
      found.append(
        gap(
          .keyword("not"), check.right, "not", check.left, check.facts,
          given: check.facts.nodes.contains { node($0).keywords.not != nil } ? "" : nil,
          trying: examples(of: check.left.adding([negated]))))
    }
    if let condition = keywords.if.map({ check.ref($0).target(in: sides) }) {
      if let then = keywords.then.map({ check.ref($0).target(in: sides) }) {
        found += conditionGaps(check, check.left.adding([condition]), then)
      }
      if let otherwise = keywords.else.map({ check.ref($0).target(in: sides) }) {
        found += conditionGaps(check, check.left.adding([], excluding: [condition]), otherwise)
      }
    }
    return found
  }

  private mutating func conditionGaps(_ check: Check, _ left: Conjunction, _ right: Ref) -> [Gap] {
    gaps(left, in: right).map { gap in
      var gap = gap
      gap.candidates = gap.candidates.filter { admits(check.left, $0) && refuses(check.right, $0) }
      return gap
    }
  }

  /// Whether it is proven that no value satisfies both.
  private mutating func isApart(_ left: Conjunction, _ other: Ref) -> Bool {
    let excluded = facts(left).excluded
    if excluded.contains(where: { areEqual($0, other) }) || haveDifferentTags(left, other) { return true }
    spend(excluded.count / 64)
    // Without the left side first: with nested `not`s, each pair of schemas is then proven once.
    if excluded.contains(where: { holds(other, in: $0) }) { return true }
    // Nested `not`s would accumulate context endlessly.
    guard left.schemas.count < Self.maximumContext else { return isEmpty(Conjunction([other])) }
    return excluded.contains { holds(left.adding([other]), in: $0) } || isEmpty(left.adding([other]))
  }

  /// Whether the demands on a required member obviously contradict one another, for instance because it is the tag of
  /// different branches. A quick test before proofs.
  private mutating func haveDifferentTags(_ left: Conjunction, _ other: Ref) -> Bool {
    let both = facts(left.adding([other]))
    if both.kinds.isEmpty { return true }
    guard both.kinds == .object else { return false }
    return both.required.contains { name in
      let member = member(.one(name.string), both)
      guard member.schemas.count > 1 else { return member.kinds.isEmpty }
      let facts = facts(member)
      return facts.kinds.isEmpty || facts.demands.values?.isEmpty ?? false
    }
  }

  private mutating func choiceGaps(
    _ check: Check, _ left: Conjunction, _ choice: ChoiceIndex, _ keyword: String, isExclusive: Bool
  ) -> [Gap] {
    let branches = choice.candidates(left, &self)
    // 1. One branch accepts all values and, in `oneOf`, no other accepts any.
    var overlap: Gap?
    let equal = choice.equal(to: facts(left).applied, self)
    // Usually, the left side has a branch of the right side.
    if !isExclusive { for branch in equal.sorted() where holds(left, in: branch) { return [] } }
    for branch in branches.filter(equal.contains) + branches.filter({ !equal.contains($0) })
    where holds(left, in: branch) {
      let others = isExclusive ? branches.filter { $0 != branch && !isApart(left, $0) } : []
      // A repeated branch is never the only one.
      let isTwice = isExclusive && branches.count { $0 == branch } > 1
      if others.isEmpty, !isTwice { return [] }
      let both = others.flatMap { examples(of: left.adding([$0])) }
      overlap = overlap ?? gap(.overlap, check.right, keyword, left, check.facts, trying: both)
    }
    if let overlap { return [overlap] }
    // 2. The values of each type separately.
    let kinds = facts(left).kinds
    let groups = ValueKinds.groups.map { $0.intersection(kinds) }.filter { !$0.isEmpty }
    if groups.count > 1 {
      return groups.flatMap {
        choiceGaps(check, left.restricted(to: $0), choice, keyword, isExclusive: isExclusive)
      }
    }
    // 3. The values of each tag separately.
    if let parts = partsByTag(left, branches) {
      return parts.flatMap { choiceGaps(check, $0, choice, keyword, isExclusive: isExclusive) }
    }
    if isEmpty(left) { return [] }
    if effort == .verdict { return [undecided(check.right, keyword, left)] }
    // The alternatives of the left side are considered separately later.
    let near = branches.filter { !isEmpty(left.adding([$0])) }
    if near.count == 1, let branch = near.first {
      return gaps(left, in: branch).map { gap in
        var gap = gap
        gap.candidates = gap.candidates.filter { admits(check.left, $0) && refuses(check.right, $0) }
        return gap
      }
    }
    let separating = near.flatMap { gaps(left, in: $0) }.flatMap(\.candidates)
    return [
      gap(.branch, check.right, keyword, left, check.facts, leftKeywords: ["oneOf", "anyOf"], trying: separating)
    ]
  }

  /// Returns the left side split by the values of a tag, a required member with a few values, as the branches split
  /// them; nil if there is no such member.
  private mutating func partsByTag(_ left: Conjunction, _ branches: [Ref]) -> [Conjunction]? {
    let own = facts(left)
    guard own.kinds == .object else { return nil }
    for name in own.required.sorted() where !left.tags.contains(where: { $0.name == name }) {
      guard let values = facts(member(.one(name.string), own)).demands.values, values.count > 1, values.count <= 100
      else {
        continue
      }
      var parts: [Conjunction] = []
      var covered: Set<JSONValue> = []
      for branch in branches {
        let tag = member(.one(name.string), facts(Conjunction([branch])))
        let taken = values.filter { facts(tag).demands.values != nil && admits(tag, $0) }
        if taken.isEmpty { continue }
        covered.formUnion(taken)
        parts.append(left.having(name, satisfying: tag.schemas))
      }
      // Every value has to be in one of the parts.
      if parts.count > 1, values.allSatisfy(covered.contains) { return parts }
    }
    return nil
  }
}
