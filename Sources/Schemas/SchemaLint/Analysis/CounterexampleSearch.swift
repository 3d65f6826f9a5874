import JSONSchema
import SchemaAnalysis
import SchemaRuntime
import SchemaSampling

/// Searches for values that two branches of a union accept.
struct CounterexampleSearch {
  /// A schema of the sampler's program: two branches, and all siblings of their union.
  private struct Pair {
    var first: Int
    var second: Int
    var schema: Program.SchemaID
  }

  private let judge: SchemaJudge
  private let graph: SchemaGraph
  private let relation: SameValueRelation
  /// By the schema with the union.
  private var pairs: [SchemaID: [Pair]] = [:]
  /// Shared by all pairs; nil if there is no program.
  private let sampler: SchemaSampler?

  /// Pairs of branches for which values are sampled: of one union, and in total.
  private static let maximumPairs = (ofOne: 30, total: 5_000)

  init(in unions: [SchemaNode], _ context: LintContext) {
    judge = context.judge
    graph = context.graph
    relation = context.relation
    guard var program = judge.program else {
      sampler = nil
      return
    }
    var left = Self.maximumPairs.total
    for node in unions {
      pairs[node.id] = Self.pairs(
        of: node, atMost: min(left, Self.maximumPairs.ofOne), context.graph, judge, &program)
      left -= pairs[node.id]?.count ?? 0
    }
    program.finish()
    var options = SchemaSampler.Options()
    options.maximumValues = 500
    sampler = SchemaSampler(program, schema: 0, options: options)
  }

  /// Adds the schemas of a union's pairs to the program.
  private static func pairs(
    of node: SchemaNode, atMost limit: Int, _ graph: SchemaGraph, _ judge: SchemaJudge, _ program: inout Program
  ) -> [Pair] {
    guard let around = judge.index(of: node.id) else { return [] }
    let siblings = program.steps[program.schemas[around.index].steps].filter { step in
      if case .inPlace(.oneOf) = step.instruction { false } else { true }
    }
    let branches = node.keywords.oneOf.map { judge.index(of: $0) }
    let required = node.keywords.oneOf.map { Self.required($0, graph) }
    var counts: [String: Int] = [:]
    for name in required.joined() { counts[name, default: 0] += 1 }
    // Two branches that each require a member that no other requires are a choice; of many branches, nearly all are.
    let isApart = required.map { $0.contains { counts[$0] == 1 } }
    let others = branches.indices.filter { !isApart[$0] }
    var pairs: [Pair] = []
    for second in branches.indices where pairs.count < limit {
      for first in isApart[second] ? others : Array(0..<second) where first < second && pairs.count < limit {
        guard let one = branches[first], let other = branches[second], !Self.isChoice(required[first], required[second])
        else { continue }
        let schema = program.addSchema(at: node.absoluteLocation)
        let both = program.step("allOf", .inPlace(.allOf(program.add(list: [one, other]))))
        program.define(schema, siblings + [both])
        pairs.append(Pair(first: first, second: second, schema: schema))
      }
    }
    return pairs
  }

  /// Returns a value that two branches accept and that the enclosing schema rejects for no other reason. An empty object
  /// says nothing.
  func sharedValue(of node: SchemaNode) -> (value: JSONValue, first: Int, second: Int)? {
    // The simplest value is the best example.
    let branches = node.keywords.oneOf
    for value: JSONValue in [.null, true, 1, 0, 0.5, "", "a", []] {
      let accepting = branches.indices.filter { judge.accepts(value, branches[$0]) == true }
      if accepting.count > 1, isSurprising(value, node, accepting[0], accepting[1]), isRejectedForUnion(value, node) {
        return (value, accepting[0], accepting[1])
      }
    }
    guard let sampler else { return nil }
    for pair in pairs[node.id] ?? [] {
      let sampler = SchemaSampler(pair.schema, sharing: sampler)
      for size in [SchemaSampler.Size.minimal, .typical] {
        guard let value = sampler.value(seed: 1, size: size), value.object?.isEmpty != true,
          isSurprising(value, node, pair.first, pair.second), isRejectedForUnion(value, node)
        else { continue }
        return (value, pair.first, pair.second)
      }
    }
    return nil
  }

  /// Whether it may surprise that two branches accept a value.
  private func isSurprising(_ value: JSONValue, _ node: SchemaNode, _ first: Int, _ second: Int) -> Bool {
    let branches = [node.keywords.oneOf[first], node.keywords.oneOf[second]]
    if Self.isChoice(Self.required(branches[0], graph), Self.required(branches[1], graph)) { return false }
    // Branches without a type accept all values that none of their keywords is about.
    guard branches.contains(where: { concerns($0, ValueKinds(of: value)) }) else { return false }
    // Schemas around the union may require members that tell the branches apart.
    guard let object = value.object else { return true }
    let contexts = relation.outermost(around: node.id).map { outermost in
      KeywordDemands(of: graph.conjunction(of: outermost, limit: 100), in: graph).required
    }
    return contexts.contains { $0.allSatisfy { object[$0] != nil } }
  }

  /// Whether a keyword of a schema is about values of a kind.
  private func concerns(_ schema: SchemaID, _ kinds: ValueKinds) -> Bool {
    Closure.of([schema], limit: 50) { graph[$0].appliedInPlace }.contains { part in
      let node = graph[part]
      if node.types != nil || node.keywords.enumeration != nil || node.keywords.const != nil { return true }
      return node.asserting.contains { name in
        guard let rule = node.dialect.keyword(named: name) else { return true }
        return rule.kinds != .all && !rule.kinds.isDisjoint(with: kinds)
      }
    }
  }

  /// Whether two branches that require these members are a choice between members: each requires one that the other does
  /// not, so that only a value with both satisfies both.
  private static func isChoice(_ one: Set<String>, _ other: Set<String>) -> Bool {
    !one.isSubset(of: other) && !other.isSubset(of: one)
  }

  /// Returns the members that a schema requires, in whichever of its branches.
  private static func required(_ schema: SchemaID, _ graph: SchemaGraph) -> Set<String> {
    let parts = Closure.of([schema], limit: 50) { graph[$0].keywords.describing }
    return Set(parts.flatMap { graph[$0].keywords.required })
  }

  /// Whether the union is the only reason why the enclosing schema rejects a value.
  private func isRejectedForUnion(_ value: JSONValue, _ node: SchemaNode) -> Bool {
    guard let issues = judge.issues(value, node.id), issues.count == 1, case .oneOf = issues[0].kind else {
      return false
    }
    return issues[0].instanceLocation.tokens.isEmpty
  }
}
