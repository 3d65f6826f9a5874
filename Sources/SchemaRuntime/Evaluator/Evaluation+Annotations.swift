// Annotations are collected in a separate walk after the verdict. It visits only schemas that hold, so nothing has to
// be undone, and validation alone does not pay for it.
extension Evaluation {
  /// Collects the annotations of a schema, which `node` satisfies, and of all schemas that it applies.
  mutating func annotate(_ schema: Int, _ node: JSONNode, into found: inout Annotations) {
    guard nesting < maximumNesting, !found.isFull else { return }
    guard nesting < nestingOnStack else {
      _ = onAdditionalStack { $0.annotate(schema, node, into: &found) }
      return
    }
    let isRepeated = program.schemas[schema].isRepeated
    let key = VerdictRun.key(schema, node)
    if isRepeated, found.silent.contains(key) { return }
    nesting += 1
    defer { nesting -= 1 }
    let count = found.all.count
    for index in program.schemas[schema].steps {
      annotate(program.steps[index], node, schema, into: &found)
    }
    if isRepeated, found.all.count == count { found.silent.insert(key) }
  }

  /// The annotations collected so far, and a limit.
  struct Annotations {
    var all: [Annotation] = []
    let limit: Int
    /// Schemas that are applied repeatedly, with the values for which they have no annotations. Annotations count
    /// against the limit; schemas without any would be walked twice as often with every level.
    var silent: Set<UInt64> = []

    init(limit: Int) { self.limit = limit }

    var isFull: Bool { all.count >= limit }
  }

  private mutating func annotate(
    _ schema: Int, _ node: JSONNode, along element: KeywordPathElement, into found: inout Annotations
  ) {
    keywordPath.append(element)
    defer { keywordPath.removeLast() }
    annotate(schema, node, into: &found)
  }

  private mutating func annotate(
    _ schema: Int, _ child: JSONNode, along element: KeywordPathElement, at pathElement: InstancePathElement,
    into found: inout Annotations
  ) {
    if program.hasSensitive, isHidden(child, at: pathElement) { return }
    descend(to: child, at: pathElement)
    defer { ascend() }
    annotate(schema, child, along: element, into: &found)
  }

  /// A flat switch over the instructions that have annotations or apply schemas.
  private mutating func annotate(
    _ step: Program.Step, _ node: JSONNode, _ schema: Int, into found: inout Annotations
  ) {
    switch step.instruction {
    case .anyType(.annotation(let value, let onStrings)):
      if !onStrings || node.isString { note(program.values[Int(value)], step, schema, node, into: &found) }
    case .array(.uniqueItems), .object(.required), .object(.dependentRequired), .object(.propertyNames),
      .object(.localOnly), .inPlace(.not), .anyType, .number, .length, .string:
      break
    case .array where !node.isArray, .object where !node.isObject, .inPlace(.dependentSchemas) where !node.isObject:
      break
    case .array(let keyword): annotateElements(keyword, step, node, schema, into: &found)
    case .object: annotateMembers(step, node, schema, into: &found)
    case .inPlace(.dependentSchemas(let run)):
      let members = Program.MemberTable(node, asked: run.count)
      for index in run.range where program.hasMember(program.rows[index].name, node, members) {
        let row = program.rows[index]
        annotate(Int(row.schema), node, along: .named(step.keyword, name: row.name), into: &found)
      }
    case .inPlace(.ref(let target)): annotate(Int(target), node, along: .keyword(step.keyword), into: &found)
    case .inPlace(.allOf(let run)): annotateBranches(run, step, node, mayFail: false, into: &found)
    case .inPlace(.anyOf(let run)), .inPlace(.oneOf(let run)):
      annotateBranches(run, step, node, mayFail: true, into: &found)
    case .inPlace(.conditional(let condition, let then, let otherwise)):
      switch verdict(Int(condition), node) {
      case .valid:
        annotate(Int(condition), node, along: .keyword(step.keyword), into: &found)
        if then >= 0 { annotate(Int(then), node, along: .thenBranch, into: &found) }
      case .invalid: if otherwise >= 0 { annotate(Int(otherwise), node, along: .elseBranch, into: &found) }
      // A schema that only may hold adds no annotations.
      case .undecided: break
      }
    }
  }

  private mutating func annotateBranches(
    _ run: Instruction.Run, _ step: Program.Step, _ node: JSONNode, mayFail: Bool, into found: inout Annotations
  ) {
    for (index, rowIndex) in run.range.enumerated() {
      let schema = Int(program.rows[rowIndex].schema)
      if mayFail, verdict(schema, node) != .valid { continue }
      annotate(schema, node, along: .indexed(step.keyword, index), into: &found)
    }
  }

  // MARK: - Elements and members

