import JSONSchema
import SchemaAnalysis
import SchemaRuntime

// Demands on lengths, by any measure of a type.
extension Prover {
  /// A limit that is not implied is a gap: proven by a value beyond it, otherwise undecided.
  mutating func checkLengths(_ check: Check, _ left: Conjunction, of type: JSONType) -> [Gap] {
    var found: [Gap] = []
    for (measure, limit) in check.keywords.lengths.all where measure.type == type {
      if check.facts.demands.lengths.imply(measure, limit) { continue }
      guard let values = values(beyond: limit, of: measure, check, left) else { continue }
      let given = check.facts.demands.lengths.limits(of: measure)
      let keyword = measure.keyword(of: limit)
      found.append(
        gap(
          .keyword(keyword), check.right, keyword, left, check.facts,
          given: (limit.isUpper ? given.most : given.least).map(String.init), demanded: String(limit.count),
          trying: values))
    }
    return found
  }

  /// Returns candidates for the left side's values beyond a limit; nil if there is no such value.
  private mutating func values(
    beyond limit: LengthLimit, of measure: Measure, _ check: Check, _ left: Conjunction
  ) -> [JSONValue]? {
    let facts = check.facts
    switch measure.type {
    case .string:
      let answer = patterns.search(accepted(by: facts), refusal: .length(measure, limit))
      if case .none = answer { return nil }
      return answer.values + texts(beyond: limit)
    case .array:
      var lengths = facts.demands.lengths
      if limit.isUpper { lengths.add(.items, .atMost(mostElements(check))) }
      if lengths.imply(measure, limit) { return nil }
      // Measures other than the number of elements may count equal ones once.
      return arrays(left, counts: counts(beyond: limit, facts), areDifferent: measure != .items)
    case .object:
      var lengths = facts.demands.lengths
      lengths.add(.members, .atLeast(facts.demands.required.count))
      if limit.isUpper, let most = mostMembers(facts) { lengths.add(.members, .atMost(most)) }
      if lengths.imply(measure, limit) { return nil }
      let object = limit.isUpper ? object(left, ofAtLeast: min(limit.count, 500) + 1) : object(left, leavingOut: nil)
      return object.map { [$0] } ?? []
    case .null, .boolean, .integer, .number: return []
    }
  }

  private func counts(beyond limit: LengthLimit, _ facts: Facts) -> [Int] {
    switch limit {
    case .atMost(let most): [most + (most < 1_000 ? 1 : 0)]
    case .atLeast(let least): [min(least, 1_000) - 1, facts.demands.lengths.least(.items)].filter { $0 >= 0 }
    }
  }

  private func texts(beyond limit: LengthLimit) -> [JSONValue] {
    guard let outside = limit.opposite, outside.count < 5_000 else { return [] }
    let counts: [Int] =
      switch outside {
      case .atLeast(let least): [least, least + 1]
      case .atMost(let most): [most, most - 1, 0].filter { $0 >= 0 }
      }
    let wide = counts.map { JSONValue.string(String(repeating: "é", count: max(1, ($0 + 1) / 2))) }
    return counts.map { .string(String(repeating: "a", count: $0)) } + wide
  }
}
