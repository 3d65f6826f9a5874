import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Proves that all values of one schema satisfy another, or finds the gaps.
///
/// Proofs are sound: without gaps, no value distinguishes the schemas. A gap may be spurious; examples decide
/// (``ExampleSearch``). Recursive schemas are compared under the assumption that the claim holds for smaller values, so
/// an assumption counts only after at least one step into the value.
struct Prover {
  let sides: [Side]
  /// The side whose objects are assumed to have only declared members; nil if all members count.
  let declaredOnly: Int?
  /// The side that writes the values.
  let writer: Int
  /// Whether ``Equality`` is used; false in tests of the other rules.
  var usesEquality = true
  var patterns: StringSearch
  let budget: StepBudget
  private var open: [Claim: (index: Int, level: Int)] = [:]
  private var proven: Set<Claim> = []
  private var refuted: [Claim: [Gap]] = [:]
  private var inhabited: Set<Claim> = []
  /// The outermost assumption that was used since the current claim was opened.
  private var lowestUsed = Int.max
  private var knownFacts: [Conjunction: Facts] = [:]
  var knownExamples: [Conjunction: [JSONValue]] = [:]
  var openExamples: Set<Conjunction> = []
  let equality: Equality
  /// The choices of schemas, by schema and keyword, for finding branches.
  var choiceIndices: [ChoiceIndex.Key: ChoiceIndex] = [:]
  private let hasUnknownKeywords: Bool
  let subtrees: Subtrees
  /// The depth in the value.
  private var level = 0
  /// Claims that were not proven with ``Effort/verdict``.
  private var unproven: Set<Claim> = []
  /// Pairs of schemas that are known not to be included in one another: ``unproven`` claims that are looked up often.
  private var unprovenPairs: Set<Pair> = []
  private(set) var effort = Effort.examples

  /// The result to compute if a proof fails.
  enum Effort {
    /// Only the verdict.
    case verdict
    /// All gaps with their locations.
    case locations
    /// The gaps with values that show them.
    case examples
  }

  private enum Claim: Hashable {
    case inclusion(Conjunction, Ref)
    case emptiness(Conjunction)
  }

  private struct Pair: Hashable {
    var left: Ref
    var right: Ref
  }

  /// The default number of proof steps. Four times as many decide no more of the hard pairs.
  static let usualBudget = 15_000

  /// The number of schemas of a conjunction from which a schema under `not` is considered separately.
  static let maximumContext = 3

  /// The maximum nesting of claims.
  private static let maximumDepth = 250

  init(
    sides: [Side], equality: Equality? = nil, writer: Int = 0, declaredOnly: Int? = nil, effort: Effort = .examples,
    budget: Int = Prover.usualBudget,
    patterns: StringSearch = StringSearch()
  ) {
    self.sides = sides
    self.effort = effort
    self.declaredOnly = declaredOnly
    self.writer = writer
    self.patterns = patterns
    self.budget = StepBudget(proof: budget)
    self.equality = equality ?? Equality(sides: sides)
    subtrees = Subtrees(sides)
    hasUnknownKeywords = sides.contains(where: \.hasUnknownKeywords)
  }

  /// Proofs over both sides in one program; created on first use.
  var joint: JointProofs??

  /// Resets the budget and keeps the results.
  mutating func refill(_ steps: Int) { budget.refill(proof: steps) }

  /// Charges work that grows with the size of the schemas.
  mutating func spend(_ steps: Int) { budget.chargeProof(steps) }

  func node(_ ref: Ref) -> Node { sides[ref.side].node(ref.schema) }

  /// Whether a schema, or one that it applies, has unknown keywords.
  func isOpaque(_ ref: Ref) -> Bool { sides[ref.side].isOpaque(ref.schema) }

  /// Returns a keyword that makes a schema undecided unless it is equal to another one.
  private func unknownKeyword(_ ref: Ref) -> String? { sides[ref.side].unknownKeyword(of: ref.schema) }

  /// Returns a keyword that makes claims about the values of a schema undecided. If nothing is known of the schema, it is
  /// left out instead: what holds for more values holds for its values.
  private func unknownDemand(_ ref: Ref) -> String? { node(ref).isOpaqueSet ? nil : unknownKeyword(ref) }

  mutating func facts(_ conjunction: Conjunction) -> Facts {
    if let known = knownFacts[conjunction] { return known }
    let facts = Facts(of: conjunction, in: sides)
    knownFacts[conjunction] = facts
    // Large conjunctions cost as many steps as the equivalent number of small ones.
    spend(facts.nodes.count * facts.nodes.count / 256)
    return facts
  }

