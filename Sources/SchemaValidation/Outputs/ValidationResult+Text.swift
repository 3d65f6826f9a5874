import JSONSchema
import SchemaRuntime

// Human-readable output.
extension ValidationResult {
  /// One line per issue, `file:line:column: error: /pointer: message (keyword)`; none for a valid payload.
  ///
  /// If all alternatives fail, only the issues of the closest one are included: the others are unlikely to be what the
  /// author intended. ``listOutput(in:)`` has all of them.
  public func textOutput(in origin: PayloadOrigin) -> [String] {
    let units =
      switch self {
      case .invalid(let issues), .undecided(let issues):
        Self.flattened(issues, causes: \.closestCauses).map { ErrorUnit($0, in: origin) }
      case .valid, .unreadable: errorUnits(in: origin)
      }
    return units.map { unit in
      let location = unit.instanceLocation.tokens.isEmpty ? "" : "\(unit.instanceLocation): "
      return "\(origin.file):\(unit.line):\(unit.column): error: \(location)\(unit.message) (\(unit.keyword))".onOneLine
    }
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
