extension Evaluation {
  /// One step: a flat switch, one line an instruction that applies schemas; all others are for ``check(_:_:_:)``.
  mutating func run(_ step: Program.Step, _ node: JSONNode, _ schema: Int) -> Bool {
    switch step.instruction {
    case .prefixItems(let run): return !node.isArray || prefixItems(run, step, node)
    case .items(let items, let from): return !node.isArray || self.items(Int(items), from, step, node)
    case .contains(let item, let min, let max, _):
      return !node.isArray || contains(Int(item), min, max, step, node, schema)
    case .properties(let run): return !node.isObject || properties(run, step, node)
    case .patternProperties(let run): return !node.isObject || patternProperties(run, step, node)
    case .additionalProperties(let additional, let named, let patterned):
      return !node.isObject || additionalProperties(Int(additional), named, patterned, step, node)
    case .propertyNames(let names): return !node.isObject || propertyNames(Int(names), step, node)
    case .dependentSchemas(let run): return !node.isObject || dependentSchemas(run, step, node)
    case .unevaluatedItems(let items): return !node.isArray || unevaluatedItems(Int(items), step, node, schema)
    case .unevaluatedProperties(let members):
      return !node.isObject || unevaluatedProperties(Int(members), step, node, schema)
    case .content(let encoding, let mediaType, let content):
      return !node.isString || self.content(encoding, mediaType, Int(content), step, node, schema)
    case .ref(let target): return evaluate(Int(target), node, along: .keyword(step.keyword))
    case .allOf(let run): return allOf(run, step, node)
    case .anyOf(let run): return anyOf(run, step, node, schema)
    case .oneOf(let run): return oneOf(run, step, node, schema)
    case .not(let negated): return not(Int(negated), step, node, schema)
    case .conditional(let condition, let then, let otherwise):
      return conditional(Int(condition), Int(then), Int(otherwise), node)
    case .never, .type, .enumeration, .const, .multipleOf, .maximum, .exclusiveMaximum, .minimum, .exclusiveMinimum,
      .maxLength, .minLength, .maxUTF8Bytes, .minUTF8Bytes, .pattern, .format, .maxItems, .minItems, .uniqueItems,
      .maxProperties, .minProperties, .required, .dependentRequired, .localOnly, .annotation:
      return check(step, node, schema)
    }
  }
}

// MARK: - Arrays

extension Evaluation {
  mutating func prefixItems(_ run: Instruction.Run, _ step: Program.Step, _ node: JSONNode) -> Bool {
    var isValid = true
    for (index, (place, element)) in zip(run.range, node.elements).enumerated() {
      let schema = Int(program.rows[place].schema)
      if evaluate(schema, element, along: .indexed(step.keyword, index), at: .element(index)) { continue }
      isValid = false
      if isFull { return false }
    }
    return isValid
  }

  mutating func items(_ items: Int, _ from: Int, _ step: Program.Step, _ node: JSONNode) -> Bool {
    var isValid = true
    var index = 0
    for element in node.elements {
      defer { index += 1 }
      guard index >= from else { continue }
      if evaluate(items, element, along: .keyword(step.keyword), at: .element(index)) { continue }
      isValid = false
      if isFull { return false }
    }
    return isValid
  }

  mutating func contains(
    _ item: Int, _ min: Int, _ max: Int, _ step: Program.Step, _ node: JSONNode, _ schema: Int
  ) -> Bool {
    var count = 0
    for element in node.elements where verdict(item, element) { count += 1 }
    if count < min {
      let keyword = min == 1 ? nil : "minContains"
      return refuse(.minContains(expected: min, actual: count), step, node, schema, keyword: keyword)
    }
    if max >= 0, count > max {
      return refuse(.maxContains(expected: max, actual: count), step, node, schema, keyword: "maxContains")
    }
    return true
  }
}

// MARK: - Objects

extension Evaluation {
  mutating func properties(_ run: Instruction.Run, _ step: Program.Step, _ node: JSONNode) -> Bool {
    var isValid = true
    for (name, value) in node.members {
      guard let place = program.row(named: name, in: run) else { continue }
      let row = program.rows[place]
      if evaluate(Int(row.schema), value, along: .named(step.keyword, name: row.name), at: .member(name)) { continue }
      isValid = false
      if isFull { return false }
    }
    return isValid
  }

  mutating func patternProperties(_ run: Instruction.Run, _ step: Program.Step, _ node: JSONNode) -> Bool {
    var isValid = true
    for (name, value) in node.members {
      for place in run.range {
        let row = program.rows[place]
        guard matches(row.name, name) else { continue }
        let element = KeywordPathElement.patterned(step.keyword, pattern: row.name)
        if evaluate(Int(row.schema), value, along: element, at: .member(name)) { continue }
        isValid = false
        if isFull { return false }
      }
    }
    return isValid
  }

