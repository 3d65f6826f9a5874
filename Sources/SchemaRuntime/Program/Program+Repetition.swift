// Finds schemas that may be applied to one value repeatedly: an extension that declares the same as its base,
// alternatives that share a part. If such schemas recur, the work would double with every level of the instance, so
// their verdicts are cached. For all other schemas, caching costs more than evaluating again.
extension Program {
  /// Marks those schemas.
  mutating func markRepeatedSchemas() {
    for schema in repeatedSchemas() { schemas[schema].isRepeated = true }
  }

  /// The schemas whose verdicts are worth caching.
  ///
  /// - Parameter isExclusive: whether at most one branch of a choice is ever evaluated, because something else selects
  ///   it.
  public func repeatedSchemas(isExclusive: (_ schema: Int, Instruction) -> Bool = { _, _ in false }) -> Set<Int> {
    let isAskedAgain = schemasAskedAgain()
    return RepetitionSearch(
      schemas.indices.map { schema in
        steps[schemas[schema].steps].flatMap { step in
          let groups = groups(of: step.instruction, isExclusive(schema, step.instruction))
          return isAskedAgain[schema] ? groups + choices(of: step.instruction, groups) : groups
        } + [membersGroup(of: schema), elementsGroup(of: schema)].filter { !$0.isEmpty }
      }
    ).found
  }

  /// For each schema, whether it evaluates applicators a second time, for its own `unevaluatedItems` or
  /// `unevaluatedProperties` or those of a schema that applies it to the same value.
  private func schemasAskedAgain() -> [Bool] {
    let asking = schemas.indices.filter { steps[schemas[$0].steps].contains(where: \.instruction.isUnevaluated) }
    let asked = Set(
      Closure.of(asking) { steps[schemas[$0].steps].flatMap { schemasAppliedInPlace(by: $0.instruction) } })
    return schemas.indices.map(asked.contains)
  }

  /// The groups of an instruction whose verdicts determine what is evaluated.
  private func choices(of instruction: Instruction, _ groups: [[Int]]) -> [[Int]] {
    switch instruction {
    case .inPlace(.anyOf), .inPlace(.oneOf), .array(.contains(_, _, _, evaluates: true)): groups
    case .inPlace(.conditional): Array(groups.prefix(1))
    case .anyType, .number, .length, .string, .array, .object, .inPlace: []
    }
  }

  /// The schemas that an instruction applies to the instance itself and that contribute to its evaluated children.
  package func schemasAppliedInPlace(by instruction: Instruction) -> [Int] {
    switch instruction {
    case .inPlace(.ref(let target)): [Int(target)]
    case .inPlace(.allOf(let run)), .inPlace(.anyOf(let run)), .inPlace(.oneOf(let run)),
      .inPlace(.dependentSchemas(let run)):
      rows(of: run).map { Int($0.schema) }
    case .inPlace(.conditional(let condition, let then, let otherwise)):
      [condition, then, otherwise].filter { $0 >= 0 }.map(Int.init)
    case .inPlace(.not), .anyType, .number, .length, .string, .array, .object: []
    }
  }

  /// The schemas that a schema applies to its instance, or to the instance's members and elements.
  public func appliedSchemas(by schema: Int) -> Set<Int> {
    let inPlace = steps[schemas[schema].steps].flatMap { groups(of: $0.instruction, false) }
    return Set(inPlace.joined()).union(membersGroup(of: schema)).union(elementsGroup(of: schema))
  }

  /// The schemas that an instruction applies, in groups; at most one schema of a group is applied to one value. Does
  /// not include schemas for members and elements that are distinguished by name or index.
  private func groups(of instruction: Instruction, _ isExclusive: Bool) -> [[Int]] {
    switch instruction {
    case .inPlace(.ref(let schema)), .inPlace(.not(let schema)), .array(.contains(let schema, _, _, _)),
      .object(.propertyNames(let schema)):
      [[Int(schema)]]
    case .string(.content(_, _, let schema)): schema < 0 ? [] : [[Int(schema)]]
    case .inPlace(.allOf(let run)), .inPlace(.dependentSchemas(let run)), .object(.patternProperties(let run)):
      rows(of: run).map { [Int($0.schema)] }
    case .inPlace(.anyOf(let run)), .inPlace(.oneOf(let run)):
      isExclusive ? [rows(of: run).map { Int($0.schema) }] : rows(of: run).map { [Int($0.schema)] }
    case .inPlace(.conditional(let condition, let then, let otherwise)):
      [[Int(condition)], [then, otherwise].filter { $0 >= 0 }.map(Int.init)].filter { !$0.isEmpty }
    case .array(.uniqueItems), .array(.prefixItems), .array(.items), .array(.unevaluatedItems), .object(.required),
      .object(.dependentRequired), .object(.properties), .object(.additionalProperties),
      .object(.unevaluatedProperties), .object(.localOnly), .anyType, .number, .length, .string(.pattern),
      .string(.format):
      []
    }
  }

