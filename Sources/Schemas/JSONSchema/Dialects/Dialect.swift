/// A version of JSON Schema: its keywords and their meaning.
///
/// Read by the resolver, and wherever the meaning of a schema's text matters. A dialect is a table
/// (`Dialect+Tables.swift`); a new draft is the table of its predecessor with rows removed and added.
public struct Dialect: Sendable {
  /// The supported drafts, oldest first.
  public enum Draft: Int, Hashable, Sendable, CaseIterable, Comparable {
    case draft3, draft4, draft6, draft7, draft2019, draft2020, v1

    public static func < (a: Draft, b: Draft) -> Bool { a.rawValue < b.rawValue }
  }

  /// What the dialect consists of. Shared, since every schema of a graph names its dialect.
  private final class Content: Sendable {
    let draft: Draft
    let uri: String
    let name: String
    /// The index in ``rules`` of each keyword, by name.
    let ruleIndexes: [String: Int]
    let rules: [KeywordRule]
    let booleanSchemaKeywords: [String]?
    let assertsFormat: Bool
    let hasUnknownVocabularies: Bool
    let permitsUnknownKeywords: Bool
    let isPractice: Bool
    let hasTuplesInItems: Bool
    let hasExample: Bool

    init(
      _ draft: Draft, name: String, uri: String, rules: [KeywordRule], booleanSchemaKeywords: [String]?,
      assertsFormat: Bool, hasUnknownVocabularies: Bool, permitsUnknownKeywords: Bool, isPractice: Bool
    ) {
      self.draft = draft
      self.name = name
      self.uri = uri
      self.rules = rules
      self.booleanSchemaKeywords = booleanSchemaKeywords
      self.assertsFormat = assertsFormat
      self.hasUnknownVocabularies = hasUnknownVocabularies
      self.permitsUnknownKeywords = permitsUnknownKeywords
      self.isPractice = isPractice
      ruleIndexes = Dictionary(zip(rules.map(\.name), rules.indices)) { first, _ in first }
      hasTuplesInItems = rules.contains { if case .itemsOrTuple = $0.value { $0.name == "items" } else { false } }
      hasExample = rules.contains { if case .annotation = $0.value { $0.name == "example" } else { false } }
    }
  }

  private let content: Content

  init(
    _ draft: Draft, name: String, uri: String, rules: [KeywordRule], booleanSchemaKeywords: [String]? = nil,
    assertsFormat: Bool = false, hasUnknownVocabularies: Bool = false, permitsUnknownKeywords: Bool = true,
    isPractice: Bool = false
  ) {
    content = Content(
      draft, name: name, uri: uri, rules: rules, booleanSchemaKeywords: booleanSchemaKeywords,
      assertsFormat: assertsFormat, hasUnknownVocabularies: hasUnknownVocabularies,
      permitsUnknownKeywords: permitsUnknownKeywords, isPractice: isPractice)
  }

  /// The draft whose semantics apply; a custom dialect is based on one.
  public var draft: Draft { content.draft }
  /// The URI in `$schema`, without an empty fragment.
  public var uri: String { content.uri }
  /// The usual name, such as `draft-07` or `draft 2020-12`.
  public var name: String { content.name }
  /// The table in order.
  var rules: [KeywordRule] { content.rules }
  /// The keywords under which a Boolean may replace a schema; nil if it may anywhere.
  var booleanSchemaKeywords: [String]? { content.booleanSchemaKeywords }
  /// Whether the dialect itself makes `format` an assertion (2020-12 validation, section 7.2.2).
  public var assertsFormat: Bool { content.assertsFormat }
  /// Whether the meta-schema lists unknown optional vocabularies, whose keywords are ignored.
  public var hasUnknownVocabularies: Bool { content.hasUnknownVocabularies }
  /// Whether schemas may have keywords that the dialect does not know; names with the prefix `x-` always may be there.
  package var permitsUnknownKeywords: Bool { content.permitsUnknownKeywords }
  /// Whether `items` may be a tuple, as before 2020-12.
  var hasTuplesInItems: Bool { content.hasTuplesInItems }
  /// Whether a schema may have a single `example`, as in OpenAPI.
  var hasExample: Bool { content.hasExample }
  /// Whether schemas mean what their authors expect, where that differs from the letter (``inPractice``).
  public var isPractice: Bool { content.isPractice }

  /// Returns the dialect with a `$schema` URI, with or without an empty fragment; nil if `dialects` has none.
  public init?(schemaURI: String, among dialects: [Dialect] = Dialect.all) {
    let uri = schemaURI.hasSuffix("#") ? String(schemaURI.dropLast()) : schemaURI
    guard let dialect = dialects.first(where: { $0.uri == uri }) else { return nil }
    self = dialect
  }

