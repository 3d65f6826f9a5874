extension Evaluation {
  /// Runs one step that checks only the value itself: a flat switch, one line per instruction.
  ///
  /// Separate from ``run(_:_:_:)``, so that its many locals are not on the stack once for every level of the instance.
  @inline(never)
  mutating func check(_ step: Program.Step, _ node: UnsafeJSONNode, _ schema: SchemaID) -> SchemaVerdict {
    switch step.instruction {
    case .anyType(.never): never(node, schema)
    case .anyType(.type(let types)):
      types.admits(node)
        ? .valid : fail(.type(expected: types.types, actual: types.name(of: node)), step, node, schema)
    case .anyType(.enumeration(let run)): enumeration(run, step, node, schema)
    case .anyType(.const(let index)): const(program.values[Int(index)], step, node, schema)
    case .number(.multipleOf(let index)):
      !node.isNumber ? .valid : multiple(program.numbers[Int(index)], step, node, schema)
    case .number(.bound(let limit, let index)):
      !node.isNumber ? .valid : bound(limit, program.numbers[Int(index)], step, node, schema)
    case .length(let measure, let limit):
      node.type != measure.type ? .valid : length(measure, limit, step, node, schema)
    case .text(.pattern(let index)): !node.isString ? .valid : pattern(index, step, node, schema)
    case .text(.content(let encoding, let mediaType, let content)):
      !node.isString ? .valid : self.content(encoding, mediaType, content, step, node, schema)
    case .text(let test): !node.isString ? .valid : text(test, step, node, schema)
    case .array(.uniqueItems): !node.isArray ? .valid : uniqueItems(step, node, schema)
    case .object(.required(let run)): !node.isObject ? .valid : required(run, step, node, schema)
    case .object(.dependentRequired(let run)): !node.isObject ? .valid : dependentRequired(run, step, node, schema)
    case .object(.localOnly(let run)): !node.isObject ? .valid : localOnly(run, step, node, schema)
    // `run` leaves the schema undecided.
    case .anyType(.unusable): .valid
    // The others apply schemas and are run by `run`.
    case .anyType(.annotation), .array, .object, .inPlace: .valid
    }
  }

  private mutating func never(_ node: UnsafeJSONNode, _ schema: SchemaID) -> SchemaVerdict {
    let keyword = keywordOfNever
    if let declared, case .member(let name)? = instancePath.last {
      let names =
        switch declared {
        case .row(let run): program.members(of: run).map(\.name)
        case .schema(let schema):
          program.declaredMembers(of: schema, includesBranches: true).map(\.string).sorted()
        }
      // A branch that does not hold declares it.
      if names.contains(where: { $0.isIdentical(to: name.string) }) {
        return fail(.never(keyword: keyword), nil, node, schema)
      }
      let nearest = Spelling.nearest(to: name.string, among: names)
      return fail(.undeclared(keyword: keyword, name: name.string, nearest: nearest), nil, node, schema)
    }
    return fail(.never(keyword: keyword), nil, node, schema)
  }

  private mutating func const(_ value: JSONValue, _ step: Program.Step, _ node: UnsafeJSONNode, _ schema: SchemaID)
    -> SchemaVerdict
  {
    node.isEqual(to: value) ? .valid : fail(.const(expected: value, actual: JSONValue(node)), step, node, schema)
  }

  private mutating func enumeration(
    _ run: Instruction.Run, _ step: Program.Step, _ node: UnsafeJSONNode, _ schema: SchemaID
  ) -> SchemaVerdict {
    if program.contains(run.range, node) { return .valid }
    let expected = program.values(of: run)
    return fail(.enumeration(expected: expected, actual: JSONValue(node)), step, node, schema)
  }

  private mutating func multiple(
    _ divisor: JSONNumber, _ step: Program.Step, _ node: UnsafeJSONNode, _ schema: SchemaID
  ) -> SchemaVerdict {
    if divisor.withText({ NumberText.isMultiple(node.text, of: $0) }) { return .valid }
    return fail(
      .multipleOf(expected: divisor, actual: JSONNumber(validText: node.text)), step, node, schema)
  }

  private mutating func bound(
    _ limit: NumberLimit, _ number: JSONNumber, _ step: Program.Step, _ node: UnsafeJSONNode, _ schema: SchemaID
  ) -> SchemaVerdict {
    if limit.admits(order: number.withText { NumberText.compare(node.text, $0) }) { return .valid }
    return fail(
      .bound(limit, expected: number, actual: JSONNumber(validText: node.text)), step, node, schema)
  }

  private mutating func length(
    _ measure: Measure, _ limit: LengthLimit, _ step: Program.Step, _ node: UnsafeJSONNode, _ schema: SchemaID
  ) -> SchemaVerdict {
    let known = released(of: node)?.count
    if known.map(limit.admits) ?? node.satisfies(limit, measure) { return .valid }
    let actual = known ?? measure.count(in: node)
    return fail(.length(measure, expected: limit, actual: actual), step, node, schema)
  }

  private mutating func pattern(_ index: Int32, _ step: Program.Step, _ node: UnsafeJSONNode, _ schema: SchemaID)
    -> SchemaVerdict
  {
    switch verdicts.matches(index, node) {
    case .match: return .valid
    case .noMatch:
      let source = program.patterns[Int(index)].source
      return fail(.text(.pattern, expected: source, actual: node.string), step, node, schema)
    case .exhausted: return giveUp(program.exhausted(index), step, node, schema)
    }
  }

  private mutating func text(_ test: TextTest, _ step: Program.Step, _ node: UnsafeJSONNode, _ schema: SchemaID)
    -> SchemaVerdict
  {
    guard let (keyword, text) = test.violation(node, in: program) else { return .valid }
    return fail(.text(keyword, expected: text, actual: node.string), step, node, schema)
  }

  private mutating func uniqueItems(_ step: Program.Step, _ node: UnsafeJSONNode, _ schema: SchemaID) -> SchemaVerdict {
    guard let indices = released(of: node).map(\.equalElements) ?? node.repeatedElements() else { return .valid }
    return fail(.uniqueItems(first: indices.first, second: indices.second), step, node, schema)
  }

  private mutating func required(
    _ run: Instruction.Run, _ step: Program.Step, _ node: UnsafeJSONNode, _ schema: SchemaID
  ) -> SchemaVerdict {
    let members = Program.MemberTable(node, asked: run.count)
    if run.range.allSatisfy({ hasMember(program.nameLists[$0], node, members) }) { return .valid }
    let missing = missingNames(run, node, members)
    guard let rows = requiringRows(step, schema) else {
      return fail(.required(missing: missing), step, node, schema)
    }
    for name in missing where !isFull {
      guard let row = program.rows(of: rows).first(where: { program.names[Int($0.name)].isIdentical(to: name) }) else {
        continue
      }
      keywordPath.append(.named(step.keyword, name: row.name))
      schemaPath.append(row.schema)
      _ = fail(.required(missing: [name]), step, node, row.schema, keyword: "required")
      schemaPath.removeLast()
      keywordPath.removeLast()
    }
    return .invalid
  }

  /// The members whose own schemas require them, as in draft-03; nil if their object's schema does.
  private func requiringRows(_ step: Program.Step, _ schema: SchemaID) -> Instruction.Run? {
    guard program.keyword(of: step) == "properties" else { return nil }
    for step in program.steps[program.schemas[schema.index].steps] {
      if case .object(.properties(let rows)) = step.instruction { return rows }
    }
    return nil
  }

  private mutating func dependentRequired(
    _ run: Instruction.Run, _ step: Program.Step, _ node: UnsafeJSONNode, _ schema: SchemaID
  ) -> SchemaVerdict {
    var verdict = SchemaVerdict.valid
    let members = Program.MemberTable(node, asked: run.count)
    for index in run.range {
      let dependency = program.dependencies[index]
      guard hasMember(dependency.name, node, members),
        !dependency.required.range.allSatisfy({ hasMember(program.nameLists[$0], node, members) })
      else { continue }
      verdict = .invalid
      let name = program.names[Int(dependency.name)]
      let missing = missingNames(dependency.required, node, members)
      _ = fail(.dependentRequired(name: name, missing: missing), step, node, schema)
      if isFull { return .invalid }
    }
    return verdict
  }

  /// The issue is located at the member itself, which must be removed.
  private mutating func localOnly(
    _ run: Instruction.Run, _ step: Program.Step, _ node: UnsafeJSONNode, _ schema: SchemaID
  ) -> SchemaVerdict {
    var verdict = SchemaVerdict.valid
    for (name, value) in node.members {
      guard let index = run.range.first(where: { program.isName(program.nameLists[$0], name) }) else { continue }
      verdict = .invalid
      let written = program.names[Int(program.nameLists[index])]
      descend(to: value, at: .member(name))
      _ = fail(.localOnly(name: written), step, value, schema)
      ascend()
      if isFull { return .invalid }
    }
    return verdict
  }

  private func missingNames(_ run: Instruction.Run, _ node: UnsafeJSONNode, _ members: Program.MemberTable?) -> [String]
  {
    run.range.map { program.nameLists[$0] }.filter { !hasMember($0, node, members) }.map { program.names[Int($0)] }
  }

  private func hasMember(_ name: Int32, _ node: UnsafeJSONNode, _ members: Program.MemberTable?) -> Bool {
    released(of: node).map { $0.names.contains(name) } ?? program.hasMember(name, node, members)
  }
}
