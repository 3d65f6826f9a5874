import JSONSchema
import SchemaAnalysis
import SchemaRuntime

// Demands on objects.
extension Prover {
  mutating func checkObjects(_ check: Check) -> [Gap] {
    let keywords = check.keywords
    let facts = check.facts
    let left = check.left.restricted(to: .object)
    var found: [Gap] = []
    for name in keywords.required where !facts.demands.required.contains(exactly: name) {
      found.append(
        gap(
          .keyword("required"), check.right, "required", left, facts, name: name,
          trying: [object(left, leavingOut: name)].compactMap { $0 }))
    }
    found += checkLengths(check, left, of: .object)
    if isSettled(found) { return found }
    found += checkMembers(check, left)
    if let names = keywords.propertyNames { found += checkNames(check, left, check.ref(names)) }
    found += checkDependencies(check, left)
    return found
  }

  /// Returns the schemas whose members are considered on the left side: with unevaluated members, including branches.
  func declaring(_ facts: Facts) -> [Ref] {
    facts.nodes.flatMap { ref in
      node(ref).keywords.unevaluatedProperties != nil || ref.side == declaredOnly ? subtree(of: ref) : [ref]
    }
  }

  /// Returns the names that the left side mentions.
  func mentioned(_ facts: Facts) -> Set<ExactName> {
    if let known = facts.mentioned { return known }
    var names = facts.required
    for ref in declaring(facts) { names.formUnion(node(ref).properties.keys) }
    facts.mentioned = names
    return names
  }

  /// Returns the patterns of names that the left side mentions.
  private func patterns(_ facts: Facts) -> Set<ExactName> {
    Set(declaring(facts).flatMap { node($0).patterns })
  }

  /// Returns the names that the left side or the right schema mention.
  private mutating func mentioned(_ check: Check) -> [ExactName] {
    var names = mentioned(check.facts)
    names.formUnion(check.node.properties.keys)
    if check.keywords.unevaluatedProperties != nil {
      for part in covering(check) { names.formUnion(node(part).properties.keys) }
    }
    spend(names.count / 32)
    return names.sorted()
  }

  /// Returns the maximum number of members of the left side's objects; nil if there is no limit.
  mutating func mostMembers(_ facts: Facts) -> Int? {
    guard patterns(facts).isEmpty, isEmptyInside(member(.others(matching: []), facts)) else { return nil }
    return mentioned(facts).sorted().count { !isEmptyInside(member(.one($0.string), facts)) }
  }

  /// Returns the classes of names that are not mentioned, and whether some were cut because there are too many patterns.
  private mutating func classes(_ check: Check) -> (classes: [Set<ExactName>], isCut: Bool) {
    var patterns = Set(check.node.patterns)
    patterns.formUnion(self.patterns(check.facts))
    if check.keywords.unevaluatedProperties != nil {
      for part in covering(check) {
        patterns.formUnion(node(part).patterns)
      }
    }
    let ordered = patterns.sorted()
    let isCut = ordered.count > 4
    var classes: [Set<ExactName>] = [[]]
    for pattern in ordered.prefix(4) { classes += classes.map { $0.union([pattern]) } }
    return (classes, isCut)
  }

  // MARK: - Members

  private mutating func checkMembers(_ check: Check, _ left: Conjunction) -> [Gap] {
    let keywords = check.keywords
    let local = check.node.localOnly
    guard
      !keywords.properties.isEmpty || !keywords.patternProperties.isEmpty || keywords.additionalProperties != nil
        || keywords.unevaluatedProperties != nil || !local.isEmpty
    else { return [] }
    var found: [Gap] = []
    let names = mentioned(check)
    for name in names {
      found += memberGaps(check, left, .one(name.string), isLocal: local.contains(name))
      if isSettled(found) { return found }
    }
    let (classes, isCut) = classes(check)
    if isCut { found.append(undecided(check.right, "patternProperties", left)) }
    for patterns in classes {
      let gaps = memberGaps(check, left, .others(matching: patterns), isLocal: false)
      if !gaps.isEmpty { found += named(gaps, check, left, patterns, classes.last ?? [], names) }
    }
    return found
  }

