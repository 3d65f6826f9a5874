import JSONSchema
import SchemaRuntime
import SchemaValidation

/// Finds schemas that demand the same word by word, wherever they stand and whatever they describe.
struct Equality {
  let sides: [Side]
  private var equal: Set<Pair> = []
  private var different: Set<Pair> = []

  private struct Pair: Hashable {
    var first: Ref
    var second: Ref
  }

  init(sides: [Side]) { self.sides = sides }

  /// Whether both schemas, and all that they apply, have equal assertions. Two that lead to themselves in the same way
  /// are equal.
  mutating func areEqual(_ a: Ref, _ b: Ref) -> Bool {
    let start = Pair(first: a, second: b)
    if equal.contains(start) || a == b { return true }
    if different.contains(start) { return false }
    // Each pair with the pair that led to it.
    var parents: [Pair: Pair] = [start: start]
    var pending = [start]
    while let pair = pending.popLast() {
      guard !different.contains(pair), let next = children(pair) else {
        // All pairs on the way differ as well, so that nobody walks it again.
        var ancestor = pair
        while true {
          different.insert(ancestor)
          guard ancestor != start, let parent = parents[ancestor] else { return false }
          ancestor = parent
        }
      }
      for child in next where child.first != child.second && !equal.contains(child) && parents[child] == nil {
        parents[child] = pair
        pending.append(child)
      }
    }
    equal.formUnion(parents.keys)
    return true
  }

  /// The pairs of subschemas that have to be equal as well; nil when something else differs.
  private func children(_ pair: Pair) -> [Pair]? {
    let first = sides[pair.first.side]
    let second = sides[pair.second.side]
    let (a, b) = (first.node(pair.first.schema), second.node(pair.second.schema))
    guard a.boolean == b.boolean else { return nil }
    if a.boolean != nil { return [] }
    let (x, y) = (a.keywords, b.keywords)
    // What nobody knows is equal where it is written alike and leads nowhere.
    guard a.unknown == b.unknown, !a.unknown.values.contains(where: \.mayHoldReference) else { return nil }
    guard Kinds(x.type ?? JSONType.allCases, in: a.dialect) == Kinds(y.type ?? JSONType.allCases, in: b.dialect),
      plainWords(x) == plainWords(y), x.pattern.map(Name.init) == y.pattern.map(Name.init),
      x.enumeration.map(Set.init) == y.enumeration.map(Set.init), x.const == y.const,
      a.format == b.format,
      first.options.assertsContent == second.options.assertsContent,
      !first.options.assertsContent
        || x.contentEncoding == y.contentEncoding && x.contentMediaType == y.contentMediaType,
      x.uniqueItems == y.uniqueItems, Set(x.required.map { Name($0) }) == Set(y.required.map { Name($0) }),
      rows(x.dependentRequired) == rows(y.dependentRequired),
      a.localOnly == b.localOnly,
      [x.multipleOf, x.maximum, x.exclusiveMaximum, x.minimum, x.exclusiveMinimum]
        == [y.multipleOf, y.maximum, y.exclusiveMaximum, y.minimum, y.exclusiveMinimum],
      // What an element that matches `contains` counts for differs by draft, where something asks.
      (a.dialect.draft < .draft2020) == (b.dialect.draft < .draft2020) || x.contains == nil
    else { return nil }
    return subschemas(x, y)?.map {
      Pair(first: Ref(side: pair.first.side, schema: $0), second: Ref(side: pair.second.side, schema: $1))
    }
  }

  private func subschemas(_ x: Keywords, _ y: Keywords) -> [(SchemaID, SchemaID)]? {
    var pairs: [(SchemaID, SchemaID)] = []
    let singles = [
      (x.ref, y.ref), (x.dynamicRef, y.dynamicRef), (x.items, y.items), (x.contains, y.contains),
      (x.unevaluatedItems, y.unevaluatedItems), (x.additionalProperties, y.additionalProperties),
      (x.propertyNames, y.propertyNames), (x.unevaluatedProperties, y.unevaluatedProperties), (x.not, y.not),
      (x.if, y.if), (x.then, y.then), (x.else, y.else), (x.contentSchema, y.contentSchema),
    ]
    for (a, b) in singles {
      if let a, let b { pairs.append((a, b)) } else if a != nil || b != nil { return nil }
    }
    for (a, b) in [
      (x.prefixItems, y.prefixItems), (x.allOf, y.allOf), (x.anyOf, y.anyOf), (x.oneOf, y.oneOf),
    ] {
      guard a.count == b.count else { return nil }
      pairs += zip(a, b)
    }
    for (a, b) in [
      (x.properties, y.properties), (x.patternProperties, y.patternProperties),
      (x.dependentSchemas, y.dependentSchemas),
    ] {
      guard a.count == b.count else { return nil }
      let others = Dictionary(b.map { (Name($0.name), $0.schema) }) { first, _ in first }
      for member in a {
        guard let other = others[Name(member.name)] else { return nil }
        pairs.append((member.schema, other))
      }
    }
    return pairs
  }

  private func plainWords(_ keywords: Keywords) -> [Int?] {
    [
      keywords.maxLength, keywords.minLength, keywords.minContains, keywords.maxContains, keywords.maxItems,
      keywords.minItems, keywords.maxProperties, keywords.minProperties, keywords.vendor.maxUTF8Bytes,
      keywords.vendor.minUTF8Bytes,
    ]
  }

  private func rows(_ dependencies: [Keywords.Dependency]) -> [Name: Set<Name>] {
    Dictionary(dependencies.map { (Name($0.name), Set($0.required.map { Name($0) })) }) { $0.union($1) }
  }
}
