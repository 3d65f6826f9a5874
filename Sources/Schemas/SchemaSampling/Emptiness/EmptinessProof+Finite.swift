import SchemaAnalysis
@_spi(Generated) import SchemaRuntime

// Conjunctions whose values can all be listed.
extension EmptinessProof {
  /// The maximum length of a list of values.
  private static let maximumValues = 100

  /// Returns the values that satisfy a conjunction, if they are few; equal values once, unless the program
  /// distinguishes them.
  mutating func finiteValues(of conjuncts: [Conjunct], only kinds: ValueKinds = .all) -> [JSONValue]? {
    guard nesting < 8 else { return nil }
    nesting += 1
    defer { nesting -= 1 }
    // Keyed by text: 1 and 1.0 are equal, but draft-04 distinguishes them.
    var found: [String: JSONValue] = [:]
    let areFew = inEveryWay(conjuncts) { proof, demands in
      var demands = demands
      demands.kinds.formIntersection(kinds)
      guard let values = proof.finiteValues(of: demands) else { return false }
      for value in values { found[value.text()] = value }
      return found.count <= Self.maximumValues
    }
    guard areFew else { return nil }
    stepsLeft -= found.count * 10
    return found.values.filter { oracle.hold(conjuncts, $0) }
  }

  /// Returns a superset of the values that satisfy demands; nil if they are many or unknown.
  mutating func finiteValues(of demands: Demands) -> [JSONValue]? {
    if let constants = demands.constants {
      return demands.lacksSpellings || constants.count > Self.maximumValues ? nil : constants
    }
    var values: [JSONValue] = []
    for kind in ValueKinds.each where demands.kinds.contains(kind) {
      switch kind {
      case .null: values.append(.null)
      case .boolean: values += [false, true]
      case .plainInteger, .pointedInteger:
        let isListed = kind == .pointedInteger && demands.kinds.contains(.plainInteger)
        if isListed, !oracle.tellsIntegersApart { continue }
        guard let grid = NumberGrid(demands.number, kind: kind) else { return nil }
        if grid.isEmpty { continue }
        guard !grid.isDense, let low = grid.low, let count = grid.count?.int, count <= Self.maximumValues else {
          return nil
        }
        for offset in 0..<count {
          guard let number = grid.number(at: low.moved(by: offset)) else { return nil }
          values.append(.number(number))
        }
      case .fraction: if !isEmpty(kind, demands) { return nil }
      case .string:
        if demands.string.lengths.most(.scalars) == 0 {
          values.append("")
        } else if !isEmpty(kind, demands) {
          stepsLeft -= 1_000
          guard let texts = oracle.language(demands.string, atMost: Self.maximumValues) else { return nil }
          values += texts.map { .string($0) }
        }
      case .array:
        guard let arrays = arrays(of: demands.array) else { return nil }
        values += arrays
      default:
        guard let objects = objects(of: demands.object) else { return nil }
        values += objects
      }
      if values.count > Self.maximumValues { return nil }
    }
    return values
  }

  private mutating func arrays(of limits: ArrayDemands) -> [JSONValue]? {
    var certain = limits.withoutUnevaluated
    var most = 0
    if limits.isUnique, limits.prefixCount == 0, let values = finiteValues(of: certain.conjuncts(at: 0, matching: nil))
    {
      certain.lengths.add(.items, .atMost(Set(values).count))
    }
    while most < certain.lengths.most(.items), !isEmpty(Conjunction(certain.conjuncts(at: most, matching: nil))) {
      most += 1
      if most > 4 { return nil }
    }
    var all: [[JSONValue]] = [[]]
    var longest: [[JSONValue]] = [[]]
    for index in 0..<most {
      guard let elements = finiteValues(of: certain.conjuncts(at: index, matching: nil)) else {
        return nil
      }
      longest = longest.flatMap { start in elements.map { start + [$0] } }
      all += longest
      if all.count > Self.maximumValues { return nil }
    }
    return all.map { .array($0) }
  }

  private mutating func objects(of limits: ObjectDemands) -> [JSONValue]? {
    if limits.lengths.most(.members) == 0 { return [[:]] }
    guard let names = possibleNames(limits), names.count <= 8 else { return nil }
    var all = [JSONObject()]
    for name in names {
      let asked = limits.named.filter { $0.name.isIdentical(to: name) }.map(\.member)
      let isRequired = limits.required.contains(exactly: name)
      guard let values = finiteValues(of: limits.conjuncts(of: name, oracle) + asked) else { return nil }
      all = all.flatMap { object in
        (isRequired ? [] : [object])
          + values.map { value in
            var object = object
            object[name] = value
            return object
          }
      }
      if all.count > Self.maximumValues { return nil }
    }
    return all.map { .object($0) }
  }

