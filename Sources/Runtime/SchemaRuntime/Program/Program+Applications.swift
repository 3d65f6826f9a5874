// Which schemas a step applies, to which part of the value, and when: said once, for all who ask about the structure of
// a program. Only those who run it (the tables, the evaluator, the validators) also know what each keyword means.
extension Program {
  /// A schema that a step applies (2020-12 core, section 10).
  package struct Application: Hashable, Sendable {
    package var schema: SchemaID
    package var part: Part
    package var condition: Condition
    /// What the keyword adds to the keyword location.
    package var token: LocationToken

    /// Whether the verdict also determines which children are evaluated.
    package var decidesEvaluation: Bool {
      switch (condition, part) {
      case (.choice, _), (.test, _), (_, .elements(.some(evaluates: true))): true
      case (.always, _), (.then, _), (.else, _), (.present, _), (.negated, _): false
      }
    }
  }

  /// The part of a value to which a schema is applied.
  package enum Part: Hashable, Sendable {
    case value
    case members(Members)
    /// The names of the members that a keyword reaches.
    case names(MemberKeyword)
    case elements(Elements)
    /// The decoded text of a string.
    case content

    package var isName: Bool { if case .names = self { true } else { false } }
    package var isElement: Bool { if case .elements = self { true } else { false } }
  }

  /// Some of an object's members.
  package enum Members: Hashable, Sendable {
    case named(Instruction.Constant)
    /// Those whose names match a pattern.
    case matching(Instruction.Constant)
    /// Those that neither the run of named rows nor the run of patterns covers.
    case others(named: Instruction.Run, patterned: Instruction.Run)
    case unevaluated
    /// Those that a keyword reaches.
    case reached(MemberKeyword)
  }

  /// Some of an array's elements.
  package enum Elements: Hashable, Sendable {
    case at(Int)
    case from(Int)
    /// Some, which are counted.
    case some(evaluates: Bool)
    case unevaluated
  }

  /// When a schema has to hold.
  package enum Condition: Hashable, Sendable {
    case always
    /// One branch of several, or exactly one.
    case choice(ofOne: Bool)
    /// Never; `then` or `else` applies according to the verdict.
    case test
    case then
    case `else`
    /// If the object has the member with a name.
    case present(Instruction.Constant)
    /// It must not hold.
    case negated
  }

  /// An element of a keyword location.
  package enum LocationToken: Hashable, Sendable {
    case keyword(Int32)
    case named(Int32, name: Int32)
    case patterned(Int32, pattern: Int32)
    case indexed(Int32, Int)
    case thenBranch
    case elseBranch
  }

