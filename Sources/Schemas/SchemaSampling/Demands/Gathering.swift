import SchemaAnalysis
@_spi(Generated) import SchemaRuntime

/// The reason why a sequence of choices yields no demands.
enum GatheringFailure: Error {
  /// No value satisfies the schemas with these choices.
  case contradiction
  /// Too many schemas are nested or apply in total for a repeated search.
  case tooMuch
}

/// Gathers the demands of a conjunction's schemas on one value, through references and branches.
///
/// Each branching point (a branch, the outcome of a condition, the keyword that fails under `not`) is submitted to
/// ``Choices``. Over all sequences of choices, the demands exclude no valid value.
///
/// Each schema is visited once, however many ways lead to it, so the work grows with the schemas and not with the ways.
/// Only where an `unevaluated` keyword depends on adjacent schemas, those visited outside are visited again.
struct Gathering {
  static let maximumNesting = 250
  /// The number of steps after which a sequence of choices is abandoned.
  private static let maximumSteps = 200_000
  /// The number of spellings of one value's integers to consider.
  static let maximumSpellings = 64

  let oracle: ProgramOracle
  var choices: Choices
  var demands = Demands()
  /// Shuffles branches; nil keeps their order.
  var random: SampleRandom?
  /// Whether the other branches of `oneOf` must fail. That is the meaning of `oneOf`, but omitting it leaves fewer
  /// choices, and the evaluator checks.
  var excludesOthers = true
  /// Whether as many branches of `anyOf` as possible must hold, because together they evaluate more.
  var takesAllBranches = false
  /// Whether the branches with the least depth come first.
  var prefersShallow = false
  /// Schemas that are proven to admit nothing.
  var empty: Set<Program.SchemaID> = []
  /// The step to violate where it is first reached.
  var violation: Int?
  private(set) var isViolated = false
  /// The number of steps visited, and of names that they list by the hundred.
  var stepCount = 0
  private var nesting = 0
  /// The schemas that hold, with the index of their first application and whether it evaluates.
  private var applied: [Program.SchemaID: (index: Int, evaluates: Bool)] = [:]
  /// The schemas that do not hold.
  private var refused: Set<Program.SchemaID> = []
  /// The schemas being visited.
  private var open: Set<Program.SchemaID> = []
  private var applicationCount = 0
  /// The index of the innermost enclosing application whose schema has an `unevaluated` keyword.
  private var unevaluatedStart = 0
  /// The number of enclosing `not`s, under which schemas evaluate nothing.
  private var negations = 0

  init(_ oracle: ProgramOracle, _ choices: Choices = Choices()) {
    self.oracle = oracle
    self.choices = choices
  }

  private var program: Program { oracle.program }
  var evaluates: Bool { negations == 0 }

  /// Adds the demands of all conjuncts.
  mutating func add(_ conjuncts: [Conjunct]) throws(GatheringFailure) {
    for conjunct in conjuncts { try add(conjunct) }
    if violation != nil, !isViolated { throw .contradiction }
  }

  mutating func add(_ conjunct: Conjunct) throws(GatheringFailure) {
    if conjunct.isNegated { try refuse(conjunct.schema) } else { try apply(conjunct.schema) }
  }

  /// Adds the demands of a schema that must hold.
  mutating func apply(_ schema: Program.SchemaID) throws(GatheringFailure) {
    let schema = oracle.target(of: schema)
    try checkIsClosed(schema)
    if violation == nil, refused.contains(schema) || empty.contains(schema) { throw .contradiction }
    if let known = applied[schema], known.index >= unevaluatedStart, known.evaluates || !evaluates { return }
    try enter(schema)
    let outerStart = unevaluatedStart
    defer {
      nesting -= 1
      open.remove(schema)
      unevaluatedStart = outerStart
    }
    applicationCount += 1
    applied[schema] = (applicationCount, evaluates)
    if oracle.hasUnevaluatedKeyword(schema) { unevaluatedStart = applicationCount }
    let scope = RuleScope(
      items: demands.array.rules.count, contains: demands.array.contains.count, members: demands.object.rules.count)
    for stepIndex in oracle.steps(of: schema) {
      let step = program.steps[stepIndex]
      stepCount += 1
      if case .anyType(.annotation(let value, _)) = step.instruction {
        suggest(program.values[Int(value)], by: program.keyword(of: step))
      } else if stepIndex != violation {
        let ruleCount = demands.object.rules.count
        try demand(step.instruction, scope)
        // A step without a keyword refers to the members that a view lacks.
        if step.keyword < 0 { demands.object.hideMembers(of: ruleCount...) }
      } else if !isViolated {
        isViolated = true
        try violate(step.instruction)
      }
    }
  }

