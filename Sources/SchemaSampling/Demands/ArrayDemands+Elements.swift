extension ArrayDemands {
  /// What the rules say of the element at a place.
  ///
  /// - Parameter matched: the demand of ``contains`` that the element is there for.
  func conjuncts(at place: Int, matching matched: Int?) -> [Conjunct] {
    var conjuncts: [Conjunct] = []
    for (index, rule) in rules.enumerated() {
      switch rule.reach {
      case .first(let items): if place < items.count { conjuncts.append(items[place]) }
      case .rest(let item, let from): if place >= from { conjuncts.append(item) }
      case .unevaluated(let item, let scope, let containsEnd):
        let isMatch = matched.map { scope.contains..<containsEnd ~= $0 && contains[$0].evaluates } ?? false
        if !isMatch, !isEvaluated(place, by: rules[scope.items..<index]) { conjuncts.append(item) }
      }
    }
    return conjuncts
  }

  /// Whether a rule in the scope of `unevaluatedItems` covers a place.
  private func isEvaluated(_ place: Int, by rules: ArraySlice<Rule>) -> Bool {
    rules.contains { rule in
      guard rule.evaluates else { return false }
      return switch rule.reach {
      case .first(let items): place < items.count
      case .rest(_, let from): place >= from
      // It leaves nothing.
      case .unevaluated: true
      }
    }
  }
}
