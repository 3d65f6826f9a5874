import SchemaAnalysis
public import SchemaRuntime

/// Proves that schemas admit nothing.
///
///     Emptiness.admitsNothing(program, schema: 3)   // true for {"type": "string", "enum": [1, 2]}
public enum Emptiness {
  /// Whether it is proven that no value satisfies a schema. A proof that takes too long or exceeds these methods
  /// returns false, so true is reliable.
  public static func admitsNothing(_ program: Program, schema: Program.SchemaID) -> Bool {
    var prover = EmptinessProver(program)
    return prover.admitsNothing(schema: schema)
  }

  static func admitsNothing(_ oracle: ProgramOracle, _ schema: Program.SchemaID) -> Bool {
    var prover = EmptinessProver(oracle)
    return prover.admitsNothing(schema: schema)
  }
}

/// Proves statements about the schemas of one program, within a common budget of steps.
package struct EmptinessProver {
  private static let maximumSteps = 200_000

  private let oracle: ProgramOracle
  private var stepsLeft: Int
  /// Schemas proven to admit nothing, and all schemas examined for that.
  private var empty: Set<Program.SchemaID> = []
  private var looked: Set<Program.SchemaID> = []

  package init(_ program: Program, budget: Int = .max) { self.init(ProgramOracle(program), budget: budget) }

  init(_ oracle: ProgramOracle, budget: Int = .max) {
    self.oracle = oracle
    stepsLeft = budget
  }

  /// Returns a prover for the same program with a budget of its own.
  package func with(budget: Int) -> EmptinessProver {
    var prover = self
    prover.stepsLeft = budget
    return prover
  }

  /// Whether the budget is used up: nothing else is proven.
  package var isExhausted: Bool { stepsLeft <= 0 }

  /// Whether it is proven that no value satisfies a schema.
  package mutating func admitsNothing(schema: Program.SchemaID) -> Bool {
    guard oracle.program.schemaIDs.contains(schema) else { return false }
    let (isEmpty, isExhausted) = prove(schema, Self.maximumSteps)
    guard !isEmpty, isExhausted else { return isEmpty }
    // Too many choices together: tries each part alone, from the inside out.
    for part in oracle.parts(of: schema) where looked.insert(part).inserted && stepsLeft > 0 {
      if prove(part, Self.maximumSteps / 100).isEmpty { empty.insert(part) }
    }
    return !empty.isEmpty && prove(schema, Self.maximumSteps).isEmpty
  }

  /// Whether it is proven that every value of one schema satisfies another: no value satisfies only the first.
  ///
  /// - Parameter steps: The steps that the proof may take; those that it took are charged.
  package mutating func proves(
    _ schema: Program.SchemaID, within other: Program.SchemaID, spending steps: inout Int
  ) -> Bool {
    let alone = Conjunction([Conjunct(schema), Conjunct(other, isNegated: true)])
    let before = stepsLeft
    defer { steps -= before - stepsLeft }
    return prove(alone, min(steps / 2, Self.maximumSteps)).isEmpty
  }

  /// Whether it is proven that no value satisfies all of some schemas.
  ///
  /// - Parameter steps: The steps that the proof may take; those that it took are charged.
  package mutating func admitsNothing(
    satisfying schemas: [Program.SchemaID], spending steps: inout Int
  ) -> Bool {
    let before = stepsLeft
    defer { steps -= before - stepsLeft }
    return prove(Conjunction(schemas.map { Conjunct($0) }), min(steps / 2, Self.maximumSteps)).isEmpty
  }

  private mutating func prove(_ schema: Program.SchemaID, _ steps: Int) -> (isEmpty: Bool, isExhausted: Bool) {
    prove(Conjunction([Conjunct(schema)]), steps)
  }

  private mutating func prove(_ conjunction: Conjunction, _ steps: Int) -> (isEmpty: Bool, isExhausted: Bool) {
    var isExhausted = false
    // Tries fewer choices first; the exclusions of `oneOf` rarely make a schema empty.
    for excludesOthers in [false, true] {
      let steps = min(steps, stepsLeft)
      var proof = EmptinessProof(oracle, excludesOthers: excludesOthers, steps: steps, empty: empty)
      let isEmpty = proof.isEmpty(conjunction)
      stepsLeft -= 1 + steps - max(0, proof.stepsLeft)
      if isEmpty { return (true, false) }
      isExhausted = isExhausted || proof.stepsLeft <= 0
    }
    return (false, isExhausted)
  }
}

/// One attempt at a proof.
///
/// A conjunction is empty if every sequence of choices makes contradictory demands, for instance because the
/// conjunction of a required member is empty. A conjunction that is being examined counts as empty within itself: a
/// value of minimal depth cannot contain another value of the same conjunction.
struct EmptinessProof {
  private static let maximumNesting = 60

