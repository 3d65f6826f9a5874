import SchemaAnalysis
import SchemaRuntime

// Tables: the dialects and their keywords. Each row has the vocabulary, the keyword, and the form of its value.
extension Dialect {
  /// The built-in dialects, oldest first.
  public static let all = [draft3, draft4, draft6, draft7, draft2019, draft2020, v1]

  // It has no `definitions`, but its schemas do.
  public static let draft3 = Dialect(
    .draft3, name: "draft-03", uri: "http://json-schema.org/draft-03/schema",
    rules: changing(
      draft4Rules, removing: ["multipleOf", "minProperties", "maxProperties", "allOf", "anyOf", "oneOf", "not"],
      adding: [
        KeywordRule(.core, "$ref", .reference(.ref), .applies),
        KeywordRule(.validation, "type", .typeOrSchemas),
        KeywordRule(.validation, "disallow", .negatedType),
        KeywordRule(.applicator, "extends", .oneOrMoreSchemas(\.allOf)),
        KeywordRule(.validation, "divisibleBy", .positiveNumber(\.multipleOf), on: .number),
        KeywordRule(.validation, "required", .memberFlag),
        KeywordRule(.applicator, "dependencies", .dependencies(atLeast: 0, mayBeName: true), on: .object),
      ]), booleanSchemaKeywords: ["additionalItems", "additionalProperties"])

  public static let draft4 = Dialect(
    .draft4, name: "draft-04", uri: "http://json-schema.org/draft-04/schema", rules: draft4Rules,
    booleanSchemaKeywords: ["additionalItems", "additionalProperties"])

  public static let draft6 = Dialect(
    .draft6, name: "draft-06", uri: "http://json-schema.org/draft-06/schema",
    rules: changing(
      draft4Rules, removing: ["id"],
      adding: [
        KeywordRule(.core, "$id", .identifier),
        KeywordRule(.core, "$ref", .reference(.ref), .applies),
        KeywordRule(.validation, "const", .any(\.const)),
        KeywordRule(.validation, "required", .names(\.required, atLeast: 0), on: .object),
        KeywordRule(.applicator, "dependencies", .dependencies(atLeast: 0), on: .object),
        KeywordRule(.validation, .exclusiveMaximum),
        KeywordRule(.validation, .exclusiveMinimum),
        KeywordRule(.applicator, "contains", .schema(\.contains), on: .array),
        KeywordRule(.applicator, "propertyNames", .schema(\.propertyNames), on: .object),
        KeywordRule(.metaData, "examples", .values(\.examples)),
      ]))

  public static let draft7 = Dialect(
    .draft7, name: "draft-07", uri: "http://json-schema.org/draft-07/schema",
    rules: changing(
      draft6.rules,
      adding: [
        KeywordRule(.core, "$comment", .string(\.comment), .annotates),
        KeywordRule(.validation, "enum", .enumeration(\.enumeration, isSet: false)),
        KeywordRule(.applicator, "if", .schema(\.if)),
        KeywordRule(.applicator, "then", .schema(\.then)),
        KeywordRule(.applicator, "else", .schema(\.else)),
        KeywordRule(.content, "contentEncoding", .string(\.texts[.contentEncoding]), on: .string),
        KeywordRule(.content, "contentMediaType", .string(\.texts[.contentMediaType]), on: .string),
        KeywordRule(.metaData, "readOnly", .flag(\.readOnly)),
        KeywordRule(.metaData, "writeOnly", .flag(\.writeOnly)),
      ]))

