import SchemaDemands
import SchemaRuntime

/// Builds values that satisfy conjunctions of schemas.
///
/// For each value it makes choices, gathers what the schemas then demand, builds a value, and lets the evaluator judge
/// it; what fails is tried otherwise. Members and elements are built in the same way, so that what a level hands up is
/// valid in itself.
struct Builder {
  /// Levels at which what is demanded is given up as endless.
  static let maximumNesting = 100
  /// Values of one conjunction that are tried, and sequences of choices that are looked at on the way.
  private static let maximumTrials = 16
  private static let maximumSequences = 400

  let oracle: ProgramOracle
  let options: SchemaSampler.Options
  private(set) var size: SchemaSampler.Size
  /// Whether all that may be there is there, whatever the size says.
  private(set) var isFull: Bool
  var random: SampleRandom
  private(set) var valuesLeft: Int
  /// Values that are part of the sample, or were when they were built.
  private var builtCount = 0
  /// Conjunctions of which no value was found, however little they were asked to hold.
  private var failures: Set<Conjunction> = []
  /// Conjunctions that do not contradict themselves at first sight.
  private var plausible: Set<Conjunction> = []
  /// The conjunctions of the values around the one at hand.
  private var open: Set<Conjunction> = []
  /// Whether something failed only because it lay too deep, so that nothing can be said of what is around it.
  private var isCutShort = false
  /// Levels around the value at hand.
  var nesting = 0

  init(_ oracle: ProgramOracle, options: SchemaSampler.Options, size: SchemaSampler.Size, random: SampleRandom) {
    self.oracle = oracle
    var options = options
    // No text is as long as the largest limit, and nothing is computed with it.
    options.maximumLength = min(max(0, options.maximumLength), 1 << 24)
    self.options = options
    self.size = size
    self.random = random
    isFull = size == .maximal
    valuesLeft = max(1, options.maximumValues)
  }

  /// Begins anew, with what is known of patterns.
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
  }

  /// What is asked of a value besides its schemas.
  struct Request {
    /// The name of the member, which says what a realistic value would be.
    var name: String?
    /// Values that it must not have.
    var excluded: [JSONValue] = []
    /// A step that it must break, the only one.
    var violation: Int?
    /// A pattern that a string must match.
    var pattern: Int32?
    /// Patterns that it must not match.
    var otherPatterns: [Int32] = []
    var kinds = ValueKinds.all
  }

  /// Whether what need not be there is left out.
  var isSparse: Bool {
    size == .minimal || valuesLeft < options.maximumValues / 2 || nesting >= options.maximumDepth
      || builtCount > (isFull ? 400 : 150)
  }

  /// A value that satisfies a conjunction; nil when none was found.
  mutating func value(of conjunction: Conjunction, _ request: Request = Request()) -> JSONValue? {
    // What must hold a value of its own kind goes on without end, or has a way out that is found without it.
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
    let value = search(conjunction, request)
    if isOutermost { open.remove(conjunction) }
    if value == nil, isPlain, !isCutShort, valuesLeft > 0 { failures.insert(conjunction) }
    isCutShort = isCutShort || outer
    return value
  }

  private mutating func search(_ conjunction: Conjunction, _ request: Request) -> JSONValue? {
    var trials = 0
    var sequences = 0
    var cutCount = 0
    var choices = Choices()
    while trials < Self.maximumTrials, sequences < Self.maximumSequences, valuesLeft > 0 {
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
      choices = gathering.choices
      random = gathering.random ?? random
      if var demands, isPlausible(demands) {
        trials += 1
        valuesLeft -= 1
        narrow(&demands, request)
        if let value = build(demands, conjunction, request) { return value }
        // It lay too deep: once more with the shortest branches, and then it is for the levels above to try.
        if isCutShort {
          cutCount += 1
          if cutCount > 1 { return nil }
        }
        // Sequences that lead somewhere are as good as one another: the next is drawn anew.
        choices = Choices()
      } else if !choices.advance() {
        // Every way contradicts itself.
        guard gathering.takesAllBranches else { return nil }
        trials += 1
        choices = Choices()
      }
    }
    return nil
  }

  /// Whether no member that must be there contradicts itself at first sight. Asked before anything is built, so that of
  /// many branches the one whose tag fits is found soon.
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

  /// A value of the first kind of which one can be built, judged.
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
    // Whole examples look best, but are always the same: objects and arrays are mostly put together anew.
    let isScalar = shown.map { ValueKinds(of: $0).isDisjoint(with: [.array, .object]) } ?? true
    return random.isOne(isScalar ? 3 : 1, of: 4) ? shown : nil
  }

  /// Whether a value satisfies its schemas; where it is to break a step, the caller checks that.
  private func judge(_ value: JSONValue, _ conjunction: Conjunction, _ request: Request) -> Bool {
    request.violation != nil || oracle.hold(conjunction.conjuncts, value)
  }

  /// The kinds to try: those that the schemas speak of first.
  private mutating func kinds(of demands: Demands) -> [ValueKinds] {
    var kinds = ValueKinds.each.filter { demands.kinds.contains($0) }
    // Nobody writes 1.0 for 1 without need, nor null where anything else will do.
    let rare = kinds.filter { $0 == .pointedInteger || $0 == .null }
    kinds = kinds.filter { !rare.contains($0) }
    if size != .minimal { kinds = random.shuffled(kinds) }
    if demands.kinds.contains([.integer, .fraction]), size != .minimal { kinds.removeAll { $0 == .plainInteger } }
    if demands.kinds.contains([.integer, .fraction]), size != .minimal { kinds.append(.plainInteger) }
    let mentioned = kinds.filter { demands.mentioned.contains($0) }
    if mentioned.isEmpty, demands.kinds == .all, size != .minimal {
      // A schema that says nothing: something short.
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