  let oracle: ProgramOracle
  private let excludesOthers: Bool
  private var open: Set<Conjunction> = []
  /// Conjunctions without a proof. More assumptions might allow one, so this only saves time.
  private var unproven: Set<Conjunction> = []
  var stepsLeft: Int
  /// The nesting depth of value lists.
  var nesting = 0
  /// Schemas that are proven to admit nothing.
  private let empty: Set<Program.SchemaID>

  init(_ oracle: ProgramOracle, excludesOthers: Bool, steps: Int, empty: Set<Program.SchemaID>) {
    self.oracle = oracle
    self.empty = empty
    self.excludesOthers = excludesOthers
    stepsLeft = steps
  }

  mutating func isEmpty(_ conjunction: Conjunction) -> Bool {
    if conjunction.isContradictory || open.contains(conjunction) { return true }
    guard !unproven.contains(conjunction), open.count < Self.maximumNesting else { return false }
    open.insert(conjunction)
    let isEmpty = inEveryWay(conjunction.conjuncts) { $0.isEmpty($1, conjunction) }
    open.remove(conjunction)
    if !isEmpty { unproven.insert(conjunction) }
    return isEmpty
  }

  /// Whether something holds for the demands of every way to satisfy schemas; false if there are too many.
  mutating func inEveryWay(_ conjuncts: [Conjunct], _ holds: (inout Self, Demands) -> Bool) -> Bool {
    var choices = Choices()
    repeat {
      guard stepsLeft > 0 else { return false }
      var gathering = Gathering(oracle, choices)
      gathering.excludesOthers = excludesOthers
      gathering.empty = empty
      do throws(GatheringFailure) {
        try gathering.add(conjuncts)
        stepsLeft -= gathering.stepCount + 1
        guard holds(&self, certain(gathering)) else { return false }
      } catch {
        stepsLeft -= gathering.stepCount + 1
        if error == .tooMuch { return false }
      }
      choices = gathering.choices
    } while choices.advance()
    return true
  }

  /// Returns the demands without those of `unevaluated` keywords if there was a choice: several branches may be valid
  /// together, and evaluate more than the chosen ones.
  private func certain(_ gathering: Gathering) -> Demands {
    var demands = gathering.demands
    guard gathering.choices.hasBeenAsked else { return demands }
    demands.array.rules.removeAll { if case .unevaluated = $0.reach { true } else { false } }
    demands.object.rules.removeAll { if case .unevaluated = $0.reach { true } else { false } }
    return demands
  }

  private mutating func isEmpty(_ demands: Demands, _ conjunction: Conjunction) -> Bool {
    if let constants = demands.constants {
      stepsLeft -= constants.count * 10
      return !demands.lacksSpellings
        && constants.allSatisfy {
          !demands.kinds.contains(ValueKinds(of: $0)) || demands.excluded.contains($0)
            || !oracle.hold(conjunction.conjuncts, $0)
        }
    }
    if ValueKinds.each.allSatisfy({ !demands.kinds.contains($0) || isEmpty($0, demands) }) { return true }
    // Checks all values one by one, if they can be listed.
    guard let values = finiteValues(of: demands) else { return false }
    stepsLeft -= values.count * 10
    return values.allSatisfy { !oracle.hold(conjunction.conjuncts, $0) }
  }

  mutating func isEmpty(_ kind: ValueKinds, _ demands: Demands) -> Bool {
    switch kind {
    case .null: demands.excluded.contains(.null)
    case .boolean: demands.excluded.contains(false) && demands.excluded.contains(true)
    case .plainInteger, .pointedInteger, .fraction: isEmpty(demands.number, kind, demands.excluded)
    case .string: isEmpty(demands.string, demands.excluded)
    case .array: isEmpty(demands.array)
    default: isEmpty(demands.object)
    }
  }

  // MARK: - Scalars

  private func isEmpty(_ limits: NumberDemands, _ kind: ValueKinds, _ excluded: [JSONValue]) -> Bool {
    if limits.isEmpty { return true }
    if kind == .fraction, let lower = limits.lower, let upper = limits.upper, lower.number == upper.number,
      lower.number.isInteger
    {
      return true
    }
    if limits.multiples.contains(where: { multiple in limits.nonMultiples.contains { multiple.isMultiple(of: $0) } }) {
      return true
    }
    if kind != .fraction, limits.nonMultiples.contains(where: { JSONNumber(1).isMultiple(of: $0) }) { return true }
    guard let grid = NumberGrid(limits, kind: kind) else { return false }
    if grid.isEmpty { return true }
    if let step = grid.stepNumber, limits.nonMultiples.contains(where: { step.isMultiple(of: $0) }) { return true }
    guard !grid.isDense, let low = grid.low, let count = grid.count?.int, count <= 256 else { return false }
    return (0..<count).allSatisfy { offset in
      guard let number = grid.number(at: low.moved(by: offset)) else { return true }
      return excluded.contains(.number(number)) || limits.nonMultiples.contains { number.isMultiple(of: $0) }
    }
  }

