/// The state of one explanation: where it is in the schema and in the instance, and what it has found.
///
/// What only needs an answer, such as which branches of a choice hold, it asks a ``VerdictRun``.
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
  /// What in the root is sensitive, found when it is first asked for.
  var sensitive: [Range<Int>]?
  /// Issues that a branch may still note, its branches included; nil outside of branches.
  private var issuesLeft: Int?
  var nesting = 0

  /// Schemas applied inside one another. The compiler refuses schemas that apply themselves without
  /// moving down the instance, so this is reached only by very long chains of references.
  static let maximumNesting = 3_000

  /// - Parameter tables: are kept by whoever makes the run.
  init(_ tables: VerdictTables, _ root: JSONNode, _ schema: Int, limit: Int) {
    program = tables.program
    self.root = root
    self.schema = schema
    self.limit = limit
    verdicts = VerdictRun(tables, root, checksNames: false)
  }

  /// Whether enough issues are known.
  var isFull: Bool { issues.count >= limit || issuesLeft == 0 }

  /// Applies a schema to a value.
  mutating func evaluate(_ schema: Int, _ node: JSONNode) -> Bool {
    // What is asked again and again holds nearly always, and then there is nothing to say.
    if isRepeated(schema), verdict(schema, node) { return true }
    return run(schema, node)
  }

  private mutating func run(_ schema: Int, _ node: JSONNode) -> Bool {
    guard nesting < Self.maximumNesting else { return refuseNesting(node, schema) }
    nesting += 1
    var isValid = true
    var place = steps(of: schema).lowerBound
    let end = steps(of: schema).upperBound
    while place < end, isValid || !isFull {
      if !run(step(at: place), node, schema) { isValid = false }
      place += 1
    }
    nesting -= 1
    return isValid
  }

  // Functions of their own, because their locals would otherwise stand on the stack once for every schema that is open.
  private mutating func isRepeated(_ schema: Int) -> Bool { program.schemas[schema].isRepeated }
  private mutating func steps(of schema: Int) -> Range<Int> { program.schemas[schema].steps }
  private mutating func step(at place: Int) -> Program.Step { program.steps[place] }

  @inline(never)
  private mutating func refuseNesting(_ node: JSONNode, _ schema: Int) -> Bool {
    fail(.schemaNesting(limit: Self.maximumNesting), nil, node, schema)
  }

  /// Applies a schema to the same value, one step further along the schema's path.
  mutating func evaluate(_ schema: Int, _ node: JSONNode, along element: KeywordPathElement) -> Bool {
    keywordPath.append(element)
    defer { keywordPath.removeLast() }
    return evaluate(schema, node)
  }

  /// Applies a schema to a member or element.
  mutating func evaluate(
    _ schema: Int, _ child: JSONNode, along element: KeywordPathElement, at place: InstancePathElement
  ) -> Bool {
    instancePath.append(place)
    defer { instancePath.removeLast() }
    return evaluate(schema, child, along: element)
  }

  static func key(_ schema: Int, _ node: JSONNode) -> UInt64 {
    UInt64(truncatingIfNeeded: schema) << 32 | UInt64(truncatingIfNeeded: node.index)
  }

  /// The verdict alone.
  mutating func verdict(_ schema: Int, _ node: JSONNode) -> Bool {
    verdicts.nesting = Int32(truncatingIfNeeded: nesting)
    return verdicts.check(Int32(truncatingIfNeeded: schema), node)
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
  /// Notes an issue and answers no.
  ///
  /// - Parameters:
  ///   - step: the step that failed; nil when it is the schema as a whole.
  ///   - keyword: the keyword at fault where it is not the step's own, but one beside it that the step includes.
  mutating func fail(
    _ kind: @autoclosure () -> ValidationIssue.Kind, _ step: Program.Step?, _ node: JSONNode, _ schema: Int,
    causes: @autoclosure () -> [ValidationIssue] = [], keyword: String? = nil
  ) -> Bool {
    if let left = issuesLeft, left > 0 { issuesLeft = left - 1 }
    let kind = kind()
    let isRedacted = isSensitive(node, whenShown: kind.showsContent)
    let places = location(of: keyword ?? step.flatMap { program.keyword(of: $0) }, schema)
    issues.append(
      ValidationIssue(
        instanceLocation: instanceLocation, keywordLocation: places.relative,
        absoluteKeywordLocation: places.absolute, kind: kind, position: SourcePosition(offset: node.offset, in: text),
        causes: causes(), isRedacted: isRedacted))
    return false
  }

  /// The place of a schema's keyword, or of the schema itself: by the way here, and by the schema's own URI.
  func location(of keyword: String?, _ schema: Int) -> (relative: JSONPointer, absolute: String) {
    let here = JSONPointer(keywordPath.flatMap { tokens($0) })
    guard let keyword else { return (here, program.schemas[schema].location) }
    let fragment = JSONPointer([keyword]).uriFragment
    return (here.appending(keyword), program.schemas[schema].location + fragment)
  }

  var instanceLocation: JSONPointer { JSONPointer(instancePath.map { token($0) }) }

  private func tokens(_ element: KeywordPathElement) -> [String] {
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
