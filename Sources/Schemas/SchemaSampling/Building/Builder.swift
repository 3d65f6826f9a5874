import SchemaAnalysis
import SchemaRuntime

/// Builds values that satisfy conjunctions of schemas.
///
/// For each value, it makes choices, gathers the resulting demands of the schemas, builds a value, and has the
/// evaluator check it. After a failure it tries other choices. Members and elements are built in the same way, so every
/// level returns a valid value.
struct Builder {
  /// The nesting depth at which demands are considered endless.
  static let maximumNesting = 100
  /// The number of values and of sequences of choices to try for one conjunction.
  private static let maximumTrials = 16
  private static let maximumSequences = 400

  let oracle: ProgramOracle
  let options: SchemaSampler.Options
  private(set) var size: SchemaSampler.Size
  /// Whether to include every optional part, regardless of the size.
  private(set) var isFull: Bool
  var random: SampleRandom
  private(set) var valuesLeft: Int
  /// The work that may still be done, in schemas visited and bytes validated, for several values together.
  var stepsLeft: Int
  /// The number of values that were built, including discarded ones.
  private var builtCount = 0
  /// Conjunctions for which no value was found, even a minimal one.
  private var failures: Set<Conjunction> = []
  /// Conjunctions without an obvious contradiction.
  private var plausible: Set<Conjunction> = []
  /// The conjunctions of the enclosing values.
  private var open: Set<Conjunction> = []
  /// Whether something failed only because of its depth, so that nothing follows for the enclosing values.
  private var isCutShort = false
  /// The number of enclosing values.
  var nesting = 0
  /// What surrounds the value that is being built.
  var surroundings = Surroundings()

  init(
    _ oracle: ProgramOracle, options: SchemaSampler.Options, size: SchemaSampler.Size, random: SampleRandom,
    steps: Int = .max
  ) {
    self.oracle = oracle
    var options = options
    // Keeps the length small enough for arithmetic; texts never reach the largest limit.
    options.maximumLength = min(max(0, options.maximumLength), 1 << 24)
    self.options = options
    self.size = size
    self.random = random
    isFull = size == .maximal
    valuesLeft = max(1, options.maximumValues)
    stepsLeft = steps
  }

  /// Starts over, keeping the automata of patterns.
  mutating func begin(_ size: SchemaSampler.Size, isFull: Bool, _ random: SampleRandom) {
    self.size = size
    self.isFull = isFull
    self.random = random
    valuesLeft = max(1, options.maximumValues)
    builtCount = 0
    failures = []
    isCutShort = false
    open = []
    nesting = 0
    surroundings = Surroundings()
  }

  /// Further demands on a value, in addition to its schemas.
  struct Request {
    /// The name of the member, a hint for a realistic value.
    var name: String?
    /// Values to avoid.
    var excluded: [JSONValue] = []
    /// The one step that the value must violate.
    var violation: Int?
    /// A pattern that a string must match.
    var pattern: Int32?
    /// Patterns that a string must not match.
    var otherPatterns: [Int32] = []
    var kinds = ValueKinds.all
  }

  /// Whether to omit optional parts.
  var isSparse: Bool {
    size == .minimal || valuesLeft < options.maximumValues / 2 || nesting >= options.maximumDepth
      || builtCount > (isFull ? 400 : 150)
  }

  /// Returns a value that satisfies a conjunction, or nil if none was found.
  mutating func value(of conjunction: Conjunction, _ request: Request = Request()) -> JSONValue? {
    // A value that requires another one of its own kind either never ends or has an alternative without repetition.
    let isRepeated = nesting > options.maximumDepth && open.contains(conjunction)
    guard nesting < Self.maximumNesting, !isRepeated else {
      isCutShort = true
      return nil
    }
    if conjunction.isContradictory || failures.contains(conjunction) { return nil }
    let isPlain =
      request.excluded.isEmpty && request.violation == nil && request.pattern == nil && request.otherPatterns.isEmpty
      && request.kinds == .all
    let outer = isCutShort
    isCutShort = false
    let isOutermost = open.insert(conjunction).inserted
    var value = search(conjunction, request)
    // Contradictory choices may outnumber the sequences that are tried.
    if value == nil, isPlain, stepsLeft > 0 {
      value = oracle.plainValue(of: conjunction.conjuncts, spending: &stepsLeft)
    }
    if isOutermost { open.remove(conjunction) }
    if value == nil, isPlain, !isCutShort, valuesLeft > 0, stepsLeft > 0 { failures.insert(conjunction) }
    isCutShort = isCutShort || outer
    return value
  }

  private mutating func search(_ conjunction: Conjunction, _ request: Request) -> JSONValue? {
    var trials = 0
    var sequences = 0
    var cutCount = 0
    var choices = Choices()
    while trials < Self.maximumTrials, sequences < Self.maximumSequences, valuesLeft > 0, stepsLeft > 0 {
      sequences += 1
      var gathering = Gathering(oracle, choices)
      gathering.random = random
      gathering.excludesOthers = trials % 3 != 0
      gathering.takesAllBranches = trials % 6 == 4
      gathering.prefersShallow = isSparse || cutCount > 0 || trials > 8
      gathering.violation = request.violation
      let demands: Demands?
      do throws(GatheringFailure) {
        try gathering.add(conjunction.conjuncts)
        demands = gathering.demands
      } catch {
        if error == .tooMuch { isCutShort = true }
        demands = nil
      }
      stepsLeft -= 1 + gathering.stepCount
      choices = gathering.choices
      random = gathering.random ?? random
      if var demands, isPlausible(demands) {
        trials += 1
        valuesLeft -= 1
        narrow(&demands, request)
        if let value = build(demands, conjunction, request) { return value }
        // Too deep: tries once more with the shortest branches, then leaves it to the outer levels.
        if isCutShort {
          cutCount += 1
          if cutCount > 1 { return nil }
        }
        // Consistent sequences are equally good, so draws the next one at random.
        choices = Choices()
      } else if !choices.advance() {
        // Every sequence is contradictory.
        guard gathering.takesAllBranches else { return nil }
        trials += 1
        choices = Choices()
      }
    }
    return nil
  }

