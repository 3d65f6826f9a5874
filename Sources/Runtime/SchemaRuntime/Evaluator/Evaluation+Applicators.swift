extension Evaluation {
  /// Runs one step: a flat switch, one line per instruction that applies schemas; ``check(_:_:_:)`` runs all others.
  mutating func run(_ step: Program.Step, _ node: UnsafeJSONNode, _ schema: SchemaID) -> SchemaVerdict {
    switch step.instruction {
    case .array(.prefixItems), .array(.items): return !node.isArray ? .valid : applyToChildren(step, node)
    case .object(.applied): return !node.isObject ? .valid : applyToChildren(step, node)
    case .array(.contains(let item, let min, let max, _)):
      return !node.isArray ? .valid : contains(item, min, max, step, node, schema)
    case .object(.properties(let run)): return !node.isObject ? .valid : properties(run, step, node)
    case .object(.patternProperties(let run)):
      return !node.isObject ? .valid : patternProperties(run, step, node, schema)
    case .object(.additionalProperties(let additional, let named, let patterned)):
      return !node.isObject ? .valid : additionalProperties(additional, named, patterned, step, node, schema)
    case .inPlace(.dependentSchemas(let run)): return !node.isObject ? .valid : dependentSchemas(run, step, node)
    case .array(.unevaluatedItems(let items)):
      return !node.isArray ? .valid : unevaluatedItems(items, step, node, schema)
    case .object(.unevaluatedProperties(let members)):
      return !node.isObject ? .valid : unevaluatedProperties(members, step, node, schema)
    case .inPlace(.ref(let target)): return evaluate(target, node, along: .keyword(step.keyword))
    case .inPlace(.allOf(let run)): return allOf(run, step, node)
    case .inPlace(.anyOf(let run)): return anyOf(run, step, node, schema)
    case .inPlace(.oneOf(let run)): return oneOf(run, step, node, schema)
    case .inPlace(.not(let negated)): return not(negated, step, node, schema)
    case .inPlace(.conditional(let condition, let then, let otherwise)):
      return conditional(condition, then, otherwise, step, node)
    case .text, .array(.uniqueItems), .object(.required), .object(.dependentRequired), .object(.localOnly), .anyType,
      .number, .length:
      return check(step, node, schema)
    }
  }
}

// MARK: - Children

extension Evaluation {
  /// Applies the schemas of a keyword whose children are certain.
  @inline(never)
  mutating func applyToChildren(_ step: Program.Step, _ node: UnsafeJSONNode) -> SchemaVerdict {
    var verdict = SchemaVerdict.valid
    forEachChild(of: step, node, includesPossible: false) { run, child in
      verdict.narrow(
        run.evaluate(child.application.schema, child.node, along: child.application.token, at: child.element))
      return verdict != .invalid || !run.isFull
    }
    return verdict
  }

  mutating func contains(
    _ item: SchemaID, _ min: Int, _ max: Int, _ step: Program.Step, _ node: UnsafeJSONNode, _ schema: SchemaID
  ) -> SchemaVerdict {
    var (certain, possible) = released(of: node)?.matches[item] ?? (0, 0)
    var limit = lastLimit
    var index = 0
    for element in node.elements {
      switch verdict(item, element, along: .keyword(step.keyword), at: .element(index)) {
      case .valid: (certain, possible) = (certain + 1, possible + 1)
      case .undecided: (possible, limit) = (possible + 1, lastLimit)
      case .invalid: break
      }
      index += 1
    }
    if possible < min {
      let keyword = min == 1 ? nil : "minContains"
      return refuse(.contains(expected: .atLeast(min), actual: possible), step, node, schema, keyword: keyword)
    }
    if max >= 0, certain > max {
      return refuse(.contains(expected: .atMost(max), actual: certain), step, node, schema, keyword: "maxContains")
    }
    return certain >= min && (max < 0 || possible <= max) ? .valid : note(limit: limit)
  }
}

// MARK: - Objects

extension Evaluation {
  mutating func properties(_ run: Instruction.Run, _ step: Program.Step, _ node: UnsafeJSONNode) -> SchemaVerdict {
    var verdict = SchemaVerdict.valid
    for (name, value) in node.members {
      guard let rowIndex = program.row(named: name, in: run) else { continue }
      let row = program.rows[rowIndex]
      verdict.narrow(evaluate(row.schema, value, along: .named(step.keyword, name: row.name), at: .member(name)))
      if verdict == .invalid, isFull { return .invalid }
    }
    return verdict
  }