  /// Returns the possible names of members, if they are few.
  mutating func possibleNames(_ limits: ObjectDemands) -> [String]? {
    var names: [String]?
    if !limits.names.isEmpty { names = finiteValues(of: limits.names, only: .string)?.compactMap(\.string) }
    if names == nil { names = isClosed(limits) ? limits.declared : matchingNames(limits) }
    // The required members already reach the maximum count.
    if let required = limits.closure(of: limits.required + limits.named.map(\.name)),
      required.count == limits.lengths.most(.members)
    {
      names = Array(required)
    }
    return names?.filter { name in
      guard oracle.hold(limits.names, .string(name)), let all = limits.closure(of: limits.required + [name]) else {
        return false
      }
      return all.count <= limits.lengths.most(.members)
        && all.allSatisfy { !isEmpty(Conjunction(limits.conjuncts(of: $0, oracle))) }
    }
  }

  /// Returns the names that are declared or that match a pattern, if they are few and a rule rejects all others.
  private func matchingNames(_ limits: ObjectDemands) -> [String]? {
    for rule in limits.rules {
      guard case .additional(let member, _, let patterned) = rule.reach, patterned.count > 0, !member.isNegated,
        oracle.isNever(member.schema)
      else { continue }
      var names = Set(limits.declared)
      for row in oracle.program.rows(of: patterned) {
        var text = StringDemands()
        text.patterns = [row.name]
        guard let found = oracle.language(text, atMost: Self.maximumValues) else { return nil }
        names.formUnion(found)
      }
      return names.sorted()
    }
    return nil
  }

  /// Whether a rule rejects every name that is not declared.
  func isClosed(_ limits: ObjectDemands) -> Bool {
    limits.rules.contains { rule in
      guard case .additional(let member, _, let patterned) = rule.reach else { return false }
      return patterned.count == 0 && !member.isNegated && oracle.isNever(member.schema)
    }
  }

  /// Whether a required member of unknown name cannot have any of the possible names.
  mutating func lacksName(_ limits: ObjectDemands, for unnamed: ObjectDemands.Unnamed) -> Bool {
    let listed = unnamed.name.flatMap { finiteValues(of: limits.names + [$0], only: .string)?.compactMap(\.string) }
    guard let names = possibleNames(limits) ?? listed else { return lacksPattern(limits, for: unnamed) }
    return names.allSatisfy { name in
      if let excluding = unnamed.excluding, oracle.covers(name, excluding, Instruction.Run(start: 0, count: 0)) {
        return true
      }
      if let pattern = unnamed.pattern, !oracle.matches(pattern, name) { return true }
      if unnamed.otherPatterns.contains(where: { oracle.program.patterns[Int($0)].isLinear && oracle.matches($0, name) }
      ) {
        return true
      }
      if let condition = unnamed.name, !oracle.hold([condition], .string(name)) { return true }
      return limits.forbidden.contains(exactly: name)
        || isEmpty(Conjunction(limits.conjuncts(of: name, oracle) + [unnamed.member].compactMap { $0 }))
    }
  }

  /// Whether a required member's name would have to match contradictory patterns, or its value contradictory schemas.
  private mutating func lacksPattern(_ limits: ObjectDemands, for unnamed: ObjectDemands.Unnamed) -> Bool {
    let asked = limits.names + [unnamed.name].compactMap { $0 }
    let own = [unnamed.pattern].compactMap { $0 }
    for rule in limits.rules {
      guard case .additional(let others, let named, let patterned) = rule.reach, !others.isNegated,
        oracle.isNever(others.schema)
      else { continue }
      // The name is a declared one or matches one of the patterns.
      let declared = oracle.program.rows(of: named).map { oracle.program.names[Int($0.name)] }
      let isDeclared = declared.contains { name in
        oracle.hold(asked, .string(name)) && own.allSatisfy { oracle.matches($0, name) }
          && !isEmpty(Conjunction(limits.conjuncts(of: name, oracle) + [unnamed.member].compactMap { $0 }))
      }
      if isDeclared { continue }
      let isPatterned = oracle.program.rows(of: patterned).contains { row in
        if lacksStrings(asked, matching: own + [row.name], unnamed.otherPatterns) { return false }
        return !isEmpty(Conjunction(members(matching: row.name, limits) + [unnamed.member].compactMap { $0 }))
      }
      if !isPatterned { return true }
    }
    return !(asked.isEmpty && own.isEmpty) && lacksStrings(asked, matching: own, unnamed.otherPatterns)
  }

