package import SchemaAnalysis
package import SchemaRuntime

/// One row of a dialect's table: a keyword, the form of its value, the location of its subschemas, and the field of
/// ``Keywords`` that it sets.
public final class KeywordRule: Sendable {
  /// The keyword as written.
  public let name: String
  /// The vocabulary of the keyword.
  public let vocabulary: Vocabulary
  package let value: Value
  let home: Home
  /// The kinds of values that the keyword checks; it accepts all others.
  package let kinds: ValueKinds
  /// The effect of the keyword.
  package let effect: Effect
  /// The keyword that this one requires as a sibling (draft-04 validation, sections 5.1.2.2 and 5.1.3.2; OpenAPI 3.0.4,
  /// section 4.7.24.1).
  let companion: String?

  /// The effect of a keyword.
  package enum Effect: Sendable {
    /// Its own value rejects values, or can do so.
    case asserts
    /// Its subschemas reject values.
    case applies
    /// It rejects nothing (core, section 7.7).
    case annotates
    /// It names the schema, or contains schemas for references.
    case identifies
  }

  /// A group of keywords, enabled and disabled by `$vocabulary` since 2019-09.
  public enum Vocabulary: String, Hashable, Sendable, CaseIterable {
    case core, applicator, unevaluated, validation
    case metaData = "meta-data"
    case format, content
    /// Our own; see ``VendorVocabulary``.
    case swift
  }

  /// The meta-schema that describes a keyword.
  enum Home: Sendable {
    /// The meta-schema of its vocabulary; before 2019-09, that of the draft.
    case vocabulary
    /// The meta-schema of the draft, which reserves keywords of older drafts.
    case draft
    /// None: in draft-04, `$ref` belongs to JSON Reference.
    case none
  }

  package typealias Field = Keywords.Field

  /// The form of a keyword's value.
  package enum Value: Sendable {
    // Names and references
    /// `$id`, or `id` in draft-04.
    case identifier
    case anchor(AnchorName)
    case dynamicAnchor(AnchorName)
    case recursiveAnchor
    case reference(Reference)
    /// A keyword of an older draft that no longer has a meaning, but still has a required form.
    case retired(Retired)
    /// `$schema`.
    case dialect
    /// `$vocabulary`.
    case vocabulary

    // Subschemas
    case schema(Field<SchemaID?>)
    case schemas(Field<[SchemaID]>)
    case namedSchemas(Field<[Keywords.Member]>)
    /// `items` before 2020-12: one schema for all elements, or one per element.
    case itemsOrTuple
    /// `additionalItems`: the elements after a tuple.
    case additionalItems
    /// `dependencies`: schemas, and lists with a minimum number of names; in draft-03, also single names.
    case dependencies(atLeast: Int, mayBeName: Bool = false)
    /// In draft-03, a schema or several.
    case oneOrMoreSchemas(Field<[SchemaID]>)
    /// `type` of draft-03: the name of a type, or a choice between such names and schemas.
    case typeOrSchemas
    /// `disallow` of draft-03: the value of a `type` that must not hold.
    case negatedType

    // Plain values
    case type
    case any(Field<JSONValue?>)
    case values(Field<[JSONValue]>)
    /// `enum`; with at least one value and no duplicates if `isSet`.
    case enumeration(Field<[JSONValue]?>, isSet: Bool)
    case bound(NumberLimit)
    case atLeast(Measure)
    case atMost(Measure)
    case positiveNumber(Field<JSONNumber?>)
    /// In draft-04, a Boolean that makes the limit next to it exclusive.
    case exclusiveFlag(NumberLimit, of: NumberLimit)
    /// A non-negative integer, with its default.
    case count(Field<Int?>, default: Int?)
    case string(Field<String?>)
    case flag(Field<Bool>)
    /// `required` of draft-03, which says of the schema of a member that the member must be there.
    case memberFlag
    /// A minimum number of unique strings.
    case names(Field<[String]>, atLeast: Int)
    /// Unique strings, none of them empty.
    case words(Field<[String]>)
    /// `dependentRequired`.
    case namesByName
    /// `x-swift`.
    case swiftHints
    /// A text, or texts by keyword.
    case texts(Field<JSONValue?>)
    /// A keyword of a format that contains schemas; any value, without effect.
    case annotation
  }

  /// The keywords that reference a schema.
  package enum Reference: String, Sendable {
    case ref = "$ref"
    case dynamicRef = "$dynamicRef"
    case recursiveRef = "$recursiveRef"
  }

  /// The form of a keyword without meaning.
  package enum Retired: Sendable {
    case anchor(AnchorName)
    case reference
  }

  /// The syntax of anchors.
  package enum AnchorName: Sendable {
    /// 2019-09 core, section 8.2.3.
    case letterFirst
    /// 2020-12 core, section 8.2.2.
    case letterOrUnderscoreFirst
  }

  /// - Parameter effect: the effect of the keyword; by default, that of its vocabulary.
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
    if case .flag = value, name == "nullable" || name == "x-nullable" {
      companion = "type"
    } else if case .exclusiveFlag(_, let limit) = value {
      companion = limit.keyword
    } else {
      companion = nil
    }
  }

  convenience init(_ vocabulary: Vocabulary, _ limit: NumberLimit) {
    self.init(vocabulary, limit.keyword, .bound(limit), on: .number)
  }

  convenience init(_ vocabulary: Vocabulary, atLeast measure: Measure) {
    self.init(
      vocabulary, measure.keyword(of: .atLeast(0)), .atLeast(measure), on: ValueKinds(measure.type), .asserts)
  }

  convenience init(_ vocabulary: Vocabulary, atMost measure: Measure) {
    self.init(vocabulary, measure.keyword(of: .atMost(0)), .atMost(measure), on: ValueKinds(measure.type), .asserts)
  }
}

