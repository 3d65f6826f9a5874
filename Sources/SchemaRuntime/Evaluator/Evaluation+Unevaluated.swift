// `unevaluatedItems` and `unevaluatedProperties` (2020-12 core, section 11): children that no successful adjacent or
// in-place applicator has evaluated.
extension Evaluation {
  /// The children of a value that are certainly evaluated, and those that are possibly evaluated because a limit was
  /// reached.
  struct Evaluated {
    var certain = EvaluatedChildren()
    var possible = EvaluatedChildren()
    /// The limit.
    var limit = -1

    fileprivate mutating func change(isCertain: Bool, _ change: (inout EvaluatedChildren) -> Void) {
      change(&possible)
      if isCertain { change(&certain) }
    }
  }

  @inline(never)
  mutating func unevaluatedItems(_ items: Int, _ step: Program.Step, _ node: JSONNode, _ schema: Int) -> SchemaVerdict {
    let evaluated = evaluatedChildren(of: node, by: schema)
    var verdict = SchemaVerdict.valid
    var index = 0
    for element in node.elements {
      defer { index += 1 }
      if evaluated.certain.contains(index) { continue }
      if evaluated.possible.contains(index) {
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
  mutating func unevaluatedProperties(_ members: Int, _ step: Program.Step, _ node: JSONNode, _ schema: Int)
    -> SchemaVerdict
  {
    let evaluated = evaluatedChildren(of: node, by: schema)
    var verdict = SchemaVerdict.valid
    var index = 0
    for (name, value) in node.members {
      defer { index += 1 }
      if evaluated.certain.contains(index) { continue }
      if evaluated.possible.contains(index) {
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
  mutating func evaluatedChildren(of node: JSONNode, by schema: Int) -> Evaluated {
    prepareVerdicts()
    let found = verdicts.evaluatedChildren(of: node, by: schema)
    if !verdicts.isLimited { return Evaluated(certain: found, possible: found) }
    var evaluated = Evaluated()
    // No issues are recorded while determining this.
    let neededBefore = needsOnlyVerdict
    needsOnlyVerdict = true
    var seen: Set<MarkedSchema> = [MarkedSchema(schema: schema, isCertain: true)]
    for index in program.schemas[schema].steps {
      if program.steps[index].instruction.isUnevaluated { continue }
      mark(program.steps[index], schema, node, isCertain: true, &evaluated, &seen)
    }
    needsOnlyVerdict = neededBefore
    return evaluated
  }

  /// A schema that has been marked.
  private struct MarkedSchema: Hashable {
    var schema: Int
    var isCertain: Bool
  }

  /// Marks the children that a schema evaluates, which `node` certainly or possibly satisfies.
  private mutating func mark(
    _ schema: Int, _ node: JSONNode, isCertain: Bool, _ evaluated: inout Evaluated, _ seen: inout Set<MarkedSchema>
  ) {
    guard seen.insert(MarkedSchema(schema: schema, isCertain: isCertain)).inserted else { return }
    guard nesting < maximumNesting else {
      _ = giveUp(.schemaNesting(limit: maximumNesting), nil, node, schema)
      evaluated.limit = lastLimit
      evaluated.possible.insertAll()
      return
    }
    guard nesting < nestingOnStack else {
      seen.remove(MarkedSchema(schema: schema, isCertain: isCertain))
      let isDone = onAdditionalStack { $0.mark(schema, node, isCertain: isCertain, &evaluated, &seen) }
      if !isDone {
        _ = giveUp(.schemaNesting(limit: nesting), nil, node, schema)
        evaluated.limit = lastLimit
        evaluated.possible.insertAll()
      }
      return
    }
    if program.schemas[schema].isUndecided {
      _ = leaveUndecided(node, schema)
      evaluated.limit = lastLimit
      evaluated.possible.insertAll()
    }
    nesting += 1
    for index in program.schemas[schema].steps {
      mark(program.steps[index], schema, node, isCertain: isCertain, &evaluated, &seen)
    }
    nesting -= 1
  }

  /// A flat switch over the instructions that evaluate children or apply schemas in place.
  @inline(never)
  private mutating func mark(
    _ step: Program.Step, _ schema: Int, _ node: JSONNode, isCertain: Bool, _ evaluated: inout Evaluated,
    _ seen: inout Set<MarkedSchema>
  ) {
    // What no keyword applies does not count.
    if step.keyword < 0 { return }
    func note(_ change: (inout EvaluatedChildren) -> Void) { evaluated.change(isCertain: isCertain, change) }
    switch step.instruction {
    case .anyType, .number, .length, .string: break
    case .array where !node.isArray, .object where !node.isObject, .inPlace(.dependentSchemas) where !node.isObject:
      break
    case .array(.prefixItems(let run)): note { $0.insert(first: Int(run.count)) }
    case .array(.items), .array(.unevaluatedItems): note { $0.insertAll() }
    case .array(.contains(let item, _, _, evaluates: true)):
      for (index, element) in node.elements.enumerated() {
        let verdict = self.verdict(Int(item), element, along: .keyword(step.keyword), at: .element(index))
        if verdict == .undecided { evaluated.limit = lastLimit }
        if verdict != .invalid { evaluated.change(isCertain: isCertain && verdict == .valid) { $0.insert(index) } }
      }
    case .object(.properties(let run)):
      for (index, member) in node.members.enumerated() where program.row(named: member.name, in: run) != nil {
        note { $0.insert(index) }
      }
    case .object(.patternProperties(let run)):
      for (index, member) in node.members.enumerated() {
        let (outcome, pattern) = match(run, member.name)
        if outcome == .exhausted {
          _ = giveUp(on: member.name, pattern, step, schema)
          evaluated.limit = lastLimit
        }
        if outcome != .noMatch { evaluated.change(isCertain: isCertain && outcome == .match) { $0.insert(index) } }
      }
    case .object(.additionalProperties), .object(.unevaluatedProperties): note { $0.insertAll() }
    case .inPlace(.dependentSchemas(let run)):
      let members = Program.MemberTable(node, asked: run.count)
      for index in run.range where program.hasMember(program.rows[index].name, node, members) {
        mark(Int(program.rows[index].schema), node, isCertain: isCertain, &evaluated, &seen)
      }
    case .inPlace(.ref(let target)): mark(Int(target), node, isCertain: isCertain, &evaluated, &seen)
    case .inPlace(.allOf(let run)):
      for row in program.rows[run.range] { mark(Int(row.schema), node, isCertain: isCertain, &evaluated, &seen) }
    case .inPlace(.anyOf(let run)), .inPlace(.oneOf(let run)):
      markBranches(run, step, node, isCertain: isCertain, &evaluated, &seen)
    case .inPlace(.conditional(let condition, let then, let otherwise)):
      let verdict = self.verdict(Int(condition), node, along: .keyword(step.keyword))
      if verdict == .undecided { evaluated.limit = lastLimit }
      let holds = isCertain && verdict != .undecided
      if verdict != .invalid {
        mark(Int(condition), node, isCertain: holds, &evaluated, &seen)
        if then >= 0 { mark(Int(then), node, isCertain: holds, &evaluated, &seen) }
      }
      if verdict != .valid, otherwise >= 0 { mark(Int(otherwise), node, isCertain: holds, &evaluated, &seen) }
    case .array(.uniqueItems), .array(.contains(_, _, _, evaluates: false)), .object(.required),
      .object(.dependentRequired), .object(.propertyNames), .object(.localOnly), .inPlace(.not):
      break
    }
  }

  @inline(never)
  private mutating func markBranches(
    _ run: Instruction.Run, _ step: Program.Step, _ node: JSONNode, isCertain: Bool, _ evaluated: inout Evaluated,
    _ seen: inout Set<MarkedSchema>
  ) {
    let branches = program.rows[run.range].map { Int($0.schema) }
    var verdicts: [SchemaVerdict] = []
    for (index, branch) in branches.enumerated() {
      verdicts.append(verdict(branch, node, along: .indexed(step.keyword, index)))
      if verdicts.last == .undecided { evaluated.limit = lastLimit }
    }
    // If no branch holds, that is the issue. Otherwise every member would be reported in addition.
    let isNone = verdicts.allSatisfy { $0 == .invalid }
    for (branch, verdict) in zip(branches, verdicts) where isNone || verdict != .invalid {
      mark(branch, node, isCertain: isCertain && verdict != .undecided, &evaluated, &seen)
    }
  }
}
