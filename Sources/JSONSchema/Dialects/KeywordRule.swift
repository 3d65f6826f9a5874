package import SchemaDemands
package import SchemaRuntime

/// One row of a dialect's table: a keyword, what its value must be, where its subschemas are, and which
/// field of ``Keywords`` it fills.
public struct KeywordRule: Sendable {
  /// The keyword as it is written.
  public let name: String
  /// The group to which the keyword belongs.
  public let vocabulary: Vocabulary
  package let value: Value
  let home: Home
  /// The kinds of values at which the keyword looks; it lets all others pass.
  package let kinds: ValueKinds
  /// What the keyword is there for.
  package let effect: Effect

  /// What a keyword is there for.
  package enum Effect: Sendable {
    /// It refuses values, or may be asked to, by its own value.
    case asserts
    /// It applies schemas, which refuse values.
    case applies
    /// It refuses nothing (core, section 7.7).
    case annotates
    /// It names the schema, or holds schemas that others refer to.
    case identifies
  }

  /// A group of keywords, as `$vocabulary` switches them on and off since 2019-09.
  public enum Vocabulary: String, Hashable, Sendable, CaseIterable {
    case core, applicator, unevaluated, validation
    case metaData = "meta-data"
    case format, content
    /// Our own; see ``VendorVocabulary``.
    case swift
  }

  /// The meta-schema that describes a keyword.
  enum Home: Sendable {
    /// That of its vocabulary; before 2019-09, when there were none, that of the draft.
    case vocabulary
    /// That of the draft itself, which keeps a keyword of older drafts from being used otherwise.
    case draft
    /// None: `$ref` in draft-04 is a matter of JSON Reference.
    case none
  }

  /// A field of ``Keywords``.
  package typealias Field<Value> = any WritableKeyPath<Keywords, Value> & Sendable

  /// What a keyword's value must be.
  package enum Value: Sendable {
    // Names and references
    /// `$id`, or `id` in draft-04.
    case identifier
    case anchor(AnchorName)
    case dynamicAnchor(AnchorName)
    case recursiveAnchor
    case reference(Reference)
    /// A keyword of an older draft that means nothing any more, and keeps a form.
    case retired(Retired)
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
    /// `dependencies`: schemas and lists of at least so many names.
    case dependencies(atLeast: Int)

    // Plain values
    case type
    case any(Field<JSONValue?>)
    case values(Field<[JSONValue]>)
    /// `enum`; of at least one value and without equal ones where it `isSet`.
    case enumeration(Field<[JSONValue]?>, isSet: Bool)
    case bound(NumberLimit)
    case atLeast(Measure)
    case atMost(Measure)
    case positiveNumber(Field<JSONNumber?>)
    /// A Boolean beside a limit in draft-04, which makes that limit exclusive.
    case exclusiveFlag(NumberLimit, of: NumberLimit)
    /// A whole number, and what it is where the keyword is absent.
    case count(Field<Int?>, default: Int?)
    case string(Field<String?>)
    case flag(Field<Bool>)
    /// At least so many unique strings.
    case names(Field<[String]>, atLeast: Int)
    /// Unique strings, none of them empty.
    case words(Field<[String]>)
    /// `dependentRequired`.
    case namesByName
    /// `x-swift`.
    case swiftHints
    /// A keyword of a format around the schema; any value, which refuses nothing.
    case annotation
  }

  /// The keywords that refer to a schema.
  package enum Reference: String, Sendable {
    case ref = "$ref"
    case dynamicRef = "$dynamicRef"
    case recursiveRef = "$recursiveRef"
  }

  /// What a keyword that means nothing any more must still be.
  package enum Retired: Sendable {
    case anchor(AnchorName)
    case reference
  }

  /// What an anchor may be called.
  package enum AnchorName: Sendable {
    /// 2019-09 core, section 8.2.3.
    case letterFirst
    /// 2020-12 core, section 8.2.2.
    case letterOrUnderscoreFirst
  }

  /// - Parameter effect: what the keyword is there for, where its vocabulary does not say so.
  init(
    _ vocabulary: Vocabulary, _ name: String, _ value: Value, on kinds: ValueKinds = .all, _ effect: Effect? = nil,
    home: Home = .vocabulary
  ) {
    self.name = name
    self.vocabulary = vocabulary
    self.value = value
    self.kinds = kinds
    self.effect = effect ?? vocabulary.effect
    self.home = home
  }

