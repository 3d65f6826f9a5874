/// The state of one explanation: its location in the schema and in the instance, and the issues found so far.
///
/// A ``VerdictRun`` provides mere verdicts, such as which branches of a choice hold. If that reaches a limit, the
/// explanation determines the three-valued ``SchemaVerdict`` itself.
struct Evaluation {
  /// An element of the path through the schema.
  typealias KeywordPathElement = Program.LocationToken

  /// An element of the path through the instance.
  enum InstancePathElement {
    case member(UnsafeJSONNode)
    case element(Int)
  }

  let program: Program
  /// The value at which the run starts.
  let root: UnsafeJSONNode
  let schema: SchemaID
  var verdicts: VerdictRun
  let limit: Int
  var text: UnsafeBufferPointer<UInt8>?
  var issues: [ValidationIssue] = []
  /// The issues that are not recorded twice: redacted ones, and limits.
  private var unique: Set<ValidationIssue> = []
  /// Finds the positions of issues, each from that of the one before.
  private let positions = PositionCursor()
  var keywordPath: [KeywordPathElement] = []
  var instancePath: [InstancePathElement] = []
  /// For each element of ``instancePath``, the index entry of its value, and the number of elements of ``keywordPath``
  /// that lead to the schema applied to the value around it.
  var descents: [(index: Int, keywordCount: Int)] = []
  /// The schemas being applied: the one at each element of ``keywordPath``, and the current one.
  var schemaPath: [SchemaID] = []
  /// The sensitive values in the root, found on first use.
  var sensitive: SensitiveValues?
  /// The number of issues that a branch may still record, including nested branches; nil outside of branches.
  var issuesLeft: Int?
  /// What declares the members of an object, while others are refused.
  var declared: Declaration?

  enum Declaration {
    case row(Instruction.Run)
    /// A schema and the branches that it applies.
    case schema(SchemaID)
  }
  /// The number of schemas applied inside one another, and the limit.
  var nesting = 0
  let maximumNesting: Int
  /// ``nesting`` at which the current stack has no more room.
  var nestingOnStack = Self.levelsOnStack
  /// Whether only the verdict is needed, so that no issues are recorded.
  var needsOnlyVerdict = false
  /// The limits that were reached, and the last one that affected a verdict.
  var limits: [ValidationIssue] = []
  var lastLimit = -1
  /// What is known of the children of an array or object that are no longer there.
  var released: ReleasedChildren?
  /// Results for schemas and values for which a limit was reached.
  var decided: [UInt64: (verdict: SchemaVerdict, limit: Int)] = [:]

  /// - Parameter tables: must be kept alive by the caller.
  init(_ tables: VerdictTables, _ root: UnsafeJSONNode, _ schema: SchemaID, limit: Int, maximumNesting: Int) {
    program = tables.program
    self.root = root
    self.schema = schema
    self.limit = limit
    self.maximumNesting = maximumNesting
    verdicts = VerdictRun(tables, root, checksNames: false, maximumNesting: maximumNesting)
  }

  /// Whether enough issues are known. An undecided verdict does not stop the run, because the rest may be invalid.
  var isFull: Bool { needsOnlyVerdict || issues.count >= limit || issuesLeft == 0 }

  /// Applies a schema to a value.
  mutating func evaluate(_ schema: SchemaID, _ node: UnsafeJSONNode) -> SchemaVerdict {
    // A mere verdict would not know what has been released.
    if isRepeated(schema), released == nil {
      // Repeatedly evaluated schemas nearly always hold, and then there are no issues.
      switch verdict(schema, node) {
      case .valid: return .valid
      case .undecided: return note(limit: lastLimit)
      case .invalid: if needsOnlyVerdict { return .invalid }
      }
    }
    return run(schema, node)
  }

  mutating func run(_ schema: SchemaID, _ node: UnsafeJSONNode) -> SchemaVerdict {
    guard nesting < maximumNesting else { return refuseNesting(node, schema) }
    guard nesting < nestingOnStack else { return runDeeper(schema, node) }
    nesting += 1
    schemaPath.append(schema)
    var verdict = SchemaVerdict.valid
    var index = steps(of: schema).lowerBound
    let end = steps(of: schema).upperBound
    while index < end, verdict != .invalid || !isFull {
      verdict.narrow(run(step(at: index), node, schema))
      index += 1
    }
    if isUndecided(schema) { verdict.narrow(leaveUndecided(node, schema)) }
    schemaPath.removeLast()
    nesting -= 1
    return verdict
  }

