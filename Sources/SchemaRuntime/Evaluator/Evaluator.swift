/// Runs a program over instances: the verdict alone, or every issue in words.
///
///     let evaluator = Evaluator(program)
///     let issues = evaluator.issues(in: bytes, schema: 0)
public struct Evaluator: Sendable {
  /// The program, laid out for verdicts.
  let tables: VerdictTables
  /// Issues of one instance at which collecting stops; 100 unless told. An invalid instance has at least one.
  public var maximumIssueCount: Int
  /// Schemas that may be applied inside one another; more leave a payload ``SchemaVerdict/undecided``.
  /// Default: ``Program/maximumNesting``; the compiler in SchemaValidation refuses schemas that could reach it.
  public var maximumNesting = Program.maximumNesting

  /// - Parameter program: is read as it is now; one that is finished costs nothing.
  public init(_ program: Program, maximumIssueCount: Int = 100) {
    tables = program.tables ?? VerdictTables(program)
    self.maximumIssueCount = maximumIssueCount
  }

  public var program: Program {
    var program = tables.program
    program.tables = tables
    return program
  }
}

// MARK: - Verdicts

extension Evaluator {
  /// Whether `root` satisfies the schema and has no equal names in one object. What is undecided does not.
  public func isValid(_ root: JSONNode, schema: Int = 0) -> Bool { verdict(on: root, schema: schema) == .valid }

  /// Whether `root` satisfies the schema and has no equal names in one object, as far as limits allow to know.
  public func verdict(on root: JSONNode, schema: Int = 0) -> SchemaVerdict {
    guard tables.schemaCount > schema, schema >= 0 else { return .invalid }
    return withExtendedLifetime(tables) {
      var run = VerdictRun(tables, root, checksNames: true, maximumNesting: maximumNesting)
      let isValid = run.isValid(root, Int32(truncatingIfNeeded: schema))
      return run.isLimited ? decide(root, schema, run) : SchemaVerdict(isValid)
    }
  }

  /// Whether a limit runs out on the way to the verdict, be it that it decides or not. For tests.
  package func comesToLimit(_ root: JSONNode, schema: Int) -> Bool {
    withExtendedLifetime(tables) {
      var run = VerdictRun(tables, root, checksNames: true, maximumNesting: maximumNesting)
      _ = run.isValid(root, Int32(truncatingIfNeeded: schema))
      return run.isLimited
    }
  }

  /// The verdict where a limit ran out on the way to it.
  @inline(never)
  private func decide(_ root: JSONNode, _ schema: Int, _ run: VerdictRun) -> SchemaVerdict {
    if root.firstRepeatedName() != nil { return .invalid }
    var evaluation = Evaluation(tables, root, schema, limit: 1, maximumNesting: maximumNesting)
    evaluation.verdicts.spent = run.spent
    return evaluation.verdict(schema, root)
  }

  /// Whether a text is JSON that satisfies the schema and has no equal names in one object. What is undecided does not.
  ///
  /// - Parameter reader: keeps its memory between texts, so that nearly all schemas allocate nothing.
  public func isValid(
    _ text: UnsafeBufferPointer<UInt8>, schema: Int = 0, using reader: inout JSONReader
  ) -> Bool {
    guard let root = try? reader.read(text) else { return false }
    return isValid(root, schema: schema)
  }

  /// Whether a text is JSON that satisfies the schema and has no equal names in one object. What is undecided does not.
  public func isValid(_ text: [UInt8], schema: Int = 0, using reader: inout JSONReader) -> Bool {
    text.withUnsafeBufferPointer { isValid($0, schema: schema, using: &reader) }
  }

  /// Whether a text is JSON that satisfies the schema and has no equal names in one object, as far as limits allow to
  /// know.
  public func verdict(on text: [UInt8], schema: Int = 0, using reader: inout JSONReader) -> SchemaVerdict {
    text.withUnsafeBufferPointer { text in
      guard let root = try? reader.read(text) else { return .invalid }
      return verdict(on: root, schema: schema)
    }
  }
}

// MARK: - Explanations

extension Evaluator {
  /// All issues of `root`, in program order and within one keyword in document order; empty when it is valid.
  ///
  /// - Parameter text: the text that `root` was read from, for lines and columns.
  public func issues(
    in root: JSONNode, of text: UnsafeBufferPointer<UInt8>, schema: Int = 0
  ) -> [ValidationIssue] {
    isValid(root, schema: schema) ? [] : explanation(of: root, text, schema: schema)
  }

  /// ``issues(in:of:schema:)`` without asking for the verdict first.
  package func explanation(
    of root: JSONNode, _ text: UnsafeBufferPointer<UInt8>, schema: Int
  ) -> [ValidationIssue] {
    guard 0..<tables.schemaCount ~= schema else { return [Self.missingSchema(schema, root: root, text: text)] }
    return withExtendedLifetime(tables) {
      var evaluation = Evaluation(tables, root, schema, limit: maximumIssueCount, maximumNesting: maximumNesting)
      evaluation.text = text
      if let name = root.firstRepeatedName() {
        evaluation.issues.append(Self.repeatedName(name, evaluation.sensitiveParts(), root: root, text: text))
      }
      if !evaluation.isFull || evaluation.issues.isEmpty { _ = evaluation.evaluate(schema, root) }
      return evaluation.issues
    }
  }

  /// All issues of a text: one of its syntax, or those of its content.
  public func issues(
    in text: [UInt8], schema: Int = 0, limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) -> [ValidationIssue] {
    var reader = JSONReader(limits: limits)
    return try text.withUnsafeBufferPointer { text throws(JSONSyntaxError) -> [ValidationIssue] in
      let root = try reader.read(text)
      return issues(in: root, of: text, schema: schema)
    }
  }

  /// What the schema says about `root` and the values in it, in program order; nothing when it does not satisfy the
  /// schema. The program must have been compiled with annotations.
  ///
  /// - Parameter limit: annotations at which collecting stops.
  public func annotations(of root: JSONNode, schema: Int = 0, limit: Int = 100_000) -> [Annotation] {
    guard isValid(root, schema: schema) else { return [] }
    return withExtendedLifetime(tables) {
      var evaluation = Evaluation(tables, root, schema, limit: 1, maximumNesting: maximumNesting)
      var found = Evaluation.Annotations(limit: limit)
      evaluation.annotate(schema, root, into: &found)
      return found.all
    }
  }

  /// What is wrong with every instance when the program has no such schema: a mistake of the caller.
  private static func missingSchema(
    _ schema: Int, root: JSONNode, text: UnsafeBufferPointer<UInt8>
  ) -> ValidationIssue {
    ValidationIssue(
      instanceLocation: JSONPointer(), keywordLocation: JSONPointer(), absoluteKeywordLocation: "",
      kind: .internalInconsistency("no schema \(schema)"), position: SourcePosition(offset: root.offset, in: text),
      causes: [])
  }

  private static func repeatedName(
    _ name: JSONNode, _ sensitive: SensitiveValues, root: JSONNode, text: UnsafeBufferPointer<UInt8>
  ) -> ValidationIssue {
    let kind = ValidationIssue.Kind.uniqueNames(name: name.string)
    let shown = sensitive.shownLocation(of: name.index, from: root)
    let isSensitive = sensitive.contains(name)
    return ValidationIssue(
      instanceLocation: shown.pointer, keywordLocation: JSONPointer(), absoluteKeywordLocation: "",
      kind: isSensitive ? kind.redacted(as: kind.keyword) : kind,
      position: SourcePosition(offset: isSensitive ? shown.node.offset : name.offset, in: text), causes: [])
  }
}