  private mutating func memberGaps(
    _ check: Check, _ left: Conjunction, _ names: NameClass, isLocal: Bool
  ) -> [Gap] {
    var demands = demands(of: check.node, on: names)
    if let rest = check.keywords.unevaluatedProperties, !isCovered(names, check) {
      demands.append((rest, "unevaluatedProperties"))
    }
    guard !demands.isEmpty || isLocal else { return [] }
    let child = member(names, check.facts)
    if child.kinds.isEmpty { return [] }
    var found: [Gap] = []
    if isLocal, !isEmptyInside(child), case .one(let name) = names {
      found.append(
        gap(
          .keyword("x-localOnly"), check.right, "properties", left, check.facts, name: name,
          trying: examples(of: child).prefix(2).compactMap { object(left, setting: name, to: $0) }))
    }
    for (schema, keyword) in demands {
      let right = check.ref(schema)
      let inner = gapsInside(child, in: right)
      if inner.isEmpty { continue }
      let isBeyond = effort != .verdict && isUndeclared(names, check.facts, by: writer)
      found += memberGaps(check, left, names, child, inner, right, keyword).map { gap in
        var gap = gap
        gap.isBeyondDeclared = gap.isBeyondDeclared || isBeyond
        return gap
      }
    }
    return found
  }

  /// Returns the gaps of a member's values as gaps of the object.
  private mutating func memberGaps(
    _ check: Check, _ left: Conjunction, _ names: NameClass, _ child: Conjunction, _ inner: [Gap], _ right: Ref,
    _ keyword: String
  ) -> [Gap] {
    guard case .one(let name) = names else {
      // The name is chosen later, when the remaining names are known.
      if node(right).boolean == false {
        var gap = gap(
          .closed, check.right, keyword, left, check.facts,
          leftKeywords: ["additionalProperties", "patternProperties", "properties"])
        gap.path = [.anyMember]
        gap.candidates = examples(of: child)
        return [gap]
      }
      return inner.map { gap in
        var gap = gap
        gap.path.insert(.anyMember, at: 0)
        return gap
      }
    }
    let isUndeclared = !check.facts.nodes.contains { ref in
      demands(of: node(ref), on: names).contains { $0.keyword != "additionalProperties" }
    }
    let candidates = inner.flatMap(\.candidates) + examples(of: child)
    let values = candidates.prefix(12).compactMap { object(left, setting: name, to: $0) }
    let isForbidden = keyword != "properties" && keyword != "patternProperties" && node(right).boolean == false
    if isForbidden || isUndeclared && keyword == "properties" {
      var gap = gap(.property, check.right, keyword, left, check.facts, name: name, trying: values)
      let location = isForbidden ? child.schemas.first.map { Gap.Location(ref: $0) } : gap.left
      gap.left = location ?? gap.left
      if !isForbidden { gap.right = Gap.Location(ref: right) }
      gap.given = isForbidden ? nil : "any value"
      return [gap]
    }
    return outward(inner, .member(name), left, check.right) { prover, value in
      prover.object(left, setting: name, to: value)
    }
  }

