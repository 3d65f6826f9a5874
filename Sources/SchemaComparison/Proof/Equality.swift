import JSONSchema
import SchemaDemands
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
    let checksContent = first.options.assertsContent
    guard a.types.map(ValueKinds.init) ?? .all == b.types.map(ValueKinds.init) ?? .all, a.format == b.format,
      checksContent == second.options.assertsContent, a.localOnly == b.localOnly,
      // What an element that matches `contains` counts for differs by draft, where something asks.
      (a.dialect.draft < .draft2020) == (b.dialect.draft < .draft2020) || x.contains == nil
    else { return nil }
    var pairs: [Pair] = []
    for rule in Self.rules where checksContent || rule.vocabulary != .content {
      guard let found = rule.pairs(in: x, y) else { return nil }
      pairs += found.map {
        Pair(first: Ref(side: pair.first.side, schema: $0), second: Ref(side: pair.second.side, schema: $1))
      }
    }
    return pairs
  }

  /// The keywords that are compared by what they are read into; the others by what the side makes of them.
  private static let rules = KeywordRule.everyKeyword.filter { $0.vocabulary != .format && $0.name != "x-localOnly" }
}
