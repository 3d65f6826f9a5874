/// The state of one explanation: where it is in the schema and in the instance, and what it has found.
///
/// What only needs an answer, such as which branches of a choice hold, it asks a ``VerdictRun``. Where a limit runs out
/// there, the explanation finds the ``SchemaVerdict`` itself: its own are of three values.
struct Evaluation {
  /// A step of the way through the schema.
  enum KeywordPathElement {
    case keyword(Int32)
    case named(Int32, name: Int32)
    case patterned(Int32, pattern: Int32)
    case indexed(Int32, Int)
    case thenBranch
    case elseBranch
  }

  /// A step of the way through the instance.
  enum InstancePathElement {
    case member(JSONNode)
    case element(Int)
  }

  let program: Program
  /// Where the run began.
  let root: JSONNode
  let schema: Int
  var verdicts: VerdictRun
  let limit: Int
  var text = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  var issues: [ValidationIssue] = []
  var keywordPath: [KeywordPathElement] = []
  var instancePath: [InstancePathElement] = []
  /// The value of each element of ``instancePath`` in the index, and how many elements of ``keywordPath`` lead to the
  /// schema that was applied to the value around it.
  var descents: [(index: Int, keywordCount: Int)] = []
  /// The schemas that are open: the one at each element of ``keywordPath``, and the one at hand.
  var schemaPath: [Int] = []
  /// What in the root is sensitive, found when it is first asked for.
  var sensitive: SensitiveValues?
  /// Issues that a branch may still note, its branches included; nil outside of branches.
  var issuesLeft: Int?
  /// Schemas that are applied inside one another, and how many may be.
  var nesting = 0
  let maximumNesting: Int
  /// ``nesting`` where the stack at hand begins.
  var nestingBelow = 0
  /// Whether only the verdict is asked for, so that no issue is noted.
  var asksVerdictAlone = false
  /// The limits that ran out, and which of them was the last to decide something.
  var limits: [ValidationIssue] = []
  var lastLimit = -1
  /// What became of schemas and values for which a limit ran out.
  var decided: [UInt64: (verdict: SchemaVerdict, limit: Int)] = [:]

  /// - Parameter tables: are kept alive by the caller.
  init(_ tables: VerdictTables, _ root: JSONNode, _ schema: Int, limit: Int, maximumNesting: Int) {
    program = tables.program
    self.root = root
    self.schema = schema
    self.limit = limit
    self.maximumNesting = maximumNesting
    verdicts = VerdictRun(tables, root, checksNames: false, maximumNesting: maximumNesting)
  }

  /// Whether enough issues are known. What is undecided goes on all the same: what follows may be invalid.
  var isFull: Bool { asksVerdictAlone || issues.count >= limit || issuesLeft == 0 }

  /// Applies a schema to a value.
  mutating func evaluate(_ schema: Int, _ node: JSONNode) -> SchemaVerdict {
    if isRepeated(schema) {
      // What is asked again and again holds nearly always, and then there is nothing to say.
      switch verdict(schema, node) {
      case .valid: return .valid
      case .undecided: return note(limit: lastLimit)
      case .invalid: if asksVerdictAlone { return .invalid }
      }
    }
    return run(schema, node)
  }

  mutating func run(_ schema: Int, _ node: JSONNode) -> SchemaVerdict {
    guard nesting < maximumNesting else { return refuseNesting(node, schema) }
    guard nesting &- nestingBelow < Self.levelsPerStack else { return runDeeper(schema, node) }
    nesting += 1
    schemaPath.append(schema)
    var verdict = SchemaVerdict.valid
    var place = steps(of: schema).lowerBound
    let end = steps(of: schema).upperBound
    while place < end, verdict != .invalid || !isFull {
      verdict.narrow(run(step(at: place), node, schema))
      place += 1
    }
    if isUndecided(schema) { verdict.narrow(leaveUndecided(node, schema)) }
    schemaPath.removeLast()
    nesting -= 1
    return verdict
  }

  // Functions of their own, because their locals would otherwise stand on the stack once for every schema that is open.
  private mutating func isRepeated(_ schema: Int) -> Bool { program.schemas[schema].isRepeated }
  private mutating func steps(of schema: Int) -> Range<Int> { program.schemas[schema].steps }
  private mutating func step(at place: Int) -> Program.Step { program.steps[place] }

  private mutating func isUndecided(_ schema: Int) -> Bool { program.schemas[schema].isUndecided }

  @inline(never)
  mutating func leaveUndecided(_ node: JSONNode, _ schema: Int) -> SchemaVerdict {
    giveUp(.internalInconsistency("a schema of which only part is known"), nil, node, schema)
  }

  @inline(never)
  private mutating func refuseNesting(_ node: JSONNode, _ schema: Int) -> SchemaVerdict {
    giveUp(.schemaNesting(limit: maximumNesting), nil, node, schema)
  }

  /// Applies a schema to the same value, one step further along the schema's path.
  mutating func evaluate(_ schema: Int, _ node: JSONNode, along element: KeywordPathElement) -> SchemaVerdict {
    keywordPath.append(element)
    defer { keywordPath.removeLast() }
    return evaluate(schema, node)
  }