  private func membersGroup(of schema: Int) -> [Int] {
    steps[schemas[schema].steps].flatMap { step -> [Int] in
      switch step.instruction {
      case .object(.properties(let run)): rows(of: run).map { Int($0.schema) }
      case .object(.additionalProperties(let schema, _, _)), .object(.unevaluatedProperties(let schema)): [Int(schema)]
      case .object(.required), .object(.dependentRequired), .object(.patternProperties), .object(.propertyNames),
        .object(.localOnly), .anyType, .number, .length, .string, .array, .inPlace:
        []
      }
    }
  }

  private func elementsGroup(of schema: Int) -> [Int] {
    steps[schemas[schema].steps].flatMap { step -> [Int] in
      switch step.instruction {
      case .array(.prefixItems(let run)): rows(of: run).map { Int($0.schema) }
      case .array(.items(let schema, _)), .array(.unevaluatedItems(let schema)): [Int(schema)]
      case .array(.uniqueItems), .array(.contains), .anyType, .number, .length, .string, .object, .inPlace: []
      }
    }
  }
}

/// Finds schemas at which paths that diverged meet again.
private struct RepetitionSearch {
  /// The number of successive meetings from which on a verdict is cached.
  private static let limit = 4
  /// Search steps after which the search settles for more schemas than necessary: it searches from every divergence,
  /// which is quadratic in the size of adversarial schemas.
  private static let maximumStepCount = 1 << 20

  private(set) var found: Set<Int> = []
  /// For each schema, the groups that it applies. Of one group, at most one schema is applied to one value.
  private let groups: [[[Int]]]
  /// For each schema, the number of successive meetings on paths to it.
  private var meetings: [Int]
  /// The last search that reached each schema, and how many groups of the searched schema led there.
  private var visited: [Int]
  private var leading: [Int]
  private var searches = 0
  private var stepCount = 0

  init(_ groups: [[[Int]]]) {
    self.groups = groups
    meetings = Array(repeating: 0, count: groups.count)
    visited = meetings.map { _ in -1 }
    leading = meetings
    let targets = groups.map { $0.flatMap { $0 } }
    let components = StrongComponents(targets).lists.reversed()
    var isMember = Array(repeating: false, count: groups.count)
    // 1. Schemas that lead back to themselves in more than one way.
    for component in components {
      for schema in component { isMember[schema] = true }
      if component.contains(where: { groups[$0].count { group in group.contains { isMember[$0] } } > 1 }) {
        found.formUnion(component)
      }
      for schema in component { isMember[schema] = false }
    }
    // 2. Chains of schemas whose paths diverge and meet, from those that apply to those that are applied.
    guard mayMeetOften(components, targets) else { return }
    for component in components {
      for schema in component {
        if meetings[schema] >= Self.limit { found.insert(schema) }
        if found.contains(schema) { meetings[schema] = 0 }
      }
      for schema in component where stepCount <= Self.maximumStepCount { spread(schema, targets) }
    }
    if stepCount > Self.maximumStepCount { addAllMeetings() }
  }

  /// Adds every schema that is reached from more than one group.
  private mutating func addAllMeetings() {
    var isTarget = Array(repeating: false, count: groups.count)
    for group in groups.joined() {
      for target in Set(group) {
        if isTarget[target] { found.insert(target) }
        isTarget[target] = true
      }
    }
  }

  /// Whether any path passes at least `limit` schemas with several groups.
  private func mayMeetOften(_ components: ReversedCollection<[[Int]]>, _ targets: [[Int]]) -> Bool {
    var partings = meetings
    for schema in components.joined() {
      let here = partings[schema] + (groups[schema].count > 1 ? 1 : 0)
      if here >= Self.limit { return true }
      for target in targets[schema] { partings[target] = max(partings[target], here) }
    }
    return false
  }

  private mutating func spread(_ schema: Int, _ targets: [[Int]]) {
    let here = meetings[schema]
    for target in targets[schema] { meetings[target] = max(meetings[target], here) }
    guard groups[schema].count > 1 else { return }
    for target in targets[schema] { leading[target] = 0 }
    var reached: [Int] = []
    for group in groups[schema] where stepCount <= Self.maximumStepCount {
      searches += 1
      var pending = group
      while let next = pending.popLast() {
        if visited[next] == searches { continue }
        visited[next] = searches
        if leading[next] == 0 { reached.append(next) }
        leading[next] += 1
        pending += targets[next]
        stepCount += 1 + targets[next].count
      }
    }
    for target in reached {
      if leading[target] > 1, target != schema { meetings[target] = max(meetings[target], here + 1) }
      leading[target] = 0
    }
  }
}
