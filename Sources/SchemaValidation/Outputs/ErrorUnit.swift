public import SchemaRuntime

/// One row of a list of errors: a validation issue, or the place at which a text stops being JSON.
///
/// Made from a ``ValidationResult``, read by all output views, so that they differ in shape alone.
public struct ErrorUnit: Hashable, Sendable {
  /// The place in the instance; the root for a text that is not JSON.
  public var instanceLocation: JSONPointer
  /// The keyword that failed; `parse` for a text that is not JSON.
  public var keyword: String
  public var keywordLocation: JSONPointer
  /// Empty where no schema is at fault: for `parse` and `uniqueNames`.
  public var absoluteKeywordLocation: String
  /// The sentence.
  public var message: String
  public var expected: JSONValue?
  public var actual: JSONValue?
  /// Line and column count from one, the offset from zero, all in the file that holds the payload.
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
    (line, column, offset) = origin.place(issue.position)
  }

  init(_ error: JSONSyntaxError, in origin: PayloadOrigin) {
    instanceLocation = JSONPointer()
    keyword = "parse"
    keywordLocation = JSONPointer()
    absoluteKeywordLocation = ""
    message = error.message
    (line, column, offset) = origin.place(error.position)
  }
}

/// What a payload is called, and where in its file it begins.
public struct PayloadOrigin: Hashable, Sendable {
  /// The file, as outputs name it.
  public var file: String
  /// Lines of the file before the payload; not zero in JSON Lines alone.
  public var linesBefore: Int
  /// Bytes of the file before the payload.
  public var bytesBefore: Int

  public init(file: String, linesBefore: Int = 0, bytesBefore: Int = 0) {
    self.file = file
    self.linesBefore = linesBefore
    self.bytesBefore = bytesBefore
  }

  func place(_ position: SourcePosition) -> (line: Int, column: Int, offset: Int) {
    (linesBefore + position.line, position.column, bytesBefore + position.offset)
  }
}

extension ValidationResult {
  /// Every error in one list: each issue, then the issues that caused it; empty for a valid payload.
  public func errorUnits(in origin: PayloadOrigin) -> [ErrorUnit] {
    switch self {
    case .valid: []
    case .unreadable(let error): [ErrorUnit(error, in: origin)]
    case .invalid(let issues), .undecided(let issues):
      Self.flattened(issues) { $0.causes }.map { ErrorUnit($0, in: origin) }
    }
  }

  /// Issues with those that `causes` gives for each, parents first. Without recursion: alternatives nest as
  /// deep as schema and payload do.
  static func flattened(
    _ issues: [ValidationIssue], causes: (ValidationIssue) -> [ValidationIssue]
  ) -> [ValidationIssue] {
    var list: [ValidationIssue] = []
    var pending = Array(issues.reversed())
    while let issue = pending.popLast() {
      list.append(issue)
      pending += causes(issue).reversed()
    }
    return list
  }
}