  /// Calls `body` for every schema that a step applies.
  package func forEachApplication(of step: Step, _ body: (Application) -> Void) {
    func apply(
      _ schema: SchemaID?, to part: Part, _ condition: Condition = .always, along token: LocationToken? = nil
    ) {
      guard let schema else { return }
      body(Application(schema: schema, part: part, condition: condition, token: token ?? .keyword(step.keyword)))
    }
    func applyEach(_ run: Instruction.Run, _ condition: Condition = .always, to part: (Int) -> Part = { _ in .value }) {
      for (index, row) in run.range.enumerated() {
        apply(rows[row].schema, to: part(index), condition, along: .indexed(step.keyword, index))
      }
    }
    switch step.instruction {
    case .inPlace(.ref(let target)): apply(target, to: .value)
    case .inPlace(.allOf(let run)): applyEach(run)
    case .inPlace(.anyOf(let run)): applyEach(run, .choice(ofOne: false))
    case .inPlace(.oneOf(let run)): applyEach(run, .choice(ofOne: true))
    case .inPlace(.not(let negated)): apply(negated, to: .value, .negated)
    case .inPlace(.conditional(let condition, let then, let otherwise)):
      apply(condition, to: .value, .test)
      apply(then, to: .value, .then, along: .thenBranch)
      apply(otherwise, to: .value, .else, along: .elseBranch)
    case .inPlace(.dependentSchemas(let run)):
      for row in rows[run.range] {
        apply(row.schema, to: .value, .present(row.name), along: .named(step.keyword, name: row.name))
      }
    case .object(.properties(let run)):
      for row in rows[run.range] {
        apply(row.schema, to: .members(.named(row.name)), along: .named(step.keyword, name: row.name))
      }
    case .object(.patternProperties(let run)):
      for row in rows[run.range] {
        apply(row.schema, to: .members(.matching(row.name)), along: .patterned(step.keyword, pattern: row.name))
      }
    case .object(.additionalProperties(let rest, let named, let patterned)):
      apply(rest, to: .members(.others(named: named, patterned: patterned)))
    case .object(.applied(let keyword, let schema)): apply(schema, to: keyword.part)
    case .object(.unevaluatedProperties(let rest)): apply(rest, to: .members(.unevaluated))
    case .array(.prefixItems(let run)): applyEach(run) { .elements(.at($0)) }
    case .array(.items(let items, let from)): apply(items, to: .elements(.from(from)))
    case .array(.contains(let item, _, _, let evaluates)): apply(item, to: .elements(.some(evaluates: evaluates)))
    case .array(.unevaluatedItems(let items)): apply(items, to: .elements(.unevaluated))
    case .text(.content(_, _, let content)): apply(content, to: .content)
    case .anyType, .number, .length, .text, .array(.uniqueItems), .object(.required), .object(.dependentRequired),
      .object(.localOnly):
      break
    }
  }

  /// The tokens that an element adds to a keyword location.
  package func tokens(of element: LocationToken) -> [String] {
    switch element {
    // A step that no keyword applies adds nothing.
    case .keyword(let keyword): keyword < 0 ? [] : [keywords[Int(keyword)]]
    case .named(let keyword, let name): [keywords[Int(keyword)], names[Int(name)]]
    case .patterned(let keyword, let pattern): [keywords[Int(keyword)], patterns[Int(pattern)].source]
    case .indexed(let keyword, let index): [keywords[Int(keyword)], String(index)]
    case .thenBranch: ["then"]
    case .elseBranch: ["else"]
    }
  }

  /// Every schema that a step applies.
  package func applications(of step: Step) -> [Application] {
    var found: [Application] = []
    forEachApplication(of: step) { found.append($0) }
    return found
  }

  /// Every schema that a schema applies.
  package func applications(by schema: SchemaID) -> [Application] {
    steps[schemas[schema.index].steps].flatMap { applications(of: $0) }
  }

  /// The schemas that a schema applies to its instance, or to the instance's members and elements.
  package func appliedSchemas(by schema: SchemaID) -> Set<SchemaID> { Set(applications(by: schema).map(\.schema)) }

  /// The same for each schema, perhaps several times.
  package var appliedSchemas: IndexLists { lists { $0.append($1.schema.index) } }

  /// The schemas that each schema applies to its instance.
  package var schemasAppliedInPlace: IndexLists {
    lists { if $1.part == .value { $0.append($1.schema.index) } }
  }

  private func lists(_ add: (inout IndexLists, Application) -> Void) -> IndexLists {
    var lists = IndexLists()
    for schema in schemas {
      for step in steps[schema.steps] { forEachApplication(of: step) { add(&lists, $0) } }
      lists.endList()
    }
    return lists
  }

  /// The schemas that a schema applies to its instance.
  package func schemasAppliedInPlace(by schema: SchemaID) -> [SchemaID] {
    applications(by: schema).filter { $0.part == .value }.map(\.schema)
  }

  /// The schemas that may be applied to the same value as `schemas`.
  package func schemasInPlace(_ start: some Sequence<SchemaID>) -> [SchemaID] {
    Closure.of(start.filter(schemaIDs.contains)) { schemasAppliedInPlace(by: $0) }
  }
}