  private mutating func annotateElements(
    _ keyword: Instruction.ArrayKeyword, _ step: Program.Step, _ node: JSONNode, _ schema: Int,
    into found: inout Annotations
  ) {
    let evaluated: EvaluatedChildren? =
      if case .unevaluatedItems = keyword { evaluatedChildren(of: node, by: schema).possible } else { nil }
    var applied: [Int] = []
    for (index, element) in node.elements.enumerated() {
      let path: KeywordPathElement
      let target: Int
      switch keyword {
      case .uniqueItems: continue
      case .prefixItems(let run):
        guard index < run.count else { continue }
        target = Int(program.rows[Int(run.start) + index].schema)
        path = .indexed(step.keyword, index)
      case .items(let items, let from):
        guard index >= from else { continue }
        (target, path) = (Int(items), .keyword(step.keyword))
      case .contains(let item, _, _, _):
        guard verdict(Int(item), element) == .valid else { continue }
        (target, path) = (Int(item), .keyword(step.keyword))
      case .unevaluatedItems(let items):
        if evaluated?.contains(index) ?? false { continue }
        (target, path) = (Int(items), .keyword(step.keyword))
      }
      applied.append(index)
      annotate(target, element, along: path, at: .element(index), into: &found)
    }
    switch (keyword, applied.last) {
    case (.contains(_, _, _, let evaluates), _):
      // 2020-12 core, section 10.3.1.3: matches are reported even if there are none. Earlier drafts have no annotation.
      guard evaluates else { return }
      let isAll = applied.count == node.childCount && !applied.isEmpty
      note(isAll ? true : .array(applied.map { .number(JSONNumber($0)) }), step, schema, node, into: &found)
    case (.prefixItems, let last?) where last + 1 < node.childCount:
      note(.number(JSONNumber(last)), step, schema, node, into: &found)
    case (_, _?): note(true, step, schema, node, into: &found)
    case (_, nil): break
    }
  }

  private mutating func annotateMembers(
    _ step: Program.Step, _ node: JSONNode, _ schema: Int, into found: inout Annotations
  ) {
    let evaluated: EvaluatedChildren? =
      if case .object(.unevaluatedProperties) = step.instruction {
        evaluatedChildren(of: node, by: schema).possible
      } else {
        nil
      }
    var applied: [JSONValue] = []
    for (index, (name, value)) in node.members.enumerated() {
      let targets = targets(
        of: step, name, isEvaluated: evaluated?.contains(index) ?? false, includesPossible: false)
      for (target, path) in targets { annotate(target, value, along: path, at: .member(name), into: &found) }
      if !targets.isEmpty { applied.append(.string(name.string)) }
    }
    note(.array(applied), step, schema, node, into: &found)
  }

  /// The schemas that a step applies to a member, each with its path.
  ///
  /// - Parameter includesPossible: whether to include schemas that may or may not be applied, because a pattern of
  ///   names exhausted its steps.
  mutating func targets(
    of step: Program.Step, _ name: JSONNode, isEvaluated: Bool, includesPossible: Bool = true
  ) -> [(schema: Int, path: KeywordPathElement)] {
    switch step.instruction {
    case .object(.properties(let run)):
      return program.row(named: name, in: run).map { row in
        [(Int(program.rows[row].schema), .named(step.keyword, name: program.rows[row].name))]
      } ?? []
    case .object(.patternProperties(let run)):
      return program.rows[run.range].filter { row in
        let outcome = verdicts.matches(row.name, name)
        return outcome == .match || outcome == .exhausted && includesPossible
      }.map { (Int($0.schema), .patterned(step.keyword, pattern: $0.name)) }
    case .object(.additionalProperties(let schema, let names, let patterns)):
      let outcome = match(patterns, name).0
      return program.row(named: name, in: names) == nil
        && (outcome == .noMatch || outcome == .exhausted && includesPossible)
        ? [(Int(schema), .keyword(step.keyword))] : []
    case .object(.unevaluatedProperties(let schema)): return isEvaluated ? [] : [(Int(schema), .keyword(step.keyword))]
    case .object(.required), .object(.dependentRequired), .object(.propertyNames), .object(.localOnly), .anyType,
      .number,
      .length, .string, .array, .inPlace:
      return []
    }
  }

  private mutating func note(
    _ value: JSONValue, _ step: Program.Step, _ schema: Int, _ node: JSONNode, into found: inout Annotations
  ) {
    guard !found.isFull, let keyword = program.keyword(of: step),
      let value = program.hasSensitive ? shown(value, of: keyword, node) : value
    else { return }
    let locations = location(of: keyword, schema)
    found.all.append(
      Annotation(
        instanceLocation: instanceLocation, keyword: keyword, keywordLocation: locations.relative,
        absoluteKeywordLocation: locations.absolute, value: value))
  }
}
