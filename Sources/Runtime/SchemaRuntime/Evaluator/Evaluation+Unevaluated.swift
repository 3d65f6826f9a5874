extension Evaluation {
  @inline(never)
  mutating func unevaluatedItems(_ items: SchemaID, _ step: Program.Step, _ node: UnsafeJSONNode, _ schema: SchemaID)
    -> SchemaVerdict
  {
    let evaluated = evaluatedChildren(of: node, by: schema)
    var verdict = SchemaVerdict.valid
    var index = 0
    for element in node.elements {
      defer { index += 1 }
      if evaluated.certain.contains(index) { continue }
      if evaluated.isPossible(index) {
        if self.verdict(items, element, along: .keyword(step.keyword), at: .element(index)) == .valid { continue }
        verdict.narrow(note(limit: evaluated.limit))
        continue
      }
      verdict.narrow(evaluate(items, element, along: .keyword(step.keyword), at: .element(index)))
      if verdict == .invalid, isFull { return .invalid }
    }
    return verdict
  }

  @inline(never)
  mutating func unevaluatedProperties(
    _ members: SchemaID, _ step: Program.Step, _ node: UnsafeJSONNode, _ schema: SchemaID
  )
    -> SchemaVerdict
  {
    let evaluated = evaluatedChildren(of: node, by: schema)
    var verdict = SchemaVerdict.valid
    var index = 0
    declared = program.refusesAll(members) ? .schema(schema) : nil
    defer { declared = nil }
    for (name, value) in node.members {
      defer { index += 1 }
      if evaluated.certain.contains(index) { continue }
      if evaluated.isPossible(index) {
        if self.verdict(members, value, along: .keyword(step.keyword), at: .member(name)) == .valid { continue }
        verdict.narrow(note(limit: evaluated.limit))
        continue
      }
      verdict.narrow(evaluate(members, value, along: .keyword(step.keyword), at: .member(name)))
      if verdict == .invalid, isFull { return .invalid }
    }
    return verdict
  }

  /// The children of a value that a schema evaluates, not counting these two keywords.
  mutating func evaluatedChildren(of node: UnsafeJSONNode, by schema: SchemaID) -> EvaluationMarks {
    prepareVerdicts()
    let marks = verdicts.marks(of: node, by: schema)
    if !verdicts.isLimited { return marks }
    // No issues are recorded while determining this.
    let neededBefore = needsOnlyVerdict
    needsOnlyVerdict = true
    defer { needsOnlyVerdict = neededBefore }
    return self.marks(of: node, by: schema)
  }
}

extension Evaluation: EvaluationMarking {
  var tables: VerdictTables { verdicts.tables }

  mutating func judge(_ application: Program.Application, _ node: UnsafeJSONNode, element: Int?) -> SchemaVerdict {
    guard let element else { return verdict(application.schema, node, along: application.token) }
    return verdict(application.schema, node, along: application.token, at: .element(element))
  }

  mutating func match(_ patterns: Instruction.Run, _ name: UnsafeJSONNode, _ step: Program.Step, _ schema: SchemaID)
    -> PatternOutcome
  {
    let (outcome, pattern) = match(patterns, name)
    if outcome == .exhausted { _ = giveUp(on: name, pattern, step, schema) }
    return outcome
  }

  mutating func mark(_ schema: SchemaID, _ node: UnsafeJSONNode, isCertain: Bool, _ marks: inout EvaluationMarks) {
    guard nesting < maximumNesting else {
      return leaveOpen(giveUp(.schemaNesting(limit: maximumNesting), nil, node, schema), &marks)
    }
    guard nesting < nestingOnStack else {
      if !onAdditionalStack({ $0.mark(schema, node, isCertain: isCertain, &marks) }) {
        leaveOpen(giveUp(.schemaNesting(limit: nesting), nil, node, schema), &marks)
      }
      return
    }
    guard marks.isNew(schema, isCertain: isCertain) else { return }
    if program.schemas[schema.index].isUndecided { leaveOpen(leaveUndecided(node, schema), &marks) }
    nesting += 1
    markSteps(of: schema, node, isCertain: isCertain, &marks)
    nesting -= 1
  }

  /// Any child may be evaluated, because of the limit that was reached last.
  private mutating func leaveOpen(_ verdict: SchemaVerdict, _ marks: inout EvaluationMarks) {
    marks.limit = lastLimit
    marks.insert(isCertain: false) { $0.insertAll() }
  }
}
