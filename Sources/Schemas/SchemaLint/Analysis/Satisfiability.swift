import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// The kinds of values that each schema may admit. If a kind is missing, it is proven that no such value satisfies the
/// schema.
///
/// A least fixed point. Initially, no schema admits anything; a kind is added if nothing forbids a value of it, given
/// the kinds found so far for the schemas of its parts. So an object that requires a member with its own schema is
/// found to have no finite value. The result is an upper bound: branches are considered separately, and undecided kinds
/// count as admitted.
struct Satisfiability {
  let graph: SchemaGraph
  let judge: SchemaJudge
  let patterns: [String: PatternInsight?]
  private let memberPatterns: MemberPatterns
  /// The kinds that each schema may admit, by the schema's index.
  private(set) var admitted: [ValueKinds]
  /// Each schema with all schemas that apply to the same value whenever it does, by the schema's index; at most 100.
  private let conjunctions: [[SchemaID]]

  init(
    graph: SchemaGraph, judge: SchemaJudge, patterns: [String: PatternInsight?], memberPatterns: MemberPatterns
  ) {
    self.graph = graph
    self.judge = judge
    self.patterns = patterns
    self.memberPatterns = memberPatterns
    admitted = Array(repeating: [], count: graph.nodes.count)
    conjunctions = graph.nodes.map { graph.conjunction(of: $0.id, limit: 100) }
    settle()
  }

  /// Whether it is proven that a schema admits no value.
  func isEmpty(_ schema: SchemaID) -> Bool { admitted[schema.index].isEmpty }

  private mutating func settle() {
    var origins: [[Int]] = Array(repeating: [], count: graph.nodes.count)
    for node in graph.nodes {
      // A schema depends on its parts, and on the parts of all schemas that apply with it.
      for target in conjunction(of: node.id) {
        for part in graph[target].keywords.applied { origins[part.index].append(node.id.index) }
      }
    }
    // In rounds, parts before the schemas that contain them: a schema with many parts is visited once after all of
    // them, not after each.
    let order = graph.partsFirst
    var ranks = Array(repeating: 0, count: graph.nodes.count)
    for (rank, schema) in order.enumerated() { ranks[schema.index] = rank }
    var pending = order.map(\.index)
    while !pending.isEmpty {
      var changed: Set<Int> = []
      for next in pending {
        // Kinds are only added, so that the loop terminates.
        let kinds = admitted[next].union(kinds(of: graph.nodes[next].id))
        // The parts that changed earlier in this round are already taken into account.
        changed.remove(next)
        guard kinds != admitted[next] else { continue }
        admitted[next] = kinds
        changed.formUnion(origins[next])
      }
      pending = changed.sorted { ranks[$0] < ranks[$1] }
    }
  }

  /// Returns a schema and all schemas that apply to the same value whenever it does; at most 100.
  func conjunction(of schema: SchemaID) -> [SchemaID] { conjunctions[schema.index] }

  // MARK: - Kinds

  /// Returns the kinds that a schema may admit, given the results so far.
  private func kinds(of schema: SchemaID) -> ValueKinds {
    let node = graph[schema]
    if let boolean = node.boolean { return boolean ? .all : [] }
    var kinds = ValueKinds.all
    for part in conjunction(of: schema) {
      kinds.formIntersection(ownKinds(of: graph[part]))
      // Schemas that apply with it are also considered separately.
      if part != schema { kinds.formIntersection(admitted[part.index]) }
    }
    if kinds.isEmpty { return [] }
    let facts = JoinedFacts(conjunction(of: schema).map { graph[$0] }, graph: graph)
    if let values = facts.demands.values {
      let accepted = values.filter { judge.accepts($0, schema) ?? true }
      kinds.formIntersection(accepted.reduce(into: ValueKinds()) { $0.formUnion(.equal(to: $1)) })
    }
    for kind in ValueKinds.each where kinds.contains(kind) && rejection(of: kind, facts) != nil { kinds.remove(kind) }
    return kinds
  }

  /// Returns the kinds that a schema's own `type`, branches and negation admit.
  private func ownKinds(of node: SchemaNode) -> ValueKinds {
    if let boolean = node.boolean { return boolean ? .all : [] }
    let keywords = node.keywords
    var kinds = node.types.map(ValueKinds.init) ?? .all
    for branches in [keywords.anyOf, keywords.oneOf] where !branches.isEmpty {
      kinds.formIntersection(branches.reduce(into: ValueKinds()) { $0.formUnion(admitted[$1.index]) })
    }
    if let negated = keywords.not { kinds.subtract(wholly(graph[negated])) }
    return kinds
  }

