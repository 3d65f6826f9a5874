import SchemaAnalysis
@_spi(Generated) import SchemaRuntime

/// Answers recurring questions of gathering and building about a program. A class, so that passing it around copies
/// nothing.
final class ProgramOracle: Sendable {
  let program: Program
  let evaluator: Evaluator
  /// The maximum depth of each schema's shallowest value; ``unreachable`` if none was found.
  let depths: [Int]
  /// Whether some `type` distinguishes `1` from `1.0`, as in draft-04.
  let tellsIntegersApart: Bool

  private let standIns: StandIns
  private let haveUnevaluatedKeywords: [Bool]
  private let walks: Mutex<PatternWalks>

  static let unreachable = 1_000_000

  init(_ program: Program) {
    self.program = program
    evaluator = Evaluator(program, maximumIssueCount: 20)
    depths = LeastDepths.compute(program)
    standIns = Self.standIns(program)
    tellsIntegersApart = program.steps.contains { step in
      if case .anyType(.type(let types)) = step.instruction { types.contains(.plainInteger) } else { false }
    }
    haveUnevaluatedKeywords = program.schemas.map { schema in
      program.steps[schema.steps].contains(where: \.instruction.isUnevaluated)
    }
    walks = Mutex(PatternWalks())
  }

  /// Returns the steps of a schema; empty for an index outside the program.
  func steps(of schema: Program.SchemaID) -> Range<Int> {
    program.schemaIDs.contains(schema) ? program.schemas[schema.index].steps : 0..<0
  }

  /// Returns the schema that a schema is equivalent to.
  func target(of schema: Program.SchemaID) -> Program.SchemaID { Program.SchemaID(standIns[schema.index]) }

  /// Whether a schema has an `unevaluated` keyword.
  func hasUnevaluatedKeyword(_ schema: Program.SchemaID) -> Bool {
    haveUnevaluatedKeywords.indices.contains(schema.index) && haveUnevaluatedKeywords[schema.index]
  }

  private static func standIns(_ program: Program) -> StandIns {
    StandIns(count: program.schemas.count) { schema in
      let steps = program.schemas[schema].steps
      guard steps.count == 1, let step = steps.first else { return [] }
      let applications = program.applications(of: program.steps[step])
      let isEquivalent = applications.allSatisfy { application in
        switch application.condition {
        case .always, .choice(ofOne: false): application.part == .value
        // If all three are the same schema, the conditional is equivalent to it.
        case .test, .then, .else: applications.count == 3
        case .choice(ofOne: true), .present, .negated: false
        }
      }
      return isEquivalent ? applications.map(\.schema.index) : []
    }
  }

  /// Returns the schemas that a schema may apply to the same value in order to hold, innermost first and itself last.
  func parts(of schema: Program.SchemaID) -> [Program.SchemaID] {
    var found: [Program.SchemaID] = []
    var seen: Set<Program.SchemaID> = []
    var pending: [(schema: Program.SchemaID, isOpened: Bool)] = [(target(of: schema), false)]
    while let next = pending.popLast() {
      if next.isOpened {
        found.append(next.schema)
      } else if seen.insert(next.schema).inserted {
        pending.append((next.schema, true))
        for step in steps(of: next.schema) {
          program.forEachApplication(of: program.steps[step]) {
            if $0.part == .value, $0.condition != .negated { pending.append((target(of: $0.schema), false)) }
          }
        }
      }
    }
    return found
  }

  /// Whether a schema explicitly rejects everything.
  func isNever(_ schema: Program.SchemaID) -> Bool {
    steps(of: schema).contains { program.steps[$0].instruction == .anyType(.never) }
  }

  /// Finds the texts that match the patterns of a string's limits and `others`, and do not match the other patterns.
  func find(_ limits: StringDemands, with others: [String] = [], preferred: Int) -> PatternWalks.Found? {
    guard let range = scalars(limits) else { return nil }
    let lengths = PatternWalks.Lengths(range: range, preferred: preferred)
    return walks.withLock { $0.find(patterns(limits, others), lengths) }
  }

  /// Returns a superset of the texts that match the patterns of a string's limits, if there are few.
  func language(_ limits: StringDemands, atMost count: Int) -> [String]? {
    guard let range = scalars(limits) else { return [] }
    if limits.patterns.isEmpty { return nil }
    return walks.withLock { $0.language(patterns(limits, []), scalars: range, atMost: count) }
  }

  private func scalars(_ limits: StringDemands) -> ClosedRange<Int>? {
    let (least, most) = (limits.lengths.least(.scalars), limits.lengths.most(.scalars))
    return least <= most ? least...most : nil
  }

  private func patterns(_ limits: StringDemands, _ others: [String]) -> PatternWalks.Patterns {
    PatternWalks.Patterns(
      required: Set(limits.patterns.map { source(of: $0) } + others),
      forbidden: Set(limits.otherPatterns.map { source(of: $0) }))
  }

  /// Returns the source of a pattern; for an unknown index, a text that is not a valid pattern.
  private func source(of pattern: Instruction.Constant) -> String {
    program.patterns.indices.contains(Int(pattern)) ? program.patterns[Int(pattern)].source : "("
  }

  func depth(of conjunct: Conjunct) -> Int {
    conjunct.isNegated || !program.schemaIDs.contains(conjunct.schema) ? 0 : depths[conjunct.schema.index]
  }

