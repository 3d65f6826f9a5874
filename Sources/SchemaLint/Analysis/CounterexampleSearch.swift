import JSONSchema
import SchemaDemands
import SchemaRuntime
import SchemaSampling
import SchemaValidation

/// Searches for a value that two branches of a union accept, by generating candidates and evaluating all branches.
struct CounterexampleSearch {
  private let context: LintContext
  /// The number of values still to generate: a schema may have thousands of members.
  private var budget = 2_000

  /// The budget for all unions of a run.
  struct Efforts {
    /// The number of samplers, each of which visits all schemas first.
    var samplings: Int
    /// The number of verdicts on a value by a branch.
    var verdicts = 400_000
  }

  /// Pairs of branches for which values are sampled.
  private static let maximumPairs = 30

  init(_ context: LintContext) { self.context = context }

  /// Returns a value that two branches accept and that the enclosing schema refuses for no other reason.
  ///
  /// - Parameter efforts: The remaining budget.
  mutating func sharedValue(
    of branches: [SchemaID], in node: SchemaNode, _ efforts: inout Efforts
  ) -> (value: JSONValue, first: Int, second: Int)? {
    // The simplest value is the best example.
    var candidates: [JSONValue] = [.null, true, 1, 0, 0.5, "", "a", [], [:]]
    candidates += values(for: [node.id], depth: 0)
    for (index, branch) in branches.enumerated().prefix(40) {
      candidates += values(for: [node.id, branch], depth: 0)
      // Values for the demands of both are the likeliest to satisfy both.
      for other in branches.prefix(40).dropFirst(index + 1) {
        candidates += values(for: [node.id, branch, other], depth: 0)
      }
    }
    var seen: Set<JSONValue> = []
    for candidate in candidates where seen.insert(candidate).inserted {
      efforts.verdicts -= branches.count
      if efforts.verdicts < 0 { break }
      let accepting = branches.indices.filter { context.judge.accepts(candidate, branches[$0]) == true }
      guard accepting.count > 1, isRefusedForUnion(candidate, node) else { continue }
      return (candidate, accepting[0], accepting[1])
    }
    guard efforts.samplings > 0 else { return nil }
    efforts.samplings -= 1
    return sampledValue(of: branches, in: node)
  }

  /// Returns a value that the sampler generates for two branches and all siblings of the union.
  private func sampledValue(
    of branches: [SchemaID], in node: SchemaNode
  ) -> (value: JSONValue, first: Int, second: Int)? {
    guard let compiled = try? Compiler.compile([node.id] + branches, of: context.graph, options: context.options),
      let around = compiled.indices[node.id]
    else { return nil }
    var program = compiled.program
    let siblings = program.steps[program.schemas[around].steps].filter { step in
      if case .inPlace(.oneOf) = step.instruction { return false }
      return true
    }
    var pairs: [(first: Int, second: Int, schema: Int)] = []
    for second in branches.indices {
      for first in 0..<second where pairs.count < Self.maximumPairs {
        guard let one = compiled.indices[branches[first]], let other = compiled.indices[branches[second]] else {
          continue
        }
        let schema = program.addSchema(at: context.graph[node.id].absoluteLocation)
        let both = program.step("allOf", .inPlace(.allOf(program.add(list: [one, other]))))
        program.define(schema, siblings + [both])
        pairs.append((first, second, schema))
      }
    }
    program.finish()
    var options = SchemaSampler.Options()
    options.maximumValues = 500
    let known = SchemaSampler(program, schema: 0, options: options)
    for pair in pairs {
      let sampler = SchemaSampler(Int32(truncatingIfNeeded: pair.schema), sharing: known)
      guard let value = sampler.value(seed: 1, size: .minimal), isRefusedForUnion(value, node) else { continue }
      return (value, pair.first, pair.second)
    }
    return nil
  }

  /// Whether the union is the only reason why the enclosing schema refuses a value.
  private func isRefusedForUnion(_ value: JSONValue, _ node: SchemaNode) -> Bool {
    guard let issues = context.judge.issues(value, node.id), issues.count == 1,
      case .oneOf = issues[0].kind
    else { return false }
    return issues[0].instanceLocation.tokens.isEmpty
  }

  // MARK: - Values

