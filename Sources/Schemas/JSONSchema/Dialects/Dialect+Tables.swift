import SchemaAnalysis
import SchemaRuntime

// Tables: the dialects and their keywords. Each row has the vocabulary, the keyword, and the form of its value.
extension Dialect {
  /// The built-in dialects, oldest first.
  public static let all = [draft3, draft4, draft6, draft7, draft2019, draft2020, v1]

  // It has no `definitions`, but its schemas do.
  public static let draft3 = Dialect(
    .draft3, name: "draft-03",
    rules: changing(
      draft4Rules, removing: ["multipleOf", "minProperties", "maxProperties", "allOf", "anyOf", "oneOf", "not"],
      adding: [
        KeywordRule(.core, "$ref", .reference(.ref), .applies),
        KeywordRule(.validation, "type", .typeOrSchemas),
        KeywordRule(.validation, "disallow", .negatedType),
        KeywordRule(.applicator, "extends", .oneOrMoreSchemas { $1(&$0.allOf) }),
        KeywordRule(.validation, "divisibleBy", .positiveNumber { $1(&$0.multipleOf) }, on: .number),
        KeywordRule(.validation, "required", .memberFlag),
        KeywordRule(.applicator, "dependencies", .dependencies(atLeast: 0, mayBeName: true), on: .object),
      ]), booleanSchemaKeywords: ["additionalItems", "additionalProperties"])

  public static let draft4 = Dialect(
    .draft4, name: "draft-04", rules: draft4Rules,
    booleanSchemaKeywords: ["additionalItems", "additionalProperties"])

  public static let draft6 = Dialect(
    .draft6, name: "draft-06",
    rules: changing(
      draft4Rules, removing: ["id"],
      adding: [
        KeywordRule(.core, "$id", .identifier),
        KeywordRule(.core, "$ref", .reference(.ref), .applies),
        KeywordRule(.validation, "const", .any { $1(&$0.const) }),
        KeywordRule(.validation, "required", .names({ $1(&$0.required) }, atLeast: 0), on: .object),
        KeywordRule(.applicator, "dependencies", .dependencies(atLeast: 0), on: .object),
        KeywordRule(.validation, .exclusiveMaximum),
        KeywordRule(.validation, .exclusiveMinimum),
        KeywordRule(.applicator, "contains", .schema { $1(&$0.contains) }, on: .array),
        KeywordRule(.applicator, "propertyNames", .schema { $1(&$0.propertyNames) }, on: .object),
        KeywordRule(.metaData, "examples", .values { $1(&$0.examples) }),
      ]))

  public static let draft7 = Dialect(
    .draft7, name: "draft-07",
    rules: changing(
      draft6.rules,
      adding: [
        KeywordRule(.core, "$comment", .string { $1(&$0.comment) }, .annotates),
        KeywordRule(.validation, "enum", .enumeration({ $1(&$0.enumeration) }, isSet: false)),
        KeywordRule(.applicator, "if", .schema { $1(&$0.if) }),
        KeywordRule(.applicator, "then", .schema { $1(&$0.then) }),
        KeywordRule(.applicator, "else", .schema { $1(&$0.else) }),
        KeywordRule(.content, "contentEncoding", .string { $1(&$0.texts[.contentEncoding]) }, on: .string),
        KeywordRule(.content, "contentMediaType", .string { $1(&$0.texts[.contentMediaType]) }, on: .string),
        KeywordRule(.metaData, "readOnly", .flag { $1(&$0.readOnly) }),
        KeywordRule(.metaData, "writeOnly", .flag { $1(&$0.writeOnly) }),
      ]))

  // `definitions` and `dependencies` stay: the meta-schemas since 2019-09 keep them outside the vocabularies, and
  // many schemas still use them.
  public static let draft2019 = Dialect(
    .draft2019, name: "draft 2019-09",
    rules: changing(
      draft7.rules,
      adding: [
        KeywordRule(.core, "$vocabulary", .vocabulary),
        KeywordRule(.core, "$anchor", .anchor(.letterFirst)),
        KeywordRule(.core, "$recursiveAnchor", .recursiveAnchor),
        KeywordRule(.core, "$recursiveRef", .reference(.recursiveRef), .applies),
        KeywordRule(.core, "$defs", .namedSchemas { $1(&$0.defs) }),
        KeywordRule(.core, "definitions", .namedSchemas { $1(&$0.defs) }, home: .draft),
        KeywordRule(.applicator, "dependencies", .dependencies(atLeast: 0), on: .object, home: .draft),
        KeywordRule(.applicator, "dependentSchemas", .namedSchemas { $1(&$0.dependentSchemas) }, on: .object),
        KeywordRule(.unevaluated, "unevaluatedItems", .schema { $1(&$0.unevaluatedItems) }, on: .array),
        KeywordRule(.unevaluated, "unevaluatedProperties", .schema { $1(&$0.unevaluatedProperties) }, on: .object),
        KeywordRule(.validation, "dependentRequired", .namesByName, on: .object),
        KeywordRule(.validation, "maxContains", .count({ $1(&$0.maxContains) }, default: nil), on: .array),
        KeywordRule(.validation, "minContains", .count({ $1(&$0.minContains) }, default: 1), on: .array),
        KeywordRule(.content, "contentSchema", .schema { $1(&$0.contentSchema) }, on: .string, .applies),
        KeywordRule(.metaData, "deprecated", .flag { $1(&$0.deprecated) }),
      ]))