  /// Returns the conjuncts of members whose names match a pattern.
  private func members(matching pattern: Int32, _ limits: ObjectDemands) -> [Conjunct] {
    limits.rules.flatMap { rule -> [Conjunct] in
      guard case .patterned(let rows) = rule.reach else { return [] }
      return rows.filter { $0.pattern == pattern }.map(\.member)
    }
  }

  /// Whether no string satisfies the schemas, matches the patterns, and does not match the others.
  private mutating func lacksStrings(_ conjuncts: [Conjunct], matching patterns: [Int32], _ others: [Int32]) -> Bool {
    inEveryWay(conjuncts) { proof, demands in
      var demands = demands
      demands.string.patterns += patterns
      demands.string.otherPatterns += others
      if !demands.kinds.contains(.string) || proof.isEmpty(.string, demands) { return true }
      return demands.constants.map { $0.allSatisfy { !proof.oracle.hold(conjuncts, $0) } } ?? false
    }
  }

  // MARK: - Arrays

  /// Whether `contains` requires more elements than fit, or allows fewer than there must be; or whether some required
  /// element fits nowhere.
  mutating func lacksElements(_ limits: ArrayDemands) -> Bool {
    let most = limits.lengths.most(.items)
    let decided = limits.decided
    let everywhere = decided + limits.universal
    var needed: [(item: Conjunct, count: Int)] = []
    for contains in limits.contains where contains.min > 0 {
      let isApart = needed.allSatisfy { isEmpty(Conjunction(everywhere + [$0.item, contains.item])) }
      if isApart { needed.append((contains.item, contains.min)) }
    }
    let total = needed.reduce(0) { $0.addingReportingOverflow($1.count).overflow ? .max : $0 + $1.count }
    if needed.count > 1, total > most { return true }
    let certain = limits.withoutUnevaluated
    let least = max(limits.lengths.least(.items), total)
    for contains in limits.contains where contains.max < least && contains.max < 64 {
      // The indices at which every element matches.
      let matching = (0..<min(least, 65)).count { index in
        isEmpty(Conjunction(certain.conjuncts(at: index, matching: nil) + [contains.item.negation]))
      }
      if matching > contains.max { return true }
    }
    let end = limits.prefixCount
    for asked in limits.somewhere where end <= 64 {
      let from = max(0, asked.from)
      let indices = asked.isExact ? from...from : from...max(from, end)
      let canStand = indices.contains { index in
        index < most && !isEmpty(Conjunction(certain.conjuncts(at: index, matching: nil) + decided + [asked.item]))
      }
      if !canStand { return true }
    }
    // All of them must be the only element.
    guard most == 1, limits.somewhere.count > 1 else { return false }
    let together = certain.conjuncts(at: 0, matching: nil) + decided + limits.somewhere.map(\.item)
    return isEmpty(Conjunction(together))
  }

  /// Whether an array of unique elements would need more of them than there are values.
  mutating func lacksValues(_ limits: ArrayDemands) -> Bool {
    guard limits.isUnique else { return false }
    let everywhere = limits.decided + limits.universal
    for contains in limits.contains where contains.min > 1 {
      if let values = finiteValues(of: everywhere + [contains.item]), Set(values).count < contains.min {
        return true
      }
    }
    let least = limits.lengths.least(.items)
    guard least > 1 else { return false }
    // The elements with specific rules, and the common rules of all others.
    let prefixCount = limits.prefixCount
    guard prefixCount < least else { return false }
    let certain = limits.withoutUnevaluated
    let rest = certain.conjuncts(at: prefixCount, matching: nil) + limits.decided
    guard !rest.isEmpty, let values = finiteValues(of: rest) else { return false }
    // The first elements use up values that the others need.
    var all = Set(values)
    if all.count < least - prefixCount { return true }
    for index in 0..<prefixCount {
      guard let first = finiteValues(of: certain.conjuncts(at: index, matching: nil) + limits.decided) else {
        return false
      }
      all.formUnion(first)
    }
    return all.count < least
  }
}

extension ArrayDemands {
  /// The conjuncts of all elements that follow from counts: if no element may match, none does; if as many must match
  /// as there may be elements, all do.
  var decided: [Conjunct] {
    contains.compactMap { contains in
      if contains.max == 0 { return contains.item.negation }
      return contains.min > 0 && contains.min >= lengths.most(.items) ? contains.item : nil
    }
  }

  /// The number of indices, starting with 0, that may have rules which later ones lack.
  var prefixCount: Int {
    rules.reduce(0) { most, rule in
      switch rule.reach {
      case .first(let items): max(most, items.count)
      case .rest(_, let from): max(most, from)
      case .unevaluated: most
      }
    }
  }
}