  private mutating func isEmpty(_ limits: StringDemands, _ excluded: [JSONValue]) -> Bool {
    if limits.lengths.contradiction(of: .string) != nil { return true }
    for format in limits.formats {
      if limits.otherFormats.contains(where: { $0 == format || format.facts.wider.contains($0) }) { return true }
      var lengths = limits.lengths
      lengths.add(.scalars, .atLeast(format.facts.lengths.lowerBound))
      lengths.add(.scalars, .atMost(format.facts.lengths.upperBound))
      if lengths.contradiction(of: .string) != nil { return true }
    }
    if limits.lengths.most(.scalars) == 0 || limits.lengths.most(.utf8Bytes) == 0 {
      if excluded.contains("") || !limits.formats.allSatisfy({ $0.isValid("") }) { return true }
    }
    let envelopes = Set(limits.formats.compactMap(\.facts.envelope))
    if limits.patterns.isEmpty && limits.otherPatterns.isEmpty && envelopes.count < 2 { return false }
    stepsLeft -= 1_000
    let found = oracle.find(limits, with: envelopes.sorted(), preferred: 0)
    guard let found, found.isCovering else { return false }
    return found.walks.allSatisfy { $0.reach.isComplete && $0.reach.lengths.isEmpty }
  }

  // MARK: - Containers

  private mutating func isEmpty(_ limits: ArrayDemands) -> Bool {
    if limits.lengths.contradiction(of: .array) != nil { return true }
    for contains in limits.contains where contains.min > 0 {
      if contains.min > contains.max || contains.min > limits.lengths.most(.items) { return true }
      // Any element must satisfy this and the rules for all elements.
      if isEmpty(Conjunction(limits.universal + [contains.item])) { return true }
    }
    // The indices with specific rules, and the next one, which represents all others.
    let count = min(limits.lengths.least(.items), min(limits.prefixCount, 64) + 1)
    for index in 0..<max(0, count) {
      let exact = limits.somewhere.filter { $0.isExact && $0.from == index }.map(\.item)
      // Elements that match `contains` are evaluated by it.
      let conjuncts = (limits.contains.contains(where: \.evaluates) ? limits.withoutUnevaluated : limits)
        .conjuncts(at: index, matching: nil)
      if isEmpty(Conjunction(conjuncts + exact)) { return true }
    }
    return lacksValues(limits) || lacksElements(limits)
  }

  private mutating func isEmpty(_ limits: ObjectDemands) -> Bool {
    if limits.lengths.contradiction(of: .object) != nil { return true }
    guard let required = limits.closure(of: limits.required + limits.named.map(\.name)) else { return true }
    if required.count > limits.lengths.most(.members) { return true }
    for name in required {
      if !oracle.hold(limits.names, .string(name)) { return true }
      let asked = limits.named.filter { $0.name.isIdentical(to: name) }.map(\.member)
      if isEmpty(Conjunction(limits.conjuncts(of: name, oracle) + asked)) { return true }
    }
    for unnamed in limits.unnamed {
      if let member = unnamed.member, isEmpty(Conjunction([member] + limits.universal)) { return true }
      if lacksName(limits, for: unnamed) { return true }
    }
    return hasTooFewNames(limits, required)
  }

  /// Whether there are fewer possible names than required members.
  private mutating func hasTooFewNames(_ limits: ObjectDemands, _ required: NameList) -> Bool {
    guard limits.lengths.least(.members) > required.count else { return false }
    if let names = possibleNames(limits), names.count < limits.lengths.least(.members) { return true }
    guard isClosed(limits) else {
      return limits.lengths.least(.members) > 0 && required.isEmpty && !limits.names.isEmpty
        && isEmpty(Conjunction(limits.names), only: .string)
    }
    var count = required.count
    for name in limits.declared where !required.contains(exactly: name) {
      if limits.forbidden.contains(exactly: name) || !oracle.hold(limits.names, .string(name)) { continue }
      if isEmpty(Conjunction(limits.conjuncts(of: name, oracle))) { continue }
      count += 1
      if count >= limits.lengths.least(.members) { return false }
    }
    return true
  }

  /// Whether it is proven that no value of the given kinds satisfies a conjunction.
  private mutating func isEmpty(_ conjunction: Conjunction, only kinds: ValueKinds) -> Bool {
    inEveryWay(conjunction.conjuncts) { proof, demands in
      var demands = demands
      demands.kinds.formIntersection(kinds)
      return proof.isEmpty(demands, conjunction)
    }
  }
}

extension ObjectDemands {
  /// The conjuncts of all members, whatever their names.
  var universal: [Conjunct] {
    rules.compactMap { rule in
      guard case .additional(let member, let named, let patterned) = rule.reach else { return nil }
      return named.count == 0 && patterned.count == 0 ? member : nil
    }
  }
}

extension ArrayDemands {
  /// The conjuncts of all elements, whatever their indices.
  var universal: [Conjunct] {
    rules.compactMap { if case .rest(let item, 0) = $0.reach { item } else { nil } }
  }

  var withoutUnevaluated: ArrayDemands {
    var certain = self
    certain.rules.removeAll { if case .unevaluated = $0.reach { true } else { false } }
    return certain
  }
}
