import SchemaRuntime

/// One row of a dialect's table: a keyword, what its value must be, where its subschemas are, and which
/// field of ``Keywords`` it fills.
public struct KeywordRule: Sendable {
  /// The keyword as it is written.
  public let name: String
  /// The group to which the keyword belongs.
  public let vocabulary: Vocabulary
  let value: Value

  /// A group of keywords, as `$vocabulary` switches them on and off since 2019-09.
  public enum Vocabulary: String, Hashable, Sendable, CaseIterable {
    case core, applicator, unevaluated, validation
    case metaData = "meta-data"
    case format, content
    /// Our own; see ``VendorVocabulary``.
    case swift
  }

  /// A field of ``Keywords``.
  typealias Field<Value> = any WritableKeyPath<Keywords, Value> & Sendable

  /// What a keyword's value must be.
  enum Value: Sendable {
    // Names and references
    /// `$id`, or `id` in draft-04.
    case identifier
    case anchor, dynamicAnchor, recursiveAnchor
    case reference(Reference)
    /// `$schema`.
    case dialect
    /// `$vocabulary`.
    case vocabulary

    // Subschemas
    case schema(Field<SchemaID?>)
    case schemas(Field<[SchemaID]>)
    case namedSchemas(Field<[Keywords.Member]>)
    /// `items` before 2020-12: one schema for all elements, or one each.
    case itemsOrTuple
    /// `additionalItems`: the elements after a tuple.
    case additionalItems
    /// `dependencies`: schemas and lists of names.
    case dependencies

    // Plain values
    case type
    case any(Field<JSONValue?>)
    case values(Field<[JSONValue]>)
    /// `enum`.
    case enumeration(Field<[JSONValue]?>)
    case number(Field<JSONNumber?>)
    case positiveNumber(Field<JSONNumber?>)
    /// A Boolean beside `limit` in draft-04, which makes that limit exclusive.
    case exclusiveFlag(limit: Field<JSONNumber?>, exclusive: Field<JSONNumber?>)
    case count(Field<Int?>)
    case string(Field<String?>)
    case flag(Field<Bool>)
    /// Unique strings.
    case names(Field<[String]>)
    /// `dependentRequired`.
    case namesByName
    /// `x-swift`.
    case swiftHints
  }

  /// The keywords that refer to a schema.
  enum Reference: String, Sendable {
    case ref = "$ref"
    case dynamicRef = "$dynamicRef"
    case recursiveRef = "$recursiveRef"
  }

  init(_ vocabulary: Vocabulary, _ name: String, _ value: Value) {
    self.name = name
    self.vocabulary = vocabulary
    self.value = value
  }
}

extension KeywordRule {
  /// Where the subschemas of a keyword are.
  enum Subschemas {
    /// The value itself.
    case one
    /// The elements of an array.
    case list
    /// The members of an object.
    case named
    /// The value itself, or the elements when it is an array.
    case oneOrList
    /// The members of an object that are no arrays.
    case namedOrNames
  }

  /// Where the subschemas are; nil for a keyword that has none.
  var subschemas: Subschemas? {
    switch value {
    case .schema, .additionalItems: .one
    case .schemas: .list
    case .namedSchemas: .named
    case .itemsOrTuple: .oneOrList
    case .dependencies: .namedOrNames
    case .identifier, .anchor, .dynamicAnchor, .recursiveAnchor, .reference, .dialect, .vocabulary, .type, .any,
      .values,
      .enumeration, .number, .positiveNumber, .exclusiveFlag, .count, .string, .flag, .names, .namesByName,
      .swiftHints:
      nil
    }
  }

  /// Whether a schema means something else with the keyword than without: not an annotation.
  var matters: Bool {
    switch vocabulary {
    case .core: name != "$comment"
    case .applicator, .unevaluated, .validation, .swift: true
    case .metaData, .format, .content: false
    }
  }
}