  /// Whether a value satisfies a conjunction, including its kinds.
  func admits(_ conjunction: Conjunction, _ value: JSONValue) -> Bool {
    guard conjunction.kinds == .all || conjunction.kinds.contains(ValueKinds(of: value)) else { return false }
    if !conjunction.present.isEmpty, let object = value.object {
      for name in conjunction.present where object[name.string] == nil { return false }
      for tag in conjunction.tags {
        guard let member = object[tag.name.string], admits(tag.schema, member) else { return false }
      }
    }
    let text = value.json()
    return conjunction.schemas.allSatisfy { admits($0, text: text) }
      && conjunction.excluded.allSatisfy { refuses($0, text: text) }
  }

  /// Whether a value provably does not satisfy a conjunction. An undecided value is neither admitted nor rejected.
  func refuses(_ conjunction: Conjunction, _ value: JSONValue) -> Bool {
    guard conjunction.kinds == .all || conjunction.kinds.contains(ValueKinds(of: value)) else { return true }
    if !conjunction.present.isEmpty, let object = value.object {
      for name in conjunction.present where object[name.string] == nil { return true }
      for tag in conjunction.tags {
        guard let member = object[tag.name.string], !refuses(tag.schema, member) else { return true }
      }
    }
    let text = value.json()
    return conjunction.schemas.contains { refuses($0, text: text) }
      || conjunction.excluded.contains { admits($0, text: text) }
  }

  func admits(_ ref: Ref, _ value: JSONValue) -> Bool { admits(ref, text: value.json()) }

  func refuses(_ ref: Ref, _ value: JSONValue) -> Bool { refuses(ref, text: value.json()) }

  private func admits(_ ref: Ref, text: [UInt8]) -> Bool {
    budget.chargeValidation(of: text.count, isProof: effort == .verdict)
    return sides[ref.side].admits(text, ref.schema)
  }

  private func refuses(_ ref: Ref, text: [UInt8]) -> Bool {
    budget.chargeValidation(of: text.count, isProof: effort == .verdict)
    return sides[ref.side].refuses(text, ref.schema)
  }
}

// MARK: - Claims

extension Prover {
  /// Returns the gaps that keep values of `left` from satisfying `right`; empty if inclusion is proven.
  mutating func gaps(_ left: Conjunction, in right: Ref) -> [Gap] {
    let claim = Claim.inclusion(left, right)
    if left.kinds.isEmpty || proven.contains(claim) { return [] }
    // Unchanged schemas cost no steps.
    if left.schemas.contains(where: { areEqual($0, right) }) { return [] }
    if let known = refuted[claim] { return known }
    if effort == .verdict, unproven.contains(claim) { return [undecided(right, nil, left)] }
    if let assumed = open[claim], assumed.level < level {
      lowestUsed = min(lowestUsed, assumed.index)
      return []
    }
    guard open[claim] == nil, budget.proof > 0, open.count < Self.maximumDepth else {
      return [undecided(right, nil, left)]
    }
    spend(1 + left.extraSteps)
    let (index, outer) = (open.count, lowestUsed)
    open[claim] = (index, level)
    lowestUsed = .max
    let found = Gap.merged(decide(left, in: right))
    open[claim] = nil
    if found.isEmpty, lowestUsed >= index { proven.insert(claim) }
    if !found.isEmpty, budget.proof > 0 {
      if effort == .verdict { unproven.insert(claim) } else { refuted[claim] = found }
    }
    lowestUsed = min(outer, lowestUsed >= index ? .max : lowestUsed)
    return found
  }

  /// Whether it is proven that every value of `left` satisfies `right`.
  mutating func holds(_ left: Conjunction, in right: Ref) -> Bool {
    let before = effort
    effort = .verdict
    defer { effort = before }
    return gaps(left, in: right).isEmpty
  }

  /// Whether it is proven that every value of one schema alone satisfies another.
  mutating func holds(_ left: Ref, in right: Ref) -> Bool {
    let pair = Pair(left: left, right: right)
    if unprovenPairs.contains(pair) { return false }
    let alone = Conjunction([left])
    if holds(alone, in: right) { return true }
    if unproven.contains(.inclusion(alone, right)) { unprovenPairs.insert(pair) }
    return false
  }

  /// Like ``holds(_:in:)``, one level deeper in the value.
  mutating func holdsInside(_ left: Conjunction, in right: Ref) -> Bool {
    level += 1
    defer { level -= 1 }
    return holds(left, in: right)
  }

  /// Like ``gaps(_:in:)``, one level deeper in the value.
  mutating func gapsInside(_ left: Conjunction, in right: Ref) -> [Gap] {
    level += 1
    defer { level -= 1 }
    return gaps(left, in: right)
  }

