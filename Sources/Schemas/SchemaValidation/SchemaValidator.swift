public import JSONSchema
public import SchemaRuntime

/// Validates payloads against a schema known only at run time.
///
///     let validator = try SchemaValidator(graph: graph, schema: graph.roots[0])
///     let result = validator.validate(bytes)
public struct SchemaValidator: Sendable {
  package private(set) var evaluator: Evaluator
  package let schema: Program.SchemaID
  /// The limits for a text.
  public var limits = JSONLimits()

  /// The maximum number of schemas applied inside one another (``Evaluator/maximumNesting``).
  public var maximumNesting: Int {
    get { evaluator.maximumNesting }
    set { evaluator.maximumNesting = newValue }
  }

  /// Creates a validator for one schema of a graph.
  public init(
    graph: SchemaGraph, schema: SchemaID, options: Compiler.Options = Compiler.Options(),
    maximumIssueCount: Int = 100
  ) throws(CompileError) {
    self.init(
      try Compiler.compile([schema], of: graph, options: options), schema: schema,
      maximumIssueCount: maximumIssueCount)
  }

  /// Creates a validator for one of the schemas of a program.
  package init(_ output: Compiler.Output, schema: SchemaID, maximumIssueCount: Int = 100) {
    evaluator = Evaluator(output.program, maximumIssueCount: maximumIssueCount, saysTruncated: true)
    self.schema = output.indices[schema] ?? 0
  }

  /// Whether a text is valid. False if it is not JSON or if the verdict is undecided.
  public func isValid(_ text: UnsafeBufferPointer<UInt8>, using reader: inout JSONReader) -> Bool {
    evaluator.isValid(text, schema: schema, using: &reader)
  }

  /// Whether a text is valid. False if it is not JSON or if the verdict is undecided.
  public func isValid(_ text: [UInt8], using reader: inout JSONReader) -> Bool {
    evaluator.isValid(text, schema: schema, using: &reader)
  }

  /// Whether a document is valid. False if the verdict is undecided.
  public func isValid(_ document: JSONDocument) -> Bool {
    document.withRoot { evaluator.isValid($0, schema: schema) }
  }

  /// Returns all issues of a text.
  public func validate(_ text: UnsafeBufferPointer<UInt8>, using reader: inout JSONReader) -> ValidationResult {
    do {
      let root = try reader.read(text)
      return ValidationResult(evaluator.issues(in: root, of: text, schema: schema))
    } catch {
      return .unreadable(error)
    }
  }

  /// Returns all issues of a document; in one made from another format, with their positions in the original.
  public func validate(_ document: JSONDocument) -> ValidationResult { validate(document, at: JSONPointer()) }

  /// Returns all issues of a value in a document, with locations in the value and positions in the document.
  package func validate(_ document: JSONDocument, at pointer: JSONPointer) -> ValidationResult {
    let issues = document.withRoot { root in
      document.text.withUnsafeBufferPointer {
        evaluator.issues(in: root.descendant(at: pointer, nearest: true) ?? root, of: $0, schema: schema)
      }
    }
    if issues.isEmpty { return .valid }
    let located = document.sourceMap.map { map in issues.map { $0.located(by: map) } } ?? issues
    return issues.allSatisfy(\.isUndecided) ? .undecided(located) : .invalid(located)
  }

  /// Adds the keywords that are applied to a value in a document and to the values in it.
  package func addUses(of document: JSONDocument, at pointer: JSONPointer, to uses: inout KeywordUses) {
    document.withRoot { root in
      evaluator.addUses(of: root.descendant(at: pointer, nearest: true) ?? root, schema: schema, to: &uses)
    }
  }

  /// The issues according to the explaining engine, which is not normally run on valid payloads; nil if the text is not
  /// JSON. For tests: there must be none exactly if the payload is valid.
  package func explanation(
    of text: UnsafeBufferPointer<UInt8>, using reader: inout JSONReader
  ) -> [ValidationIssue]? {
    guard let root = try? reader.read(text) else { return nil }
    return evaluator.explanation(of: root, text, schema: schema)
  }

  /// The schema's annotations of a text and the values in it; none if the text is invalid. The validator must have been
  /// created with annotations (``Compiler/Options/hasAnnotations``).
  public func annotations(of text: UnsafeBufferPointer<UInt8>, using reader: inout JSONReader) -> [Annotation] {
    guard let root = try? reader.read(text) else { return [] }
    return evaluator.annotations(of: root, schema: schema)
  }

  /// The schema's annotations of a text and the values in it.
  public func annotations(of text: some Collection<UInt8>) -> [Annotation] {
    var reader = JSONReader(limits: limits)
    return text.withContiguousBytes { annotations(of: $0, using: &reader) }
  }

  /// The schema's annotations of a text and the values in it.
  public func annotations(of text: String) -> [Annotation] { annotations(of: text.utf8) }

  /// Returns all issues of a text.
  public func validate(_ text: some Collection<UInt8>) -> ValidationResult {
    var reader = JSONReader(limits: limits)
    return text.withContiguousBytes { validate($0, using: &reader) }
  }

  /// Returns all issues of a text.
  public func validate(_ text: String) -> ValidationResult { validate(text.utf8) }
}

extension ValidationIssue {
  /// Returns the issue, and its causes, with the positions that a map gives.
  fileprivate func located(by map: SourceMap) -> ValidationIssue {
    var issue = self
    issue.position = position.map { map.position(at: $0.offset) }
    // Positions within the content of a string stay.
    if kind != .contentSchema { issue.causes = causes.map { $0.located(by: map) } }
    return issue
  }
}

/// The result of validating one text.
public enum ValidationResult: Hashable, Sendable {
  case valid
  /// At least one issue, in the evaluator's order.
  case invalid([ValidationIssue])
  /// A limit was reached that affects the verdict, so the text is rejected. At least one issue; each is about a
  /// limit.
  case undecided([ValidationIssue])
  /// The text is not JSON, or exceeds a limit.
  case unreadable(JSONSyntaxError)

  package init(_ issues: [ValidationIssue]) {
    self = issues.isEmpty ? .valid : issues.allSatisfy(\.isUndecided) ? .undecided(issues) : .invalid(issues)
  }

  public var isValid: Bool { self == .valid }

  /// Whether there are more issues than the validator's maximum, which the last one says.
  public var isTruncated: Bool { issues.last?.isTruncation ?? false }

  /// The issues, including undecided ones; none if the text is valid or not JSON.
  public var issues: [ValidationIssue] {
    switch self {
    case .invalid(let issues), .undecided(let issues): issues
    case .valid, .unreadable: []
    }
  }
}
