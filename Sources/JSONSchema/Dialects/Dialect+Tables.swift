// Tables: the dialects and their keywords. Each row names the vocabulary, the keyword, and what its value is.
extension Dialect {
  /// The dialects that are built in, oldest first.
  public static let all = [draft4, draft6, draft7, draft2019, draft2020]

  public static let draft4 = Dialect(
    .draft4, name: "draft-04", uri: "http://json-schema.org/draft-04/schema", rules: draft4Rules,
    booleanSchemaKeywords: ["additionalItems", "additionalProperties"])

  public static let draft6 = Dialect(
    .draft6, name: "draft-06", uri: "http://json-schema.org/draft-06/schema",
    rules: changing(
      draft4Rules, removing: ["id"],
      adding: [
        KeywordRule(.core, "$id", .identifier),
        KeywordRule(.core, "$ref", .reference(.ref)),
        KeywordRule(.validation, "const", .any(\.const)),
        KeywordRule(.validation, "required", .names(\.required, atLeast: 0)),
        KeywordRule(.applicator, "dependencies", .dependencies(atLeast: 0)),
        KeywordRule(.validation, "exclusiveMaximum", .number(\.exclusiveMaximum)),
        KeywordRule(.validation, "exclusiveMinimum", .number(\.exclusiveMinimum)),
        KeywordRule(.applicator, "contains", .schema(\.contains)),
        KeywordRule(.applicator, "propertyNames", .schema(\.propertyNames)),
        KeywordRule(.metaData, "examples", .values(\.examples)),
      ]))

  public static let draft7 = Dialect(
    .draft7, name: "draft-07", uri: "http://json-schema.org/draft-07/schema",
    rules: changing(
      draft6.rules,
      adding: [
        KeywordRule(.core, "$comment", .string(\.comment)),
        KeywordRule(.validation, "enum", .enumeration(\.enumeration, isSet: false)),
        KeywordRule(.applicator, "if", .schema(\.if)),
        KeywordRule(.applicator, "then", .schema(\.then)),
        KeywordRule(.applicator, "else", .schema(\.else)),
        KeywordRule(.content, "contentEncoding", .string(\.contentEncoding)),
        KeywordRule(.content, "contentMediaType", .string(\.contentMediaType)),
        KeywordRule(.metaData, "readOnly", .flag(\.readOnly)),
        KeywordRule(.metaData, "writeOnly", .flag(\.writeOnly)),
      ]))

  // `definitions` and `dependencies` stay: the meta-schemas since 2019-09 keep them, outside of the
  // vocabularies, and so do many schemas.
  public static let draft2019 = Dialect(
    .draft2019, name: "draft 2019-09", uri: "https://json-schema.org/draft/2019-09/schema",
    rules: changing(
      draft7.rules,
      adding: [
        KeywordRule(.core, "$vocabulary", .vocabulary),
        KeywordRule(.core, "$anchor", .anchor(.letterFirst)),
        KeywordRule(.core, "$recursiveAnchor", .recursiveAnchor),
        KeywordRule(.core, "$recursiveRef", .reference(.recursiveRef)),
        KeywordRule(.core, "$defs", .namedSchemas(\.defs)),
        KeywordRule(.core, "definitions", .namedSchemas(\.defs), home: .draft),
        KeywordRule(.applicator, "dependencies", .dependencies(atLeast: 0), home: .draft),
        KeywordRule(.applicator, "dependentSchemas", .namedSchemas(\.dependentSchemas)),
        KeywordRule(.unevaluated, "unevaluatedItems", .schema(\.unevaluatedItems)),
        KeywordRule(.unevaluated, "unevaluatedProperties", .schema(\.unevaluatedProperties)),
        KeywordRule(.validation, "dependentRequired", .namesByName),
        KeywordRule(.validation, "maxContains", .count(\.maxContains)),
        KeywordRule(.validation, "minContains", .count(\.minContains)),
        KeywordRule(.content, "contentSchema", .schema(\.contentSchema)),
        KeywordRule(.metaData, "deprecated", .flag(\.deprecated)),
      ]))

