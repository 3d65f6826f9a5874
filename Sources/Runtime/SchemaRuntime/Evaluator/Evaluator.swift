/// Runs a program on instances, for the verdict alone or for all issues with their messages.
///
///     let evaluator = Evaluator(program)
///     let issues = evaluator.issues(in: bytes, schema: 0)
package struct Evaluator: Sendable {
  /// The program, laid out for verdicts.
  let tables: VerdictTables
  /// The maximum number of issues reported for one instance (default: 100). An invalid instance has at least one.
  package var maximumIssueCount: Int
  /// Whether a last issue says that there are more than the maximum.
  let saysTruncated: Bool
  /// The maximum number of schemas applied inside one another; more make the verdict ``SchemaVerdict/undecided``.
  /// Default: ``Program/maximumNesting``; the compiler in SchemaValidation rejects schemas that could reach it.
  package var maximumNesting = Program.maximumNesting

  /// - Parameter program: the program, which is laid out for verdicts here unless it is already finished.
  package init(_ program: Program, maximumIssueCount: Int = 100, saysTruncated: Bool = false) {
    self.saysTruncated = saysTruncated
    tables = program.tables ?? VerdictTables(program)
    self.maximumIssueCount = maximumIssueCount
  }

  package var program: Program {
    var program = tables.program
    program.tables = tables
    return program
  }
}

// MARK: - Verdicts

extension Evaluator {
  /// Whether `root` satisfies the schema and has no equal names in one object. False if undecided.
  package func isValid(_ root: UnsafeJSONNode, schema: Program.SchemaID = 0) -> Bool {
    verdict(on: root, schema: schema) == .valid
  }

  /// Whether `root` satisfies the schema and has no equal names in one object, as far as limits permit.
  package func verdict(on root: UnsafeJSONNode, schema: Program.SchemaID = 0) -> SchemaVerdict {
    guard tables.program.schemaIDs.contains(schema) else { return .invalid }
    return withExtendedLifetime(tables) {
      var run = VerdictRun(tables, root, checksNames: true, maximumNesting: maximumNesting)
      let isValid = run.isValid(root, schema)
      return run.isLimited ? decide(root, schema, run) : SchemaVerdict(isValid)
    }
  }

  /// Takes the children of an array or object from an entry on, as long as they are certainly valid.
  ///
  /// - Parameters:
  ///   - end: the entry before which a child has to be.
  ///   - most: the most children to take.
  /// - Returns: the entry after them, and their number.
  package func validChildren(
    of node: UnsafeJSONNode, from first: Int, before end: Int, atMost most: Int, schema: Program.SchemaID
  ) -> (end: Int, count: Int) {
    let distance = node.isObject ? 1 : 0
    return withExtendedLifetime(tables) {
      var (index, count) = (first, 0)
      var run = VerdictRun(tables, node[at: first], checksNames: true, maximumNesting: maximumNesting)
      while index &+ distance < end, count < most {
        let child = node[at: index &+ distance]
        guard run.isValid(child, schema), !run.isLimited else { break }
        index = child.nextIndex
        count &+= 1
      }
      return (index, count)
    }
  }

  /// The verdict on a value, undecided if `nesting` schemas are applied inside one another or another limit is reached,
  /// even if that does not affect the verdict. So it takes little time for every schema.
  package func promptVerdict(on root: UnsafeJSONNode, schema: Program.SchemaID, nesting: Int) -> SchemaVerdict {
    guard tables.program.schemaIDs.contains(schema) else { return .invalid }
    return withExtendedLifetime(tables) {
      var run = VerdictRun(tables, root, checksNames: true, maximumNesting: min(nesting, maximumNesting))
      let isValid = run.isValid(root, schema)
      return run.isLimited ? .undecided : SchemaVerdict(isValid)
    }
  }

  /// The schema of the row with a name, as ``Program/schema(named:in:)``, without a copy of the program.
  package func schema(named name: UnsafeJSONNode, in run: Instruction.Run) -> Program.SchemaID? {
    tables.program.schema(named: name, in: run)
  }

  /// The same for ``Program/inclusion(in:_:)``.
  package func inclusion(in members: Program.Members, _ name: UnsafeJSONNode) -> PatternOutcome {
    tables.program.inclusion(in: members, name)
  }

  /// Whether a name is that at an index of ``Program/names``, without a copy of the program.
  package func isName(_ name: Int32, _ node: UnsafeJSONNode) -> Bool { tables.program.isName(name, node) }

  /// Whether an array or object satisfies a step that asks for its names or its length.
  package func holds(_ step: Int, _ node: UnsafeJSONNode) -> Bool {
    if case .length(let measure, let limit) = tables.program.steps[step].instruction {
      return measure.type != node.type || limit.admits(measure.count(in: node))
    }
    guard node.isObject else { return true }
    return withExtendedLifetime(tables) {
      var run = VerdictRun(tables, node, checksNames: false, maximumNesting: 1)
      return run.names(step, node)
    }
  }

  /// Whether a limit is reached on the way to the verdict, even if it does not affect it. For tests.
  package func comesToLimit(_ root: UnsafeJSONNode, schema: Program.SchemaID) -> Bool {
    withExtendedLifetime(tables) {
      var run = VerdictRun(tables, root, checksNames: true, maximumNesting: maximumNesting)
      _ = run.isValid(root, schema)
      return run.isLimited
    }
  }