  mutating func patternProperties(
    _ run: Instruction.Run, _ step: Program.Step, _ node: UnsafeJSONNode, _ schema: SchemaID
  ) -> SchemaVerdict {
    var verdict = SchemaVerdict.valid
    for (name, value) in node.members {
      for rowIndex in run.range {
        let row = program.rows[rowIndex]
        let element = KeywordPathElement.patterned(step.keyword, pattern: row.name)
        switch verdicts.matches(row.name, name) {
        case .noMatch: continue
        case .match: verdict.narrow(evaluate(row.schema, value, along: element, at: .member(name)))
        case .exhausted:
          if self.verdict(row.schema, value, along: element, at: .member(name)) == .valid { continue }
          verdict.narrow(giveUp(on: name, row.name, step, schema))
        }
        if verdict == .invalid, isFull { return .invalid }
      }
    }
    return verdict
  }

  mutating func additionalProperties(
    _ schema: SchemaID, _ named: Instruction.Run, _ patterned: Instruction.Run, _ step: Program.Step,
    _ node: UnsafeJSONNode,
    _ applying: SchemaID
  ) -> SchemaVerdict {
    var verdict = SchemaVerdict.valid
    declared = program.refusesAll(schema) ? .row(named) : nil
    defer { declared = nil }
    for (name, value) in node.members {
      if program.row(named: name, in: named) != nil { continue }
      let (outcome, spent) = match(patterned, name)
      switch outcome {
      case .match: continue
      case .noMatch: verdict.narrow(evaluate(schema, value, along: .keyword(step.keyword), at: .member(name)))
      case .exhausted:
        if self.verdict(schema, value, along: .keyword(step.keyword), at: .member(name)) == .valid { continue }
        verdict.narrow(giveUp(on: name, spent, step, applying))
      }
      if verdict == .invalid, isFull { return .invalid }
    }
    return verdict
  }

  /// Whether a name matches one of some patterns. If undecided, reports the pattern responsible.
  @inline(never)
  mutating func match(_ patterned: Instruction.Run, _ name: UnsafeJSONNode) -> (PatternOutcome, pattern: Int32) {
    var spent: Int32?
    for row in program.rows[patterned.range] {
      switch verdicts.matches(row.name, name) {
      case .match: return (.match, row.name)
      case .exhausted: spent = spent ?? row.name
      case .noMatch: break
      }
    }
    return spent.map { (.exhausted, $0) } ?? (.noMatch, -1)
  }

  /// Records that it is undecided whether a name matches a pattern.
  @inline(never)
  mutating func giveUp(on name: UnsafeJSONNode, _ pattern: Int32, _ step: Program.Step, _ schema: SchemaID)
    -> SchemaVerdict
  {
    instancePath.append(.member(name))
    defer { instancePath.removeLast() }
    return giveUp(program.exhausted(pattern), step, name, schema)
  }

  mutating func dependentSchemas(_ run: Instruction.Run, _ step: Program.Step, _ node: UnsafeJSONNode) -> SchemaVerdict
  {
    var verdict = SchemaVerdict.valid
    let members = Program.MemberTable(node, asked: run.count)
    for rowIndex in run.range {
      let row = program.rows[rowIndex]
      guard program.hasMember(row.name, node, members) else { continue }
      verdict.narrow(evaluate(row.schema, node, along: .named(step.keyword, name: row.name)))
      if verdict == .invalid, isFull { return .invalid }
    }
    return verdict
  }
}

// MARK: - Logic

extension Evaluation {
  mutating func allOf(_ run: Instruction.Run, _ step: Program.Step, _ node: UnsafeJSONNode) -> SchemaVerdict {
    var verdict = SchemaVerdict.valid
    for (index, rowIndex) in run.range.enumerated() {
      verdict.narrow(evaluate(program.rows[rowIndex].schema, node, along: .indexed(step.keyword, index)))
      if verdict == .invalid, isFull { return .invalid }
    }
    return verdict
  }

