import JSONSchema
import SchemaRuntime

// The output for people.
extension ValidationResult {
  /// A line an issue, `file:line:column: error: /pointer: message (keyword)`; none for a valid payload.
  ///
  /// Of alternatives that all fail only the closest one's issues follow: the others say why a payload is not
  /// what it was never meant to be. ``listOutput(in:)`` has them all.
  public func textOutput(in origin: PayloadOrigin) -> [String] {
    let units =
      switch self {
      case .invalid(let issues), .undecided(let issues):
        Self.flattened(issues, causes: \.closestCauses).map { ErrorUnit($0, in: origin) }
      case .valid, .unreadable: errorUnits(in: origin)
      }
    return units.map { unit in
      let place = unit.instanceLocation.tokens.isEmpty ? "" : "\(unit.instanceLocation): "
      return "\(origin.file):\(unit.line):\(unit.column): error: \(place)\(unit.message) (\(unit.keyword))".onOneLine
    }
  }
}

extension ValidationIssue {
  /// The causes within the first branch, which the evaluator puts first because it came closest.
  fileprivate var closestCauses: [ValidationIssue] {
    let depth = keywordLocation.tokens.count
    func branch(_ cause: ValidationIssue) -> String? { cause.keywordLocation.tokens.dropFirst(depth).first }
    guard let closest = causes.first.map(branch) else { return [] }
    return causes.filter { branch($0) == closest }
  }
}
