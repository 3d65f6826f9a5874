import JSONSchema
import SchemaAnalysis
import SchemaRuntime

// Demands on arrays, and the left side's demands on elements.
extension Prover {
  /// Returns the demands on the elements at an index of the left side's arrays.
  func element(at index: Int, _ facts: Facts) -> Conjunction {
    if index >= facts.demands.lengths.most(.items) { return .impossible }
    var schemas: [Ref] = []
    for ref in facts.nodes {
      let keywords = node(ref).keywords
      if index < keywords.prefixItems.count {
        schemas.append(Ref(side: ref.side, schema: keywords.prefixItems[index]))
      } else if let items = keywords.items {
        schemas.append(Ref(side: ref.side, schema: items))
      }
      if let rest = keywords.unevaluatedItems, isUnevaluated(index, ref) {
        schemas.append(Ref(side: ref.side, schema: rest))
      }
    }
    return Conjunction(schemas)
  }

  /// Whether no schema that applies next to `unevaluatedItems` can evaluate the element at an index.
  private func isUnevaluated(_ index: Int, _ ref: Ref) -> Bool {
    !subtree(of: ref).contains { part in
      let keywords = node(part).keywords
      return node(part).isOpaqueSet || index < keywords.prefixItems.count || keywords.items != nil
        || keywords.contains != nil || part != ref && keywords.unevaluatedItems != nil
    }
  }

  /// Returns the number of initial elements with separate schemas on either side.
  private func prefixCount(_ check: Check) -> Int {
    let own = check.facts.nodes.map { node($0).keywords.prefixItems.count }.max() ?? 0
    let other = unconditional(check.right).map { node($0).keywords.prefixItems.count }.max() ?? 0
    return min(max(own, other), 200)
  }

  mutating func checkArrays(_ check: Check) -> [Gap] {
    let keywords = check.keywords
    let facts = check.facts
    let left = check.left.restricted(to: .array)
    var found = checkLengths(check, left, of: .array)
    if keywords.uniqueItems, !facts.demands.isUnique, facts.demands.lengths.most(.items) > 1, mostElements(check) > 1 {
      let twice = examples(of: element(at: 0, facts)).prefix(2).map { JSONValue.array([$0, $0]) }
      found.append(
        gap(.keyword("uniqueItems"), check.right, "uniqueItems", left, facts, demanded: "true", trying: Array(twice)))
    }
    found += checkElements(check, left)
    if let item = keywords.contains { found += checkContains(check, left, check.ref(item)) }
    return found
  }

  /// Returns the maximum number of elements of the left side's arrays: those before the first impossible one.
  mutating func mostElements(_ check: Check) -> Int {
    for index in 0...prefixCount(check) where isEmptyInside(element(at: index, check.facts)) { return index }
    return check.facts.demands.lengths.most(.items)
  }

  // MARK: - Elements

  private mutating func checkElements(_ check: Check, _ left: Conjunction) -> [Gap] {
    let keywords = check.keywords
    guard !keywords.prefixItems.isEmpty || keywords.items != nil || keywords.unevaluatedItems != nil else { return [] }
    let count = prefixCount(check)
    var found: [Gap] = []
    for index in 0...count {
      let child = element(at: index, check.facts)
      if child.kinds.isEmpty { break }
      var demands: [(schema: SchemaID, keyword: String)] = []
      if index < keywords.prefixItems.count {
        demands.append((keywords.prefixItems[index], "prefixItems"))
      } else if let items = keywords.items {
        demands.append((items, "items"))
      }
      if let rest = keywords.unevaluatedItems, !isCovered(index, check) { demands.append((rest, "unevaluatedItems")) }
      for (schema, keyword) in demands {
        found += elementGaps(check, left, child, index, isRest: index == count, check.ref(schema), keyword)
      }
      // An impossible element ends the array.
      if isEmptyInside(child) { break }
    }
    return found
  }

