// Handles schemas for which a limit was reached: the verdict if the limit does not affect it, or an issue with the
// limit and its location.
extension Evaluation {
  /// The number of schemas applied inside one another on the calling thread's stack.
  static var levelsOnStack: Int { CallStack.levels(ofOptimizedSize: 1_300, otherwise: 7_000, atMost: 128) }
  /// The same on an additional stack, which has room for 20 KB per level; without optimization a level takes up to 7
  /// KB.
  static let levelsPerAdditionalStack = 3_072

  /// Continues on an additional stack.
  @inline(never)
  mutating func runDeeper(_ schema: SchemaID, _ node: UnsafeJSONNode) -> SchemaVerdict {
    var verdict = SchemaVerdict.undecided
    if onAdditionalStack({ verdict = $0.run(schema, node) }) { return verdict }
    return giveUp(.schemaNesting(limit: nesting), nil, node, schema)
  }

  /// Does work on an additional stack. Returns false, without doing it, if there is none.
  mutating func onAdditionalStack(_ work: (inout Evaluation) -> Void) -> Bool {
    let here = nestingOnStack
    nestingOnStack = nesting &+ Self.levelsPerAdditionalStack
    let isDone = CallStack.call { work(&self) }
    nestingOnStack = here
    return isDone
  }

  // MARK: - Verdicts only

  /// Determines only the verdict.
  mutating func verdict(_ schema: SchemaID, _ node: UnsafeJSONNode) -> SchemaVerdict {
    prepareVerdicts()
    let isValid = verdicts.check(schema, node)
    return verdicts.isLimited ? decide(schema, node) : SchemaVerdict(isValid)
  }

  /// Determines only the verdict of a schema that is applied to the same value.
  mutating func verdict(_ schema: SchemaID, _ node: UnsafeJSONNode, along element: KeywordPathElement) -> SchemaVerdict
  {
    prepareVerdicts()
    let isValid = verdicts.check(schema, node)
    if !verdicts.isLimited { return SchemaVerdict(isValid) }
    keywordPath.append(element)
    defer { keywordPath.removeLast() }
    return decide(schema, node)
  }

  /// Determines only the verdict of a schema that is applied to a member or element.
  mutating func verdict(
    _ schema: SchemaID, _ child: UnsafeJSONNode, along element: KeywordPathElement, at pathElement: InstancePathElement
  ) -> SchemaVerdict {
    descend(to: child, at: pathElement)
    defer { ascend() }
    return verdict(schema, child, along: element)
  }

  /// Passes the current nesting to the verdict run.
  mutating func prepareVerdicts() {
    verdicts.begin(at: nesting, maximum: maximumNesting)
  }

  /// Determines the verdict if a limit was reached before there was one.
  @inline(never)
  private mutating func decide(_ schema: SchemaID, _ node: UnsafeJSONNode) -> SchemaVerdict {
    let key = VerdictRun.key(schema.index, node)
    if let known = decided[key] {
      if known.verdict == .undecided { lastLimit = known.limit }
      return known.verdict
    }
    let neededBefore = needsOnlyVerdict
    needsOnlyVerdict = true
    let verdict = run(schema, node)
    needsOnlyVerdict = neededBefore
    decided[key] = (verdict, lastLimit)
    return verdict
  }

  // MARK: - Issues

  /// Records a limit that was reached.
  @inline(never)
  mutating func giveUp(
    _ kind: ValidationIssue.Kind, _ step: Program.Step?, _ node: UnsafeJSONNode, _ schema: SchemaID,
    keyword: String? = nil
  ) -> SchemaVerdict {
    lastLimit = limits.count
    limits.append(issue(kind, step, node, schema, keyword: keyword))
    return note(limit: lastLimit)
  }

  /// Records that a limit affects the verdict, and returns that the verdict is undecided.
  @inline(never)
  mutating func note(limit: Int) -> SchemaVerdict {
    lastLimit = limit
    guard !needsOnlyVerdict, limits.indices.contains(limit), !isFull || issues.isEmpty, isNew(limits[limit])
    else { return .undecided }
    if let left = issuesLeft, left > 0 { issuesLeft = left - 1 }
    issues.append(limits[limit])
    return .undecided
  }
}
