/// The state of one run: where it is in the schema and in the instance, and what it has found.
///
/// While it only looks for a verdict it writes nothing but the two paths, whose elements are numbers.
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
  /// Whether issues are wanted; otherwise the first one ends the run.
  var collects: Bool
  let limit: Int
  var text = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  var issues: [ValidationIssue] = []
  var keywordPath: [KeywordPathElement] = []
  var instancePath: [InstancePathElement] = []
  /// Where the run began, and what in it is sensitive; the latter is found when it is first asked for.
  var start: (schema: Int, root: JSONNode)?
  var sensitive: [Range<Int>]?
  /// Whether elements of arrays marked `x-lossy` are dropped instead of refused.
  var dropsElements = false
  /// The places in the index of the elements dropped.
  var dropped: [Int] = []
  /// Issues that a branch may still note, its branches included; nil outside of branches.
  private var issuesLeft: Int?
  var nesting = 0
  /// Verdicts of schemas that are asked again and again, by schema and node.
  private var knownVerdicts: [UInt64: Bool] = [:]

  /// Schemas applied inside one another. The compiler refuses schemas that apply themselves without
  /// moving down the instance, so this is reached only by very long chains of references.
  static let maximumNesting = 3_000

  init(program: Program, collects: Bool, limit: Int) {
    self.program = program
    self.collects = collects
    self.limit = limit
  }

  /// Whether enough issues are known.
  var isFull: Bool { mutating get { collects && (issues.count >= limit || issuesLeft == 0) } }

  /// Applies a schema to a value.
  mutating func evaluate(_ schema: Int, _ node: JSONNode) -> Bool {
    isRepeated(schema) && !dropsElements ? evaluateOnce(schema, node) : run(schema, node)
  }

  private mutating func run(_ schema: Int, _ node: JSONNode) -> Bool {
    guard nesting < Self.maximumNesting else { return refuseNesting(node, schema) }
    nesting += 1
    var isValid = true
    var place = steps(of: schema).lowerBound
    let end = steps(of: schema).upperBound
    while place < end, isValid || collects && !isFull {
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

  /// Applies a schema that may be applied to one value again and again.
  ///
  /// A verdict depends on the schema and the value alone, so it is worked out once; a refusal is gone through again
  /// where its issues are wanted, whose number is limited. Where elements are dropped a verdict also says which, and
  /// is not remembered.
  @inline(never)
  private mutating func evaluateOnce(_ schema: Int, _ node: JSONNode) -> Bool {
    let key = Self.key(schema, node)
    if let known = knownVerdicts[key], known || !collects { return known }
    let isValid = run(schema, node)
    // A run that was ended by the limit of issues has not seen everything.
    if !isFull || !isValid { knownVerdicts[key] = isValid }
    return isValid
  }

  static func key(_ schema: Int, _ node: JSONNode) -> UInt64 {
    UInt64(truncatingIfNeeded: schema) << 32 | UInt64(truncatingIfNeeded: node.index)
  }

  /// The verdict alone, whatever else is wanted.
  @inline(never)
  mutating func verdict(_ schema: Int, _ node: JSONNode) -> Bool {
    let collected = collects
    let droppedBefore = dropped.count
    collects = false
    defer { collects = collected }
    if evaluate(schema, node) { return true }
    // What a branch that does not hold would have dropped stays.
    dropped.removeLast(dropped.count - droppedBefore)
    return false
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
  /// Notes an issue, if issues are wanted, and answers no.
  ///
  /// - Parameters:
  ///   - step: the step that failed; nil when it is the schema as a whole.
  ///   - keyword: the keyword at fault where it is not the step's own, but one beside it that the step includes.
  mutating func fail(
    _ kind: @autoclosure () -> ValidationIssue.Kind, _ step: Program.Step?, _ node: JSONNode, _ schema: Int,
    causes: @autoclosure () -> [ValidationIssue] = [], keyword: String? = nil
  ) -> Bool {
    guard collects else { return false }
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