  mutating func additionalProperties(
    _ schema: Int, _ named: Instruction.Run, _ patterned: Instruction.Run, _ step: Program.Step, _ node: JSONNode
  ) -> Bool {
    var isValid = true
    for (name, value) in node.members {
      if program.row(named: name, in: named) != nil { continue }
      if patterned.range.contains(where: { matches(program.rows[$0].name, name) }) { continue }
      if evaluate(schema, value, along: .keyword(step.keyword), at: .member(name)) { continue }
      isValid = false
      if isFull { return false }
    }
    return isValid
  }

  /// Whether a name matches a pattern. An exhausted budget counts as a match: then the stricter schema applies.
  func matches(_ pattern: Int32, _ name: JSONNode) -> Bool { program.matches(pattern, name) != .noMatch }

  mutating func propertyNames(_ schema: Int, _ step: Program.Step, _ node: JSONNode) -> Bool {
    var isValid = true
    for (name, _) in node.members {
      // A name is a string like any other in the index; its place is that of its member.
      if evaluate(schema, name, along: .keyword(step.keyword), at: .member(name)) { continue }
      isValid = false
      if isFull { return false }
    }
    return isValid
  }

  mutating func dependentSchemas(_ run: Instruction.Run, _ step: Program.Step, _ node: JSONNode) -> Bool {
    var isValid = true
    let members = Program.MemberTable(node, asked: run.count)
    for place in run.range {
      let row = program.rows[place]
      guard program.hasMember(row.name, node, members) else { continue }
      if evaluate(Int(row.schema), node, along: .named(step.keyword, name: row.name)) { continue }
      isValid = false
      if isFull { return false }
    }
    return isValid
  }
}

// MARK: - Logic

extension Evaluation {
  mutating func allOf(_ run: Instruction.Run, _ step: Program.Step, _ node: JSONNode) -> Bool {
    var isValid = true
    for (index, place) in run.range.enumerated() {
      if evaluate(Int(program.rows[place].schema), node, along: .indexed(step.keyword, index)) { continue }
      isValid = false
      if isFull { return false }
    }
    return isValid
  }

  mutating func anyOf(_ run: Instruction.Run, _ step: Program.Step, _ node: JSONNode, _ schema: Int) -> Bool {
    for place in run.range where verdict(Int(program.rows[place].schema), node) { return true }
    return refuse(.anyOf, step, node, schema, branches: run)
  }

  mutating func oneOf(_ run: Instruction.Run, _ step: Program.Step, _ node: JSONNode, _ schema: Int) -> Bool {
    var matching: [Int] = []
    for (index, place) in run.range.enumerated() where verdict(Int(program.rows[place].schema), node) {
      matching.append(index)
    }
    if matching.count == 1 { return true }
    return refuse(.oneOf(matching: matching), step, node, schema, branches: matching.isEmpty ? run : nil)
  }

  /// Notes an issue whose facts cost nothing, with the issues of the branches that led to it; the answer is no.
  ///
  /// Apart from its callers, which are on the stack once for every level of the instance.
  @inline(never)
  private mutating func refuse(
    _ kind: ValidationIssue.Kind, _ step: Program.Step, _ node: JSONNode, _ schema: Int,
    branches: Instruction.Run? = nil, keyword: String? = nil
  ) -> Bool {
    let causes = branches.map { self.causes(of: $0, step, node) } ?? []
    return fail(kind, step, node, schema, causes: causes, keyword: keyword)
  }

  /// The branches' issues, those of the closest branch first: one whose tag fits before one whose tag does
  /// not, then the one whose issues lie deepest in the instance, then the first.
  private mutating func causes(of run: Instruction.Run, _ step: Program.Step, _ node: JSONNode) -> [ValidationIssue] {
    var branches: [(tagFits: Bool, depth: Int, issues: [ValidationIssue])] = []
    for (index, place) in run.range.enumerated() {
      let found = causes(of: Int(program.rows[place].schema), node, along: .indexed(step.keyword, index))
      let here = instancePath.count
      let tagFits = !found.contains { issue in
        guard issue.instanceLocation.tokens.count <= here + 1 else { return false }
        switch issue.kind {
        case .const, .enumeration: return true
        case .type, .never: return issue.instanceLocation.tokens.count == here
        default: return false
        }
      }
      let depth = found.map { $0.instanceLocation.tokens.count }.max() ?? 0
      branches.append((tagFits, depth, found))
    }
    let order = branches.indices.sorted { a, b in
      if branches[a].tagFits != branches[b].tagFits { return branches[a].tagFits }
      if branches[a].depth != branches[b].depth { return branches[a].depth > branches[b].depth }
      return a < b
    }
    return order.flatMap { branches[$0].issues }
  }

  mutating func not(_ negated: Int, _ step: Program.Step, _ node: JSONNode, _ schema: Int) -> Bool {
    !verdict(negated, node) || refuse(.not, step, node, schema)
  }

  mutating func conditional(_ condition: Int, _ then: Int, _ otherwise: Int, _ node: JSONNode) -> Bool {
    if verdict(condition, node) { return then < 0 || evaluate(then, node, along: .thenBranch) }
    return otherwise < 0 || evaluate(otherwise, node, along: .elseBranch)
  }
}