  /// Returns the gaps of names that are not mentioned, with examples of such names; empty if there is no such name.
  private mutating func named(
    _ gaps: [Gap], _ check: Check, _ left: Conjunction, _ matching: Set<ExactName>, _ all: Set<ExactName>,
    _ known: [ExactName]
  ) -> [Gap] {
    var acceptance = StringSearch.Acceptance(patterns: matching.sorted().map(\.string))
    let nameSchemas = check.facts.nodes.compactMap { ref in
      node(ref).keywords.propertyNames.map { Ref(side: ref.side, schema: $0) }
    }
    let ofNames = Conjunction(nameSchemas, kinds: .string)
    if isEmptyInside(ofNames) { return [] }
    acceptance.patterns += facts(ofNames).demands.patterns
    let answer = patterns.search(
      acceptance, refusal: .nothing, others: all.subtracting(matching).sorted().map(\.string), excluding: known)
    if case .none = answer { return [] }
    var texts = answer.values.compactMap(\.string).filter { !$0.isEmpty } + ["other", "x", ""]
    texts += examples(of: ofNames).compactMap(\.string)
    let names = texts.filter { name in
      !known.contains(ExactName(name)) && admits(ofNames, .string(name))
        && all.allSatisfy { patterns.matches($0.string, name) == matching.contains($0) }
    }
    return gaps.map { gap in
      var gap = gap
      var values: [JSONValue] = []
      for name in names.prefix(2) {
        values += gap.candidates.prefix(4).compactMap { object(left, setting: name, to: $0) }
      }
      gap.candidates = values.filter { admits(left, $0) && refuses(check.right, $0) }
      return gap
    }
  }

  /// Whether the right side's own keywords, and those of branches that all values satisfy, evaluate a member.
  private mutating func isCovered(_ names: NameClass, _ check: Check) -> Bool {
    for part in covering(check) {
      if part != check.right, node(part).keywords.unevaluatedProperties != nil { return true }
      if !demands(of: node(part), on: names).isEmpty { return true }
    }
    return false
  }

  // MARK: - Names

  private mutating func checkNames(_ check: Check, _ left: Conjunction, _ right: Ref) -> [Gap] {
    let own = check.facts.nodes.compactMap { ref in
      node(ref).keywords.propertyNames.map { Ref(side: ref.side, schema: $0) }
    }
    let inner = gapsInside(Conjunction(own, kinds: .string), in: right)
    if inner.isEmpty { return [] }
    // If the left side is closed, its names are known.
    let patterned = !patterns(check.facts).isEmpty
    let possible = mentioned(check.facts).sorted().filter { !isEmptyInside(member(.one($0.string), check.facts)) }
    let refused = possible.filter { !admits(right, .string($0.string)) }
    if !patterned, refused.isEmpty, isEmptyInside(member(.others(matching: []), check.facts)) { return [] }
    var values: [JSONValue] = []
    for name in refused.map(\.string) + inner.flatMap(\.candidates).compactMap(\.string) {
      let child = member(.one(name), check.facts)
      values += examples(of: child).prefix(1).compactMap { object(left, setting: name, to: $0) }
    }
    return [
      gap(
        .keyword("propertyNames"), check.right, "propertyNames", left, check.facts, given: inner.first?.given,
        demanded: inner.first?.demanded, trying: values)
    ]
  }

  // MARK: - Dependencies

  private mutating func checkDependencies(_ check: Check, _ left: Conjunction) -> [Gap] {
    var found: [Gap] = []
    let draft = check.node.keywords.written
    for row in check.keywords.dependentRequired {
      let having = left.having([ExactName(row.name)])
      if isEmptyInside(member(.one(row.name), check.facts)) { continue }
      let names = facts(having).required
      for name in row.required where !names.contains(ExactName(name)) {
        let keyword = draft["dependentRequired"] == nil ? "dependencies" : "dependentRequired"
        found.append(
          gap(
            .keyword("dependentRequired"), check.right, keyword, left, check.facts, demanded: row.name, name: name,
            leftKeywords: ["dependentRequired", "dependencies"],
            trying: [object(having, leavingOut: name)].compactMap { $0 }))
      }
    }
    for member in check.keywords.dependentSchemas {
      if isEmptyInside(self.member(.one(member.name), check.facts)) { continue }
      let having = left.having([ExactName(member.name)])
      let inner = gaps(having, in: check.ref(member.schema))
      found += inner.map { gap in
        var gap = gap
        gap.candidates = gap.candidates.filter { admits(left, $0) && refuses(check.right, $0) }
        return gap
      }
    }
    return found
  }
}