  /// Returns the kinds of which a schema admits every value.
  private func wholly(_ node: SchemaNode) -> ValueKinds {
    if let boolean = node.boolean { return boolean ? .all : [] }
    guard node.asserting.isSubset(of: ["type"]) else { return [] }
    return node.types.map(ValueKinds.init) ?? .all
  }

  // MARK: - Reasons

  /// Returns why no value of a kind satisfies the facts; nil if one may.
  func rejection(of kind: ValueKinds, _ facts: JoinedFacts) -> String? {
    switch kind {
    case .plainInteger, .pointedInteger: facts.numberRejection(isInteger: true)
    case .fraction: facts.numberRejection(isInteger: false)
    case .string: facts.stringRejection(patterns)
    case .array: arrayRejection(facts)
    case .object: objectRejection(facts)
    default: nil
    }
  }

  private func arrayRejection(_ facts: JoinedFacts) -> String? {
    if let contradiction = facts.demands.contradiction(of: .array) { return contradiction }
    let minimum = facts.demands.lengths.least(.items)
    for node in facts.nodes {
      let keywords = node.keywords
      for (index, schema) in keywords.prefixItems.enumerated() where index < minimum && isEmpty(schema) {
        return "element \(index) (counted from 0) is required, but no value satisfies its schema"
      }
      if let items = keywords.items, minimum > keywords.prefixItems.count, isEmpty(items) {
        return "element \(keywords.prefixItems.count) (counted from 0) is required, but no value satisfies its schema"
      }
      if let contains = keywords.contains, keywords.minContains ?? 1 > 0, isEmpty(contains) {
        return "nothing can match 'contains'"
      }
      if keywords.contains != nil, let fewest = keywords.minContains, fewest > facts.demands.lengths.most(.items) {
        let most = facts.demands.lengths.most(.items)
        return "\(Measure.items.words(.atLeast(fewest))) must match 'contains', but an array may have "
          + Measure.items.words(.atMost(most))
      }
    }
    return nil
  }

  private func objectRejection(_ facts: JoinedFacts) -> String? {
    let required = facts.demands.required
    if let contradiction = facts.demands.contradiction(of: .object) { return contradiction }
    for name in required {
      var kinds = ValueKinds.all
      for node in facts.nodes {
        for schema in facts.schemas(of: name, in: node, memberPatterns) {
          kinds.formIntersection(admitted[schema.index])
        }
        if let names = node.keywords.propertyNames, judge.accepts(.string(name), names) == false {
          return "the required member \(name.quoted) has a name that 'propertyNames' rejects"
        }
        for dependent in node.keywords.dependentSchemas where dependent.name.isIdentical(to: name) {
          if !admitted[dependent.schema.index].contains(.object) {
            let keyword = node.keywords.written["dependentSchemas"] == nil ? "dependencies" : "dependentSchemas"
            return "\(name.quoted) is required, and the schema for it under '\(keyword)' rejects every object"
          }
        }
      }
      if kinds.isEmpty { return "the required member \(name.quoted) can have no value" }
    }
    return tooFewNames(facts)
  }

  /// Returns why `minProperties` requires more members than there are permitted names; nil if it does not.
  private func tooFewNames(_ facts: JoinedFacts) -> String? {
    let minimum = facts.demands.lengths.least(.members)
    guard minimum > 0 else { return nil }
    for node in facts.nodes {
      let keywords = node.keywords
      if let names = keywords.propertyNames, !admitted[names.index].contains(.string) {
        return "an object must have \(minimum) members, but no name is permitted"
      }
      guard let additional = keywords.additionalProperties, isEmpty(additional) else { continue }
      guard keywords.patternProperties.allSatisfy({ isEmpty($0.schema) }) else { continue }
      let possible = Set(keywords.properties.filter { !isEmpty($0.schema) }.map(\.name)).count
      // Canonically equivalent names are rare, and a `Set` would merge them: report nothing.
      guard Set(keywords.properties.map(\.name)).count == keywords.properties.count else { continue }
      if minimum > possible { return "an object must have \(minimum) members, but only \(possible) are permitted" }
    }
    return nil
  }
}
