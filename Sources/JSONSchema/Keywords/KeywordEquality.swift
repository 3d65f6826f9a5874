import SchemaRuntime

extension KeywordRule {
  /// The pairs of schemas that have to be equal for the keyword to demand the same in two schemas; nil where something
  /// else differs. Annotations and names differ in nothing.
  ///
  /// Compares what the keyword is read into, so that the forms of older dialects are those of the newest.
  package func pairs(in x: Keywords, _ y: Keywords) -> [(SchemaID, SchemaID)]? {
    func equal(_ areEqual: Bool) -> [(SchemaID, SchemaID)]? { areEqual ? [] : nil }
    func names(_ names: [String]) -> Set<ExactName> { Set(names.map { ExactName($0) }) }
    func both(_ a: SchemaID?, _ b: SchemaID?) -> [(SchemaID, SchemaID)]? {
      if let a, let b { return [(a, b)] }
      return equal(a == nil && b == nil)
    }
    guard effect == .asserts || effect == .applies else { return [] }
    switch value {
    case .reference:
      guard let first = both(x.ref, y.ref), let second = both(x.dynamicRef, y.dynamicRef) else { return nil }
      return first + second
    case .schema(let field): return both(x[keyPath: field], y[keyPath: field])
    case .schemas(let field):
      let (a, b) = (x[keyPath: field], y[keyPath: field])
      return a.count == b.count ? Array(zip(a, b)) : nil
    case .namedSchemas(let field):
      let (a, b) = (x[keyPath: field], y[keyPath: field])
      guard a.count == b.count else { return nil }
      let others = Dictionary(b.map { (ExactName($0.name), $0.schema) }) { first, _ in first }
      let pairs = a.compactMap { member in others[ExactName(member.name)].map { (member.schema, $0) } }
      return pairs.count == a.count ? pairs : nil
    // Integers differ in draft-04: compare ``SchemaNode/types`` as well.
    case .type: return []
    case .any(let field): return equal(x[keyPath: field] == y[keyPath: field])
    case .values(let field): return equal(x[keyPath: field] == y[keyPath: field])
    case .enumeration(let field, _):
      return equal(x[keyPath: field].map(Set.init) == y[keyPath: field].map(Set.init))
    case .bound(let limit): return equal(x.bounds[limit] == y.bounds[limit])
    case .atLeast(let measure): return equal(x.lengths[measure].least ?? 0 == y.lengths[measure].least ?? 0)
    case .atMost(let measure): return equal(x.lengths[measure].most == y.lengths[measure].most)
    case .positiveNumber(let field): return equal(x[keyPath: field] == y[keyPath: field])
    case .count(let field, let usual):
      return equal(x[keyPath: field] ?? usual == y[keyPath: field] ?? usual)
    case .string(let field):
      return equal(x[keyPath: field].map { ExactName($0) } == y[keyPath: field].map { ExactName($0) })
    case .flag(let field): return equal(x[keyPath: field] == y[keyPath: field])
    case .names(let field, _), .words(let field):
      return equal(names(x[keyPath: field]) == names(y[keyPath: field]))
    case .namesByName:
      func rows(_ keywords: Keywords) -> [ExactName: Set<ExactName>] {
        Dictionary(keywords.dependentRequired.map { (ExactName($0.name), names($0.required)) }) { $0.union($1) }
      }
      return equal(rows(x) == rows(y))
    // Read into what the keywords of newer dialects are read into.
    case .itemsOrTuple, .additionalItems, .dependencies, .exclusiveFlag: return []
    case .identifier, .anchor, .dynamicAnchor, .recursiveAnchor, .retired, .dialect, .vocabulary, .swiftHints,
      .annotation:
      return []
    }
  }

  /// A row for each keyword of all dialects, as the newest that has it writes it.
  package static let everyKeyword: [KeywordRule] = {
    var rows: [String: KeywordRule] = [:]
    var names: [String] = []
    for rule in ([.asyncAPI] + Dialect.all + [.openAPI]).flatMap(\.rules) {
      if rows[rule.name] == nil { names.append(rule.name) }
      rows[rule.name] = rule
    }
    return names.compactMap { rows[$0] }
  }()
}
