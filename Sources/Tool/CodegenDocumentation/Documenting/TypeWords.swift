import CodegenCore
import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Describes the kind of value of a schema: `array of Scene`, `string or null`, `one of: Page, Scene or string`.
///
/// A schema with a page or section is a link; everything else is described inline.
struct TypeWords {
  let site: SiteMap
  private let known = Known<Question, Words>()

  private struct Question: Hashable {
    var schema: SchemaID
    var isOwn: Bool
    var depth: Int
  }

  init(site: SiteMap) { self.site = site }

  private var graph: SchemaGraph { site.graph }
  /// The maximum nesting of arrays, maps and references in a description.
  private static let depthLimit = 8

  // MARK: - References

  /// A schema after following its plain references.
  struct Resolved {
    /// The schemas along the references, whose limits also apply.
    var path: [SchemaID]
    /// The first schema with a page or section along the references, or else the last schema.
    var end: SchemaID
    var isLink: Bool
  }

  /// Follows references whose schemas have no other type information.
  /// - Parameter isOwn: whether to describe the schema itself even if it has a page.
  func resolve(_ schema: SchemaID, isOwn: Bool = false) -> Resolved {
    var path: [SchemaID] = []
    var next = schema
    while path.count < graph.nodes.count {
      if next != schema || !isOwn, site.address(of: next) != nil, !isBetterTold(next) {
        return Resolved(path: path, end: next, isLink: true)
      }
      let keywords = graph[next].keywords
      guard let target = keywords.ref ?? keywords.dynamicRef, keywords.selection != nil || !saysMore(keywords)
      else { break }
      path.append(next)
      next = target
    }
    return Resolved(path: path, end: next, isLink: false)
  }

  /// Whether siblings of a reference affect the type.
  private func saysMore(_ keywords: Keywords) -> Bool {
    keywords.enumeration != nil || keywords.const != nil || keywords.items != nil
      || keywords.additionalProperties != nil
      || !(keywords.properties.isEmpty && keywords.patternProperties.isEmpty && keywords.prefixItems.isEmpty)
      || !(keywords.allOf.isEmpty && keywords.anyOf.isEmpty && keywords.oneOf.isEmpty)
  }

  /// Whether a section is a short choice without a title, or only conditions, and therefore clearer inline than as a
  /// link.
  private func isBetterTold(_ schema: SchemaID) -> Bool {
    guard !site.isPage(graph.written(schema)), graph[schema].keywords.title == nil else { return false }
    guard let choice = choice(of: schema) else {
      let facts = site.facts(of: schema)
      let others: Set<JSONType> = facts.types.contains(.number) ? [.null, .integer] : [.null]
      guard facts.properties.isEmpty, facts.values == nil else { return false }
      return !(facts.oneOf + facts.anyOf).isEmpty || facts.types.subtracting(others).count > 1
    }
    return (2...4).contains(choice.branches.count)
      && choice.branches.allSatisfy { site.address(of: graph[$0].keywords.ref ?? $0) != nil }
  }

  // MARK: - Choices

  /// The alternatives of a schema whose `oneOf` or `anyOf` determines the type.
  struct Choice {
    /// The alternatives other than null.
    var branches: [SchemaID]
    var hasNull: Bool
  }

  /// Returns the alternatives of a schema; nil if it has none, or if they are conditions on a known type.
  func choice(of schema: SchemaID) -> Choice? {
    let facts = site.facts(of: schema)
    let listed = facts.oneOf.isEmpty ? facts.anyOf : facts.oneOf
    let branches = listed.filter { graph[$0].boolean != false }
    guard facts.properties.isEmpty, !branches.isEmpty, branches.contains(where: { saysType($0) }) else { return nil }
    let others = branches.filter { site.facts(of: $0).types != [.null] }
    return Choice(
      branches: others, hasNull: others.count < branches.count && facts.types.contains(.null))
  }

  private func saysType(_ branch: SchemaID) -> Bool {
    let facts = site.facts(of: branch)
    return facts.types.count < JSONType.allCases.count || facts.values != nil || !facts.oneOf.isEmpty
      || !facts.anyOf.isEmpty
  }

  // MARK: - Descriptions

  /// Describes a value of a schema.
  /// - Parameter isOwn: whether to describe the schema itself even if it has a page.
  func phrase(for schema: SchemaID, isOwn: Bool = false) -> Phrase {
    words(for: schema, isOwn: isOwn, depth: 0).phrase
  }

  /// Describes `type` and related keywords, regardless of the alternatives.
  func phraseWithoutChoice(for schema: SchemaID) -> Phrase {
    words(for: site.facts(of: schema), of: schema, depth: 0).phrase
  }

  /// Returns the items and values named in a schema's description.
  func elements(describedBy schema: SchemaID) -> Set<SchemaID> {
    let facts = site.facts(of: schema)
    guard facts.types.count < JSONType.allCases.count, choice(of: schema) == nil else { return [] }
    var elements: Set<SchemaID> = []
    if facts.types.contains(.array) {
      elements.formUnion(firstItems(of: schema))
      if let items = facts.items { elements.insert(items) }
    }
    if facts.types.contains(.object), facts.properties.isEmpty, let values = facts.additional {
      elements.insert(values)
    }
    return elements
  }