  // Separate functions, because their locals would otherwise be on the stack once for every schema being applied.
  private mutating func isRepeated(_ schema: SchemaID) -> Bool { program.schemas[schema.index].isRepeated }
  private mutating func steps(of schema: SchemaID) -> Range<Int> { program.schemas[schema.index].steps }
  private mutating func step(at index: Int) -> Program.Step { program.steps[index] }

  private mutating func isUndecided(_ schema: SchemaID) -> Bool { program.schemas[schema.index].isUndecided }

  @inline(never)
  mutating func leaveUndecided(_ node: UnsafeJSONNode, _ schema: SchemaID) -> SchemaVerdict {
    if let reason = program.defect(of: schema) {
      return giveUp(
        .unusableSchema(location: program.schemas[schema.index].location, reason: reason), nil, node, schema)
    }
    return giveUp(.internalInconsistency("a schema is only partly known"), nil, node, schema)
  }

  @inline(never)
  private mutating func refuseNesting(_ node: UnsafeJSONNode, _ schema: SchemaID) -> SchemaVerdict {
    giveUp(.schemaNesting(limit: maximumNesting), nil, node, schema)
  }

  /// Applies a schema to the same value, one element further along the keyword path.
  mutating func evaluate(_ schema: SchemaID, _ node: UnsafeJSONNode, along element: KeywordPathElement) -> SchemaVerdict
  {
    keywordPath.append(element)
    defer { keywordPath.removeLast() }
    return evaluate(schema, node)
  }

  /// Applies a schema to a member or element.
  mutating func evaluate(
    _ schema: SchemaID, _ child: UnsafeJSONNode, along element: KeywordPathElement, at pathElement: InstancePathElement
  ) -> SchemaVerdict {
    descend(to: child, at: pathElement)
    defer { ascend() }
    return evaluate(schema, child, along: element)
  }

  mutating func descend(to child: UnsafeJSONNode, at element: InstancePathElement) {
    instancePath.append(element)
    descents.append((child.index, keywordPath.count))
  }

  mutating func ascend() {
    instancePath.removeLast()
    descents.removeLast()
  }

  /// The issues of a branch, kept separate from those of the run; none if enough are known.
  ///
  /// The limit applies to an outermost branch and all branches inside it together: nested alternatives would otherwise
  /// double the causes at every level of the instance.
  mutating func causes(of schema: SchemaID, _ node: UnsafeJSONNode, along element: KeywordPathElement)
    -> [ValidationIssue]
  {
    guard !isFull else { return [] }
    let isOutermost = issuesLeft == nil
    if isOutermost { issuesLeft = Swift.max(limit, 1) }
    let (collected, known) = (issues, unique)
    (issues, unique) = ([], [])
    defer {
      (issues, unique) = (collected, known)
      if isOutermost { issuesLeft = nil }
    }
    _ = evaluate(schema, node, along: element)
    return issues
  }
}

// MARK: - Issues

extension Evaluation {
  /// Records an issue and returns that the value is invalid.
  ///
  /// - Parameters:
  ///   - step: the step that failed; nil for the entire schema.
  ///   - keyword: the keyword at fault, if it is not the step's own but an adjacent one that the step includes.
  mutating func fail(
    _ kind: @autoclosure () -> ValidationIssue.Kind, _ step: Program.Step?, _ node: UnsafeJSONNode, _ schema: SchemaID,
    causes: @autoclosure () -> [ValidationIssue] = [], keyword: String? = nil
  ) -> SchemaVerdict {
    if needsOnlyVerdict { return .invalid }
    if let left = issuesLeft, left > 0 { issuesLeft = left - 1 }
    let issue = issue(kind(), step, node, schema, causes: causes(), keyword: keyword)
    // Definite issues take precedence over undecided ones.
    if issues.count >= Swift.max(limit, 1), issues.last?.isUndecided ?? false { unique.remove(issues.removeLast()) }
    // A redacted issue may be the same for every value inside a sensitive one.
    if !program.hasSensitive || isNew(issue) { issues.append(issue) }
    return .invalid
  }

  /// Whether an equal issue has not been passed before.
  mutating func isNew(_ issue: ValidationIssue) -> Bool { unique.insert(issue).inserted }

  /// An issue at the current location, with sensitive parts redacted.
  mutating func issue(
    _ kind: ValidationIssue.Kind, _ step: Program.Step?, _ node: UnsafeJSONNode, _ schema: SchemaID,
    causes: @autoclosure () -> [ValidationIssue] = [], keyword: String? = nil
  ) -> ValidationIssue {
    let keyword = keyword ?? step.flatMap { program.keyword(of: $0) }
    var issue =
      program.hasSensitive
      ? redactedIssue(kind, keyword, node, schema, causes: causes())
      : self.issue(kind, location(of: keyword, schema), at: instanceLocation, node.offset, causes: causes())
    if !program.messages.isEmpty, !issue.isRedacted { issue.ownMessage = message(kind, keyword, schema) }
    return issue
  }

