public import SchemaRuntime

/// One entry in a list of errors: a validation issue, or the syntax error of a text that is not JSON.
///
/// Created from a ``ValidationResult`` and used by all output formats, so that they differ only in structure.
public struct ErrorUnit: Hashable, Sendable {
  /// The location in the instance; the root for a text that is not JSON.
  public var instanceLocation: JSONPointer
  /// The keyword that failed; `parse` for a text that is not JSON.
  public var keyword: String
  public var keywordLocation: JSONPointer
  /// Empty if no schema is at fault: for `parse` and `uniqueNames`.
  public var absoluteKeywordLocation: String
  /// The message.
  public var message: String
  public var expected: JSONValue?
  public var actual: JSONValue?
  /// Line and column from one, the offset from zero, all relative to the file that contains the payload.
  public var line: Int
  public var column: Int
  public var offset: Int

  init(_ issue: ValidationIssue, in origin: PayloadOrigin) {
    instanceLocation = issue.instanceLocation
    keyword = issue.keyword
    keywordLocation = issue.keywordLocation
    absoluteKeywordLocation = issue.absoluteKeywordLocation
    message = issue.message
    expected = issue.expected
    actual = issue.actual
    (line, column, offset) = origin.filePosition(of: issue.position)
  }

  init(_ error: JSONSyntaxError, in origin: PayloadOrigin) {
    instanceLocation = JSONPointer()
    keyword = "parse"
    keywordLocation = JSONPointer()
    absoluteKeywordLocation = ""
    message = error.message
    (line, column, offset) = origin.filePosition(of: error.position)
  }
}

/// The file of a payload, and the payload's position in it.
public struct PayloadOrigin: Hashable, Sendable {
  /// The file name for outputs.
  public var file: String
  /// Lines of the file before the payload; only nonzero for JSON Lines.
  public var linesBefore: Int
  /// Bytes of the file before the payload.
  public var bytesBefore: Int

  public init(file: String, linesBefore: Int = 0, bytesBefore: Int = 0) {
    self.file = file
    self.linesBefore = linesBefore
    self.bytesBefore = bytesBefore
  }

  /// The position in the file; the start of the payload for an issue of a value in memory.
  func filePosition(of position: SourcePosition?) -> (line: Int, column: Int, offset: Int) {
    (linesBefore + (position?.line ?? 1), position?.column ?? 1, bytesBefore + (position?.offset ?? 0))
  }
}

extension ValidationResult {
  /// All errors in one list: each issue, followed by the issues that caused it; empty for a valid payload. Whether there are
  /// more is in ``isTruncated``.
  public func errorUnits(in origin: PayloadOrigin) -> [ErrorUnit] {
    switch self {
    case .valid: []
    case .unreadable(let error): [ErrorUnit(error, in: origin)]
    case .invalid(let issues), .undecided(let issues):
      issues.filter { !$0.isTruncation }.withAllCauses.map { ErrorUnit($0, in: origin) }
    }
  }
}
