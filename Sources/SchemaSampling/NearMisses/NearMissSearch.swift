import SchemaRuntime

/// Looks for near misses: takes valid values, changes one place of each, and asks the evaluator what that breaks.
struct NearMissSearch {
  /// Places of one keyword that are tried before it is given up.
  private static let maximumTrials = 4

  let oracle: ProgramOracle
  private let schema: Int32
  private let seed: UInt64
  private var builder: Builder
  /// By the absolute location of the keyword; the order is that of the first time that it was met.
  private var order: [String] = []
  private var found: [String: SchemaSampler.NearMiss] = [:]
  private var trials: [String: Int] = [:]
  private var bytesLeft: Int
  /// Keywords whose only issue a value has.
  private var completeCount = 0

  init(_ oracle: ProgramOracle, _ schema: Int32, _ options: SchemaSampler.Options, seed: UInt64) {
    self.oracle = oracle
    self.schema = schema
    self.seed = seed
    bytesLeft = max(0, options.maximumByteCount)
    builder = Builder(oracle, options: options, size: .typical, random: SampleRandom(seed: seed))
  }

  /// Whether the search ended before every keyword was tried, because the values are large.
  var isCut: Bool { bytesLeft <= 0 }

  mutating func run(
    of schemas: Set<Instruction.Schema>? = nil, from bases: [JSONValue] = [], atMost count: Int
  ) -> [SchemaSampler.NearMiss] {
    var bases = bases
    // First a value with everything in it, as short as such a value is.
    for (use, isFull) in [true, false, false].enumerated() {
      guard let value = value(of: Conjunction([Conjunct(schema)]), use < 2 ? .typical : .minimal, isFull, use) else {
        break
      }
      if !bases.contains(value) { bases.append(value) }
    }
    for base in bases {
      for place in KeywordPlaces(oracle, schema: schema, value: base).places
      where schemas?.contains(place.schema) ?? true {
        if isCut || completeCount >= count { break }
        search(place, in: base)
      }
    }
    return Array(order.compactMap { found[$0] }.prefix(count))
  }

  /// A value, the same one for the same `use`.
  mutating func value(
    of conjunction: Conjunction, _ size: SchemaSampler.Size, _ isFull: Bool, _ use: Int,
    _ request: Builder.Request = Builder.Request()
  ) -> JSONValue? {
    builder.begin(size, isFull: isFull, SampleRandom(seed: seed, use: use))
    return builder.value(of: conjunction, request)
  }

  /// Looks for values that break the keyword at a place.
  private mutating func search(_ place: KeywordPlace, in base: JSONValue) {
    let key = "\(place.schema) \(place.step)"
    if found[key]?.isOnlyIssue ?? false { return }
    guard trials[key, default: 0] < Self.maximumTrials else { return }
    if trials[key] == nil { order.append(key) }
    trials[key, default: 0] += 1
    for candidate in candidates(place) where !isCut {
      let value = place.isName ? rename(base, place, candidate) : base.replacing(place.location[...], with: candidate)
      guard let miss = judge(value, place) else { continue }
      if miss.isOnlyIssue || found[key] == nil { found[key] = miss }
      if miss.isOnlyIssue {
        completeCount += 1
        return
      }
    }
  }

  /// The object with another name for one of its members.
  private func rename(_ base: JSONValue, _ place: KeywordPlace, _ name: JSONValue) -> JSONValue {
    guard let name = name.string, let old = place.location.last else { return base }
    let parent = place.location.dropLast()
    guard case .object(let object)? = base[JSONPointer(Array(parent))] else { return base }
    var renamed = JSONObject()
    for member in object { renamed[member.name.isIdentical(to: old) ? name : member.name] = member.value }
    return base.replacing(parent, with: .object(renamed))
  }

  /// The near miss that a value is, if it breaks the keyword.
  private mutating func judge(_ value: JSONValue, _ place: KeywordPlace) -> SchemaSampler.NearMiss? {
    let text = value.json()
    bytesLeft -= text.count
    guard let issues = try? oracle.evaluator.issues(in: text, schema: Int(schema)) else { return nil }
    guard let issue = issues.first(where: { breaks($0, place) }) else { return nil }
    return SchemaSampler.NearMiss(
      value: value, keyword: issue.keyword, keywordLocation: issue.keywordLocation,
      absoluteKeywordLocation: issue.absoluteKeywordLocation, instanceLocation: issue.instanceLocation,
      isOnlyIssue: issues.count == 1)
  }

  /// Whether an issue is one of the keyword at a place, or of the schema `false` that the keyword applies.
  private func breaks(_ issue: ValidationIssue, _ place: KeywordPlace) -> Bool {
    let path = issue.keywordLocation.tokens
    guard path.count >= place.path.count, path.starts(with: place.path) else { return false }
    let rest = path.dropFirst(place.path.count)
    let step = oracle.program.steps[place.step]
    guard let keyword = oracle.program.keyword(of: step) else { return rest.isEmpty }
    if case .never = issue.kind {
      return rest.first == keyword && rest.count <= 2
    }
    guard rest.count == 1, let last = rest.first else { return false }
    switch step.instruction {
    case .array(.contains): return ["contains", "minContains", "maxContains"].contains(last)
    case .string(.content): return last.hasPrefix("content")
    case .string(.pattern), .string(.format), .anyType, .number, .length, .array, .object, .inPlace:
      return last == keyword
    }
  }
}
