import SchemaRuntime

/// Looks for near misses: changes valid values in one location and lets the evaluator report the violations.
struct NearMissSearch {
  /// The number of occurrences to try per keyword.
  private static let maximumTrials = 4

  let oracle: ProgramOracle
  let schema: Program.SchemaID
  private let seed: UInt64
  private var builder: Builder
  /// A keyword in a schema.
  struct Key: Hashable {
    var schema: Program.SchemaID
    var step: Int
  }

  /// The keywords in the order in which they were first found.
  private var order: [Key] = []
  private var found: [Key: SchemaSampler.NearMiss] = [:]
  private var trials: [Key: Int] = [:]
  /// The keywords for which no better near miss can be found.
  private var settled: Set<Key> = []
  private var bytesLeft: Int
  /// Whether `type` is violated wherever it is, or only once, in a part of the value if there is one.
  var hasEveryType = true
  /// The number of keywords that have a value without other issues.
  private var completeCount = 0
  /// The value being changed, without its sensitive parts: what is moved elsewhere in it is no longer recognized as
  /// sensitive, and is taken from here.
  private var shown = JSONValue.null

  init(
    _ oracle: ProgramOracle, _ schema: Program.SchemaID, _ options: SchemaSampler.Options, seed: UInt64,
    steps: Int = .max
  ) {
    self.oracle = oracle
    self.schema = schema
    self.seed = seed
    bytesLeft = max(0, options.maximumByteCount)
    builder = Builder(oracle, options: options, size: .typical, random: SampleRandom(seed: seed), steps: steps)
  }

  /// Whether the search ended before every keyword was tried, because the values are large.
  var isCut: Bool { bytesLeft <= 0 || stepsLeft <= 0 }

  /// The steps that the search may still take.
  var stepsLeft: Int { builder.stepsLeft }

  mutating func run(
    of schemas: Set<Program.SchemaID>? = nil, from bases: [JSONValue] = [], atMost count: Int
  ) -> [SchemaSampler.NearMiss] {
    var known = bases
    for base in bases { search(base, schemas, atMost: count) }
    let keywords = keywords(of: schemas).filter { !isRepeatedType($0.step) }
    // Starts with a value that includes every optional part, as short as possible.
    for (use, isFull) in [true, false, false].enumerated() {
      // Building values is most of the work, and often the given ones suffice.
      if isCut || completeCount >= count || keywords.isSubset(of: settled) { break }
      guard let value = value(of: Conjunction([Conjunct(schema)]), use < 2 ? .typical : .minimal, isFull, use) else {
        break
      }
      if known.contains(value) { continue }
      known.append(value)
      search(value, schemas, atMost: count)
    }
    return Array(order.compactMap { found[$0] }.prefix(count))
  }

  /// Looks for near misses among changes of a value.
  private mutating func search(_ base: JSONValue, _ schemas: Set<Program.SchemaID>?, atMost count: Int) {
    if isCut { return }
    let hasSensitive = oracle.program.hasSensitive
    shown = hasSensitive ? oracle.evaluator.redacted(base.json(), schema: schema) ?? .redacted : base
    let occurrences = KeywordOccurrences(oracle, schema: schema, value: base).occurrences
    builder.stepsLeft -= occurrences.count
    let own = occurrences.filter { schemas?.contains($0.schema) ?? true }
    // A part of the wrong type tells more than a value that is wrong altogether.
    let hasPart = own.contains { !$0.location.isEmpty && isType($0.step) }
    for occurrence in own {
      if isCut || completeCount >= count { break }
      if !hasEveryType, hasPart, occurrence.location.isEmpty, isType(occurrence.step) { continue }
      if isRepeatedType(occurrence.step) { continue }
      search(occurrence, in: base)
    }
  }

  private func isType(_ step: Int) -> Bool {
    if case .anyType(.type) = oracle.program.steps[step].instruction { return true }
    return false
  }

  /// Whether a step is a `type` that need not be violated, because another one is.
  private func isRepeatedType(_ step: Int) -> Bool {
    !hasEveryType && isType(step) && found.keys.contains { isType($0.step) }
  }

