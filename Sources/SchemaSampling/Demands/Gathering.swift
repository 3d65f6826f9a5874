import SchemaDemands
import SchemaRuntime

/// Why a sequence of choices makes no demands.
enum GatheringFailure: Error {
  /// No value satisfies the schemas in this way.
  case contradiction
  /// More schemas apply inside one another, or in all, than a search can look at again and again.
  case tooMuch
}

/// Gathers what the schemas of a conjunction demand of one value, through references and branches.
///
/// Each place with a choice (a branch, the outcome of a condition, the keyword that breaks a schema under `not`) is put
/// to ``Choices``. Over all sequences of choices, the demands leave no value out.
///
/// Each schema is looked at once, however many ways lead there, so that the work grows with the schemas and not with the
/// ways. Only where an `unevaluated` keyword asks what stands beside it, schemas that were met outside are met again.
struct Gathering {
  static let maximumNesting = 250
  /// Steps that are looked at before a sequence of choices is given up.
  private static let maximumSteps = 200_000
  /// How many ways to write the integers of one value are looked at.
  static let maximumSpellings = 64

  let oracle: ProgramOracle
  var choices: Choices
  var demands = Demands()
  /// Draws the order of branches; nil takes them as they stand.
  var random: SampleRandom?
  /// Whether the other branches of `oneOf` are asked to fail. That is what `oneOf` means; without it there are fewer
  /// choices, and the evaluator finds out.
  var excludesOthers = true
  /// Whether all branches of `anyOf` are asked to hold, as far as they can be: together they evaluate more.
  var takesAllBranches = false
  /// Whether branches that end soonest come first.
  var prefersShallow = false
  /// Schemas that are known to admit nothing.
  var empty: Set<Int32> = []
  /// A step that is to be broken where it is met first.
  var violation: Int?
  private(set) var isViolated = false
  /// Steps that were looked at.
  private(set) var stepCount = 0
  private var nesting = 0
  /// The schemas that hold, with the place of their first application among all and whether that evaluates.
  private var applied: [Int32: (place: Int, evaluates: Bool)] = [:]
  /// The schemas that do not hold.
  private var refused: Set<Int32> = []
  /// The schemas around the one at hand.
  private var open: Set<Int32> = []
  private var applicationCount = 0
  /// The place of the innermost application around the one at hand whose schema asks what is unevaluated.
  private var unevaluatedStart = 0
  /// Schemas under `not` around the one at hand, which evaluate nothing.
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

  /// The demands of a schema that holds.
  mutating func apply(_ schema: Int32) throws(GatheringFailure) {
    let schema = oracle.target(of: schema)
    try checkIsClosed(schema)
    if violation == nil, refused.contains(schema) || empty.contains(schema) { throw .contradiction }
    if let known = applied[schema], known.place >= unevaluatedStart, known.evaluates || !evaluates { return }
    try enter(schema)
    let outerStart = unevaluatedStart
    defer {
      nesting -= 1
      open.remove(schema)
      unevaluatedStart = outerStart
    }
    applicationCount += 1
    applied[schema] = (applicationCount, evaluates)
    if oracle.asksForUnevaluated(schema) { unevaluatedStart = applicationCount }
    let scope = RuleScope(
      items: demands.array.rules.count, contains: demands.array.contains.count, members: demands.object.rules.count)
    for place in oracle.steps(of: schema) {
      let step = program.steps[place]
      stepCount += 1
      if case .anyType(.annotation(let value, _)) = step.instruction {
        suggest(program.values[Int(value)], by: program.keyword(of: step))
      } else if place != violation {
        try demand(step.instruction, scope)
      } else if !isViolated {
        isViolated = true
        try violate(step.instruction)
      }
    }
  }

  /// The demands of a schema that does not hold: one of its steps is broken.
  mutating func refuse(_ schema: Int32) throws(GatheringFailure) {
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
    let steps = oracle.steps(of: schema).filter { place in
      if case .anyType(.annotation) = oracle.program.steps[place].instruction { false } else { true }
    }
    guard !steps.isEmpty else { throw .contradiction }
    stepCount += steps.count
    let chosen = steps.count == 1 ? 0 : choose(steps.count)
    try violate(program.steps[steps[chosen]].instruction)
  }

  private mutating func enter(_ schema: Int32) throws(GatheringFailure) {
    guard nesting < Self.maximumNesting, stepCount < Self.maximumSteps else { throw .tooMuch }
    nesting += 1
    open.insert(schema)
  }

  /// A schema that applies itself to the same value has no end.
  private func checkIsClosed(_ schema: Int32) throws(GatheringFailure) {
    if open.contains(schema) { throw .tooMuch }
  }

  // MARK: - Choices

  /// One of `count` ways.
  mutating func choose(_ count: Int) -> Int {
    var random = random
    let way = choices.choose { random?.shuffled(Array(0..<count)) ?? Array(0..<count) }
    self.random = random
    return way
  }

  /// One of several schemas that hold.
  mutating func choose(of rows: [Program.Row]) -> Int {
    var random = random
    let (oracle, prefersShallow) = (oracle, prefersShallow)
    let way = choices.choose {
      let order = random?.shuffled(Array(rows.indices)) ?? Array(rows.indices)
      guard prefersShallow else { return order }
      let depths = rows.map { oracle.depth(of: Conjunct($0.schema)) }
      // Stable, so that branches of one depth keep their order.
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

  /// Demands of members that contradict one another leave all other kinds.
  private mutating func keepObjects(unless isContradiction: Bool) throws(GatheringFailure) {
    if isContradiction { try keep(ValueKinds.all.subtracting(.object)) }
  }
}