  /// Returns the dialect that a `$schema` URI means although it is spelled differently: with another scheme, `www.`, or
  /// another end. `json-schema.org/schema` is the newest draft, and a release of v1 is v1; nil if it means none.
  package init?(meantBy schemaURI: String) {
    func key(_ uri: String) -> String {
      var key = uri[...]
      for prefix in ["https://", "http://", "www."] where key.hasPrefix(prefix) { key = key.dropFirst(prefix.count) }
      while let end = ["#", "/", ".json"].first(where: key.hasSuffix) { key = key.dropLast(end.count) }
      return key.split(separator: "/").map { Self.spellings[$0] ?? $0 }.joined(separator: "/")
    }
    let meant = key(schemaURI)
    let others = ["json-schema.org/schema": Dialect.draft2020, "json-schema.org/v1/2026": Dialect.v1]
    guard let dialect = others[meant] ?? Dialect.all.first(where: { key($0.uri) == meant }) else { return nil }
    self = dialect
  }

  /// Drafts without their zero, and draft-05, whose schemas are those of draft-04.
  private static let spellings: [Substring: Substring] = [
    "draft-3": "draft-03", "draft-4": "draft-04", "draft-5": "draft-04", "draft-05": "draft-04", "draft-6": "draft-06",
    "draft-7": "draft-07",
  ]

  /// Whether a keyword may reject values.
  func mayReject(_ keyword: String) -> Bool {
    guard let index = content.ruleIndexes[keyword] else { return hasUnknownVocabularies }
    return rules[index].effect == .asserts || rules[index].effect == .applies
  }

  /// The URI for `$schema`, as the specification writes it.
  package var schemaURI: String { uri + (draft <= .draft7 ? "#" : "") }

  /// Whether siblings of `$ref` are ignored (draft-07 core, section 8.3).
  public var ignoresSiblingsOfReference: Bool { draft <= .draft7 && !isPractice }

  /// The dialect as many authors expect it to be: siblings of `$ref` count, and so do the keywords that only later
  /// drafts have, in their newest form, and those of OpenAPI. Names, references and containers of definitions stay
  /// those of the draft: whatever older schemas keep under `$defs` need not be schemas.
  var inPractice: Dialect {
    var rules = rules.filter { $0.name != "nullable" && $0.name != "x-nullable" }
    var known = Set(rules.map(\.name))
    for rule in Self.all.filter({ $0.draft > draft }).reversed().flatMap(\.rules) + Self.practiceRules {
      guard rule.countsInPractice(in: draft) else { continue }
      if known.insert(rule.name).inserted { rules.append(rule) }
    }
    return Dialect(
      draft, name: name, uri: uri, rules: rules, booleanSchemaKeywords: booleanSchemaKeywords,
      assertsFormat: assertsFormat, hasUnknownVocabularies: hasUnknownVocabularies,
      permitsUnknownKeywords: permitsUnknownKeywords, isPractice: true)
  }

  /// Whether only later drafts have a keyword, which counts in practice.
  func gainsInPractice(_ keyword: String) -> Bool {
    Self.all.contains { $0.draft > draft && $0.keyword(named: keyword)?.countsInPractice(in: draft) ?? false }
  }

  /// The keywords of the dialect, in the order of the table.
  public var keywordNames: [String] { rules.map(\.name) }

  /// Returns the row of a keyword; nil if the dialect has none and the name is an annotation.
  public func keyword(named name: String) -> KeywordRule? { content.ruleIndexes[name].map { content.rules[$0] } }

  /// The keyword that specifies a schema's URI.
  package var identifierKeyword: String { draft <= .draft4 ? "id" : "$id" }

  /// Whether a Boolean is a schema under a keyword, or at the root if the keyword is nil.
  func allowsBooleanSchema(under keyword: String?) -> Bool {
    booleanSchemaKeywords.map { names in keyword.map(names.contains) ?? false } ?? true
  }
}

extension Dialect: Hashable {
  public static func == (a: Dialect, b: Dialect) -> Bool { a.content === b.content || a.uri == b.uri }

  public func hash(into hasher: inout Hasher) { hasher.combine(uri) }
}

extension Dialect: CustomStringConvertible {
  public var description: String { name }
}

extension KeywordRule {
  /// Whether an older draft has the keyword in practice. Draft-03 has other keywords for the same.
  fileprivate func countsInPractice(in draft: Dialect.Draft) -> Bool {
    if draft == .draft3, ["allOf", "anyOf", "not", "multipleOf"].contains(name) { return false }
    return vocabulary != .core || name == "$comment"
  }
}
