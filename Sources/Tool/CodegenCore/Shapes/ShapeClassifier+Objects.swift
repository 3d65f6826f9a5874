import JSONSchema
import SchemaRuntime

// Objects, with the members that their branches declare, and arrays.
extension ShapeClassifier {
  mutating func object(_ facts: Facts, _ schema: SchemaID) -> Shape {
    let isLocal = graph[schema].keywords.vendor.localOnly
    var members: [ObjectShape.Member] = []
    let composed = composition(facts, schema)
    let chosen =
      isClosed(facts) ? [] : branchMembers(facts, schema).filter { !composed.names.contains(ExactName($0.name)) }
    for (property, declarations) in zip(facts.properties, facts.declarations) {
      let name = ExactName(property.name)
      if composed.moved.contains(name) { continue }
      if declarations.contains(where: { graph[$0].boolean == false }) { continue }
      let path = ["properties", property.name]
      let refined = composed.refined[name]
      members.append(
        ObjectShape.Member(
          name: property.name, schema: refined ?? conjunction(of: declarations, at: path, below: schema),
          isRequired: facts.requires(property.name) || composed.required.contains(name),
          isLocalOnly: declarations.contains { graph[$0].keywords.vendor.localOnly } && !isLocal))
    }
    for member in chosen {
      members.append(
        ObjectShape.Member(
          name: member.name, schema: alternatives(member.schemas, at: ["properties", member.name], below: schema),
          isRequired: !member.isConditional && (member.isRequired || facts.requires(member.name)),
          isLocalOnly: member.schemas.contains { graph[$0].keywords.vendor.localOnly } && !isLocal,
          isConditional: member.isConditional))
    }
    var (patterned, additional) = others(facts, schema)
    if case .kept = additional, composed.refusesOthers { additional = .refused }
    if members.isEmpty, patterned == nil, composed.variants.isEmpty {
      switch additional {
      case .kept, .refused: return .map(nil)
      case .typed(let values): return .map(values)
      }
    }
    return .object(
      ObjectShape(
        members: members, patterned: patterned, additional: additional, variants: composed.variants,
        isUntyped: facts.isMeant))
  }

  private func isClosed(_ facts: Facts) -> Bool { facts.additional.map { graph[$0].boolean == false } ?? false }

  /// Returns the additional members.
  private mutating func others(
    _ facts: Facts, _ schema: SchemaID
  ) -> (patterned: ObjectShape.Patterned?, additional: ObjectShape.Additional) {
    let patterns = facts.patternProperties.filter { graph[$0.schema].boolean != false }
    let typed = patterns.filter { graph[$0.schema].boolean == nil }
    let isClosed = isClosed(facts)
    let rest = facts.additional.flatMap { graph[$0].boolean == nil ? $0 : nil }
    if facts.patternProperties.isEmpty {
      if isClosed { return (nil, .refused) }
      guard let rest else { return (nil, .kept) }
      // Each merged schema has its own additional members.
      if facts.isComposed {
        guard facts.properties.isEmpty else { return (nil, .kept) }
        return (nil, .typed(conjunction(of: facts.additionals, at: ["additionalProperties"], below: schema)))
      }
      return (nil, .typed(rest))
    }
    // The twin for partial updates has no types for members that match patterns.
    guard !graph[schema].keywords.vendor.patch, typed.count == patterns.count, !typed.isEmpty,
      !facts.isComposed || isClosed || rest == nil
    else {
      return (nil, .kept)
    }
    var values = typed.map(\.schema)
    let coversAll = typed.contains { Self.coveringPatterns.contains($0.name) }
    if isClosed || coversAll || rest != nil {
      // Members that match a pattern that matches all names satisfy its schema, whatever other patterns they match.
      if coversAll { values = typed.filter { Self.coveringPatterns.contains($0.name) }.map(\.schema) }
      if !coversAll, !isClosed, let rest { values.append(rest) }
      return (nil, .typed(alternatives(values, at: ["patternProperties"], below: schema)))
    }
    let value = alternatives(values, at: ["patternProperties"], below: schema)
    return (ObjectShape.Patterned(patterns: typed.map(\.name), schema: value), .kept)
  }