  /// Returns values that all of the schemas might accept: their demands together, with one branch of each of their unions.
  private mutating func values(for schemas: [SchemaID], depth: Int) -> [JSONValue] {
    guard depth < 5, budget > 0 else { return [] }
    budget -= 1
    var parts: [SchemaNode] = []
    for schema in schemas {
      for part in context.satisfiability.conjunction(of: schema) where !parts.contains(where: { $0.id == part }) {
        parts.append(context.graph[part])
      }
    }
    // The first branch of nested unions; the branches of this union are among `schemas`.
    if depth > 0 || schemas.count == 1 {
      for branch in parts.compactMap({ $0.keywords.anyOf.first ?? $0.keywords.oneOf.first }) where depth > 0 {
        if !parts.contains(where: { $0.id == branch }) { parts.append(context.graph[branch]) }
      }
    }
    let facts = JoinedFacts(parts, graph: context.graph)
    if let values = facts.demands.values { return Array(values.prefix(20)) }
    let kinds = facts.demands.kinds
    var values = parts.flatMap { Array($0.keywords.examples.prefix(3)) + ($0.keywords.default.map { [$0] } ?? []) }
    if kinds.contains(.object) { values += objects(facts, depth) }
    if kinds.contains(.array) { values += arrays(facts, depth) }
    if kinds.contains(.string) { values += strings(facts) }
    if kinds.contains(.plainInteger) { values += numbers(facts) }
    if kinds.contains(.fraction) { values.append(0.5) }
    if kinds.contains(.boolean) { values.append(true) }
    if kinds.contains(.null) { values.append(.null) }
    return values
  }

  private mutating func objects(_ facts: JoinedFacts, _ depth: Int) -> [JSONValue] {
    func names(_ wanted: [String]) -> [String] { Array(wanted.prefix(50)) }
    var required = JSONObject()
    for name in names(Array(facts.demands.required)) {
      required[name] = member(name, facts, depth) ?? true
    }
    var all = required
    for name in names(facts.nodes.flatMap { $0.keywords.properties.map(\.name) }) where all[name] == nil {
      if let value = member(name, facts, depth) { all[name] = value }
    }
    return [.object(required), .object(all)]
  }

  private mutating func member(_ name: String, _ facts: JoinedFacts, _ depth: Int) -> JSONValue? {
    let schemas = facts.nodes.flatMap { facts.schemas(of: name, in: $0, context.patterns) }
    if schemas.contains(where: { context.satisfiability.isEmpty($0) }) { return nil }
    let candidates = schemas.isEmpty ? ["a"] : values(for: schemas, depth: depth + 1)
    return candidates.first { value in schemas.allSatisfy { context.judge.accepts(value, $0) ?? true } }
  }

  private mutating func arrays(_ facts: JoinedFacts, _ depth: Int) -> [JSONValue] {
    let count = facts.demands.lengths.least(.items)
    guard count > 0 else { return [[]] }
    guard count <= 10 else { return [] }
    var elements: [JSONValue] = []
    for index in 0..<count {
      let schemas = facts.nodes.compactMap { node in
        node.keywords.prefixItems.indices.contains(index) ? node.keywords.prefixItems[index] : node.keywords.items
      }
      let candidates = schemas.isEmpty ? [.number(JSONNumber(index))] : values(for: schemas, depth: depth + 1)
      guard let element = candidates.first(where: { value in !elements.contains(value) }) ?? candidates.first else {
        return []
      }
      elements.append(element)
    }
    return [.array(elements)]
  }

  private func strings(_ facts: JoinedFacts) -> [JSONValue] {
    let length = min(facts.demands.lengths.least(.scalars), 1_000)
    var texts = [String(repeating: "a", count: length), "a", "A1", "2024-01-31T10:00:00Z", "2024-01-31", "a@b.example"]
    texts += ["https://a.example/", "00000000-0000-4000-8000-000000000000", "#ffffff", "+1", "a-b", "a_b", "0", "1.0"]
    return texts.map { .string($0) }
  }

  private func numbers(_ facts: JoinedFacts) -> [JSONValue] {
    var numbers: [JSONValue] = [0, 1]
    for bound in [facts.demands.numbers.lower?.nearestInteger, facts.demands.numbers.upper?.nearestInteger] {
      if let bound { numbers.append(.number(JSONNumber(bound))) }
    }
    for divisor in facts.demands.numbers.multiples { numbers.append(.number(divisor)) }
    return numbers
  }
}