  // `definitions` and `dependencies` stay: the meta-schemas since 2019-09 keep them outside the vocabularies, and
  // many schemas still use them.
  public static let draft2019 = Dialect(
    .draft2019, name: "draft 2019-09", uri: "https://json-schema.org/draft/2019-09/schema",
    rules: changing(
      draft7.rules,
      adding: [
        KeywordRule(.core, "$vocabulary", .vocabulary),
        KeywordRule(.core, "$anchor", .anchor(.letterFirst)),
        KeywordRule(.core, "$recursiveAnchor", .recursiveAnchor),
        KeywordRule(.core, "$recursiveRef", .reference(.recursiveRef), .applies),
        KeywordRule(.core, "$defs", .namedSchemas(\.defs)),
        KeywordRule(.core, "definitions", .namedSchemas(\.defs), home: .draft),
        KeywordRule(.applicator, "dependencies", .dependencies(atLeast: 0), on: .object, home: .draft),
        KeywordRule(.applicator, "dependentSchemas", .namedSchemas(\.dependentSchemas), on: .object),
        KeywordRule(.unevaluated, "unevaluatedItems", .schema(\.unevaluatedItems), on: .array),
        KeywordRule(.unevaluated, "unevaluatedProperties", .schema(\.unevaluatedProperties), on: .object),
        KeywordRule(.validation, "dependentRequired", .namesByName, on: .object),
        KeywordRule(.validation, "maxContains", .count(\.maxContains, default: nil), on: .array),
        KeywordRule(.validation, "minContains", .count(\.minContains, default: 1), on: .array),
        KeywordRule(.content, "contentSchema", .schema(\.contentSchema), on: .string, .applies),
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
        KeywordRule(.core, "$dynamicRef", .reference(.dynamicRef), .applies),
        KeywordRule(.applicator, "prefixItems", .schemas(\.prefixItems), on: .array),
        KeywordRule(.applicator, "items", .schema(\.items), on: .array),
      ]))

  // Proposals for later releases, such as `$vocabulary`, are unknown.
  public static let v1 = Dialect(
    .v1, name: "v1", uri: "https://json-schema.org/v1",
    rules: changing(
      draft2020.rules,
      removing: ["$vocabulary", "$recursiveAnchor", "$recursiveRef", "definitions", "dependencies"], adding: []),
    assertsFormat: true, permitsUnknownKeywords: false)

  private static let draft4Rules: [KeywordRule] =
    [
      KeywordRule(.core, "$schema", .dialect),
      KeywordRule(.core, "id", .identifier),
      KeywordRule(.core, "$ref", .reference(.ref), .applies, home: .none),
      KeywordRule(.core, "definitions", .namedSchemas(\.defs)),
      KeywordRule(.validation, "type", .type),
      KeywordRule(.validation, "enum", .enumeration(\.enumeration, isSet: true)),
      KeywordRule(.validation, "multipleOf", .positiveNumber(\.multipleOf), on: .number),
      KeywordRule(.validation, .maximum),
      KeywordRule(.validation, "exclusiveMaximum", .exclusiveFlag(.exclusiveMaximum, of: .maximum), on: .number),
      KeywordRule(.validation, .minimum),
      KeywordRule(.validation, "exclusiveMinimum", .exclusiveFlag(.exclusiveMinimum, of: .minimum), on: .number),
      KeywordRule(.validation, atMost: .scalars),
      KeywordRule(.validation, atLeast: .scalars),
      KeywordRule(.validation, "pattern", .string(\.texts[.pattern]), on: .string),
      KeywordRule(.format, "format", .string(\.texts[.format]), on: .string),
      KeywordRule(.applicator, "items", .itemsOrTuple, on: .array),
      KeywordRule(.applicator, "additionalItems", .additionalItems, on: .array),
      KeywordRule(.validation, atMost: .items),
      KeywordRule(.validation, atLeast: .items),
      KeywordRule(.validation, "uniqueItems", .flag(\.uniqueItems), on: .array),
      KeywordRule(.applicator, "properties", .namedSchemas(\.properties), on: .object),
      KeywordRule(.applicator, "patternProperties", .namedSchemas(\.patternProperties), on: .object),
      KeywordRule(.applicator, "additionalProperties", .schema(\.additionalProperties), on: .object),
      KeywordRule(.validation, atMost: .members),
      KeywordRule(.validation, atLeast: .members),
      KeywordRule(.validation, "required", .names(\.required, atLeast: 1), on: .object),
      KeywordRule(.applicator, "dependencies", .dependencies(atLeast: 1), on: .object),
      KeywordRule(.applicator, "allOf", .schemas(\.allOf)),
      KeywordRule(.applicator, "anyOf", .schemas(\.anyOf)),
      KeywordRule(.applicator, "oneOf", .schemas(\.oneOf)),
      KeywordRule(.applicator, "not", .schema(\.not)),
      KeywordRule(.metaData, "title", .string(\.title)),
      KeywordRule(.metaData, "description", .string(\.description)),
      KeywordRule(.metaData, "default", .any(\.default)),
    ] + VendorVocabulary.rules

  /// Returns a table with some rows removed and others added; an added row replaces one with the same name.
  private static func changing(
    _ rules: [KeywordRule], removing removed: [String] = [], adding added: [KeywordRule]
  ) -> [KeywordRule] {
    let gone = Set(removed + added.map(\.name))
    return rules.filter { !gone.contains($0.name) } + added
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
