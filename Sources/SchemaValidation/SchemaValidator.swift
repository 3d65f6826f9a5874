public import JSONSchema
public import SchemaRuntime

/// Validates payloads against a schema that became known at run time.
///
///     let validator = try SchemaValidator(graph: graph, schema: graph.roots[0])
///     let result = validator.validate(bytes)
public struct SchemaValidator: Sendable {
  private(set) var evaluator: Evaluator
  let index: Int
  /// What a text may be at most.
  public var limits = JSONLimits()

  /// Schemas that may be applied inside one another (``Evaluator/maximumNesting``).
  public var maximumNesting: Int {
    get { evaluator.maximumNesting }
    set { evaluator.maximumNesting = newValue }
  }

  /// A validator for one schema of a graph.
  public init(
    graph: SchemaGraph, schema: SchemaID, options: Compiler.Options = Compiler.Options(),
    maximumIssueCount: Int = 100
  ) throws(CompileError) {
    let output = try Compiler.compile([schema], of: graph, options: options)
    evaluator = Evaluator(output.program, maximumIssueCount: maximumIssueCount)
    index = output.indexes[schema] ?? 0
  }

  /// The verdict alone; text that is not JSON is not valid, and neither is one of which nobody knows.
  public func isValid(_ text: UnsafeBufferPointer<UInt8>, using reader: inout JSONReader) -> Bool {
    evaluator.isValid(text, schema: index, using: &reader)
  }

  /// The verdict alone; text that is not JSON is not valid.
  public func isValid(_ text: [UInt8], using reader: inout JSONReader) -> Bool {
    evaluator.isValid(text, schema: index, using: &reader)
  }

  /// Everything that is wrong with a text.
  public func validate(_ text: UnsafeBufferPointer<UInt8>, using reader: inout JSONReader) -> ValidationResult {
    do {
      let root = try reader.read(text)
      let issues = evaluator.issues(in: root, of: text, schema: index)
      if issues.isEmpty { return .valid }
      return issues.allSatisfy(\.isUndecided) ? .undecided(issues) : .invalid(issues)
    } catch {
      return .unreadable(error)
    }
  }

  /// The issues as the engine finds them that explains, and that is not asked where the verdict is yes; nil for a text
  /// that is not JSON. For tests: there are none exactly where the verdict is yes.
  package func explanation(
    of text: UnsafeBufferPointer<UInt8>, using reader: inout JSONReader
  ) -> [ValidationIssue]? {
    guard let root = try? reader.read(text) else { return nil }
    return evaluator.explanation(of: root, text, schema: index)
  }

  /// What the schema says about a text and the values in it; nothing for a text that is not valid. The validator
  /// must have been made with annotations (``Compiler/Options/hasAnnotations``).
  public func annotations(of text: UnsafeBufferPointer<UInt8>, using reader: inout JSONReader) -> [Annotation] {
    guard let root = try? reader.read(text) else { return [] }
    return evaluator.annotations(of: root, schema: index)
  }

  /// What the schema says about a text and the values in it.
  public func annotations(of text: [UInt8]) -> [Annotation] {
    var reader = JSONReader(limits: limits)
    return text.withUnsafeBufferPointer { annotations(of: $0, using: &reader) }
  }

  /// Everything that is wrong with a text.
  public func validate(_ text: [UInt8]) -> ValidationResult {
    var reader = JSONReader(limits: limits)
    return text.withUnsafeBufferPointer { validate($0, using: &reader) }
  }
}

/// What a validator says of one text.
public enum ValidationResult: Hashable, Sendable {
  case valid
  /// At least one issue, in the evaluator's order.
  case invalid([ValidationIssue])
  /// A limit ran out that decides: nobody knows whether the text is valid, so it is refused. At least one issue, and each
  /// names a limit.
  case undecided([ValidationIssue])
  /// The text is not JSON, or passes a limit.
  case unreadable(JSONSyntaxError)

  public var isValid: Bool { self == .valid }

  /// What is wrong with the text, or what is not known of it; none where it is valid or no JSON.
  public var issues: [ValidationIssue] {
    switch self {
    case .invalid(let issues), .undecided(let issues): issues
    case .valid, .unreadable: []
    }
  }
}