  /// Whether no required member has an obvious contradiction. Checked before anything is built, so that the branch with
  /// the matching tag is found quickly.
  private mutating func isPlausible(_ demands: Demands) -> Bool {
    guard demands.kinds == .object else { return true }
    for name in demands.object.required.prefix(24) {
      let conjunction = Conjunction(demands.object.conjuncts(of: name, oracle))
      if conjunction.conjuncts.count < 2 || plausible.contains(conjunction) { continue }
      if failures.contains(conjunction) || conjunction.isContradictory { return false }
      var choices = Choices()
      var sequences = 0
      var isContradiction = true
      while isContradiction {
        var gathering = Gathering(oracle, choices)
        gathering.excludesOthers = false
        do throws(GatheringFailure) {
          try gathering.add(conjunction.conjuncts)
          isContradiction = false
        } catch {
          if error == .tooMuch { isContradiction = false }
        }
        stepsLeft -= 1 + gathering.stepCount
        choices = gathering.choices
        sequences += 1
        if sequences > 16 { isContradiction = false }
        if isContradiction, !choices.advance() { break }
      }
      if isContradiction {
        failures.insert(conjunction)
        return false
      }
      plausible.insert(conjunction)
    }
    return true
  }

  private func narrow(_ demands: inout Demands, _ request: Request) {
    demands.kinds.formIntersection(request.kinds)
    demands.excluded += request.excluded
    if let pattern = request.pattern { demands.string.patterns.append(pattern) }
    demands.string.otherPatterns += request.otherPatterns
  }

  /// Builds and checks a value of the first kind for which that succeeds.
  private mutating func build(_ demands: Demands, _ conjunction: Conjunction, _ request: Request) -> JSONValue? {
    builtCount += 1
    if let constants = demands.constants {
      let admitted = random.shuffled(constants).first {
        demands.kinds.contains(ValueKinds(of: $0)) && !demands.excluded.contains($0) && judge($0, conjunction, request)
      }
      return admitted
    }
    if size == .typical, let shown = suggestion(demands, conjunction, request) { return shown }
    for kind in kinds(of: demands) {
      guard let value = build(kind, demands, request), !demands.excluded.contains(value),
        judge(value, conjunction, request)
      else { continue }
      return value
    }
    return nil
  }

  private mutating func suggestion(_ demands: Demands, _ conjunction: Conjunction, _ request: Request) -> JSONValue? {
    let shown = random.shuffled(demands.suggestions).first {
      demands.kinds.contains(ValueKinds(of: $0)) && !demands.excluded.contains($0) && judge($0, conjunction, request)
    }
    // Complete examples look best but never vary, so objects and arrays are mostly built from parts.
    let isScalar = shown.map { ValueKinds(of: $0).isDisjoint(with: [.array, .object]) } ?? true
    return random.isOne(isScalar ? 3 : 1, of: 4) ? shown : nil
  }

  /// Whether a value satisfies its schemas. When it is to violate a step, the caller checks that.
  private mutating func judge(_ value: JSONValue, _ conjunction: Conjunction, _ request: Request) -> Bool {
    request.violation != nil || oracle.hold(conjunction.conjuncts, value, spending: &stepsLeft)
  }

  /// Returns the kinds to try, beginning with those that the schemas mention.
  private mutating func kinds(of demands: Demands) -> [ValueKinds] {
    var kinds = ValueKinds.each.filter { demands.kinds.contains($0) }
    // `1.0` for `1`, and null, only if there is no alternative.
    let rare = kinds.filter { $0 == .pointedInteger || $0 == .null }
    kinds = kinds.filter { !rare.contains($0) }
    if size != .minimal { kinds = random.shuffled(kinds) }
    if demands.kinds.contains([.integer, .fraction]), size != .minimal { kinds.removeAll { $0 == .plainInteger } }
    if demands.kinds.contains([.integer, .fraction]), size != .minimal { kinds.append(.plainInteger) }
    let mentioned = kinds.filter { demands.mentioned.contains($0) }
    if mentioned.isEmpty, demands.kinds == .all, size != .minimal {
      // The schema has no constraints: tries something short.
      kinds = [.string] + kinds.filter { $0 != .string }
    }
    let rest = kinds.filter { !demands.mentioned.contains($0) }
    let isNullable =
      demands.kinds.contains(.null) && size == .typical && demands.kinds != .all && random.isOne(1, of: 8)
    return (isNullable ? [.null] : []) + mentioned + rest + rare.reversed()
  }

  private mutating func build(_ kind: ValueKinds, _ demands: Demands, _ request: Request) -> JSONValue? {
    switch kind {
    case .null: return .null
    case .boolean:
      let values: [JSONValue] = size == .minimal ? [false, true] : random.shuffled([false, true])
      return values.first { !demands.excluded.contains($0) }
    case .plainInteger, .pointedInteger, .fraction: return number(kind, demands, request)
    case .string: return string(demands, request)
    case .array: return nested { $0.array(demands, request) }
    default: return nested { $0.object(demands, request) }
    }
  }

  private mutating func nested(_ body: (inout Builder) -> JSONValue?) -> JSONValue? {
    nesting += 1
    defer { nesting -= 1 }
    return body(&self)
  }
}
