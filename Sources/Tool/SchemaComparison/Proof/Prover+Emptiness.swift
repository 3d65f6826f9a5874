import JSONSchema
import SchemaAnalysis
import SchemaRuntime

// Conjunctions that no value satisfies.
extension Prover {
  mutating func decideEmptiness(_ conjunction: Conjunction) -> Bool {
    let facts = facts(conjunction)
    if facts.kinds.isEmpty { return true }
    if let values = finiteValues(facts) { return values.allSatisfy { refuses(conjunction, $0) } }
    var kinds = facts.kinds
    if !kinds.isDisjoint(with: .number) { kinds.subtract(emptyNumbers(facts)) }
    if kinds.contains(.string), hasNoString(facts) { kinds.remove(.string) }
    if kinds.contains(.array), hasNoArray(facts) { kinds.remove(.array) }
    if kinds.contains(.object), hasNoObject(facts) { kinds.remove(.object) }
    if kinds.isEmpty { return true }
    let rest = conjunction.restricted(to: kinds)
    if rest != conjunction { return isEmpty(rest) }
    for excluded in facts.excluded where holds(conjunction, in: excluded) { return true }
    // A choice without a possible alternative.
    return facts.choices.prefix(4).contains { choice in choice.parts(of: conjunction).allSatisfy { isEmpty($0) } }
  }

  /// Returns the kinds of numbers that the bounds and divisors exclude.
  private func emptyNumbers(_ facts: Facts) -> ValueKinds {
    if facts.demands.numbers.isEmpty { return .number }
    var empty: ValueKinds = []
    if let (least, greatest) = facts.demands.numbers.integers, least > greatest { empty.formUnion(.integer) }
    // Multiples of an integer are integers.
    if facts.demands.numbers.multiples.contains(where: \.isInteger) { empty.insert(.fraction) }
    return empty
  }

  private mutating func hasNoString(_ facts: Facts) -> Bool {
    guard
      facts.demands.patterns.count > 1
        || !facts.demands.patterns.isEmpty
          && (facts.demands.lengths.least(.scalars) > 0 || facts.demands.lengths.most(.scalars) < .max)
    else {
      return false
    }
    return patterns.search(accepted(by: facts), refusal: .nothing) == .none
  }

  private mutating func hasNoArray(_ facts: Facts) -> Bool {
    for index in 0..<min(facts.demands.lengths.least(.items), 20) where isEmptyInside(element(at: index, facts)) {
      return true
    }
    for ref in facts.nodes {
      let keywords = node(ref).keywords
      guard let item = keywords.contains else { continue }
      let least = keywords.minContains ?? 1
      if least > (keywords.maxContains ?? .max) || least > facts.demands.lengths.most(.items) { return true }
      if least > 0, isEmptyInside(Conjunction([Ref(side: ref.side, schema: item)])) { return true }
    }
    return false
  }

  private mutating func hasNoObject(_ facts: Facts) -> Bool {
    for name in facts.required.sorted() {
      let child = member(.one(name.string), facts)
      if isEmptyInside(child) { return true }
      for ref in facts.nodes {
        guard let names = node(ref).keywords.propertyNames else { continue }
        if refuses(Ref(side: ref.side, schema: names), .string(name.string)) { return true }
      }
    }
    return false
  }
}