  private func firstItems(of schema: SchemaID) -> [SchemaID] {
    graph.conjunction(of: schema).map { graph[$0].keywords.prefixItems }.first { !$0.isEmpty } ?? []
  }

  /// A description, and whether it needs parentheses inside another.
  private struct Words {
    var phrase: Phrase
    var isList = false

    var bracketed: Phrase { isList ? "(\(phrase))" : phrase }
  }

  private func words(for schema: SchemaID, isOwn: Bool = false, depth: Int) -> Words {
    known.answer(to: Question(schema: schema, isOwn: isOwn, depth: depth)) {
      newWords(for: schema, isOwn: isOwn, depth: depth)
    }
  }

  private func newWords(for schema: SchemaID, isOwn: Bool, depth: Int) -> Words {
    if let verdict = graph[schema].boolean { return Words(phrase: verdict ? "any value" : "no value") }
    guard depth < Self.depthLimit else { return Words(phrase: "value") }
    let resolved = resolve(schema, isOwn: isOwn)
    if resolved.isLink, let address = site.address(of: resolved.end) {
      return Words(phrase: "\(link: site.title(of: resolved.end), to: address)")
    }
    if let verdict = graph[resolved.end].boolean { return Words(phrase: verdict ? "any value" : "no value") }
    if let choice = choice(of: resolved.end) { return words(for: choice, depth: depth) }
    return words(for: site.facts(of: resolved.end), of: resolved.end, depth: depth)
  }

  private func words(for choice: Choice, depth: Int) -> Words {
    var phrases: [Phrase] = []
    var shownCount = 0
    for branch in choice.branches where phrases.count < Phrase.longestList {
      let phrase = words(for: branch, depth: depth + 1).phrase
      if !phrases.contains(phrase) { phrases.append(phrase) }
      shownCount += 1
    }
    let restCount = choice.branches.count - shownCount
    if restCount > 0 { phrases.append("\(restCount) more") }
    if choice.hasNull { phrases.append("null") }
    let list = Phrase.list(phrases, last: "or")
    let hasLinks = phrases.contains { phrase in phrase.runs.contains { if case .link = $0 { true } else { false } } }
    return Words(phrase: phrases.count > 2 && hasLinks ? "one of: \(list)" : list, isList: phrases.count > 1)
  }

  private func words(for facts: Facts, of schema: SchemaID, depth: Int) -> Words {
    var types = facts.types
    if let values = facts.values { types.formIntersection(values.map(\.type)) }
    if types.contains(.number) { types.remove(.integer) }
    if types.isEmpty { return Words(phrase: "no value") }
    // `number` includes `integer`, so that an unrestricted schema lists one type fewer.
    if types.count >= JSONType.allCases.count - 1 {
      return Words(phrase: facts.properties.isEmpty ? "any value" : "object or any other value")
    }
    let order: [JSONType] = [.string, .integer, .number, .boolean, .array, .object, .null]
    let parts = order.filter { types.contains($0) }.map { words(for: $0, facts, of: schema, depth: depth) }
    if parts.count == 1 { return parts[0] }
    return Words(phrase: Phrase.list(parts.map(\.bracketed), last: "or"), isList: true)
  }

  private func words(for type: JSONType, _ facts: Facts, of schema: SchemaID, depth: Int) -> Words {
    switch type {
    case .null, .boolean, .integer, .number, .string: Words(phrase: "\(type.rawValue)")
    case .array: array(facts, of: schema, depth: depth)
    case .object: object(facts, depth: depth)
    }
  }

  private func array(_ facts: Facts, of schema: SchemaID, depth: Int) -> Words {
    let first = firstItems(of: schema)
    if !first.isEmpty {
      var phrase: Phrase = "array of \(first.map { words(for: $0, depth: depth + 1).bracketed }.joined(by: ", then "))"
      if let items = facts.items, graph[items].boolean == nil {
        phrase = phrase + ", then any number of \(words(for: items, depth: depth + 1).bracketed)"
      } else if facts.items.map({ graph[$0].boolean }) != false {
        phrase = phrase + ", then anything"
      }
      return Words(phrase: phrase, isList: true)
    }
    guard let items = facts.items, graph[items].boolean != true else { return Words(phrase: "array") }
    if graph[items].boolean == false { return Words(phrase: "empty array") }
    return Words(phrase: "array of \(words(for: items, depth: depth + 1).bracketed)")
  }

  private func object(_ facts: Facts, depth: Int) -> Words {
    guard facts.properties.isEmpty else { return Words(phrase: "object") }
    guard let values = facts.additional, graph[values].boolean != true else { return Words(phrase: "object") }
    if graph[values].boolean == false { return Words(phrase: facts.hasPatternProperties ? "object" : "empty object") }
    return Words(phrase: "map of \(words(for: values, depth: depth + 1).bracketed)")
  }
}
