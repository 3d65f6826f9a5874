/// A line of a JSON Lines text: its value or error.
public struct JSONLine<Model: SchemaModel>: Sendable {
  /// The line number in the text, from 1; blank lines count.
  public let number: Int
  /// The value. Positions in the error are those in the complete text.
  public let result: Result<Model, SchemaError>

  /// The value.
  public func get() throws(JSONLineError) -> Model {
    do { return try result.get() } catch { throw JSONLineError(line: number, error: error) }
  }
}

extension JSONLine: Equatable, Hashable {}

/// The error of an invalid line of a JSON Lines text.
public struct JSONLineError: Error, Hashable, Sendable {
  /// The line number in the text, from 1.
  public let line: Int
  /// Positions are those in the complete text.
  public let error: SchemaError
}

extension JSONLineError: CustomStringConvertible {
  /// One line per issue, each with its line and column in the text.
  public var description: String { error.description }
}

extension SchemaError {
  /// The error with positions relative to the start of a text in which the payload is a line.
  func moved(byLines lines: Int, bytes: Int) -> SchemaError {
    switch self {
    case .syntax(let error):
      return .syntax(JSONSyntaxError(kind: error.kind, position: error.position.moved(byLines: lines, bytes: bytes)))
    case .invalid(let issues):
      return .invalid(issues.map { $0.moved(byLines: lines, bytes: bytes) })
    case .notRepresentable(var fact):
      fact.position = fact.position?.moved(byLines: lines, bytes: bytes)
      return .notRepresentable(fact)
    case .unwritable, .internalInconsistency:
      return self
    }
  }
}

extension ValidationIssue {
  fileprivate func moved(byLines lines: Int, bytes: Int) -> ValidationIssue {
    var issue = self
    issue.position = position?.moved(byLines: lines, bytes: bytes)
    // Positions in contents are relative to the content.
    if kind != .contentSchema { issue.causes = causes.map { $0.moved(byLines: lines, bytes: bytes) } }
    return issue
  }
}
