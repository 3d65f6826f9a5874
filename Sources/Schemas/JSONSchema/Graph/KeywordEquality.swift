package import SchemaRuntime

/// The demand of a keyword in one schema, in a form that is equal for equal demands.
package struct KeywordContent {
  /// The part that is compared directly.
  package var value: AnyHashable?
  /// The schemas that must be equal as well, with their names.
  package var schemas: [(name: ExactName?, schema: SchemaID)] = []
}

extension KeywordRule {
  /// Returns the demand of a keyword in a schema; nil if there is none, as for annotations and names.
  ///
  /// It is computed from ``Keywords``, so that older dialects' forms are converted to the newest. They stay as they are.
  package func content(in keywords: inout Keywords) -> KeywordContent? {
    func value(_ value: (some Hashable)?) -> KeywordContent? { value.map { KeywordContent(value: AnyHashable($0)) } }
    func schemas(_ schemas: [(name: ExactName?, schema: SchemaID)]) -> KeywordContent? {
      schemas.isEmpty ? nil : KeywordContent(schemas: schemas)
    }
    func schema(_ schema: SchemaID?) -> KeywordContent? { schema.map { KeywordContent(schemas: [(nil, $0)]) } }
    guard effect == .asserts || effect == .applies else { return nil }
    switch self.value {
    case .reference(.ref): return schema(keywords.ref)
    case .reference(.dynamicRef): return schema(keywords.dynamicRef)
    case .schema(let field): return schema(keywords.value(of: field, or: nil))
    case .schemas(let field): return schemas(keywords.value(of: field, or: []).map { (nil, $0) })
    case .namedSchemas(let field):
      return schemas(keywords.value(of: field, or: []).map { (ExactName($0.name), $0.schema) }.sorted { $0.0 < $1.0 })
    // Integers differ in draft-04: also compare ``SchemaNode/types``.
    case .type: return nil
    case .any(let field): return value(keywords.value(of: field, or: nil))
    case .values(let field):
      let values = keywords.value(of: field, or: [])
      return values.isEmpty ? nil : value(values)
    case .enumeration(let field, _): return value(keywords.value(of: field, or: nil).map(Set.init))
    case .bound(let limit): return value(keywords.bounds[limit])
    case .atLeast(let measure): return value(keywords.lengths[measure].least.flatMap { $0 == 0 ? nil : $0 })
    case .atMost(let measure): return value(keywords.lengths[measure].most)
    case .positiveNumber(let field): return value(keywords.value(of: field, or: nil))
    case .count(let field, let usual):
      return value(keywords.value(of: field, or: nil).flatMap { $0 == usual ? nil : $0 })
    case .string(let field): return value(keywords.value(of: field, or: nil).map { ExactName($0) })
    case .flag(let field): return keywords.value(of: field, or: false) ? value(true) : nil
    case .names(let field, _), .words(let field):
      let names = Set(keywords.value(of: field, or: []).map { ExactName($0) })
      return names.isEmpty ? nil : value(names)
    case .namesByName:
      let rows = Dictionary(
        keywords.dependentRequired.map { (ExactName($0.name), Set($0.required.map { ExactName($0) })) }
      ) { $0.union($1) }
      return rows.isEmpty ? nil : value(rows)
    // Converted to the keywords of newer dialects.
    case .itemsOrTuple, .additionalItems, .dependencies, .oneOrMoreSchemas, .typeOrSchemas, .negatedType, .memberFlag,
      .exclusiveFlag, .reference(.recursiveRef):
      return nil
    case .identifier, .anchor, .dynamicAnchor, .recursiveAnchor, .retired, .dialect, .vocabulary, .swiftHints,
      .texts, .annotation:
      return nil
    }
  }

  /// One row per keyword of all dialects, in the form of the newest dialect that has it.
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
