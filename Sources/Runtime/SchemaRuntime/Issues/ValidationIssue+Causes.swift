// Issues with those that caused them.
extension [ValidationIssue] {
  /// The issues for a reader, each followed by its causes. If all alternatives fail, only the causes of the closest one
  /// are included: the others are unlikely to be what the author intended.
  package var withClosestCauses: [ValidationIssue] { flattened(through: \.closestCauses) }

  /// All issues, each followed by its causes.
  package var withAllCauses: [ValidationIssue] { flattened(through: \.causes) }

  /// Without recursion, because alternatives are nested as deeply as schema and payload.
  private func flattened(through causes: (ValidationIssue) -> [ValidationIssue]) -> [ValidationIssue] {
    var list: [ValidationIssue] = []
    var pending = Array(reversed())
    while let issue = pending.popLast() {
      list.append(issue)
      pending += causes(issue).reversed()
    }
    return list
  }
}

extension ValidationIssue {
  /// The causes in the first branch, which the evaluator puts first because it is the closest.
  fileprivate var closestCauses: [ValidationIssue] {
    let depth = keywordLocation.tokens.count
    func branch(_ cause: ValidationIssue) -> String? { cause.keywordLocation.tokens.dropFirst(depth).first }
    guard let closest = causes.first.map(branch) else { return [] }
    return causes.filter { branch($0) == closest }
  }
}
