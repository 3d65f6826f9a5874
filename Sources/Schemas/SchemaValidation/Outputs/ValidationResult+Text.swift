import JSONSchema
import SchemaAnalysis
import SchemaRuntime

// Human-readable output.
extension ValidationResult {
  /// One line per issue, `file:line:column: error: /pointer: message (keyword)`; none for a valid payload. Long
  /// pointers, names and values are abbreviated.
  ///
  /// If all alternatives fail, only the issues of the closest one are included, as in ``closestErrorUnits(in:)``.
  public func textOutput(in origin: PayloadOrigin) -> [String] {
    closestErrorUnits(in: origin).map { $0.text(in: origin) }
  }

  /// The errors for a reader; empty for a valid payload.
  ///
  /// If all alternatives fail, only the errors of the closest one are included: the others are unlikely to be what the
  /// author intended. ``errorUnits(in:)`` has all of them.
  public func closestErrorUnits(in origin: PayloadOrigin) -> [ErrorUnit] {
    switch self {
    case .invalid(let issues), .undecided(let issues):
      issues.withClosestCauses.map { ErrorUnit($0, in: origin) }
    case .valid, .unreadable: errorUnits(in: origin)
    }
  }
}

extension ErrorUnit {
  /// The line of ``ValidationResult/textOutput(in:)``.
  package func text(in origin: PayloadOrigin) -> String {
    let text = "\(instanceLocation.prefix)\(message) (\(keyword))"
    return "\(origin.file):\(line):\(column): error: \(text)".onOneLine
  }
}