extension KeywordRule.Vocabulary {
  /// The effect of nearly all of its keywords.
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
  /// The syntax as a regular expression.
  var pattern: String {
    switch self {
    case .letterFirst: "^[A-Za-z][-A-Za-z0-9.:_]*$"
    case .letterOrUnderscoreFirst: "^[A-Za-z_][-A-Za-z0-9._]*$"
    }
  }

  /// Whether a name has this syntax.
  package func accepts(_ name: String) -> Bool {
    guard let first = name.utf8.first, Self.isLetter(first) || self != .letterFirst && first == UInt8(ascii: "_")
    else { return false }
    return name.utf8.allSatisfy { byte in
      Self.isLetter(byte) || 0x30...0x39 ~= byte || "-_.".utf8.contains(byte)
        || self == .letterFirst && byte == UInt8(ascii: ":")
    }
  }

  /// Returns the name of the dynamic anchor in a `$dynamicRef` of v1, which is written with or without `#`; nil if there
  /// is none.
  static func dynamic(in reference: String) -> String? {
    let name = reference.hasPrefix("#") ? String(reference.dropFirst()) : reference
    return letterOrUnderscoreFirst.accepts(name) ? name : nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7a ~= byte | 0x20 }
}

// MARK: - Subschemas

extension KeywordRule {
  /// The location of a keyword's subschemas.
  package enum Subschemas {
    /// The value itself.
    case one
    /// The elements of an array.
    case list
    /// The members of an object.
    case named
    /// The value itself, or the elements if it is an array.
    case oneOrList
    /// The members of an object, except arrays, and strings where these are names.
    case namedOrNames(mayBeName: Bool)
    /// The elements of an array if one of them is no string.
    case listOfAlternatives
    /// The value itself, a string or an array.
    case alternatives
  }

  /// The location of the subschemas; nil for a keyword without any.
  package var subschemas: Subschemas? {
    switch value {
    case .schema, .additionalItems: .one
    case .schemas: .list
    case .namedSchemas: .named
    case .itemsOrTuple, .oneOrMoreSchemas: .oneOrList
    case .dependencies(_, let mayBeName): .namedOrNames(mayBeName: mayBeName)
    case .typeOrSchemas: .listOfAlternatives
    case .negatedType: .alternatives
    case .identifier, .anchor, .dynamicAnchor, .recursiveAnchor, .reference, .retired, .dialect, .vocabulary, .type,
      .any, .values, .enumeration, .bound, .atLeast, .atMost, .positiveNumber, .exclusiveFlag, .count, .string, .flag,
      .memberFlag, .names, .words,
      .namesByName, .swiftHints, .texts, .annotation:
      nil
    }
  }

  /// Visits the parts of a keyword's value that must be schemas; if there are several, with a token that identifies
  /// each in the value.
  func forEachSubschema(in value: UnsafeJSONNode, _ body: (_ token: String?, UnsafeJSONNode) -> Void) {
    func visitElements() {
      for (index, element) in value.elements.enumerated() { body(String(index), element) }
    }
    switch (subschemas, value.kind) {
    case (nil, _): break
    case (.list, .array), (.oneOrList, .array): visitElements()
    case (.named, .object): for (name, value) in value.members { body(name.string, value) }
    case (.namedOrNames(let mayBeName), .object):
      for (name, value) in value.members where !value.isArray && !(mayBeName && value.isString) {
        body(name.string, value)
      }
    case (.listOfAlternatives, .array) where !value.elements.allSatisfy(\.isString): visitElements()
    case (.alternatives, _) where value.isString || value.elements.contains { _ in true }: body(nil, value)
    case (.one, _), (.oneOrList, _): body(nil, value)
    // The keyword reader reports the rest.
    case (.list, _), (.named, _), (.namedOrNames, _), (.listOfAlternatives, _), (.alternatives, _): break
    }
  }

  /// Whether a value in the place of a schema is the `type` of that schema, which has no other keywords.
  func isTypeAlone(_ value: UnsafeJSONNode) -> Bool {
    if case .negatedType = self.value { return value.isString || value.isArray }
    if case .typeOrSchemas = self.value { return value.isString }
    return false
  }

  /// Whether the keyword's value alone determines what it asserts.
  package var isPlainAssertion: Bool { effect == .asserts && (vocabulary == .validation || isLimit) }

  /// Whether the keyword limits a number or a length.
  package var isLimit: Bool {
    switch value {
    case .bound, .atLeast, .atMost: true
    case .identifier, .anchor, .dynamicAnchor, .recursiveAnchor, .reference, .retired, .dialect, .vocabulary, .schema,
      .schemas, .namedSchemas, .itemsOrTuple, .additionalItems, .dependencies, .oneOrMoreSchemas, .typeOrSchemas,
      .negatedType, .type, .any, .values, .enumeration,
      .positiveNumber, .exclusiveFlag, .count, .string, .flag, .memberFlag, .names, .words, .namesByName, .swiftHints,
      .texts,
      .annotation:
      false
    }
  }

  /// Whether the dialect keeps only the form of the keyword, which has no effect.
  package var isRetired: Bool { if case .retired = value { true } else { false } }

  /// Whether the keyword changes the meaning of a schema, as opposed to an annotation.
  package var matters: Bool {
    if isRetired { return false }
    return switch vocabulary {
    case .core: effect != .annotates
    case .applicator, .unevaluated, .validation, .swift: true
    case .metaData, .format, .content: false
    }
  }
}
