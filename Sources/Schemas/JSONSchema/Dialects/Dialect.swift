import SchemaRuntime

/// A version of JSON Schema: its keywords and their meaning.
///
/// Read by the resolver, and wherever the meaning of a schema's text matters. A dialect is a table
/// (`Dialect+Tables.swift`); a new draft is the table of its predecessor with rows removed and added.
public final class Dialect: Sendable {
  /// The supported drafts, oldest first.
  public enum Draft: Int, Hashable, Sendable, CaseIterable, Comparable {
    case draft3, draft4, draft6, draft7, draft2019, draft2020, v1

    public static func < (a: Draft, b: Draft) -> Bool { a.rawValue < b.rawValue }

    /// The URI of the meta-schema, without an empty fragment.
    var uri: String {
      switch self {
      case .draft3: "http://json-schema.org/draft-03/schema"
      case .draft4: "http://json-schema.org/draft-04/schema"
      case .draft6: "http://json-schema.org/draft-06/schema"
      case .draft7: "http://json-schema.org/draft-07/schema"
      case .draft2019: "https://json-schema.org/draft/2019-09/schema"
      case .draft2020: "https://json-schema.org/draft/2020-12/schema"
      case .v1: "https://json-schema.org/v1"
      }
    }
  }

  /// The draft whose semantics apply; a custom dialect is based on one.
  public let draft: Draft
  /// The URI in `$schema`, without an empty fragment.
  public let uri: String
  /// The usual name, such as `draft-07` or `draft 2020-12`.
  public let name: String
  /// The table in order.
  let rules: [KeywordRule]
  private let rulesByName: KeywordTable
  /// The keywords under which a Boolean may replace a schema; nil if it may anywhere.
  let booleanSchemaKeywords: [String]?
  /// Whether the dialect itself makes `format` an assertion (2020-12 validation, section 7.2.2).
  public let assertsFormat: Bool
  /// Whether the meta-schema lists unknown optional vocabularies, whose keywords are ignored.
  public let hasUnknownVocabularies: Bool
  /// Whether schemas may have keywords that the dialect does not know; names with the prefix `x-` always may be there.
  package let permitsUnknownKeywords: Bool
  /// Whether schemas mean what their authors expect, where that differs from the letter (``inPractice``).
  public let isPractice: Bool
  /// Whether it is the dialect of a format that contains schemas.
  package let isOfHost: Bool
  /// Whether `items` may be a tuple, as before 2020-12.
  let hasTuplesInItems: Bool
  /// Whether a schema may have a single `example`, as in OpenAPI.
  let hasExample: Bool

  init(
    _ draft: Draft, name: String, uri: String? = nil, rules: [KeywordRule], booleanSchemaKeywords: [String]? = nil,
    assertsFormat: Bool = false, hasUnknownVocabularies: Bool = false, permitsUnknownKeywords: Bool = true,
    isPractice: Bool = false, isOfHost: Bool = false
  ) {
    self.draft = draft
    self.name = name
    self.uri = uri ?? draft.uri
    self.rules = rules
    self.booleanSchemaKeywords = booleanSchemaKeywords
    self.assertsFormat = assertsFormat
    self.hasUnknownVocabularies = hasUnknownVocabularies
    self.permitsUnknownKeywords = permitsUnknownKeywords
    self.isPractice = isPractice
    self.isOfHost = isOfHost
    rulesByName = KeywordTable(rules)
    hasTuplesInItems = rules.contains { if case .itemsOrTuple = $0.value { $0.name == "items" } else { false } }
    hasExample = rules.contains { if case .annotation = $0.value { $0.name == "example" } else { false } }
  }

  /// Returns the dialect with a `$schema` URI, with or without an empty fragment: a built-in one or one of `others`;
  /// nil if there is none. It creates no other tables.
  public static func named(_ schemaURI: String, or others: [Dialect] = []) -> Dialect? {
    let uri = schemaURI.hasSuffix("#") ? String(schemaURI.dropLast()) : schemaURI
    return Draft.allCases.first { $0.uri == uri }.map(standard) ?? others.first { $0.uri == uri }
  }

