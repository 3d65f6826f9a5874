import SchemaDemands
import SchemaRuntime

extension Builder {
  /// An array.
  mutating func array(_ demands: Demands, _ request: Request) -> JSONValue? {
    let limits = demands.array
    guard limits.lengths.least(.items) <= limits.lengths.most(.items), limits.lengths.least(.items) < valuesLeft else {
      return nil
    }
    guard let matches = matches(limits) else { return nil }
    var count = count(limits, matches)
    var elements: [JSONValue] = []
    // What `contains` asks for stands where nothing has been said of the places yet, or wherever it can.
    var waiting = matches
    while elements.count < count {
      let place = elements.count
      // What has grown too large since the count was drawn ends here, if it may.
      if isSparse, size != .minimal, place >= limits.lengths.least(.items), waiting.isEmpty, limits.somewhere.isEmpty {
        break
      }
      let left = count - place
      var asked = limits.somewhere.filter { $0.from == place }.map(\.item)
      var matched: Int?
      if !waiting.isEmpty, waiting.count >= left || isOpen(place, limits) { matched = waiting.removeFirst() }
      if matched == nil { matched = match(toEvaluate: place, limits) }
      if let matched { asked.append(limits.contains[matched].item) }
      for (index, contains) in limits.contains.enumerated() where contains.max < .max && index != matched {
        if contains.min >= contains.max { asked.append(contains.item.negation) }
      }
      guard let element = element(place, limits, elements, asked, matched) else {
        // The array ends here, if it may.
        guard place >= limits.lengths.least(.items), waiting.isEmpty, matched == nil else { return nil }
        count = place
        break
      }
      elements.append(element)
    }
    if limits.repeats, elements.count > 1 { elements[elements.count - 1] = elements[0] }
    return .array(elements)
  }

  /// For each element that `contains` asks for, which of the demands asks; nil when it asks for too many.
  private mutating func matches(_ limits: ArrayDemands) -> [Int]? {
    var matches: [Int] = []
    for (index, contains) in limits.contains.enumerated() {
      guard contains.min <= contains.max, contains.min < valuesLeft else { return nil }
      matches += repeatElement(index, count: max(0, contains.min))
    }
    return matches
  }

  private mutating func count(_ limits: ArrayDemands, _ matches: [Int]) -> Int {
    let least = max(
      limits.lengths.least(.items), min(matches.count, limits.lengths.most(.items)),
      (limits.somewhere.map(\.from).max() ?? -1) + 1)
    if isSparse { return least }
    let extra: Int
    switch size {
    case .minimal: extra = 0
    case .typical: extra = random.below(3) + (least == 0 ? 1 : 0)
    case .maximal: extra = max(0, options.maximumCount - least)
    }
    let wanted = least + extra
    let tuple = limits.rules.map { if case .first(let items) = $0.reach { items.count } else { 0 } }.max() ?? 0
    return min(limits.lengths.most(.items), isFull || random.isOne(3, of: 4) ? max(wanted, min(tuple, 50)) : wanted)
  }

  /// Whether nothing but rules for all elements speaks of a place.
  private func isOpen(_ place: Int, _ limits: ArrayDemands) -> Bool {
    !limits.rules.contains { if case .first(let items) = $0.reach { place < items.count } else { false } }
  }

  /// The demand of `contains` without which nothing could stand at a place.
  private func match(toEvaluate place: Int, _ limits: ArrayDemands) -> Int? {
    guard limits.contains.contains(where: \.evaluates), isRefused(limits.conjuncts(at: place, matching: nil)) else {
      return nil
    }
    return limits.contains.indices.first { index in
      limits.contains[index].evaluates && limits.contains[index].max > limits.contains[index].min
        && !isRefused(limits.conjuncts(at: place, matching: index))
    }
  }

  private func isRefused(_ conjuncts: [Conjunct]) -> Bool {
    conjuncts.contains { !$0.isNegated && oracle.isNever($0.schema) }
  }

  private mutating func element(
    _ place: Int, _ limits: ArrayDemands, _ elements: [JSONValue], _ asked: [Conjunct], _ matched: Int?
  ) -> JSONValue? {
    let conjunction = Conjunction(limits.conjuncts(at: place, matching: matched) + asked)
    if isRefused(conjunction.conjuncts) { return nil }
    var request = Request()
    if limits.isUnique { request.excluded = elements }
    return value(of: conjunction, request)
  }
}
