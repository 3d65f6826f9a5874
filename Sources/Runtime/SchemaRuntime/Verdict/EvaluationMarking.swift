// Which children of a value `unevaluatedItems` and `unevaluatedProperties` skip (2020-12 core, section 11): those that a
// successful adjacent or in-place applicator has evaluated. The same walk for verdicts and for explanations, which differ
// in what they do at a limit.

/// The children of a value that are certainly evaluated, and those that are possibly evaluated because a limit was
/// reached.
struct EvaluationMarks {
  private(set) var certain = EvaluatedChildren()
  private(set) var possible = EvaluatedChildren()
  /// The limit; see ``Evaluation/lastLimit``.
  var limit = -1
  /// The schemas that have been marked, twice their index, and one more where they only may hold.
  private var seen: Set<Int> = []

  /// - Parameter schema: the one that asks.
  init(askedBy schema: SchemaID) { seen = [schema.index << 1] }

  func isPossible(_ index: Int) -> Bool { certain.contains(index) || possible.contains(index) }

  /// Whether a schema has not been marked before.
  mutating func isNew(_ schema: SchemaID, isCertain: Bool) -> Bool {
    seen.insert(schema.index << 1 | (isCertain ? 0 : 1)).inserted
  }

  mutating func insert(isCertain: Bool, _ change: (inout EvaluatedChildren) -> Void) {
    if isCertain { change(&certain) } else { change(&possible) }
  }
}

protocol EvaluationMarking {
  var tables: VerdictTables { get }
  /// The limit that made the last verdict undecided.
  var lastLimit: Int { get }

  /// The verdict on a value, or on an element of one.
  mutating func judge(_ application: Program.Application, _ node: UnsafeJSONNode, element: Int?) -> SchemaVerdict
  /// Whether a name matches one of the patterns of a run.
  mutating func match(_ patterns: Instruction.Run, _ name: UnsafeJSONNode, _ step: Program.Step, _ schema: SchemaID)
    -> PatternOutcome
  /// Marks the children that a schema evaluates, which `node` certainly or possibly satisfies, on a stack with room.
  mutating func mark(_ schema: SchemaID, _ node: UnsafeJSONNode, isCertain: Bool, _ marks: inout EvaluationMarks)
}

extension EvaluationMarking {
  /// The children of a value that a schema evaluates, not counting its own `unevaluated` keywords.
  mutating func marks(of node: UnsafeJSONNode, by schema: SchemaID) -> EvaluationMarks {
    var marks = EvaluationMarks(askedBy: schema)
    for index in tables.program.schemas[schema.index].steps where !tables.program.steps[index].instruction.isUnevaluated
    {
      mark(tables.program.steps[index], schema, node, isCertain: true, &marks)
    }
    return marks
  }

  mutating func markSteps(of schema: SchemaID, _ node: UnsafeJSONNode, isCertain: Bool, _ marks: inout EvaluationMarks)
  {
    for index in tables.program.schemas[schema.index].steps {
      mark(tables.program.steps[index], schema, node, isCertain: isCertain, &marks)
    }
  }

  @inline(never)
  private mutating func mark(
    _ step: Program.Step, _ schema: SchemaID, _ node: UnsafeJSONNode, isCertain: Bool, _ marks: inout EvaluationMarks
  ) {
    switch tables.evaluatedPart(of: step) {
    case .nothing:
      // What no keyword applies does not count.
      if case .inPlace = step.instruction, step.keyword >= 0 { markInPlace(step, node, isCertain: isCertain, &marks) }
    case .namedMembers where !node.isObject, .matchingMembers where !node.isObject, .allMembers where !node.isObject:
      break
    case .firstElements where !node.isArray, .elementsSatisfying where !node.isArray, .allElements where !node.isArray:
      break
    case .allMembers, .allElements: marks.insert(isCertain: isCertain) { $0.insertAll() }
    case .namedMembers(let run):
      for (index, member) in node.members.enumerated() where tables.row(named: member.name, in: run) != nil {
        marks.insert(isCertain: isCertain) { $0.insert(index) }
      }
    case .matchingMembers(let run):
      for (index, member) in node.members.enumerated() {
        let outcome = match(run, member.name, step, schema)
        if outcome == .exhausted { marks.limit = lastLimit }
        if outcome != .noMatch { marks.insert(isCertain: isCertain && outcome == .match) { $0.insert(index) } }
      }
    case .firstElements(let count): marks.insert(isCertain: isCertain) { $0.insert(first: count) }
    case .elementsSatisfying:
      for application in tables.applications(of: step) {
        for (index, element) in node.elements.enumerated() {
          let verdict = judge(application, element, element: index, &marks)
          if verdict != .invalid { marks.insert(isCertain: isCertain && verdict == .valid) { $0.insert(index) } }
        }
      }
    }
  }

  private mutating func markInPlace(
    _ step: Program.Step, _ node: UnsafeJSONNode, isCertain: Bool, _ marks: inout EvaluationMarks
  ) {
    let applications = tables.applications(of: step)
    var members: Program.MemberTable?
    var test = SchemaVerdict.valid
    var branches: [(schema: SchemaID, verdict: SchemaVerdict)] = []
    for application in applications {
      switch application.condition {
      case .always: mark(application.schema, node, isCertain: isCertain, &marks)
      case .present(let name):
        guard node.isObject else { return }
        members = members ?? Program.MemberTable(node, asked: Int32(truncatingIfNeeded: applications.count))
        if tables.hasMember(name, node, members) {
          mark(application.schema, node, isCertain: isCertain, &marks)
        }
      case .choice: branches.append((application.schema, judge(application, node, element: nil, &marks)))
      case .test:
        test = judge(application, node, element: nil, &marks)
        if test != .invalid { mark(application.schema, node, isCertain: isCertain && test == .valid, &marks) }
      case .then where test != .invalid, .else where test != .valid:
        mark(application.schema, node, isCertain: isCertain && test != .undecided, &marks)
      case .then, .else, .negated: break
      }
    }
    // If no branch holds, that is the issue. Otherwise every member would be reported in addition.
    let isNone = branches.allSatisfy { $0.verdict == .invalid }
    for branch in branches where isNone || branch.verdict != .invalid {
      mark(branch.schema, node, isCertain: isCertain && branch.verdict != .undecided, &marks)
    }
  }

  private mutating func judge(
    _ application: Program.Application, _ node: UnsafeJSONNode, element: Int?, _ marks: inout EvaluationMarks
  ) -> SchemaVerdict {
    let verdict = judge(application, node, element: element)
    if verdict == .undecided { marks.limit = lastLimit }
    return verdict
  }
}