  /// Applies a schema to a member or element.
  mutating func evaluate(
    _ schema: Int, _ child: JSONNode, along element: KeywordPathElement, at place: InstancePathElement
  ) -> SchemaVerdict {
    descend(to: child, at: place)
    defer { ascend() }
    return evaluate(schema, child, along: element)
  }

  mutating func descend(to child: JSONNode, at place: InstancePathElement) {
    instancePath.append(place)
    descents.append((child.index, keywordPath.count))
  }

  mutating func ascend() {
    instancePath.removeLast()
    descents.removeLast()
  }

  /// The issues of a branch, kept out of the run's own; none when enough are known.
  ///
  /// The limit holds for an outermost branch and all the branches inside it together: alternatives that hold
  /// alternatives have twice the causes at every level of the instance.
  mutating func causes(of schema: Int, _ node: JSONNode, along element: KeywordPathElement) -> [ValidationIssue] {
    guard !isFull else { return [] }
    let isOutermost = issuesLeft == nil
    if isOutermost { issuesLeft = Swift.max(limit, 1) }
    let collected = issues
    issues = []
    defer {
      issues = collected
      if isOutermost { issuesLeft = nil }
    }
    _ = evaluate(schema, node, along: element)
    return issues
  }
}

// MARK: - Issues

extension Evaluation {
  /// Notes an issue, and answers that the value is invalid.
  ///
  /// - Parameters:
  ///   - step: the step that failed; nil when it is the schema as a whole.
  ///   - keyword: the keyword at fault where it is not the step's own, but one beside it that the step includes.
  mutating func fail(
    _ kind: @autoclosure () -> ValidationIssue.Kind, _ step: Program.Step?, _ node: JSONNode, _ schema: Int,
    causes: @autoclosure () -> [ValidationIssue] = [], keyword: String? = nil
  ) -> SchemaVerdict {
    if asksVerdictAlone { return .invalid }
    if let left = issuesLeft, left > 0 { issuesLeft = left - 1 }
    let issue = issue(kind(), step, node, schema, causes: causes(), keyword: keyword)
    // What is known to be wrong comes before what is not known.
    if issues.count >= Swift.max(limit, 1), issues.last?.isUndecided ?? false { issues.removeLast() }
    // What is left of an issue may be the same for every value inside a sensitive one.
    if !program.hasSensitive || !issues.contains(issue) { issues.append(issue) }
    return .invalid
  }

  /// An issue at the place at hand, without what is sensitive.
  mutating func issue(
    _ kind: ValidationIssue.Kind, _ step: Program.Step?, _ node: JSONNode, _ schema: Int,
    causes: @autoclosure () -> [ValidationIssue] = [], keyword: String? = nil
  ) -> ValidationIssue {
    let keyword = keyword ?? step.flatMap { program.keyword(of: $0) }
    if program.hasSensitive { return redactedIssue(kind, keyword, node, schema, causes: causes()) }
    return issue(kind, location(of: keyword, schema), at: instanceLocation, node.offset, causes: causes())
  }

  func issue(
    _ kind: ValidationIssue.Kind, _ keyword: (relative: JSONPointer, absolute: String), at instance: JSONPointer,
    _ offset: Int, causes: [ValidationIssue]
  ) -> ValidationIssue {
    ValidationIssue(
      instanceLocation: instance, keywordLocation: keyword.relative, absoluteKeywordLocation: keyword.absolute,
      kind: kind, position: SourcePosition(offset: offset, in: text), causes: causes)
  }

  /// The place of a schema's keyword, or of the schema itself: by the way here, and by the schema's own URI.
  func location(
    of keyword: String?, _ schema: Int, depth: Int? = nil
  ) -> (relative: JSONPointer, absolute: String) {
    let here = JSONPointer(keywordPath.prefix(depth ?? keywordPath.count).flatMap { tokens($0) })
    guard let keyword else { return (here, program.schemas[schema].location) }
    let fragment = JSONPointer([keyword]).uriFragment
    return (here.appending(keyword), program.schemas[schema].location + fragment)
  }

  var instanceLocation: JSONPointer { instanceLocation(depth: instancePath.count) }

  /// The first elements of the way to the value at hand.
  func instanceLocation(depth: Int) -> JSONPointer { JSONPointer(instancePath.prefix(depth).map { token($0) }) }

  func tokens(_ element: KeywordPathElement) -> [String] {
    switch element {
    case .keyword(let keyword): [program.keywords[Int(keyword)]]
    case .named(let keyword, let name): [program.keywords[Int(keyword)], program.names[Int(name)]]
    case .patterned(let keyword, let pattern): [program.keywords[Int(keyword)], program.patterns[Int(pattern)].source]
    case .indexed(let keyword, let index): [program.keywords[Int(keyword)], String(index)]
    case .thenBranch: ["then"]
    case .elseBranch: ["else"]
    }
  }

  private func token(_ element: InstancePathElement) -> String {
    switch element {
    case .member(let name): name.string
    case .element(let index): String(index)
    }
  }

  /// The keyword through which the schema `false` was reached; `false` where a name led to it.
  var keywordOfNever: String {
    switch keywordPath.last {
    case .keyword(let keyword): program.keywords[Int(keyword)]
    case .thenBranch: "then"
    case .elseBranch: "else"
    case .named, .patterned, .indexed, nil: "false"
    }
  }
}