  private mutating func elementGaps(
    _ check: Check, _ left: Conjunction, _ child: Conjunction, _ index: Int, isRest: Bool, _ right: Ref,
    _ keyword: String
  ) -> [Gap] {
    let inner = gapsInside(child, in: right)
    if inner.isEmpty { return [] }
    let step = isRest ? Gap.Step.anyElement : .element(index)
    let isClosed = node(right).boolean == false
    let gaps: [Gap]
    if isClosed {
      let written = check.node.dialect.draft < .draft2020 && keyword == "items" && !check.keywords.prefixItems.isEmpty
      gaps = [
        gap(
          .closedItems, check.right, written ? "additionalItems" : keyword, left, check.facts,
          leftKeywords: ["items", "prefixItems", "additionalItems", "unevaluatedItems"],
          trying: examples(of: child).prefix(2).compactMap { array(left, setting: index, to: $0) })
      ]
      return gaps
    }
    return outward(inner, step, left, check.right) { prover, value in prover.array(left, setting: index, to: value) }
  }

  /// Whether the right side's own keywords, and those of branches that all values satisfy, evaluate an element.
  private mutating func isCovered(_ index: Int, _ check: Check) -> Bool {
    covering(check).contains { part in
      let keywords = node(part).keywords
      return index < keywords.prefixItems.count || keywords.items != nil
        || part != check.right && keywords.unevaluatedItems != nil
    }
  }

  // MARK: - contains

  private mutating func checkContains(_ check: Check, _ left: Conjunction, _ item: Ref) -> [Gap] {
    let facts = check.facts
    let (least, most) = (check.keywords.minContains ?? 1, check.keywords.maxContains)
    var found: [Gap] = []
    if least > 0, !containsEnough(left, facts, item, least) {
      let some = [JSONValue.array([])] + arrays(left, counts: [1, facts.demands.lengths.least(.items)])
      let own = facts.nodes.filter { node($0).keywords.contains != nil }.map { node($0).keywords.minContains ?? 1 }
        .max()
      let isCount = own.map { $0 < least } ?? false
      found.append(
        gap(
          .keyword(isCount ? "minContains" : "contains"), check.right,
          isCount && check.keywords.minContains != nil ? "minContains" : "contains", left, facts,
          given: own.map { isCount ? String($0) : "" }, demanded: isCount ? String(least) : nil,
          leftKeywords: isCount ? ["minContains", "contains"] : ["contains"], trying: some))
    }
    if let most, !containsFew(left, facts, item, most) {
      let one = examples(of: Conjunction([item])).first
      let many = one.map { JSONValue.array(Array(repeating: $0, count: min(most, 1_000) + 1)) }
      found.append(
        gap(
          .keyword("maxContains"), check.right, "maxContains", left, facts,
          given: facts.nodes.compactMap { node($0).keywords.maxContains }.min().map(String.init),
          demanded: String(most),
          leftKeywords: ["maxContains", "contains"],
          trying: (many.map { [$0] } ?? []) + arrays(left, counts: [min(most, 1_000) + 1])))
    }
    return found
  }

  private mutating func containsEnough(_ left: Conjunction, _ facts: Facts, _ item: Ref, _ least: Int) -> Bool {
    for ref in facts.nodes {
      let keywords = node(ref).keywords
      guard let own = keywords.contains, (keywords.minContains ?? 1) >= least else { continue }
      if holdsInside(Conjunction([Ref(side: ref.side, schema: own)]), in: item) { return true }
    }
    guard facts.demands.lengths.least(.items) >= least, least <= 200 else { return false }
    return (0..<least).allSatisfy { holdsInside(element(at: $0, facts), in: item) }
  }

  private mutating func containsFew(_ left: Conjunction, _ facts: Facts, _ item: Ref, _ most: Int) -> Bool {
    if facts.demands.lengths.most(.items) <= most { return true }
    for ref in facts.nodes {
      let keywords = node(ref).keywords
      guard let own = keywords.contains, let limit = keywords.maxContains, limit <= most else { continue }
      if holdsInside(Conjunction([item]), in: Ref(side: ref.side, schema: own)) { return true }
    }
    let count = facts.nodes.map { node($0).keywords.prefixItems.count }.max() ?? 0
    return count < 200 && (0...count).allSatisfy { isEmptyInside(element(at: $0, facts).adding([item])) }
  }
}
