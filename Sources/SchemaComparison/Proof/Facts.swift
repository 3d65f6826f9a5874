import JSONSchema
import SchemaDemands
import SchemaRuntime
import SchemaStrings

/// What a conjunction says of its values without looking into branches: the schemas that all of them satisfy, and
/// what follows from these together.
struct Facts {
  /// A decision that the schemas leave to the value.
  enum Choice {
    case anyOf([Ref])
    case oneOf([Ref])
    case conditional(if: Ref, then: Ref?, else: Ref?)

    /// With more branches than this, proofs ignore that the branches of a `oneOf` exclude one another: the number of
    /// exclusions is quadratic.
    private static let maximumExclusions = 200

    /// The conjunctions that the decision divides another into, each made when it is asked for.
    func parts(of conjunction: Conjunction) -> LazyMapCollection<Range<Int>, Conjunction> {
      (0..<count).lazy.map { part($0, of: conjunction) }
    }

    /// How many ways the decision has.
    var count: Int {
      switch self {
      case .anyOf(let branches), .oneOf(let branches): branches.count
      case .conditional: 2
      }
    }

    private func part(_ place: Int, of conjunction: Conjunction) -> Conjunction {
      switch self {
      case .anyOf(let branches): return conjunction.adding([branches[place]])
      case .oneOf(let branches):
        if branches.count > Self.maximumExclusions { return conjunction.adding([branches[place]]) }
        return conjunction.adding(
          [branches[place]], excluding: branches.indices.filter { $0 != place }.map { branches[$0] })
      case .conditional(let condition, let then, let otherwise):
        return place == 0
          ? conjunction.adding([condition] + (then.map { [$0] } ?? []))
          : conjunction.adding(otherwise.map { [$0] } ?? [], excluding: [condition])
      }
    }
  }

  /// The object schemas that the values satisfy, what `$ref` and `allOf` lead to included.
  var nodes: [Ref] = []
  /// The same and the Boolean ones.
  var applied: Set<Ref> = []
  /// What they demand.
  var demands = KeywordDemands()
  /// Schemas that no value satisfies.
  var excluded: [Ref]
  /// Decisions that are not taken yet.
  var choices: [Choice] = []
  /// The formats that are asserted.
  var formats: Set<Format> = []
  /// What members satisfy besides.
  var tags: [Conjunction.Tag]

  var kinds: ValueKinds { demands.kinds }
  /// The members that the values have, if they are objects.
  var required: Set<ExactName> { Set(demands.required.map { ExactName($0) }) }

  init(of conjunction: Conjunction, in sides: [Side]) {
    demands.kinds = conjunction.kinds
    demands.require(conjunction.present.map(\.string))
    excluded = conjunction.excluded
    tags = conjunction.tags
    var pending = Array(conjunction.schemas.reversed())
    while true {
      while let next = pending.popLast() { add(next, in: sides, &pending) }
      // A member that is there brings its dependencies.
      pending = dependencies(in: sides)
      if pending.isEmpty { break }
    }
    for ref in excluded { exclude(ref, in: sides) }
    // What is to hold and not to hold.
    if excluded.contains(where: { applied.contains($0) || applied.contains($0.target(in: sides)) }) {
      demands.kinds = []
    }
    for node in nodes { addChoices(of: node, in: sides) }
    for type in [JSONType.string, .array, .object] where demands.contradiction(of: type) != nil {
      demands.kinds.subtract(ValueKinds(type))
    }
  }

  private mutating func add(_ ref: Ref, in sides: [Side], _ pending: inout [Ref]) {
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
  }

  private mutating func add(_ format: Format) {
    formats.insert(format)
    let lengths = format.facts.lengths
    let measures: [Measure] = format.facts.isASCII ? [.scalars, .utf8Bytes] : [.scalars]
    for measure in measures {
      demands.lengths.add(measure, .atLeast(lengths.lowerBound))
      demands.lengths.add(measure, .atMost(lengths.upperBound))
    }
  }

  /// The schemas that required members bring; none when all are there already.
  private func dependencies(in sides: [Side]) -> [Ref] {
    guard kinds == .object else { return [] }
    return nodes.flatMap { node in
      sides[node.side].node(node.schema).keywords.dependentSchemas
        .filter { demands.required.contains(exactly: $0.name) }.map { Ref(side: node.side, schema: $0.schema) }
    }.filter { !applied.contains($0) }
  }

  /// What follows from a value not satisfying a schema that says one thing alone.
  private mutating func exclude(_ ref: Ref, in sides: [Side]) {
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

  private mutating func addChoices(of ref: Ref, in sides: [Side]) {
    let keywords = sides[ref.side].node(ref.schema).keywords
    // Branches that stand for one schema are one.
    func refs(_ schemas: [SchemaID]) -> [Ref] { schemas.map { Ref(side: ref.side, schema: $0).target(in: sides) } }
    func isOpen(_ branches: [Ref]) -> Bool { !branches.isEmpty && applied.isDisjoint(with: branches) }
    if isOpen(refs(keywords.anyOf)) { choices.append(.anyOf(refs(keywords.anyOf).unique)) }
    if isOpen(refs(keywords.oneOf)) { choices.append(.oneOf(refs(keywords.oneOf))) }
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
