// What becomes of a schema for which a limit ran out: an answer all the same where the limit makes no difference, and
// else an issue that says which it was, and where.
extension Evaluation {
  /// Schemas that are applied inside one another on one stack: a level takes up to 1.3 KB of it in optimised code, and a
  /// ``VerdictRun`` may begin at the last.
  static let levelsPerStack = 128
  /// The same on a further stack, which has room for a level of 20 KB: without optimisation it takes up to 7.
  static let levelsPerFurtherStack = 3_072

  /// Goes on where the stack at hand has no room.
  @inline(never)
  mutating func runDeeper(_ schema: Int, _ node: JSONNode) -> SchemaVerdict {
    var verdict = SchemaVerdict.undecided
    if onFurtherStack({ verdict = $0.run(schema, node) }) { return verdict }
    return giveUp(.schemaNesting(limit: nesting), nil, node, schema)
  }

  /// Does work on a further stack; false when there is none, and then it was not done.
  mutating func onFurtherStack(_ work: (inout Evaluation) -> Void) -> Bool {
    let below = nestingBelow
    // As many levels are left there as on a first stack, and some more.
    nestingBelow = nesting &+ (Self.levelsPerFurtherStack &- Self.levelsPerStack)
    let isDone = FurtherStack.call { work(&self) }
    nestingBelow = below
    return isDone
  }

  // MARK: - Verdicts alone

  /// The verdict alone.
  mutating func verdict(_ schema: Int, _ node: JSONNode) -> SchemaVerdict {
    prepareVerdicts()
    let isValid = verdicts.check(Int32(truncatingIfNeeded: schema), node)
    return verdicts.isLimited ? decide(schema, node) : SchemaVerdict(isValid)
  }

  /// The verdict alone of a schema that is applied to the same value.
  mutating func verdict(_ schema: Int, _ node: JSONNode, along element: KeywordPathElement) -> SchemaVerdict {
    prepareVerdicts()
    let isValid = verdicts.check(Int32(truncatingIfNeeded: schema), node)
    if !verdicts.isLimited { return SchemaVerdict(isValid) }
    keywordPath.append(element)
    defer { keywordPath.removeLast() }
    return decide(schema, node)
  }

  /// The verdict alone of a schema that is applied to a member or element.
  mutating func verdict(
    _ schema: Int, _ child: JSONNode, along element: KeywordPathElement, at place: InstancePathElement
  ) -> SchemaVerdict {
    descend(to: child, at: place)
    defer { ascend() }
    return verdict(schema, child, along: element)
  }

  /// Tells the run that answers yes or no where it begins.
  mutating func prepareVerdicts() {
    // What further stacks have more is for those who explain.
    let onStack = Swift.max(0, nesting &- nestingBelow)
    verdicts.begin(at: nesting, onStack: onStack, maximum: maximumNesting)
  }

  /// The verdict where a limit ran out before there was one.
  @inline(never)
  private mutating func decide(_ schema: Int, _ node: JSONNode) -> SchemaVerdict {
    let key = VerdictRun.key(schema, node)
    if let known = decided[key] {
      if known.verdict == .undecided { lastLimit = known.limit }
      return known.verdict
    }
    let askedBefore = asksVerdictAlone
    asksVerdictAlone = true
    let verdict = run(schema, node)
    asksVerdictAlone = askedBefore
    decided[key] = (verdict, lastLimit)
    return verdict
  }

  // MARK: - Issues

  /// Notes a limit that ran out.
  @inline(never)
  mutating func giveUp(
    _ kind: ValidationIssue.Kind, _ step: Program.Step?, _ node: JSONNode, _ schema: Int, keyword: String? = nil
  ) -> SchemaVerdict {
    lastLimit = limits.count
    limits.append(issue(kind, step, node, schema, keyword: keyword))
    return note(limit: lastLimit)
  }

  /// Notes that a limit decides, and answers that nothing is known.
  @inline(never)
  mutating func note(limit: Int) -> SchemaVerdict {
    lastLimit = limit
    guard !asksVerdictAlone, limits.indices.contains(limit), !isFull || issues.isEmpty,
      !issues.contains(limits[limit])
    else { return .undecided }
    if let left = issuesLeft, left > 0 { issuesLeft = left - 1 }
    issues.append(limits[limit])
    return .undecided
  }
}