// MARK: - What is evaluated

extension Program {
  /// The children of a valid value that a step's keyword evaluates (2020-12 core, section 11).
  package enum EvaluatedPart: Hashable, Sendable {
    case nothing
    /// The members with the names of a run.
    case namedMembers(Instruction.Run)
    /// The members whose names match a pattern of a run.
    case matchingMembers(Instruction.Run)
    case allMembers
    case firstElements(Int)
    /// The elements that satisfy a schema.
    case elementsSatisfying(SchemaID)
    case allElements
  }

  package func evaluatedPart(of step: Step) -> EvaluatedPart {
    switch step.instruction {
    // What no keyword applies does not count.
    case _ where step.keyword < 0: .nothing
    case .object(.properties(let run)): .namedMembers(run)
    case .object(.patternProperties(let run)): .matchingMembers(run)
    case .object(.additionalProperties), .object(.unevaluatedProperties): .allMembers
    case .array(.prefixItems(let run)): .firstElements(Int(run.count))
    case .array(.contains(let item, _, _, evaluates: true)): .elementsSatisfying(item)
    case .array(.items), .array(.unevaluatedItems): .allElements
    case .object(.required), .object(.dependentRequired), .object(.applied), .object(.localOnly),
      .array(.uniqueItems), .array(.contains), .anyType, .number, .length, .text, .inPlace:
      .nothing
    }
  }
}

extension Program {
  /// The children that a schema evaluates of every value that it accepts.
  struct EvaluatedParts {
    /// The runs of named rows and of patterns for members.
    private(set) var named: [Instruction.Run] = []
    private(set) var patterned: [Instruction.Run] = []
    private(set) var hasAllMembers = false
    /// Whether it evaluates other members of some values.
    private(set) var dependsOnMembers = false
    /// The number of first elements.
    private(set) var first = 0
    private(set) var hasAllElements = false
    /// Whether it evaluates other elements of some values.
    private(set) var dependsOnElements = false

    fileprivate mutating func setDependent() { (dependsOnMembers, dependsOnElements) = (true, true) }

    /// - Parameter isCertain: whether every accepted value satisfies the schema of the part.
    fileprivate mutating func add(_ part: EvaluatedPart, isCertain: Bool) {
      switch part {
      case .nothing: break
      case .namedMembers where !isCertain, .matchingMembers where !isCertain, .allMembers where !isCertain:
        dependsOnMembers = true
      case .firstElements where !isCertain, .allElements where !isCertain: dependsOnElements = true
      case .elementsSatisfying: dependsOnElements = true
      case .namedMembers(let run): named.append(run)
      case .matchingMembers(let run): patterned.append(run)
      case .allMembers: hasAllMembers = true
      case .firstElements(let count): first = max(first, count)
      case .allElements: hasAllElements = true
      }
    }
  }

  /// Returns what a schema evaluates without its own `unevaluated` keywords.
  func evaluatedParts(askedBy asking: SchemaID) -> EvaluatedParts {
    var parts = EvaluatedParts()
    var seen: Set<SchemaUse> = []
    var pending = [SchemaUse(schema: asking, isCertain: true)]
    while let use = pending.popLast() {
      guard seen.insert(use).inserted else { continue }
      // It may evaluate anything.
      if schemas[use.schema.index].isUndecided { parts.setDependent() }
      for step in steps[schemas[use.schema.index].steps] {
        if use.schema == asking, step.instruction.isUnevaluated { continue }
        parts.add(evaluatedPart(of: step), isCertain: use.isCertain)
        guard case .inPlace = step.instruction, step.keyword >= 0 else { continue }
        for application in applications(of: step) where application.condition != .negated {
          pending.append(
            SchemaUse(schema: application.schema, isCertain: use.isCertain && application.condition == .always))
        }
      }
    }
    return parts
  }

  private struct SchemaUse: Hashable {
    let schema: SchemaID
    let isCertain: Bool
  }
}