  /// Adds the demands of a schema that must fail: one of its steps is violated.
  mutating func refuse(_ schema: Program.SchemaID) throws(GatheringFailure) {
    let schema = oracle.target(of: schema)
    try checkIsClosed(schema)
    if violation == nil, applied[schema] != nil { throw .contradiction }
    guard refused.insert(schema).inserted else { return }
    try enter(schema)
    negations += 1
    defer {
      nesting -= 1
      open.remove(schema)
      negations -= 1
    }
    let steps = oracle.steps(of: schema).filter { stepIndex in
      if case .anyType(.annotation) = oracle.program.steps[stepIndex].instruction { false } else { true }
    }
    guard !steps.isEmpty else { throw .contradiction }
    stepCount += steps.count
    if oracle.isNever(schema) { return }
    let chosen = steps.count == 1 ? 0 : choose(steps.count)
    try violate(program.steps[steps[chosen]].instruction)
  }

  private mutating func enter(_ schema: Program.SchemaID) throws(GatheringFailure) {
    guard nesting < Self.maximumNesting, stepCount < Self.maximumSteps else { throw .tooMuch }
    nesting += 1
    open.insert(schema)
  }

  /// Throws if a schema applies itself to the same value, which never ends.
  private func checkIsClosed(_ schema: Program.SchemaID) throws(GatheringFailure) {
    if open.contains(schema) { throw .tooMuch }
  }

  // MARK: - Choices

  /// Chooses one of `count` alternatives.
  mutating func choose(_ count: Int) -> Int {
    var random = random
    let way = choices.choose { random?.shuffled(Array(0..<count)) ?? Array(0..<count) }
    self.random = random
    return way
  }

  /// Chooses one of several schemas that may hold.
  mutating func choose(of rows: [Program.Row]) -> Int {
    var random = random
    let (oracle, prefersShallow) = (oracle, prefersShallow)
    let way = choices.choose {
      let order = random?.shuffled(Array(rows.indices)) ?? Array(rows.indices)
      guard prefersShallow else { return order }
      let depths = rows.map { oracle.depth(of: Conjunct($0.schema)) }
      // Stable, so that branches of equal depth keep their order.
      return order.enumerated().sorted { (depths[$0.element], $0.offset) < (depths[$1.element], $1.offset) }
        .map(\.element)
    }
    self.random = random
    return way
  }

  // MARK: - Narrowing

  mutating func keep(_ kinds: ValueKinds) throws(GatheringFailure) {
    demands.kinds.formIntersection(kinds)
    if demands.kinds.isEmpty { throw .contradiction }
  }

  mutating func require(_ name: String) throws(GatheringFailure) {
    try keepObjects(unless: demands.object.forbidden.contains(exactly: name))
    demands.object.required.append(name)
  }

  mutating func forbid(_ name: String) throws(GatheringFailure) {
    try keepObjects(unless: demands.object.required.contains(exactly: name))
    demands.object.forbidden.append(name)
  }

  /// Excludes objects if the demands on members are contradictory.
  private mutating func keepObjects(unless isContradiction: Bool) throws(GatheringFailure) {
    if isContradiction { try keep(ValueKinds.all.subtracting(.object)) }
  }
}