  mutating func anyOf(_ run: Instruction.Run, _ step: Program.Step, _ node: UnsafeJSONNode, _ schema: SchemaID)
    -> SchemaVerdict
  {
    var isPossible = false
    var limit = lastLimit
    var index = 0
    for rowIndex in run.range {
      switch verdict(program.rows[rowIndex].schema, node, along: .indexed(step.keyword, index)) {
      case .valid: return .valid
      case .undecided: (isPossible, limit) = (true, lastLimit)
      case .invalid: break
      }
      index += 1
    }
    return isPossible ? note(limit: limit) : refuse(.anyOf, step, node, schema, branches: run)
  }

  mutating func oneOf(_ run: Instruction.Run, _ step: Program.Step, _ node: UnsafeJSONNode, _ schema: SchemaID)
    -> SchemaVerdict
  {
    var matching: [Int] = []
    var isPossible = false
    var limit = lastLimit
    var index = 0
    for rowIndex in run.range {
      switch verdict(program.rows[rowIndex].schema, node, along: .indexed(step.keyword, index)) {
      case .valid: matching.append(index)
      case .undecided: (isPossible, limit) = (true, lastLimit)
      case .invalid: break
      }
      index += 1
    }
    if matching.count > 1 { return refuseSeveral(matching, run, step, node, schema) }
    if isPossible { return note(limit: limit) }
    return matching.count == 1 ? .valid : refuse(.oneOf(matching: [], names: []), step, node, schema, branches: run)
  }

  /// Records that several branches of `oneOf` match: by the members that each requires, if it is these that tell the
  /// branches apart.
  @inline(never)
  private mutating func refuseSeveral(
    _ matching: [Int], _ run: Instruction.Run, _ step: Program.Step, _ node: UnsafeJSONNode, _ schema: SchemaID
  ) -> SchemaVerdict {
    if needsOnlyVerdict { return .invalid }
    let schemas = matching.map { program.rows[Int(run.start) + $0].schema }
    let required = schemas.map { program.requiredMembers(of: $0) }
    var counts: [ExactName: Int] = [:]
    for name in required.joined() { counts[ExactName(name), default: 0] += 1 }
    let own = required.map { $0.first { counts[ExactName($0)] == 1 } }
    let isOnly = node.isObject && schemas.allSatisfy { program.declaredMembers(of: $0).isEmpty }
    if isOnly, !own.contains(nil) { return fail(.onlyOne(members: own.compactMap { $0 }), step, node, schema) }
    let names = schemas.map { program.nameOfTarget($0) }
    return fail(
      .oneOf(matching: matching, names: names.contains(nil) ? [] : names.compactMap { $0 }), step, node, schema)
  }

  /// Records an issue without expensive facts, with the issues of the branches that led to it.
  ///
  /// Separate from its callers, which are on the stack once for every level of the instance.
  @inline(never)
  private mutating func refuse(
    _ kind: ValidationIssue.Kind, _ step: Program.Step, _ node: UnsafeJSONNode, _ schema: SchemaID,
    branches: Instruction.Run? = nil, keyword: String? = nil
  ) -> SchemaVerdict {
    if needsOnlyVerdict { return .invalid }
    let causes = branches.map { self.causes(of: $0, step, node) } ?? []
    return fail(kind, step, node, schema, causes: causes, keyword: keyword)
  }

