extension VerdictRun {
  mutating func unevaluatedItems(_ step: Tables.Step, _ node: UnsafeJSONNode) -> Bool {
    let evaluated = evaluatedChildren(of: node, by: step.asking)
    for (index, element) in node.elements.enumerated() where !evaluated.contains(index) {
      guard check(step.schema, element) else { return false }
    }
    return true
  }

  mutating func unevaluatedProperties(_ step: Tables.Step, _ node: UnsafeJSONNode) -> Bool {
    let evaluated = evaluatedChildren(of: node, by: step.asking)
    for (index, member) in node.members.enumerated() where !evaluated.contains(index) {
      guard check(step.schema, member.value) else { return false }
    }
    return true
  }

  /// The children of a value that a schema evaluates, not counting these two keywords. If a limit is reached, what is
  /// undecided counts as evaluated.
  mutating func evaluatedChildren(of node: UnsafeJSONNode, by schema: SchemaID) -> EvaluatedChildren {
    marks(of: node, by: schema).certain
  }
}

extension VerdictRun: EvaluationMarking {
  var lastLimit: Int { -1 }

  mutating func judge(_ application: Program.Application, _ node: UnsafeJSONNode, element: Int?) -> SchemaVerdict {
    SchemaVerdict(holds(application.schema, node))
  }

  mutating func match(_ patterns: Instruction.Run, _ name: UnsafeJSONNode, _ step: Program.Step, _ schema: SchemaID)
    -> PatternOutcome
  {
    patterns.range.contains { matches(tables.program.rows[$0].name, name) != .noMatch } ? .match : .noMatch
  }

  mutating func mark(_ schema: SchemaID, _ node: UnsafeJSONNode, isCertain: Bool, _ marks: inout EvaluationMarks) {
    guard !marks.certain.isComplete else { return }
    guard levelsLeft > 0 else {
      return onAdditionalStack(1) { $0.mark(schema, node, isCertain: isCertain, &marks) }
    }
    guard marks.isNew(schema, isCertain: isCertain) else { return }
    levelsLeft &-= 1
    if tables.program.schemas[schema.index].isUndecided { isLimited = true }
    markSteps(of: schema, node, isCertain: isCertain, &marks)
    levelsLeft &+= 1
  }
}