  /// Returns a value, always the same for the same `use`.
  mutating func value(
    of conjunction: Conjunction, _ size: SchemaSampler.Size, _ isFull: Bool, _ use: Int,
    _ request: Builder.Request = Builder.Request()
  ) -> JSONValue? {
    builder.begin(size, isFull: isFull, SampleRandom(seed: seed, use: use))
    return builder.value(of: conjunction, request)
  }

  /// Looks for values that violate one occurrence of a keyword.
  private mutating func search(_ occurrence: KeywordOccurrence, in base: JSONValue) {
    let key = Key(schema: occurrence.schema, step: occurrence.step)
    if settled.contains(key) { return }
    guard trials[key, default: 0] < Self.maximumTrials else { return }
    if trials[key] == nil { order.append(key) }
    trials[key, default: 0] += 1
    var candidates = Candidates()
    while !isCut, let candidate = nextCandidate(occurrence, &candidates) {
      let value =
        occurrence.isName
        ? rename(base, occurrence, candidate) : base.replacing(occurrence.location[...], with: candidate)
      guard let miss = judge(value, occurrence) else { continue }
      if miss.isOnlyIssue || found[key] == nil { found[key] = miss }
      if miss.isOnlyIssue { completeCount += 1 }
      if miss.isOnlyIssue || isNeverAlone(occurrence) {
        settled.insert(key)
        return
      }
    }
  }

  /// Returns the object with one of its members renamed.
  private func rename(_ base: JSONValue, _ occurrence: KeywordOccurrence, _ name: JSONValue) -> JSONValue {
    guard let name = name.string, let old = occurrence.location.last else { return base }
    let parent = occurrence.location.dropLast()
    guard case .object(let object)? = base[JSONPointer(Array(parent))] else { return base }
    var renamed = JSONObject()
    for member in object {
      if member.key.isIdentical(to: old) {
        renamed[name] = movable(from: occurrence.location)
      } else {
        renamed[member.key] = member.value
      }
    }
    return base.replacing(parent, with: .object(renamed))
  }

  /// Returns a part of the value being changed in a form that may be moved or copied to another location: without its
  /// sensitive parts.
  func movable(from location: [String]) -> JSONValue {
    shown[JSONPointer(location)] ?? .redacted
  }

  /// Returns the near miss with this value, if it violates the keyword.
  private mutating func judge(_ value: JSONValue, _ occurrence: KeywordOccurrence) -> SchemaSampler.NearMiss? {
    let text = value.json()
    bytesLeft -= text.count
    builder.stepsLeft -= ProgramOracle.steps(validating: text.count)
    guard let issues = try? oracle.evaluator.issues(in: text, schema: schema) else { return nil }
    guard let issue = issues.first(where: { breaks($0, occurrence) }) else { return nil }
    return SchemaSampler.NearMiss(
      value: value, keyword: issue.keyword, keywordLocation: issue.keywordLocation,
      absoluteKeywordLocation: issue.absoluteKeywordLocation, instanceLocation: issue.instanceLocation,
      isOnlyIssue: issues.count == 1)
  }

  /// Whether an issue is reported by the keyword occurrence, or by the schema `false` that the keyword applies.
  private func breaks(_ issue: ValidationIssue, _ occurrence: KeywordOccurrence) -> Bool {
    let path = issue.keywordLocation.tokens
    guard path.count >= occurrence.path.count, path.starts(with: occurrence.path) else { return false }
    let rest = path.dropFirst(occurrence.path.count)
    let step = oracle.program.steps[occurrence.step]
    guard let keyword = oracle.program.keyword(of: step) else { return rest.isEmpty }
    if case .never = issue.kind {
      return rest.first == keyword && rest.count <= 2
    }
    guard rest.count == 1, let last = rest.first else { return false }
    switch step.instruction {
    case .array(.contains): return ["contains", "minContains", "maxContains"].contains(last)
    case .text(.content): return last.hasPrefix("content")
    case .anyType, .number, .length, .text, .array, .object, .inPlace:
      return last == keyword
    }
  }
}
