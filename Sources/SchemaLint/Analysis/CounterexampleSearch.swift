import JSONSchema
import SchemaRuntime
import SchemaSampling

/// Searches for values that two branches of a union accept.
struct CounterexampleSearch {
  /// A schema of the sampler's program: two branches, and all siblings of their union.
  private struct Pair {
    var first: Int
    var second: Int
    var schema: Int
  }

  private let judge: SchemaJudge
  /// By the schema with the union.
  private var pairs: [SchemaID: [Pair]] = [:]
  /// Shared by all pairs; nil if there is no program.
  private let sampler: SchemaSampler?

  /// Pairs of branches for which values are sampled: of one union, and in total.
  private static let maximumPairs = (ofOne: 30, total: 5_000)

  init(in unions: [SchemaNode], _ judge: SchemaJudge) {
    self.judge = judge
    guard var program = judge.program else {
      sampler = nil
      return
    }
    var left = Self.maximumPairs.total
    for node in unions {
      pairs[node.id] = Self.pairs(of: node, atMost: min(left, Self.maximumPairs.ofOne), judge, &program)
      left -= pairs[node.id]?.count ?? 0
    }
    program.finish()
    var options = SchemaSampler.Options()
    options.maximumValues = 500
    sampler = SchemaSampler(program, schema: 0, options: options)
  }

  /// Adds the schemas of a union's pairs to the program.
  private static func pairs(
    of node: SchemaNode, atMost limit: Int, _ judge: SchemaJudge, _ program: inout Program
  ) -> [Pair] {
    guard let around = judge.index(of: node.id) else { return [] }
    let siblings = program.steps[program.schemas[around].steps].filter { step in
      if case .inPlace(.oneOf) = step.instruction { false } else { true }
    }
    let branches = node.keywords.oneOf.map { judge.index(of: $0) }
    var pairs: [Pair] = []
    for (second, other) in branches.enumerated() {
      for (first, one) in branches.enumerated().prefix(second) where pairs.count < limit {
        guard let one, let other else { continue }
        let schema = program.addSchema(at: node.absoluteLocation)
        let both = program.step("allOf", .inPlace(.allOf(program.add(list: [one, other]))))
        program.define(schema, siblings + [both])
        pairs.append(Pair(first: first, second: second, schema: schema))
      }
    }
    return pairs
  }

  /// Returns a value that two branches accept and that the enclosing schema refuses for no other reason.
  func sharedValue(of node: SchemaNode) -> (value: JSONValue, first: Int, second: Int)? {
    // The simplest value is the best example.
    let branches = node.keywords.oneOf
    for value: JSONValue in [.null, true, 1, 0, 0.5, "", "a", [], [:]] {
      let accepting = branches.indices.filter { judge.accepts(value, branches[$0]) == true }
      if accepting.count > 1, isRefusedForUnion(value, node) { return (value, accepting[0], accepting[1]) }
    }
    guard let sampler else { return nil }
    for pair in pairs[node.id] ?? [] {
      let sampler = SchemaSampler(Int32(truncatingIfNeeded: pair.schema), sharing: sampler)
      guard let value = sampler.value(seed: 1, size: .minimal), isRefusedForUnion(value, node) else { continue }
      return (value, pair.first, pair.second)
    }
    return nil
  }

  /// Whether the union is the only reason why the enclosing schema refuses a value.
  private func isRefusedForUnion(_ value: JSONValue, _ node: SchemaNode) -> Bool {
    guard let issues = judge.issues(value, node.id), issues.count == 1, case .oneOf = issues[0].kind else {
      return false
    }
    return issues[0].instanceLocation.tokens.isEmpty
  }
}