  /// Patterns that match every name.
  private static let coveringPatterns: Set<String> = ["", "^", ".*", "^.*", ".*$", "^.*$"]

  // MARK: Branches

  /// A member that a branch declares.
  private struct BranchMember {
    var name: String
    /// The schemas, one of which the value satisfies unless it is conditional.
    var schemas: [SchemaID]
    var isRequired = false
    /// Whether an object may be valid with any value for the member.
    var isConditional = true
  }

  /// Returns the members that only branches declare: those of `oneOf`, `anyOf`, `then`, `else` and `dependentSchemas`,
  /// and of schemas that these apply.
  private mutating func branchMembers(_ facts: Facts, _ schema: SchemaID) -> [BranchMember] {
    let start = facts.choices.flatMap { $0 } + facts.conditional
    if start.isEmpty { return [] }
    let own = Set(Facts.schemas(joinedBy: schema, in: graph))
    let reached = Closure.of(start, limit: Self.mostBranches) { [graph] schema in
      if own.contains(schema) { return [] }
      return graph[schema].keywords.describing
    }
    var members: [BranchMember] = []
    var indexes: [ExactName: Int] = [:]
    for branch in reached where !own.contains(branch) {
      for property in graph[branch].keywords.properties where facts.property(property.name) == nil {
        if graph[property.schema].boolean == false { continue }
        if let index = indexes[ExactName(property.name)] {
          members[index].schemas.append(property.schema)
        } else {
          indexes[ExactName(property.name)] = members.count
          members.append(BranchMember(name: property.name, schemas: [property.schema]))
        }
      }
    }
    for index in members.indices { makeCertain(&members[index], facts) }
    return members
  }

  private static let mostBranches = 2_000

  /// Determines whether every branch of a choice declares a member, so that its value satisfies one of the
  /// declarations.
  private mutating func makeCertain(_ member: inout BranchMember, _ facts: Facts) {
    for branches in facts.choices {
      var schemas: [SchemaID] = []
      var isRequired = true
      var isDeclared = true
      for branch in branches where graph[branch].boolean != false {
        let facts = self.facts(of: branch)
        guard let declared = facts.property(member.name) else {
          isDeclared = false
          break
        }
        if graph[declared].boolean != false { schemas.append(declared) }
        isRequired = isRequired && facts.requires(member.name)
      }
      guard isDeclared, !schemas.isEmpty else { continue }
      member.schemas = schemas
      member.isConditional = false
      member.isRequired = isRequired
      return
    }
  }

  // MARK: Combined schemas

  /// Returns the schema of the values that satisfy any of several schemas.
  private mutating func alternatives(_ schemas: [SchemaID], at path: [String], below parent: SchemaID) -> SchemaID {
    var distinct: [SchemaID] = []
    var known: Set<SchemaID> = []
    var texts: Set<JSONObject> = []
    for schema in schemas where known.insert(resolved(schema)).inserted {
      let keywords = graph[schema].keywords
      if keywords.references.isEmpty, graph.isWritten(schema), graph[schema].boolean == nil,
        !texts.insert(keywords.written).inserted
      {
        continue
      }
      distinct.append(schema)
    }
    if let open = distinct.first(where: { graph[$0].boolean == true }) { return open }
    guard distinct.count > 1, let first = distinct.first else { return schemas[0] }
    var keywords = Keywords()
    keywords.anyOf = distinct
    keywords.description = graph[first].keywords.description
    return combined(keywords, of: Combination(parts: Set(distinct), isChoice: true), at: path, below: parent)
      // Any value: a single alternative would be too restrictive.
      ?? combined(Keywords(), of: Combination(parts: [], isChoice: false), at: path, below: parent) ?? first
  }

  /// Adds a schema composed of others, or returns the existing one for the same schemas.
  private mutating func combined(
    _ keywords: Keywords, of combination: Combination, at path: [String], below parent: SchemaID
  ) -> SchemaID? {
    if let known = combinations[combination] { return known }
    // Combinations of schemas that contain themselves may be as numerous as their subsets.
    guard combinations.count < Self.mostCombinations || combination.parts.isEmpty else { return nil }
    let schema = graph.add(keywords, at: path, below: parent)
    combinations[combination] = schema
    return schema
  }