  init(_ vocabulary: Vocabulary, _ limit: NumberLimit) {
    self.init(vocabulary, limit.keyword, .bound(limit), on: .number)
  }

  init(_ vocabulary: Vocabulary, atLeast measure: Measure) {
    self.init(
      vocabulary, measure.keyword(of: .atLeast(0)), .atLeast(measure), on: ValueKinds(measure.type), .asserts)
  }

  init(_ vocabulary: Vocabulary, atMost measure: Measure) {
    self.init(vocabulary, measure.keyword(of: .atMost(0)), .atMost(measure), on: ValueKinds(measure.type), .asserts)
  }
}

extension KeywordRule {
  /// The keyword beside which alone this one may stand (draft-04 validation, sections 5.1.2.2 and 5.1.3.2).
  var companion: String? {
    guard case .exclusiveFlag(_, let limit) = value else { return nil }
    return limit.keyword
  }
}

extension KeywordRule.Vocabulary {
  /// What nearly all of its keywords are there for.
  fileprivate var effect: KeywordRule.Effect {
    switch self {
    case .core: .identifies
    case .applicator, .unevaluated: .applies
    case .validation, .format, .content: .asserts
    case .metaData, .swift: .annotates
    }
  }
}

// MARK: - Anchors

extension KeywordRule.AnchorName {
  /// The names as a regular expression.
  var pattern: String {
    switch self {
    case .letterFirst: "^[A-Za-z][-A-Za-z0-9.:_]*$"
    case .letterOrUnderscoreFirst: "^[A-Za-z_][-A-Za-z0-9._]*$"
    }
  }

  /// Whether a name has the form.
  func accepts(_ name: String) -> Bool {
    guard let first = name.utf8.first, Self.isLetter(first) || self != .letterFirst && first == UInt8(ascii: "_")
    else { return false }
    return name.utf8.allSatisfy { byte in
      Self.isLetter(byte) || 0x30...0x39 ~= byte || "-_.".utf8.contains(byte)
        || self == .letterFirst && byte == UInt8(ascii: ":")
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7a ~= byte | 0x20 }
}

// MARK: - Subschemas

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
    case .identifier, .anchor, .dynamicAnchor, .recursiveAnchor, .reference, .retired, .dialect, .vocabulary, .type,
      .any, .values, .enumeration, .bound, .atLeast, .atMost, .positiveNumber, .exclusiveFlag, .count, .string, .flag,
      .names, .words,
      .namesByName, .swiftHints, .annotation:
      nil
    }
  }

  /// The parts of a keyword's value that must be schemas, with the way from the value to each.
  func subschemas(in value: JSONNode) -> [(path: [String], node: JSONNode)] {
    switch (subschemas, value.kind) {
    case (nil, _): []
    case (.list, .array), (.oneOrList, .array): value.elements.enumerated().map { ([String($0)], $1) }
    case (.named, .object): value.members.map { ([$0.name.string], $0.value) }
    case (.namedOrNames, .object): value.members.filter { !$0.value.isArray }.map { ([$0.name.string], $0.value) }
    case (.one, _), (.oneOrList, _): [([], value)]
    // The reader of keywords reports the rest.
    case (.list, _), (.named, _), (.namedOrNames, _): []
    }
  }

  /// Whether the keyword's value alone says what it asks of a value.
  package var isPlainAssertion: Bool { effect == .asserts && (vocabulary == .validation || isLimit) }

  /// Whether the keyword limits a number or a length.
  package var isLimit: Bool {
    switch value {
    case .bound, .atLeast, .atMost: true
    case .identifier, .anchor, .dynamicAnchor, .recursiveAnchor, .reference, .retired, .dialect, .vocabulary, .schema,
      .schemas, .namedSchemas, .itemsOrTuple, .additionalItems, .dependencies, .type, .any, .values, .enumeration,
      .positiveNumber, .exclusiveFlag, .count, .string, .flag, .names, .words, .namesByName, .swiftHints, .annotation:
      false
    }
  }

  /// Whether a schema means something else with the keyword than without: not an annotation.
  package var matters: Bool {
    if case .retired = value { return false }
    return switch vocabulary {
    case .core: effect != .annotates
    case .applicator, .unevaluated, .validation, .swift: true
    case .metaData, .format, .content: false
    }
  }
}