  /// The verdict if a limit was reached on the way to it.
  @inline(never)
  private func decide(_ root: UnsafeJSONNode, _ schema: SchemaID, _ run: VerdictRun) -> SchemaVerdict {
    if root.firstRepeatedName() != nil { return .invalid }
    var evaluation = Evaluation(tables, root, schema, limit: 1, maximumNesting: maximumNesting)
    evaluation.verdicts.avoidPatterns(spentBy: run)
    return evaluation.verdict(schema, root)
  }

  /// Whether a text is JSON that satisfies the schema and has no equal names in one object. False if undecided.
  ///
  /// - Parameter reader: reuses its memory between texts, so that nearly all schemas allocate nothing.
  package func isValid(
    _ text: UnsafeBufferPointer<UInt8>, schema: Program.SchemaID = 0, using reader: inout JSONReader
  ) -> Bool {
    guard let root = try? reader.read(text) else { return false }
    return isValid(root, schema: schema)
  }

  /// Whether a text is JSON that satisfies the schema and has no equal names in one object. False if undecided.
  package func isValid(_ text: [UInt8], schema: Program.SchemaID = 0, using reader: inout JSONReader) -> Bool {
    text.withUnsafeBufferPointer { isValid($0, schema: schema, using: &reader) }
  }

  /// Whether a text is JSON that satisfies the schema and has no equal names in one object, as far as limits permit.
  package func verdict(on text: [UInt8], schema: Program.SchemaID = 0, using reader: inout JSONReader) -> SchemaVerdict
  {
    text.withUnsafeBufferPointer { text in
      guard let root = try? reader.read(text) else { return .invalid }
      return verdict(on: root, schema: schema)
    }
  }
}

// MARK: - Explanations

extension Evaluator {
  /// All issues of `root`, in program order and within one keyword in document order; empty if it is valid.
  ///
  /// - Parameter text: the text that `root` was read from, for lines and columns; nil for a value in memory.
  package func issues(
    in root: UnsafeJSONNode, of text: UnsafeBufferPointer<UInt8>?, schema: Program.SchemaID = 0
  ) -> [ValidationIssue] {
    isValid(root, schema: schema) ? [] : explanation(of: root, text, schema: schema)
  }

  /// ``issues(in:of:schema:)`` without computing the verdict first.
  package func explanation(
    of root: UnsafeJSONNode, _ text: UnsafeBufferPointer<UInt8>?, schema: Program.SchemaID
  ) -> [ValidationIssue] {
    guard tables.program.schemaIDs.contains(schema) else { return [Self.missingSchema(schema, root: root, text: text)] }
    return withExtendedLifetime(tables) {
      let most = max(maximumIssueCount, 1)
      let limit = saysTruncated && most < .max ? most + 1 : most
      var evaluation = Evaluation(tables, root, schema, limit: limit, maximumNesting: maximumNesting)
      evaluation.text = text
      if let name = root.firstRepeatedName() {
        evaluation.issues.append(Self.repeatedName(name, evaluation.sensitiveParts(), root: root, text: text))
      }
      if !evaluation.isFull || evaluation.issues.isEmpty { _ = evaluation.evaluate(schema, root) }
      return saysTruncated ? truncated(evaluation.issues) : evaluation.issues
    }
  }

  /// All issues of a text: a syntax error, or the issues of its content.
  package func issues(
    in text: some Collection<UInt8>, schema: Program.SchemaID = 0, limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) -> [ValidationIssue] {
    var reader = JSONReader(limits: limits)
    return try text.withContiguousBytes { text throws(JSONSyntaxError) -> [ValidationIssue] in
      let root = try reader.read(text)
      return issues(in: root, of: text, schema: schema)
    }
  }

  /// The schema's annotations of `root` and the values in it, in program order; empty if `root` is invalid. The program
  /// must have been compiled with annotations.
  ///
  /// - Parameter limit: the maximum number of annotations.
  package func annotations(of root: UnsafeJSONNode, schema: Program.SchemaID = 0, limit: Int = 100_000) -> [Annotation]
  {
    guard isValid(root, schema: schema) else { return [] }
    return withExtendedLifetime(tables) {
      var evaluation = Evaluation(tables, root, schema, limit: 1, maximumNesting: maximumNesting)
      var found = Evaluation.Annotations(limit: limit)
      evaluation.annotate(schema, root, into: &found)
      return found.all
    }
  }

  /// The issue of every instance if the program has no such schema: an error in the caller.
  private static func missingSchema(
    _ schema: SchemaID, root: UnsafeJSONNode, text: UnsafeBufferPointer<UInt8>?
  ) -> ValidationIssue {
    ValidationIssue(
      instanceLocation: JSONPointer(), keywordLocation: JSONPointer(), absoluteKeywordLocation: "",
      kind: .internalInconsistency("there is no schema \(schema)"),
      position: text.map { SourcePosition(offset: root.offset, in: $0) }, causes: [])
  }

  private static func repeatedName(
    _ name: UnsafeJSONNode, _ sensitive: SensitiveValues, root: UnsafeJSONNode, text: UnsafeBufferPointer<UInt8>?
  ) -> ValidationIssue {
    let kind = ValidationIssue.Kind.uniqueNames(name: name.string)
    let shown = sensitive.shownLocation(of: name.index, from: root)
    let isSensitive = sensitive.contains(name)
    return ValidationIssue(
      instanceLocation: shown.pointer, keywordLocation: JSONPointer(), absoluteKeywordLocation: "",
      kind: isSensitive ? kind.redacted(as: kind.keyword) : kind,
      position: text.map { SourcePosition(offset: isSensitive ? shown.node.offset : name.offset, in: $0) }, causes: [])
  }
}