  public static let draft2020 = Dialect(
    .draft2020, name: "draft 2020-12", uri: "https://json-schema.org/draft/2020-12/schema",
    rules: changing(
      draft2019.rules, removing: ["additionalItems"],
      adding: [
        KeywordRule(.core, "$anchor", .anchor(.letterOrUnderscoreFirst)),
        KeywordRule(.core, "$recursiveAnchor", .retired(.anchor(.letterOrUnderscoreFirst)), home: .draft),
        KeywordRule(.core, "$recursiveRef", .retired(.reference), home: .draft),
        KeywordRule(.core, "$dynamicAnchor", .dynamicAnchor(.letterOrUnderscoreFirst)),
        KeywordRule(.core, "$dynamicRef", .reference(.dynamicRef)),
        KeywordRule(.applicator, "prefixItems", .schemas(\.prefixItems)),
        KeywordRule(.applicator, "items", .schema(\.items)),
      ]))

  private static let draft4Rules: [KeywordRule] =
    [
      KeywordRule(.core, "$schema", .dialect),
      KeywordRule(.core, "id", .identifier),
      KeywordRule(.core, "$ref", .reference(.ref), home: .none),
      KeywordRule(.core, "definitions", .namedSchemas(\.defs)),
      KeywordRule(.validation, "type", .type),
      KeywordRule(.validation, "enum", .enumeration(\.enumeration, isSet: true)),
      KeywordRule(.validation, "multipleOf", .positiveNumber(\.multipleOf)),
      KeywordRule(.validation, "maximum", .number(\.maximum)),
      KeywordRule(
        .validation, "exclusiveMaximum", .exclusiveFlag(limit: \.maximum, exclusive: \.exclusiveMaximum)),
      KeywordRule(.validation, "minimum", .number(\.minimum)),
      KeywordRule(
        .validation, "exclusiveMinimum", .exclusiveFlag(limit: \.minimum, exclusive: \.exclusiveMinimum)),
      KeywordRule(.validation, "maxLength", .count(\.maxLength)),
      KeywordRule(.validation, "minLength", .count(\.minLength)),
      KeywordRule(.validation, "pattern", .string(\.pattern)),
      KeywordRule(.format, "format", .string(\.format)),
      KeywordRule(.applicator, "items", .itemsOrTuple),
      KeywordRule(.applicator, "additionalItems", .additionalItems),
      KeywordRule(.validation, "maxItems", .count(\.maxItems)),
      KeywordRule(.validation, "minItems", .count(\.minItems)),
      KeywordRule(.validation, "uniqueItems", .flag(\.uniqueItems)),
      KeywordRule(.applicator, "properties", .namedSchemas(\.properties)),
      KeywordRule(.applicator, "patternProperties", .namedSchemas(\.patternProperties)),
      KeywordRule(.applicator, "additionalProperties", .schema(\.additionalProperties)),
      KeywordRule(.validation, "maxProperties", .count(\.maxProperties)),
      KeywordRule(.validation, "minProperties", .count(\.minProperties)),
      KeywordRule(.validation, "required", .names(\.required, atLeast: 1)),
      KeywordRule(.applicator, "dependencies", .dependencies(atLeast: 1)),
      KeywordRule(.applicator, "allOf", .schemas(\.allOf)),
      KeywordRule(.applicator, "anyOf", .schemas(\.anyOf)),
      KeywordRule(.applicator, "oneOf", .schemas(\.oneOf)),
      KeywordRule(.applicator, "not", .schema(\.not)),
      KeywordRule(.metaData, "title", .string(\.title)),
      KeywordRule(.metaData, "description", .string(\.description)),
      KeywordRule(.metaData, "default", .any(\.default)),
    ] + VendorVocabulary.rules

  /// A table without some rows and with others; an added row replaces one of its name.
  private static func changing(
    _ rules: [KeywordRule], removing removed: [String] = [], adding added: [KeywordRule]
  ) -> [KeywordRule] {
    let gone = Set(removed + added.map(\.name))
    return rules.filter { !gone.contains($0.name) } + added
  }
}

// MARK: - All tables together

extension Dialect {
  /// Every name that some dialect knows, in the order of the tables.
  static let knownNames: [String] = {
    var seen: Set<String> = []
    return all.flatMap { $0.rules.map(\.name) }.filter { seen.insert($0).inserted }
  }()

  /// The dialects that know a keyword that others do not: the first and the last of them, in words.
  static func homes(of name: String) -> String? {
    let homes = all.filter { $0.keyword(named: name)?.matters ?? false }
    guard let first = homes.first, let last = homes.last else { return nil }
    if first == last { return first.name }
    return last.draft == .draft2020 ? "\(first.name) and later" : "\(first.name) to \(last.name)"
  }
}