  /// Whether it is proven that no value satisfies a conjunction.
  mutating func isEmpty(_ conjunction: Conjunction) -> Bool {
    let claim = Claim.emptiness(conjunction)
    if conjunction.kinds.isEmpty || proven.contains(claim) { return true }
    if inhabited.contains(claim) { return false }
    if let assumed = open[claim], assumed.level < level {
      lowestUsed = min(lowestUsed, assumed.index)
      return true
    }
    guard open[claim] == nil, budget.proof > 0, open.count < Self.maximumDepth else { return false }
    if hasUnknownKeywords, facts(conjunction).applied.contains(where: { unknownDemand($0) != nil }) { return false }
    spend(1 + conjunction.extraSteps)
    let (index, outer) = (open.count, lowestUsed)
    open[claim] = (index, level)
    lowestUsed = .max
    let before = effort
    effort = .verdict
    let isEmpty = decideEmptiness(conjunction)
    effort = before
    open[claim] = nil
    if isEmpty, lowestUsed >= index { proven.insert(claim) }
    if !isEmpty, budget.proof > 0 { inhabited.insert(claim) }
    lowestUsed = min(outer, lowestUsed >= index ? .max : lowestUsed)
    return isEmpty
  }

  mutating func isEmptyInside(_ conjunction: Conjunction) -> Bool {
    level += 1
    defer { level -= 1 }
    return isEmpty(conjunction)
  }

  private mutating func decide(_ left: Conjunction, in right: Ref) -> [Gap] {
    let facts = facts(left)
    if facts.kinds.isEmpty { return [] }
    if facts.applied.contains(where: { areEqual($0, right) }) { return [] }
    if hasUnknownKeywords {
      if let keyword = unknownKeyword(right) { return [unknown(keyword, right, left)] }
      for ref in facts.applied.sorted() {
        if let keyword = unknownDemand(ref) { return [unknown(keyword, right, left)] }
      }
    }
    if let values = finiteValues(facts) {
      // Few values: check them all.
      let admitted = values.filter { !refuses(left, $0) }
      let refused = admitted.filter { !admits(right, $0) }
      if refused.isEmpty { return [] }
      let keywords = node(right).keywords
      if effort == .verdict { return [undecided(right, nil, left)] }
      let listed = keywords.enumeration != nil || keywords.const != nil
      let reasons = listed ? [] : checks(left, facts, right).filter { !$0.candidates.isEmpty }
      return reasons.isEmpty ? enumerationGaps(left, right, facts, refused) : reasons
    }
    // Try to prove the claim first, without examples.
    if effort != .verdict, holds(left, facts, right) { return [] }
    if effort == .verdict { return holds(left, facts, right) ? [] : [undecided(right, nil, left)] }
    // The alternatives of the left side separately.
    if let choice = facts.choices.first { return choice.parts(of: left).flatMap { gaps($0, in: right) } }
    return Array(checks(left, facts, right).prefix(Gap.limit))
  }

  private mutating func holds(_ left: Conjunction, _ facts: Facts, _ right: Ref) -> Bool {
    let before = effort
    effort = .verdict
    defer { effort = before }
    if checks(left, facts, right).isEmpty || isEmpty(left) { return true }
    guard let choice = facts.choices.first else { return false }
    return choice.parts(of: left).allSatisfy { gaps($0, in: right).isEmpty }
  }

  /// Returns the gaps for all demands of `right`, keyword by keyword.
  private mutating func checks(_ left: Conjunction, _ facts: Facts, _ right: Ref) -> [Gap] {
    let node = node(right)
    if let boolean = node.boolean {
      return boolean ? [] : [gap(.never, right, nil, left, facts)]
    }
    let keywords = node.keywords
    var found: [Gap] = []
    let targets = keywords.conjuncts
    for target in targets.map({ Ref(side: right.side, schema: $0).target(in: sides) }).unique {
      found += gaps(left, in: target)
    }
    let check = Check(left: left, facts: facts, right: right, node: node)
    if isSettled(found) { return found }
    found += checkValues(check)
    if !facts.kinds.isDisjoint(with: .number) { found += checkNumbers(check) }
    if facts.kinds.contains(.string) { found += checkStrings(check) }
    if isSettled(found) { return found }
    if facts.kinds.contains(.array) { found += checkArrays(check) }
    if isSettled(found) { return found }
    if facts.kinds.contains(.object) { found += checkObjects(check) }
    if isSettled(found) { return found }
    found += checkLogic(check)
    return found
  }

  /// Whether the gaps found are sufficient.
  func isSettled(_ found: [Gap]) -> Bool { found.count >= (effort == .verdict ? 1 : Gap.limit) }

  /// The arguments of a check.
  struct Check {
    let left: Conjunction
    let facts: Facts
    let right: Ref
    let node: Node

    var keywords: Keywords { node.keywords }

    func ref(_ schema: SchemaID) -> Ref { Ref(side: right.side, schema: schema) }
  }
}

extension Prover {
  func areEqual(_ a: Ref, _ b: Ref) -> Bool { a == b || usesEquality && equality.areEqual(a, b) }
}
