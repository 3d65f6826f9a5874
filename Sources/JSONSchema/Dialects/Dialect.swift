/// A version of JSON Schema: which keywords there are and what they mean.
///
/// Read by the resolver, and wherever the meaning of a schema's text is asked. A dialect is a table
/// (`Dialect+Tables.swift`); a new draft is the table of the one before, minus and plus some rows.
public struct Dialect: Sendable {
  /// The drafts in use, oldest first.
  public enum Draft: Int, Hashable, Sendable, CaseIterable, Comparable {
    case draft4, draft6, draft7, draft2019, draft2020

    public static func < (a: Draft, b: Draft) -> Bool { a.rawValue < b.rawValue }
  }

  /// The draft whose semantics hold; a custom dialect builds on one.
  public let draft: Draft
  /// What `$schema` says, without an empty fragment.
  public let uri: String
  /// What people call it, such as `draft-07` or `draft 2020-12`.
  public let name: String
  /// The table, by name. Places of rows in ``rules``.
  private let places: [String: Int]
  /// The table in its order.
  let rules: [KeywordRule]
  /// The keywords under which a Boolean may stand for a schema; nil when it may anywhere.
  let booleanSchemaKeywords: Set<String>?
  /// Whether `format` is an assertion by the dialect's own word (2020-12 validation, section 7.2.2).
  public let assertsFormat: Bool
  /// Whether the meta-schema lists vocabularies that are not known here and need not be: their keywords are ignored.
  public let hasUnknownVocabularies: Bool

  init(
    _ draft: Draft, name: String, uri: String, rules: [KeywordRule], booleanSchemaKeywords: Set<String>? = nil,
    assertsFormat: Bool = false, hasUnknownVocabularies: Bool = false
  ) {
    self.draft = draft
    self.name = name
    self.uri = uri
    self.rules = rules
    self.booleanSchemaKeywords = booleanSchemaKeywords
    self.assertsFormat = assertsFormat
    self.hasUnknownVocabularies = hasUnknownVocabularies
    places = Dictionary(zip(rules.map(\.name), rules.indices)) { first, _ in first }
  }

  /// The dialect that `$schema` names, with or without an empty fragment; nil when it is none of `dialects`.
  public init?(schemaURI: String, among dialects: [Dialect] = Dialect.all) {
    let uri = schemaURI.hasSuffix("#") ? String(schemaURI.dropLast()) : schemaURI
    guard let dialect = dialects.first(where: { $0.uri == uri }) else { return nil }
    self = dialect
  }

  /// Whether everything beside `$ref` is ignored (draft-07 core, section 8.3).
  public var ignoresSiblingsOfReference: Bool { draft <= .draft7 }

  /// The keywords that the dialect knows, in the order of the table.
  public var keywordNames: [String] { rules.map(\.name) }

  /// The row of a keyword; nil when the dialect has none and the name is an annotation.
  public func keyword(named name: String) -> KeywordRule? { places[name].map { rules[$0] } }

  /// The keyword that gives a schema its URI.
  var identifierKeyword: String { draft == .draft4 ? "id" : "$id" }

  /// Whether a Boolean is a schema under a keyword, or, when that is nil, at the root.
  func allowsBooleanSchema(under keyword: String?) -> Bool {
    booleanSchemaKeywords.map { names in keyword.map(names.contains) ?? false } ?? true
  }
}

extension Dialect: Hashable {
  public static func == (a: Dialect, b: Dialect) -> Bool { a.uri == b.uri }

  public func hash(into hasher: inout Hasher) { hasher.combine(uri) }
}

extension Dialect: CustomStringConvertible {
  public var description: String { name }
}
