import JSONSchema
import SchemaRuntime

// Conjunctions that no value satisfies.
extension Prover {
  mutating func decideEmptiness(_ conjunction: Conjunction) -> Bool {
    let facts = facts(conjunction)
    if facts.kinds.isEmpty { return true }
    if let values = finiteValues(facts) { return values.allSatisfy { refuses(conjunction, $0) } }
    var kinds = facts.kinds
    if !kinds.isDisjoint(with: .numbers) { kinds.subtract(emptyNumbers(facts)) }
    if kinds.contains(.string), hasNoString(facts) { kinds.remove(.string) }
    if kinds.contains(.array), hasNoArray(facts) { kinds.remove(.array) }
    if kinds.contains(.object), hasNoObject(facts) { kinds.remove(.object) }
    if kinds.isEmpty { return true }
    let rest = conjunction.restricted(to: kinds)
    if rest != conjunction { return isEmpty(rest) }
    for excluded in facts.excluded where holds(conjunction, in: excluded) { return true }
    // One decision after the other, each of whose ways leads nowhere.
    return facts.choices.prefix(4).contains { choice in parts(conjunction, choice).allSatisfy { isEmpty($0) } }
  }

  /// The kinds of numbers that the bounds and divisors leave nothing of.
  private func emptyNumbers(_ facts: Facts) -> Kinds {
    if let lower = facts.lower, let upper = facts.upper {
      if upper.value < lower.value { return .numbers }
      if upper.value == lower.value, lower.isExclusive || upper.isExclusive { return .numbers }
    }
    var empty: Kinds = []
    if let lower = facts.lower, let upper = facts.upper, let low = Self.ceiling(lower), let high = Self.floor(upper),
      low > high
    {
      empty.formUnion(.integers)
    }
    // Multiples of an integer are integers.
    if facts.multiples.contains(where: \.isInteger) { empty.insert(.fraction) }
    return empty
  }

  private mutating func hasNoString(_ facts: Facts) -> Bool {
    guard facts.patterns.count > 1 || !facts.patterns.isEmpty && (facts.minLength > 0 || facts.maxLength < .max) else {
      return false
    }
    return patterns.search(accepted(by: facts), refusal: .nothing) == .none
  }

  private mutating func hasNoArray(_ facts: Facts) -> Bool {
    for index in 0..<min(facts.minItems, 20) where isEmptyInside(element(at: index, facts)) { return true }
    for ref in facts.nodes {
      let keywords = node(ref).keywords
      guard let item = keywords.contains else { continue }
      let least = keywords.minContains ?? 1
      if least > (keywords.maxContains ?? .max) || least > facts.maxItems { return true }
      if least > 0, isEmptyInside(Conjunction([Ref(side: ref.side, schema: item)])) { return true }
    }
    return false
  }

  private mutating func hasNoObject(_ facts: Facts) -> Bool {
    for name in facts.required.sorted() {
      let child = member(.one(name.text), facts)
      if isEmptyInside(child) { return true }
      for ref in facts.nodes {
        guard let names = node(ref).keywords.propertyNames else { continue }
        if refuses(Ref(side: ref.side, schema: names), .string(name.text)) { return true }
      }
    }
    return false
  }
}
