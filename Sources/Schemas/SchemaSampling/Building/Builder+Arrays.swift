import SchemaAnalysis
import SchemaRuntime

extension Builder {
  /// Builds an array.
  mutating func array(_ demands: Demands, _ request: Request) -> JSONValue? {
    let limits = demands.array
    guard limits.lengths.least(.items) <= limits.lengths.most(.items), limits.lengths.least(.items) < valuesLeft else {
      return nil
    }
    guard let matches = matches(limits) else { return nil }
    let outer = surroundings
    surroundings.list = request.name
    defer { surroundings = outer }
    var count = count(limits, matches)
    var elements: [JSONValue] = []
    // How many other elements may match each demand.
    var spare = limits.contains.map { $0.max == .max ? Int.max : max(0, $0.max - max(0, $0.min)) }
    // Elements for `contains` go to indices without separate rules first, then to any index that permits them.
    var waiting = matches
    while elements.count < count {
      let index = elements.count
      // Ends an array early if it has become too large since the count was drawn.
      if isSparse, size != .minimal, index >= limits.lengths.least(.items), waiting.isEmpty, limits.somewhere.isEmpty {
        break
      }
      let left = count - index
      var asked = limits.somewhere.filter { $0.from == index }.map(\.item)
      var matched: Int?
      if !waiting.isEmpty, waiting.count >= left || isOpen(index, limits) { matched = waiting.removeFirst() }
      if matched == nil { matched = match(toEvaluate: index, limits) }
      if let matched { asked.append(limits.contains[matched].item) }
      for (containsIndex, contains) in limits.contains.enumerated()
      where contains.max < .max && containsIndex != matched {
        if spare[containsIndex] > 0 {
          spare[containsIndex] -= 1
        } else {
          asked.append(contains.item.negation)
        }
      }
      guard let element = element(index, limits, elements, asked, matched) else {
        // The array ends here if it may.
        guard index >= limits.lengths.least(.items), waiting.isEmpty, matched == nil else { return nil }
        count = index
        break
      }
      elements.append(element)
    }
    if limits.repeats, elements.count > 1 { elements[elements.count - 1] = elements[0] }
    return .array(elements)
  }

  /// Returns the index of the `contains` demand for each element that one requires; nil if too many are required.
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

  /// Whether only rules for all elements apply to the element at an index.
  private func isOpen(_ index: Int, _ limits: ArrayDemands) -> Bool {
    !limits.rules.contains { if case .first(let items) = $0.reach { index < items.count } else { false } }
  }

  /// Returns the `contains` demand without which no element is admitted at an index.
  private func match(toEvaluate index: Int, _ limits: ArrayDemands) -> Int? {
    guard limits.contains.contains(where: \.evaluates), isRefused(limits.conjuncts(at: index, matching: nil)) else {
      return nil
    }
    return limits.contains.indices.first { containsIndex in
      limits.contains[containsIndex].evaluates
        && limits.contains[containsIndex].max > limits.contains[containsIndex].min
        && !isRefused(limits.conjuncts(at: index, matching: containsIndex))
    }
  }

  private func isRefused(_ conjuncts: [Conjunct]) -> Bool {
    conjuncts.contains { !$0.isNegated && oracle.isNever($0.schema) }
  }

  private mutating func element(
    _ index: Int, _ limits: ArrayDemands, _ elements: [JSONValue], _ asked: [Conjunct], _ matched: Int?
  ) -> JSONValue? {
    let conjunction = Conjunction(limits.conjuncts(at: index, matching: matched) + asked)
    if isRefused(conjunction.conjuncts) { return nil }
    var request = Request(name: surroundings.list)
    if limits.isUnique { request.excluded = elements }
    return value(of: conjunction, request)
  }
}
