extension ArrayDemands {
  /// Returns the conjuncts that the rules apply to the element at an index.
  ///
  /// - Parameter matched: the ``contains`` demand that the element is to satisfy.
  func conjuncts(at index: Int, matching matched: Int?) -> [Conjunct] {
    var conjuncts: [Conjunct] = []
    for (ruleIndex, rule) in rules.enumerated() {
      switch rule.reach {
      case .first(let items): if index < items.count { conjuncts.append(items[index]) }
      case .rest(let item, let from): if index >= from { conjuncts.append(item) }
      case .unevaluated(let item, let scope, let containsEnd):
        let isMatch = matched.map { scope.contains..<containsEnd ~= $0 && contains[$0].evaluates } ?? false
        if !isMatch, !isEvaluated(index, by: rules[scope.items..<ruleIndex]) { conjuncts.append(item) }
      }
    }
    return conjuncts
  }

  /// Whether a rule in the scope of `unevaluatedItems` covers an index.
  private func isEvaluated(_ index: Int, by rules: ArraySlice<Rule>) -> Bool {
    rules.contains { rule in
      guard rule.evaluates else { return false }
      return switch rule.reach {
      case .first(let items): index < items.count
      case .rest(_, let from): index >= from
      // It leaves nothing unevaluated.
      case .unevaluated: true
      }
    }
  }
}