  private static let mostCombinations = 10_000

  /// Returns a schema, or the parts of a conjunction composed here.
  private func parts(of schema: SchemaID) -> [SchemaID] {
    graph.isWritten(schema) || graph[schema].keywords.allOf.isEmpty ? [schema] : graph[schema].keywords.allOf
  }

  /// Returns the schema of the values that satisfy all of several schemas, as far as types are concerned.
  mutating func conjunction(of schemas: [SchemaID], at path: [String], below parent: SchemaID) -> SchemaID {
    guard let last = schemas.last else { return parent }
    var distinct: [SchemaID] = []
    var known: Set<SchemaID> = []
    for schema in schemas.flatMap({ parts(of: $0) }) where known.insert(resolved(schema)).inserted {
      distinct.append(schema)
    }
    if distinct.count == 1 { return last }
    var kept: [SchemaID] = []
    for (index, schema) in distinct.enumerated() {
      let others = distinct[(index + 1)...] + kept
      let own = facts(of: schema)
      if !others.contains(where: { own.addsNothing(to: facts(of: $0)) }) { kept.append(schema) }
    }
    guard kept.count > 1 else { return kept.first ?? last }
    let isComposite = kept.contains { schema in
      let facts = facts(of: schema)
      return facts.declaresMembers || facts.items != nil || !facts.choices.isEmpty
    }
    guard isComposite else { return last }
    var keywords = Keywords()
    keywords.allOf = kept
    keywords.description = graph[last].keywords.description
    keywords.default = graph[last].keywords.default
    keywords.deprecated = graph[last].keywords.deprecated
    let combination = Combination(parts: Set(kept.map { resolved($0) }), isChoice: false)
    return combined(keywords, of: combination, at: path, below: parent) ?? last
  }

  // MARK: Arrays

  mutating func array(_ facts: Facts, _ schema: SchemaID) -> Shape {
    guard facts.prefixItems.isEmpty else { return tuple(facts) }
    guard !facts.itemSchemas.isEmpty else { return .custom("[JSONValue]") }
    return .array(conjunction(of: facts.itemSchemas.map(\.schema), at: ["items"], below: schema))
  }

  private mutating func tuple(_ facts: Facts) -> Shape {
    var items: [TupleShape.Item] = []
    var taken: Set<String> = ["rest"]
    for (index, schema) in facts.prefixItems.enumerated() {
      let label = itemLabels(schema, index).first { taken.insert(SwiftNames.member($0)).inserted }
      items.append(
        TupleShape.Item(schema: schema, isRequired: index < facts.leastItems, label: label ?? "item\(index)"))
    }
    // The items of a merged schema with a longer list begin at a later index.
    let following = facts.itemSchemas.filter { $0.start <= items.count }.map(\.schema)
    let rest: TupleShape.Rest =
      if facts.mostItems <= items.count || following.contains(where: { graph[$0].boolean == false }) {
        .none
      } else if let schema = following.last(where: { graph[$0].boolean == nil }) {
        .typed(schema)
      } else {
        .kept
      }
    return .tuple(TupleShape(items: items, rest: rest))
  }

  private func itemLabels(_ schema: SchemaID, _ index: Int) -> [String] {
    var words: [String] = []
    if let name = graph[schema].keywords.vendor.swift.name { words.append(name) }
    if let title = graph[schema].keywords.title, Self.isName(title) { words.append(title) }
    if let name = referenceName(of: schema) { words.append(name) }
    return words + ["item\(index)"]
  }
}

extension Facts {
  /// Whether another schema already contains all type information of this one.
  func addsNothing(to other: Facts) -> Bool {
    guard types.isSuperset(of: other.types), !declaresMembers, items == nil, prefixItems.isEmpty, choices.isEmpty,
      conditional.isEmpty
    else { return false }
    guard let values else { return true }
    return other.values.map { Set($0).isSubset(of: values) } ?? false
  }
}
