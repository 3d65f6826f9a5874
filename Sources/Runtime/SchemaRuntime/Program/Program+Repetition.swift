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
    let search = RepetitionSearch(
      schemaIDs.map { schema in
        groups(of: schema, isAskedAgain: isAskedAgain.contains(schema)) { isExclusive(schema, $0) }
      })
    return Set(search.found.map { SchemaID($0) })
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

  /// The schemas that a schema applies, in groups; at most one schema of a group is applied to one value.
  private func groups(
    of schema: SchemaID, isAskedAgain: Bool, isExclusive: (Instruction) -> Bool
  ) -> [[SchemaID]] {
    var groups: [[SchemaID]] = []
    var members: [SchemaID] = []
    var elements: [SchemaID] = []
    for step in steps[schemas[schema.index].steps] {
      var branches: [SchemaID] = []
      var ways: [SchemaID] = []
      for application in applications(of: step) {
        switch (application.part, application.condition) {
        case (.members(.named), _), (.members(.others), _), (.members(.unevaluated), _):
          members.append(application.schema)
        case (.elements(.at), _), (.elements(.from), _), (.elements(.unevaluated), _):
          elements.append(application.schema)
        case (.value, .choice): branches.append(application.schema)
        case (.value, .then), (.value, .else): ways.append(application.schema)
        // Several patterns may match one name.
        case (.value, _), (.members, _), (.names, _), (.elements, _), (.content, _):
          groups.append([application.schema])
          if isAskedAgain, application.decidesEvaluation { groups.append([application.schema]) }
        }
      }
      let choices = isExclusive(step.instruction) ? [branches] : branches.map { [$0] }
      groups += choices + (isAskedAgain ? choices : []) + [ways]
    }
    return (groups + [members, elements]).filter { !$0.isEmpty }
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

  init(_ groups: [[[Program.SchemaID]]]) {
    let groups = groups.map { $0.map { $0.map(\.index) } }
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