  public static let draft2020 = Dialect(
    .draft2020, name: "draft 2020-12",
    rules: changing(
      draft2019.rules, removing: ["additionalItems"],
      adding: [
        KeywordRule(.core, "$anchor", .anchor(.letterOrUnderscoreFirst)),
        KeywordRule(.core, "$recursiveAnchor", .retired(.anchor(.letterOrUnderscoreFirst)), home: .draft),
        KeywordRule(.core, "$recursiveRef", .retired(.reference), home: .draft),
        KeywordRule(.core, "$dynamicAnchor", .dynamicAnchor(.letterOrUnderscoreFirst)),
        KeywordRule(.core, "$dynamicRef", .reference(.dynamicRef), .applies),
        KeywordRule(.applicator, "prefixItems", .schemas { $1(&$0.prefixItems) }, on: .array),
        KeywordRule(.applicator, "items", .schema { $1(&$0.items) }, on: .array),
      ]))

  // Proposals for later releases, such as `$vocabulary`, are unknown.
  public static let v1 = Dialect(
    .v1, name: "v1",
    rules: changing(
      draft2020.rules,
      removing: ["$vocabulary", "$recursiveAnchor", "$recursiveRef", "definitions", "dependencies"], adding: []),
    assertsFormat: true, permitsUnknownKeywords: false)

  private static let draft4Rules: [KeywordRule] =
    [
      KeywordRule(.core, "$schema", .dialect),
      KeywordRule(.core, "id", .identifier),
      KeywordRule(.core, "$ref", .reference(.ref), .applies, home: .none),
      KeywordRule(.core, "definitions", .namedSchemas { $1(&$0.defs) }),
      KeywordRule(.validation, "type", .type),
      KeywordRule(.validation, "enum", .enumeration({ $1(&$0.enumeration) }, isSet: true)),
      KeywordRule(.validation, "multipleOf", .positiveNumber { $1(&$0.multipleOf) }, on: .number),
      KeywordRule(.validation, .maximum),
      KeywordRule(.validation, "exclusiveMaximum", .exclusiveFlag(.exclusiveMaximum, of: .maximum), on: .number),
      KeywordRule(.validation, .minimum),
      KeywordRule(.validation, "exclusiveMinimum", .exclusiveFlag(.exclusiveMinimum, of: .minimum), on: .number),
      KeywordRule(.validation, atMost: .scalars),
      KeywordRule(.validation, atLeast: .scalars),
      KeywordRule(.validation, "pattern", .string { $1(&$0.texts[.pattern]) }, on: .string),
      KeywordRule(.format, "format", .string { $1(&$0.texts[.format]) }, on: .string),
      KeywordRule(.applicator, "items", .itemsOrTuple, on: .array),
      KeywordRule(.applicator, "additionalItems", .additionalItems, on: .array),
      KeywordRule(.validation, atMost: .items),
      KeywordRule(.validation, atLeast: .items),
      KeywordRule(.validation, "uniqueItems", .flag { $1(&$0.uniqueItems) }, on: .array),
      KeywordRule(.applicator, "properties", .namedSchemas { $1(&$0.properties) }, on: .object),
      KeywordRule(.applicator, "patternProperties", .namedSchemas { $1(&$0.patternProperties) }, on: .object),
      KeywordRule(.applicator, "additionalProperties", .schema { $1(&$0.additionalProperties) }, on: .object),
      KeywordRule(.validation, atMost: .members),
      KeywordRule(.validation, atLeast: .members),
      KeywordRule(.validation, "required", .names({ $1(&$0.required) }, atLeast: 1), on: .object),
      KeywordRule(.applicator, "dependencies", .dependencies(atLeast: 1), on: .object),
      KeywordRule(.applicator, "allOf", .schemas { $1(&$0.allOf) }),
      KeywordRule(.applicator, "anyOf", .schemas { $1(&$0.anyOf) }),
      KeywordRule(.applicator, "oneOf", .schemas { $1(&$0.oneOf) }),
      KeywordRule(.applicator, "not", .schema { $1(&$0.not) }),
      KeywordRule(.metaData, "title", .string { $1(&$0.title) }),
      KeywordRule(.metaData, "description", .string { $1(&$0.description) }),
      KeywordRule(.metaData, "default", .any { $1(&$0.default) }),
    ] + VendorVocabulary.rules

  /// Returns a table with some rows removed and others added; an added row replaces one with the same name.
  private static func changing(
    _ rules: [KeywordRule], removing removed: [String] = [], adding added: [KeywordRule]
  ) -> [KeywordRule] {
    let new = KeywordTable(added)
    return rules.filter { !removed.contains($0.name) && new.rule(named: $0.name) == nil } + added
  }
}

extension KeywordRule {
  /// The names that later drafts give to formats of draft-03.
  package static let formatsOfDraft3 = ["host-name": "hostname", "ip-address": "ipv4"]
}

// MARK: - All tables

extension Dialect {
  /// Describes the dialects with a keyword that others lack: the first and the last.
  static func homes(of name: String) -> String? {
    let homes = all.filter { $0.keyword(named: name)?.matters ?? false }
    guard let first = homes.first, let last = homes.last else { return nil }
    if first == last { return first.name }
    return last == all.last ? "\(first.name) and later" : "\(first.name) to \(last.name)"
  }
}
