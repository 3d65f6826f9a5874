import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// The demands of a conjunction without its branches: the schemas that all values satisfy, and their combined demands.
/// A class, so that nothing is copied.
final class Facts {
  /// A choice that the schemas leave to the value.
  enum Choice {
    case anyOf(Side.Branches, side: Int)
    case oneOf(Side.Branches, side: Int)
    case conditional(if: Ref, then: Ref?, else: Ref?)

    /// With more branches than this, proofs ignore that the branches of a `oneOf` exclude one another: the number of
    /// exclusions is quadratic.
    private static let maximumExclusions = 40

    /// Returns the conjunctions into which the choice divides another one, lazily.
    func parts(of conjunction: Conjunction) -> LazyMapCollection<Range<Int>, Conjunction> {
      (0..<count).lazy.map { part($0, of: conjunction) }
    }

    /// The number of alternatives.
    var count: Int {
      switch self {
      case .anyOf(let branches, _), .oneOf(let branches, _): branches.schemas.count
      case .conditional: 2
      }
    }

    private func part(_ index: Int, of conjunction: Conjunction) -> Conjunction {
      switch self {
      case .anyOf(let branches, let side): return conjunction.adding([Ref(side: side, schema: branches.schemas[index])])
      case .oneOf(let branches, let side):
        let all = branches.schemas
        let others = all.count > Self.maximumExclusions ? [] : all.indices.filter { $0 != index }
        return conjunction.adding(
          [Ref(side: side, schema: all[index])], excluding: others.map { Ref(side: side, schema: all[$0]) })
      case .conditional(let condition, let then, let otherwise):
        return index == 0
          ? conjunction.adding([condition] + (then.map { [$0] } ?? []))
          : conjunction.adding(otherwise.map { [$0] } ?? [], excluding: [condition])
      }
    }
  }

  /// The object schemas that the values satisfy, including the targets of `$ref` and `allOf`.
  private(set) var nodes: [Ref] = []
  /// The same schemas, and Boolean ones.
  private(set) var applied: Set<Ref> = []
  /// The demands of the schemas.
  private(set) var demands = KeywordDemands()
  /// Schemas that no value satisfies.
  private(set) var excluded: [Ref]
  /// Open choices.
  private(set) var choices: [Choice] = []
  /// The asserted formats.
  private(set) var formats: Set<Format> = []
  /// Further schemas of members.
  let tags: [Conjunction.Tag]

  /// The demands on members that proofs have requested, and the names mentioned in the schemas, once they are known.
  var members: [ExactName: Conjunction] = [:]
  var mentioned: Set<ExactName>?

  var kinds: ValueKinds { demands.kinds }
  /// The members that the values have, if they are objects.
  private(set) lazy var required = Set(demands.required.map { ExactName($0) })

  init(of conjunction: Conjunction, in sides: [Side]) {
    excluded = conjunction.excluded
    tags = conjunction.tags
    demands.kinds = conjunction.kinds
    demands.require(conjunction.present.map(\.string))
    var pending = Array(conjunction.schemas.reversed())
    while true {
      while let next = pending.popLast() { add(next, in: sides, &pending) }
      // Add the dependencies of present members.
      pending = dependencies(in: sides)
      if pending.isEmpty { break }
    }
    for ref in excluded { exclude(ref, in: sides) }
    // A schema must not be both applied and excluded.
    if excluded.contains(where: { applied.contains($0) || applied.contains($0.target(in: sides)) }) {
      demands.kinds = []
    }
    for node in nodes { addChoices(of: node, in: sides) }
    for type in [JSONType.string, .array, .object] where demands.contradiction(of: type) != nil {
      demands.kinds.subtract(ValueKinds(type))
    }
  }

  private func add(_ ref: Ref, in sides: [Side], _ pending: inout [Ref]) {
    guard applied.insert(ref).inserted else { return }
    let side = sides[ref.side]
    let node = side.node(ref.schema)
    demands.add(side.graph[ref.schema], origin: ref.schema.index * sides.count + ref.side)
    if node.boolean != nil { return }
    nodes.append(ref)
    let keywords = node.keywords
    pending += keywords.conjuncts.map { Ref(side: ref.side, schema: $0) }
    if let not = keywords.not { excluded.append(Ref(side: ref.side, schema: not).target(in: sides)) }
    if let format = node.format { add(format) }
    if keywords.contains != nil { demands.lengths.add(.items, .atLeast(keywords.minContains ?? 1)) }
  }

  private func add(_ format: Format) {
    formats.insert(format)
    let lengths = format.facts.lengths
    let measures: [Measure] = format.facts.isASCII ? [.scalars, .utf8Bytes] : [.scalars]
    for measure in measures {
      demands.lengths.add(measure, .atLeast(lengths.lowerBound))
      demands.lengths.add(measure, .atMost(lengths.upperBound))
    }
  }

  /// Returns the dependent schemas of required members that are not applied yet.
  private func dependencies(in sides: [Side]) -> [Ref] {
    guard kinds == .object else { return [] }
    return nodes.flatMap { node in
      sides[node.side].node(node.schema).keywords.dependentSchemas
        .filter { demands.required.contains(exactly: $0.name) }.map { Ref(side: node.side, schema: $0.schema) }
    }.filter { !applied.contains($0) }
  }

  /// Adds the demands that follow if a value does not satisfy a schema with a single assertion.
  private func exclude(_ ref: Ref, in sides: [Side]) {
    let node = sides[ref.side].node(ref.schema)
    if node.boolean == true { demands.kinds = [] }
    var asserting = node.asserting
    let keywords = node.keywords
    if let types = node.types {
      let excluded = ValueKinds(types)
      if asserting == ["type"] {
        demands.kinds.subtract(excluded)
        return
      }
      guard kinds.isSubset(of: excluded) else { return }
      asserting.remove("type")
    }
    guard asserting.count == 1 else { return }
    // A value of another type would satisfy the keyword.
    if let (limit, number) = keywords.bounds.all.first {
      demands.kinds.formIntersection(.number)
      demands.numbers.add(limit.opposite, number)
    }
    if let (measure, limit) = keywords.lengths.all.first {
      demands.kinds.formIntersection(ValueKinds(measure.type))
      if let opposite = limit.opposite { demands.lengths.add(measure, opposite) } else { demands.kinds = [] }
    }
  }

  private func addChoices(of ref: Ref, in sides: [Side]) {
    let side = sides[ref.side]
    let keywords = side.node(ref.schema).keywords
    func isOpen(_ branches: Side.Branches) -> Bool {
      !applied.contains { $0.side == ref.side && branches.distinct.contains($0.schema) }
    }
    if let branches = side.anyOf(of: ref.schema), isOpen(branches) {
      choices.append(.anyOf(branches, side: ref.side))
    }
    if let branches = side.oneOf(of: ref.schema), isOpen(branches) {
      choices.append(.oneOf(branches, side: ref.side))
    }
    func refs(_ schemas: [SchemaID]) -> [Ref] { schemas.map { Ref(side: ref.side, schema: $0).target(in: sides) } }
    if let condition = keywords.if, keywords.then != nil || keywords.else != nil {
      let condition = Ref(side: ref.side, schema: condition).target(in: sides)
      let then = keywords.then.map { refs([$0])[0] }
      let otherwise = keywords.else.map { refs([$0])[0] }
      let isTaken =
        then.map { applied.contains(condition) && applied.contains($0) } ?? applied.contains(condition)
        || otherwise.map { excluded.contains(condition) && applied.contains($0) } ?? excluded.contains(condition)
      if !isTaken { choices.append(.conditional(if: condition, then: then, else: otherwise)) }
    }
  }
}