  /// Returns what the schemas applied to this value say of a keyword that fails: that of the outermost one, which is the
  /// nearest to the use; nil if none says anything.
  private func message(_ kind: ValidationIssue.Kind, _ keyword: String?, _ schema: SchemaID) -> String? {
    let start = Swift.min(descents.last?.keywordCount.advanced(by: 1) ?? 0, schemaPath.count)
    // What the value around it says of a part: of one that it forbids, of a name, or by name (ajv's `properties`).
    if start > 0, let texts = program.messages[schemaPath[start - 1]], start <= keywordPath.count {
      let path = tokens(keywordPath[start - 1])
      let isOwn = kind.refusesPart || path == ["propertyNames"]
      let text =
        path.count == 2 ? texts[path[0]]?[path[1]] : path.first.flatMap { isOwn ? texts[$0] ?? texts[""] : nil }
      if let text = text?.string { return text }
    }
    for (index, applied) in schemaPath.enumerated().dropFirst(start) {
      guard let texts = program.messages[applied] else { continue }
      let path = index < keywordPath.count ? tokens(keywordPath[index]) : [keyword ?? kind.keyword]
      let text = path.first.flatMap { texts[$0] }
      if case .required(let missing) = kind, let own = text?.object { return message(missing, own) }
      if let text = text?.string ?? texts[""]?.string { return text }
    }
    return nil
  }

  /// Returns what is said of each missing member, and of the others together; nil if nothing is said of any.
  private func message(_ missing: [String], _ texts: JSONObject) -> String? {
    let own = missing.compactMap { texts[$0]?.string }
    if own.isEmpty { return nil }
    let others = missing.filter { texts[$0]?.string == nil }
    let rest = others.isEmpty ? [] : [IssueMessages.english.text(for: .required(missing: others))]
    return (own + rest).joined(separator: "; ")
  }

  func issue(
    _ kind: ValidationIssue.Kind, _ keyword: (relative: JSONPointer, absolute: String), at instance: JSONPointer,
    _ offset: Int, causes: [ValidationIssue]
  ) -> ValidationIssue {
    ValidationIssue(
      instanceLocation: instance, keywordLocation: keyword.relative, absoluteKeywordLocation: keyword.absolute,
      kind: kind, position: text.map { positions.position(at: offset, in: $0) }, causes: causes)
  }

  /// The location of a schema's keyword, or of the schema itself: relative by the path taken, and absolute by URI.
  func location(
    of keyword: String?, _ schema: SchemaID, depth: Int? = nil
  ) -> (relative: JSONPointer, absolute: String) {
    let here = JSONPointer(keywordPath.prefix(depth ?? keywordPath.count).flatMap { tokens($0) })
    guard let keyword else { return (here, program.schemas[schema.index].location) }
    let fragment = JSONPointer([keyword]).uriFragment
    return (here.appending(keyword), program.schemas[schema.index].location + fragment)
  }

  var instanceLocation: JSONPointer { instanceLocation(depth: instancePath.count) }

  /// The first elements of the path to the current value.
  func instanceLocation(depth: Int) -> JSONPointer { JSONPointer(instancePath.prefix(depth).map { token($0) }) }

  func tokens(_ element: KeywordPathElement) -> [String] { program.tokens(of: element) }

  private func token(_ element: InstancePathElement) -> String {
    switch element {
    case .member(let name): name.string
    case .element(let index): String(index)
    }
  }

  /// The keyword that led to the schema `false`; `false` if a name led to it.
  var keywordOfNever: String {
    switch keywordPath.last {
    case .keyword(let keyword): keyword < 0 ? "false" : program.keywords[Int(keyword)]
    case .thenBranch: "then"
    case .elseBranch: "else"
    case .named, .patterned, .indexed, nil: "false"
    }
  }
}

/// Finds positions in a text in any order, in linear time if the offsets increase. A class, so that asking changes no
/// evaluation.
final class PositionCursor {
  private var last = SourcePosition(offset: 0, line: 1, column: 1)

  func position(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> SourcePosition {
    let offset = Swift.max(0, Swift.min(offset, text.count))
    if offset < last.offset { last = SourcePosition(offset: 0, line: 1, column: 1) }
    let rest = SourcePosition(offset: offset - last.offset, in: UnsafeBufferPointer(rebasing: text[last.offset...]))
    last = rest.moved(to: last)
    return last
  }
}