  /// Returns the dialect that a `$schema` URI means although it is spelled differently: with another scheme, `www.`, or
  /// another end. `json-schema.org/schema` is the newest draft, and a release of v1 is v1; nil if it means none.
  package static func meant(by schemaURI: String) -> Dialect? {
    func key(_ uri: String) -> String {
      var key = uri[...]
      for prefix in ["https://", "http://", "www."] where key.hasPrefix(prefix) { key = key.dropFirst(prefix.count) }
      while let end = ["#", "/", ".json"].first(where: key.hasSuffix) { key = key.dropLast(end.count) }
      return key.split(separator: "/").map { spellings[$0] ?? $0 }.joined(separator: "/")
    }
    let meant = key(schemaURI)
    let others = ["json-schema.org/schema": Draft.draft2020, "json-schema.org/v1/2026": .v1]
    return (others[meant] ?? Draft.allCases.first { key($0.uri) == meant }).map(standard)
  }

  /// Drafts without their zero, and draft-05, whose schemas are those of draft-04.
  private static let spellings: [Substring: Substring] = [
    "draft-3": "draft-03", "draft-4": "draft-04", "draft-5": "draft-04", "draft-05": "draft-04", "draft-6": "draft-06",
    "draft-7": "draft-07",
  ]

  /// Whether a keyword may reject values.
  func mayReject(_ keyword: String) -> Bool {
    guard let rule = self.keyword(named: keyword) else { return hasUnknownVocabularies }
    return rule.effect == .asserts || rule.effect == .applies
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
      permitsUnknownKeywords: permitsUnknownKeywords, isPractice: true, isOfHost: isOfHost)
  }

  /// Whether only later drafts have a keyword, which counts in practice.
  func gainsInPractice(_ keyword: String) -> Bool {
    Self.all.contains { $0.draft > draft && $0.keyword(named: keyword)?.countsInPractice(in: draft) ?? false }
  }

  /// The keywords of the dialect, in the order of the table.
  public var keywordNames: [String] { rules.map(\.name) }

  /// Returns the row of a keyword; nil if the dialect has none and the name is an annotation.
  public func keyword(named name: String) -> KeywordRule? { rulesByName.rule(named: name) }

  /// The same for the name of a member.
  func keyword(_ name: UnsafeJSONNode) -> KeywordRule? { name.withUTF8 { rulesByName.rule($0) } }

  /// The keyword that specifies a schema's URI.
  package var identifierKeyword: String { draft <= .draft4 ? "id" : "$id" }

  /// Whether a Boolean is a schema under a keyword, or at the root if the keyword is nil.
  func allowsBooleanSchema(under keyword: String?) -> Bool {
    booleanSchemaKeywords.map { names in keyword.map(names.contains) ?? false } ?? true
  }
}

/// Rows by name. Every schema's members are looked up, so no strings are created and none is hashed.
struct KeywordTable: Sendable {
  private let rules: [KeywordRule]
  /// The names of the rows, one after another, and where each ends.
  private var names: [UInt8] = []
  private var ends: [Int] = []
  /// The rows' indices, each at the first free place from that of its name on; -1 for a free place.
  private var places: [Int16]

  /// - Parameter rules: rows, of which the first counts if several have one name.
  init(_ rules: [KeywordRule]) {
    self.rules = rules
    names.reserveCapacity(rules.count * 16)
    ends.reserveCapacity(rules.count)
    var size = 64
    while size < rules.count * 4 { size *= 2 }
    places = Array(repeating: -1, count: size)
    for (row, rule) in rules.enumerated() {
      var name = rule.name
      name.withUTF8 { name in
        let place = place(of: name)
        if places[place] < 0 { places[place] = Int16(truncatingIfNeeded: row) }
        names.append(contentsOf: name)
      }
      ends.append(names.count)
    }
  }

  func rule(named name: String) -> KeywordRule? {
    var name = name
    return name.withUTF8 { rule($0) }
  }

  func rule(_ name: UnsafeBufferPointer<UInt8>) -> KeywordRule? {
    let row = Int(places[place(of: name)])
    return row < 0 ? nil : rules[row]
  }

  /// Returns the place of a name: that of its row, or the free one where it would be.
  private func place(of name: UnsafeBufferPointer<UInt8>) -> Int {
    let mask = places.count - 1
    var index = name.count
    for byte in name { index = (index &* 31) ^ Int(byte) }
    index &= mask
    while places[index] >= 0, !isName(name, of: Int(places[index])) { index = (index + 1) & mask }
    return index
  }

  private func isName(_ name: UnsafeBufferPointer<UInt8>, of row: Int) -> Bool {
    let start = row == 0 ? 0 : ends[row - 1]
    guard ends[row] - start == name.count else { return false }
    return names.withUnsafeBufferPointer { names in name.indices.allSatisfy { names[start + $0] == name[$0] } }
  }
}

extension Dialect: Hashable {
  public static func == (a: Dialect, b: Dialect) -> Bool { a === b || a.uri == b.uri }

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
