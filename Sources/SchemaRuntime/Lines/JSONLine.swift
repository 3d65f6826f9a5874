/// A line of a text in JSON Lines: its value, or why it has none.
public struct JSONLine<Model: SchemaModel>: Sendable {
  /// The number of the line in the text, from 1; blank lines count.
  public let number: Int
  /// The value. Places in the error are those of the whole text.
  public let result: Result<Model, SchemaError>

  /// The value.
  public func get() throws(JSONLineError) -> Model {
    do { return try result.get() } catch { throw JSONLineError(line: number, error: error) }
  }
}

extension JSONLine: Equatable, Hashable {}

/// Why a line of a text in JSON Lines has no value.
public struct JSONLineError: Error, Hashable, Sendable {
  /// The number of the line in the text, from 1.
  public let line: Int
  /// Places are those of the whole text.
  public let error: SchemaError
}

extension JSONLineError: CustomStringConvertible {
  /// One line an issue, each with the line and column of its place in the text.
  public var description: String { error.description }
}

extension SchemaError {
  /// The error with places that count from the beginning of a text in which the payload is a line.
  func moved(byLines lines: Int, bytes: Int) -> SchemaError {
    switch self {
    case .syntax(let error):
      return .syntax(JSONSyntaxError(kind: error.kind, position: error.position.moved(byLines: lines, bytes: bytes)))
    case .invalid(let issues):
      return .invalid(issues.map { $0.moved(byLines: lines, bytes: bytes) })
    case .notRepresentable(var fact):
      fact.position = fact.position.moved(byLines: lines, bytes: bytes)
      return .notRepresentable(fact)
    case .unwritable, .internalInconsistency:
      return self
    }
  }
}

extension ValidationIssue {
  fileprivate func moved(byLines lines: Int, bytes: Int) -> ValidationIssue {
    var issue = self
    issue.position = position.moved(byLines: lines, bytes: bytes)
    // Places in contents are those of the content.
    if kind != .contentSchema { issue.causes = causes.map { $0.moved(byLines: lines, bytes: bytes) } }
    return issue
  }
}
