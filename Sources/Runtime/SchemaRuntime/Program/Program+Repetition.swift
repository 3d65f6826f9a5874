// Finds schemas that may be applied to one value repeatedly: an extension that declares the same as its base,
// alternatives that share a part. If such schemas recur, the work would double with every level of the instance, so
// their verdicts are cached. For all other schemas, caching costs more than evaluating again.
extension Program {
  /// Marks those schemas.
  mutating func markRepeatedSchemas() {
    for schema in repeatedSchemas() { schemas[schema.index].isRepeated = true }
  }

  /// The schemas whose verdicts are worth caching.
  ///
  /// - Parameter isExclusive: whether at most one branch of a choice is ever evaluated, because something else selects
  ///   it.
  package func repeatedSchemas(isExclusive: (SchemaID, Instruction) -> Bool = { _, _ in false }) -> Set<SchemaID> {
    let isAskedAgain = schemasAskedAgain()
    var groups = SchemaGroups()
    for schema in schemaIDs {
      add(schema, to: &groups, isAskedAgain: isAskedAgain.contains(schema)) { isExclusive(schema, $0) }
    }
    let isFound = RepetitionSearch(groups).isFound
    return Set(schemaIDs.filter { isFound[$0.index] })
  }

  /// The schemas that evaluate applicators a second time, for their own `unevaluatedItems` or `unevaluatedProperties` or
  /// those of a schema that applies them to the same value.
  private func schemasAskedAgain() -> Set<SchemaID> {
    let asking = schemaIDs.filter { steps[schemas[$0.index].steps].contains(where: \.instruction.isUnevaluated) }
    return Set(
      Closure.of(asking) {
        applications(by: $0).filter { $0.part == .value && $0.condition != .negated }.map(\.schema)
      })
  }

  /// Adds the schemas that a schema applies, in groups.
  private func add(
    _ schema: SchemaID, to groups: inout SchemaGroups, isAskedAgain: Bool, isExclusive: (Instruction) -> Bool
  ) {
    var members: [Int] = []
    var elements: [Int] = []
    for step in steps[schemas[schema.index].steps] {
      var branches: [Int] = []
      var ways: [Int] = []
      forEachApplication(of: step) { application in
        let target = application.schema.index
        switch (application.part, application.condition) {
        case (.members(.named), _), (.members(.others), _), (.members(.unevaluated), _): members.append(target)
        case (.elements(.at), _), (.elements(.from), _), (.elements(.unevaluated), _): elements.append(target)
        case (.value, .choice): branches.append(target)
        case (.value, .then), (.value, .else): ways.append(target)
        // Several patterns may match one name.
        case (.value, _), (.members, _), (.names, _), (.elements, _), (.content, _):
          groups.add(CollectionOfOne(target))
          if isAskedAgain, application.decidesEvaluation { groups.add(CollectionOfOne(target)) }
        }
      }
      for _ in 0..<(isAskedAgain ? 2 : 1) where !branches.isEmpty {
        if isExclusive(step.instruction) {
          groups.add(branches)
        } else {
          for branch in branches { groups.add(CollectionOfOne(branch)) }
        }
      }
      groups.add(ways)
    }
    groups.add(members)
    groups.add(elements)
    groups.endSchema()
  }
}

/// For each schema, the groups that it applies. Of one group, at most one schema is applied to one value.
private struct SchemaGroups {
  /// The groups of all schemas.
  private(set) var lists = IndexLists()
  /// The schemas of all groups of each schema.
  private(set) var targets = IndexLists()
  private var ends: [Int] = []

  mutating func add(_ group: some Collection<Int>) {
    guard !group.isEmpty else { return }
    for schema in group {
      lists.append(schema)
      targets.append(schema)
    }
    lists.endList()
  }

  mutating func endSchema() {
    targets.endList()
    ends.append(lists.count)
  }

  /// The indices in ``lists`` of a schema's groups.
  func of(_ schema: Int) -> Range<Int> { (schema == 0 ? 0 : ends[schema - 1])..<ends[schema] }
}

/// Finds schemas at which paths that diverged meet again.
private struct RepetitionSearch {
  /// The number of successive meetings from which on a verdict is cached.
  private static let limit = 4
  /// Search steps after which the search settles for more schemas than necessary: it searches from every divergence,
  /// which is quadratic in the size of adversarial schemas.
  private static let maximumStepCount = 1 << 20