  /// The steps that the validation of a text costs.
  static func steps(validating byteCount: Int) -> Int { 1 + byteCount / 4 }

  /// Whether a text satisfies a conjunct.
  func holds(_ conjunct: Conjunct, _ root: UnsafeJSONNode) -> Bool {
    evaluator.verdict(on: root, schema: conjunct.schema) == (conjunct.isNegated ? .invalid : .valid)
  }

  /// Whether a value satisfies all conjuncts.
  func hold(_ conjuncts: [Conjunct], _ value: JSONValue) -> Bool {
    var unlimited = Int.max
    return hold(conjuncts, value, spending: &unlimited)
  }

  /// Values that many schemas admit, however intricate they are, the plainest first.
  private static let plainValues: [(value: JSONValue, document: JSONDocument)] =
    ([.object(JSONObject()), .array([]), "", 0, false, true, .null] as [JSONValue]).compactMap { value in
      (try? JSONDocument(parsing: value.json())).map { (value, $0) }
    }
  /// The number of schemas applied inside one another at which a plain value is given up. Schemas that apply themselves
  /// to the same value would otherwise keep the evaluator busy for minutes.
  private static let maximumPlainNesting = 500

  /// Returns the first plain value that satisfies all conjuncts.
  func plainValue(of conjuncts: [Conjunct], spending steps: inout Int) -> JSONValue? {
    for (value, document) in Self.plainValues {
      steps -= conjuncts.count
      let holds = document.withRoot { root in
        conjuncts.allSatisfy { conjunct in
          evaluator.promptVerdict(on: root, schema: conjunct.schema, nesting: Self.maximumPlainNesting)
            == (conjunct.isNegated ? .invalid : .valid)
        }
      }
      if holds { return value }
    }
    return nil
  }

  /// Whether a value satisfies all conjuncts. The bytes to validate are charged.
  func hold(_ conjuncts: [Conjunct], _ value: JSONValue, spending steps: inout Int) -> Bool {
    if conjuncts.isEmpty { return true }
    let text = value.json()
    steps -= Self.steps(validating: text.count * conjuncts.count)
    var reader = JSONReader()
    return text.withUnsafeBufferPointer { text in
      guard let root = try? reader.read(text) else { return false }
      return conjuncts.allSatisfy { holds($0, root) }
    }
  }
}

/// Computes the maximum depth of each schema's shallowest value: the shortest way out of recursion.
private struct LeastDepths {
  /// The number of rounds after which unsettled schemas count as endless. Long chains of references settle one by one.
  private static let maximumRounds = 100

  let program: Program
  var depths: [Int]

  static func compute(_ program: Program) -> [Int] {
    var least = LeastDepths(
      program: program, depths: Array(repeating: ProgramOracle.unreachable, count: program.schemas.count))
    for _ in 0..<maximumRounds {
      var changed = false
      for schema in program.schemaIDs.reversed() {
        let depth = least.depth(of: schema)
        if depth < least.depths[schema.index] {
          least.depths[schema.index] = depth
          changed = true
        }
      }
      if !changed { break }
    }
    return least.depths
  }

  private func depth(of schema: Program.SchemaID) -> Int {
    let steps = program.steps[program.schemas[schema.index].steps]
    var required: [String] = []
    var depth = 0
    var minItems = 0
    for step in steps {
      switch step.instruction {
      case .anyType(.const), .anyType(.enumeration): return 0
      case .object(.required(let run)): required = program.names(of: run)
      case .length(.items, .atLeast(let count)): minItems = count
      case .anyType, .number, .length, .text, .array, .object, .inPlace: break
      }
    }
    for step in steps { depth = max(depth, self.depth(of: step.instruction, required, minItems)) }
    return min(depth, ProgramOracle.unreachable)
  }

  private func depth(of instruction: Instruction, _ required: [String], _ minItems: Int) -> Int {
    func known(_ schema: Program.SchemaID) -> Int { program.schemaIDs.contains(schema) ? depths[schema.index] : 0 }
    func least(_ run: Instruction.Run) -> Int { program.rows(of: run).map { known($0.schema) }.min() ?? 0 }
    switch instruction {
    case .inPlace(.ref(let target)): return known(target)
    case .inPlace(.allOf(let run)): return program.rows(of: run).map { known($0.schema) }.max() ?? 0
    case .inPlace(.anyOf(let run)), .inPlace(.oneOf(let run)): return least(run)
    case .inPlace(.conditional(_, let then, let otherwise)):
      return min(then.map(known) ?? 0, otherwise.map(known) ?? 0)
    case .object(.properties(let run)):
      guard !required.isEmpty else { return 0 }
      let names = Set(required)
      return program.members(of: run).filter { names.contains($0.name) }.map { 1 + depths[$0.schema.index] }.max() ?? 0
    case .array(.prefixItems(let run)):
      return program.rows(of: run).prefix(minItems).map { 1 + known($0.schema) }.max() ?? 0
    case .array(.items(let items, let from)): return minItems > from ? 1 + known(items) : 0
    case .array(.contains(let item, let min, _, _)): return min > 0 ? 1 + known(item) : 0
    case .inPlace(.not), .inPlace(.dependentSchemas), .array(.uniqueItems), .array(.unevaluatedItems), .anyType,
      .number, .length, .text, .object:
      return 0
    }
  }
}