  /// The branches' issues, closest branch first: a branch for the value's type and with a matching tag precedes one without,
  /// then the one whose members fit best, then the one with the fewest and the shallowest issues, then the first.
  private mutating func causes(of run: Instruction.Run, _ step: Program.Step, _ node: UnsafeJSONNode)
    -> [ValidationIssue]
  {
    let here = instancePath.count
    var branches: [(declared: Set<ExactName>, refusedTags: Set<ExactName>, fitsType: Bool, issues: [ValidationIssue])] =
      []
    for (index, rowIndex) in run.range.enumerated() {
      let schema = program.rows[rowIndex].schema
      let found = causes(of: schema, node, along: .indexed(step.keyword, index))
      let fitsType = !found.contains { $0.instanceLocation.tokens.count == here && $0.isAboutKind }
      let declared = node.isObject ? program.declaredMembers(of: schema) : []
      branches.append((declared, refusedTags(of: found, at: here).intersection(declared), fitsType, found))
    }
    // How many branches for the type refuse a member that they declare, and how many declare it.
    var refusals: [ExactName: Int] = [:]
    var declarations: [ExactName: Int] = [:]
    for branch in branches where branch.fitsType {
      for name in branch.refusedTags { refusals[name, default: 0] += 1 }
    }
    for branch in branches where branch.fitsType {
      for name in refusals.keys where branch.declared.contains(name) { declarations[name, default: 0] += 1 }
    }
    let ranks = branches.map { branch in
      (
        tagFits: branch.fitsType && !branch.refusedTags.contains { refusals[$0] != declarations[$0] },
        fit: fit(of: branch.declared, node, branch.issues, at: here),
        count: branch.issues.count, depth: branch.issues.map { $0.instanceLocation.tokens.count }.max() ?? 0
      )
    }
    let order = branches.indices.sorted { a, b in
      let (first, second) = (ranks[a], ranks[b])
      if first.tagFits != second.tagFits { return first.tagFits }
      if first.fit != second.fit { return first.fit > second.fit }
      if first.count != second.count { return first.count < second.count }
      return first.depth == second.depth ? a < b : first.depth < second.depth
    }
    return order.flatMap { branches[$0].issues }
  }

  /// The members of an object that a branch refuses because they are not its constant, or not in its list.
  private func refusedTags(of issues: [ValidationIssue], at depth: Int) -> Set<ExactName> {
    Set(
      issues.compactMap { issue in
        let isTag = issue.isAboutKind && !issue.refusesMember && issue.kind.keyword != "type"
        guard isTag, issue.instanceLocation.tokens.count == depth + 1 else { return nil }
        return issue.instanceLocation.tokens.last.map(ExactName.init)
      })
  }

  /// How many members of an object a branch declares, without those that it lacks or forbids.
  private func fit(
    of declared: Set<ExactName>, _ node: UnsafeJSONNode, _ issues: [ValidationIssue], at depth: Int
  ) -> Int {
    guard node.isObject else { return 0 }
    var fit = node.members.count { declared.contains(ExactName($0.name.string)) }
    for issue in issues {
      switch (issue.kind, issue.instanceLocation.tokens.count - depth) {
      case (.required(let missing), 0): fit -= missing.count
      case (.never, 1), (.undeclared, 1): fit -= 1
      default: break
      }
    }
    return fit
  }

  mutating func not(_ negated: SchemaID, _ step: Program.Step, _ node: UnsafeJSONNode, _ schema: SchemaID)
    -> SchemaVerdict
  {
    switch verdict(negated, node, along: .keyword(step.keyword)) {
    case .valid: refuseExcluded(by: negated, step, node, schema)
    case .undecided: note(limit: lastLimit)
    case .invalid: .valid
    }
  }

  @inline(never)
  private mutating func refuseExcluded(
    by negated: SchemaID, _ step: Program.Step, _ node: UnsafeJSONNode, _ schema: SchemaID
  ) -> SchemaVerdict {
    if needsOnlyVerdict { return .invalid }
    guard let (values, members) = program.excluded(by: negated), members.isEmpty || node.isObject else {
      return fail(.not, step, node, schema)
    }
    let kind = members.first.map { ValidationIssue.Kind.excludedMember(name: $0) }
    return fail(kind ?? .excluded(values: values, actual: JSONValue(node)), step, node, schema)
  }

  mutating func conditional(
    _ condition: SchemaID, _ then: SchemaID?, _ otherwise: SchemaID?, _ step: Program.Step, _ node: UnsafeJSONNode
  ) -> SchemaVerdict {
    switch verdict(condition, node, along: .keyword(step.keyword)) {
    case .valid: return then.map { evaluate($0, node, along: .thenBranch) } ?? .valid
    case .invalid: return otherwise.map { evaluate($0, node, along: .elseBranch) } ?? .valid
    case .undecided:
      let limit = lastLimit
      // With an undecided condition, both or neither may hold.
      let thenVerdict = then.map { verdict($0, node, along: .thenBranch) } ?? .valid
      let elseVerdict = otherwise.map { verdict($0, node, along: .elseBranch) } ?? .valid
      if thenVerdict != elseVerdict || thenVerdict == .undecided { return note(limit: limit) }
      guard let then, thenVerdict == .invalid else { return .valid }
      return evaluate(then, node, along: .thenBranch)
    }
  }
}