  /// Whether each schema is one of them.
  private(set) var isFound: [Bool]
  private let groups: SchemaGroups
  /// For each schema, the number of successive meetings on paths to it.
  private var meetings: [Int]
  /// The last search that reached each schema, and how many groups of the searched schema led there.
  private var visited: [Int]
  private var leading: [Int]
  private var searches = 0
  private var stepCount = 0

  init(_ groups: SchemaGroups) {
    self.groups = groups
    meetings = Array(repeating: 0, count: groups.targets.count)
    isFound = Array(repeating: false, count: groups.targets.count)
    visited = meetings.map { _ in -1 }
    leading = meetings
    for target in groups.targets.elements { leading[target] += 1 }
    let isMeeting = leading.map { $0 > 1 }
    leading = meetings
    // Paths meet only if they diverged.
    guard isMeeting.contains(true), meetings.indices.contains(where: { groups.of($0).count > 1 }) else { return }
    let components = StrongComponents(groups.targets).lists.reversed()
    var isMember = isFound
    // 1. Schemas that lead back to themselves in more than one way.
    for component in components {
      for schema in component { isMember[schema] = true }
      let isRepeated = component.contains { schema in
        groups.of(schema).count { groups.lists[$0].contains { isMember[$0] } } > 1
      }
      for schema in component {
        isFound[schema] = isRepeated
        isMember[schema] = false
      }
    }
    // 2. Chains of schemas whose paths diverge and meet, from those that apply to those that are applied.
    guard mayMeetOften(components, isMeeting) else { return }
    for component in components {
      for schema in component {
        if meetings[schema] >= Self.limit { isFound[schema] = true }
        if isFound[schema] { meetings[schema] = 0 }
      }
      for schema in component where stepCount <= Self.maximumStepCount { spread(schema) }
    }
    if stepCount > Self.maximumStepCount { addAllMeetings() }
  }

  /// Adds every schema that is reached from more than one group.
  private mutating func addAllMeetings() {
    var isTarget = Array(repeating: false, count: groups.targets.count)
    for group in groups.lists {
      for target in Set(group) {
        if isTarget[target] { isFound[target] = true }
        isTarget[target] = true
      }
    }
  }

  /// Whether any path passes at least `limit` schemas with several groups, and any at least `limit` schemas that several
  /// groups have.
  private func mayMeetOften(_ components: ReversedCollection<IndexLists>, _ isMeeting: [Bool]) -> Bool {
    var partings = meetings
    var joints = meetings
    var most = (partings: 0, joints: 0)
    for component in components {
      // In a cycle, all of its schemas may come first.
      let ahead = component.count > 1 ? component.count { isMeeting[$0] } : 0
      let joined = ahead + component.reduce(0) { max($0, joints[$1]) }
      for schema in component {
        let parted = partings[schema] + (groups.of(schema).count > 1 ? 1 : 0)
        most = (max(most.partings, parted), max(most.joints, joined))
        if min(most.partings, most.joints) >= Self.limit { return true }
        for target in groups.targets[schema] {
          partings[target] = max(partings[target], parted)
          joints[target] = max(joints[target], joined + (isMeeting[target] ? 1 : 0))
        }
      }
    }
    return false
  }

  private mutating func spread(_ schema: Int) {
    let here = meetings[schema]
    for target in groups.targets[schema] { meetings[target] = max(meetings[target], here) }
    guard groups.of(schema).count > 1 else { return }
    for target in groups.targets[schema] { leading[target] = 0 }
    var reached: [Int] = []
    for group in groups.of(schema) where stepCount <= Self.maximumStepCount {
      searches += 1
      var pending = Array(groups.lists[group])
      while let next = pending.popLast() {
        if visited[next] == searches { continue }
        visited[next] = searches
        if leading[next] == 0 { reached.append(next) }
        leading[next] += 1
        pending += groups.targets[next]
        stepCount += 1 + groups.targets[next].count
      }
    }
    for target in reached {
      if leading[target] > 1, target != schema { meetings[target] = max(meetings[target], here + 1) }
      leading[target] = 0
    }
  }
}
