public import SchemaRuntime

/// Why a schema document cannot be used: a fact and its location.
///
/// Created by ``SchemaResolver``, which continues after an error to find others.
public struct ResolveError: Error, Hashable, Sendable {
  /// The location of the value or member name.
  public let location: SourceLocation
  /// The kind of error.
  public let kind: Kind

  /// The kind of error, as data; `expected` comes before `actual`.
  public enum Kind: Hashable, Sendable {
    /// Two members of one object have this name.
    case repeatedMember(name: String)
    /// A value in the position of a schema that is not one.
    case notASchema(actual: JSONType, keyword: String?)
    /// A keyword's value does not have the required form.
    case keywordValue(keyword: String, expected: Expectation, actual: JSONValue)
    /// A malformed or unsupported URI reference, or an invalid name for references.
    case malformedReference(keyword: String, expected: Expectation, actual: JSONValue)
    /// A string under `type` that is not one of the seven types.
    case unknownType(keyword: String, actual: String, nearest: String?)
    /// A duplicate in a list of names.
    case repeatedName(keyword: String, name: String)
    /// Equal values in a list of values.
    case repeatedValue(keyword: String, value: JSONValue)
    /// A keyword without the sibling that it requires.
    case missingCompanion(keyword: String, companion: String)
    /// `x-enum-varnames` has more or fewer names than `enum` has values.
    case nameCount(keyword: String, expected: Int, actual: Int)
    /// A text that should be a Swift type but is not.
    case swiftType(keyword: String, SwiftTypeError)
    /// `$schema` names no dialect.
    case unknownDialect(actual: String, nearest: String?)
    /// A `$schema` that is not spelled as the specification of the dialect does.
    case dialectSpelling(actual: String, meant: String)
    /// `$schema` names a meta-schema that describes no dialect.
    case unusableDialect(actual: String, reason: DialectReason)
    /// Two resources have this URI.
    case repeatedIdentifier(uri: String, first: SourceLocation)
    /// Two schemas of one resource have this anchor.
    case repeatedAnchor(name: String, first: SourceLocation)
    /// A reference without a target.
    case unresolvable(Unresolvable)
    /// A relative reference that leads to a document only relative to the file's location: `uri` is the result with the
    /// base URI, `found` the result with the file's location.
    case foundFromFile(reference: String, uri: String, found: String)
    /// A reference to a document that is replaced by a stub, which accepts every value.
    case stub(uri: String)
    /// A dialect whose meta-schema is replaced by a stub, and the dialect that replaces it.
    case stubDialect(uri: String, replacement: String)
    /// A cycle of references, with the locations on the path; the first and the last are the same.
    case referenceCycle(chain: [String])
    /// A schema that applies itself to the same value by any applicators, with the locations on the path.
    case endlessRecursion(chain: [String])
    /// Dynamic references require more copies of schemas than the limit.
    case dynamicScopes(limit: Int)
    /// An unknown keyword, one or two edits from a known one.
    case unknownKeyword(name: String, nearest: String)
    /// An unknown keyword of a dialect that permits none: the dialects that have it, or the known one that it may be.
    case refusedKeyword(name: String, dialect: String, home: String?, nearest: String?)
    /// A keyword of other dialects than the schema's, and whether it counts in practice.
    case foreignKeyword(name: String, dialect: String, home: String, countsInPractice: Bool)
    /// Siblings of `$ref`, which dialects before 2019-09 ignore.
    case ignoredBesideReference(names: [String], dialect: String)
    /// A schema that is read as its author means it, against the letter of the specification.
    case practice(Practice)
    /// A list of selected operations names one that no description has: a `tag`, `path` or `operationId`.
    case noOperation(kind: String, name: String, nearest: String?)
    /// Content of a media type that is not JSON, so that its schema has no type.
    case otherMediaType(String)
    /// Content that is a form.
    case formFields(mediaType: String)
    /// A value in the mapping of a discriminator that leads to none of the schemas to choose from.
    case discriminatorTarget(value: String, target: String)
    /// A pattern of another kind of regular expressions, and how it is read.
    case foreignPattern(keyword: String, source: String, meant: String)
    /// Characters that a pattern escapes without need, as only regular expressions without flag `u` may. None are
    /// listed if the pattern is sensitive.
    case needlessEscapes(keyword: String, characters: [String])
    /// A pattern in a lenient document that is not a regular expression; in others, the compiler rejects it.
    case invalidPattern(keyword: String, source: String, reason: String)
    /// What was read although the text's format does not say how, in words.
    case looseText(String)
    /// A document's own URI is invalid.
    case documentURI(String)
    /// A document of a format whose schemas are not JSON Schema.
    case hostVersion(expected: String, actual: String)
    /// The specified location of a document's schemas has none.
    case noEmbeddedSchemas(at: String, actual: JSONType?)
    /// A document, or the value at `pointer` in it, that should be a schema but is something else. `inside` are the
    /// objects in the document whose members are schemas, as fragments.
    case noSchema(at: String, actual: DocumentContent, declared: String?, inside: [String])
  }

  /// A reference that does not resolve.
  public struct Unresolvable: Hashable, Sendable {
    /// `$ref`, `$dynamicRef` or `$recursiveRef`.
    public var keyword: String
    /// The reference as written.
    public var reference: String
    /// The reference, resolved against the base URI.
    public var uri: String
    /// Why it does not resolve.
    public var reason: Reason

    /// The reasons why a reference does not resolve.
    public enum Reason: Error, Hashable, Sendable {
      /// No document or embedded schema has the URI.
      case noDocument(nearest: String?)
      /// The resource has no such anchor.
      case noAnchor(name: String, nearest: String?)
      /// No schema on a way to the reference has such a dynamic anchor.
      case noScope(name: String)
      /// The pointer is invalid (RFC 6901): it has `~` without 0 or 1 after it, or does not begin with `/`.
      case malformedPointer
      /// The fragment has percent-encodings that are not UTF-8.
      case malformedEncoding
      /// The value at the pointer `deepest` has no child `missing`.
      case noValue(deepest: String, missing: String, nearest: String?)
      /// The value exists but is not a schema.
      case notASchema(actual: JSONType)
      /// The root of the document is not a schema.
      case noSchemaAtRoot(actual: DocumentContent)
    }
  }

  /// The reasons why a meta-schema describes no dialect.
  public enum DialectReason: Error, Hashable, Sendable {
    /// It requires a vocabulary that is not implemented (2020-12 core, section 8.1.2).
    case requiredVocabulary(name: String, at: SourceLocation)
    /// Its own `$schema`, or that of the meta-schema that it names, leads to no dialect.
    case baseDialect(actual: String, at: SourceLocation)
    /// It is not an object.
    case notAnObject(at: SourceLocation)
  }

  /// The forms of keyword values.
  public enum Expectation: String, Hashable, Sendable {
    case boolean = "a Boolean"
    case string = "a string"
    case number = "a number"
    case positiveNumber = "a number greater than 0"
    case count = "a non-negative integer"
    case array = "an array"
    case enumeration = "an array of values"
    case nonEmptyEnumeration = "an array of at least one value"
    case schema = "a schema"
    case schemas = "an array of at least one schema"
    case tuple = "a schema or an array of at least one"
    case namedSchemas = "an object of schemas"
    case type = "the name of a type or an array of at least one"
    case names = "an array of strings"
    case nonEmptyNames = "an array of at least one string"
    case words = "an array of strings, none of them empty"
    case word = "a string of at least one character"
    case namesByName = "an object of arrays of strings"
    case dependencies = "an object of schemas and arrays of strings"
    case flags = "an object of Booleans"
    case uriReference = "a URI reference"
    case uriWithoutFragment = "a URI reference without a fragment"
    case dialectURI = "the URI of a dialect"
    case iri = "an IRI"
    case iriReference = "an IRI reference"
    case dynamicAnchor = "the name of a '$dynamicAnchor', with or without '#'"
    case anchor2019 = "a name of letters, digits, '-', '_', '.' and ':' that begins with a letter"
    case anchor = "a name of letters, digits, '-', '_' and '.' that begins with a letter or '_'"
    case resourceRoot = "'#'"
    case texts = "a text, or an object of texts by keyword"
    case swiftHints = "an object of 'name', 'type', 'import', 'id' and 'null'"
    case swiftNull = "'absent' or 'distinct'"
    case swiftModule = "the name of a Swift module"

    static func names(atLeast count: Int) -> Self { count > 0 ? .nonEmptyNames : .names }

    init(_ name: KeywordRule.AnchorName) {
      switch name {
      case .letterFirst: self = .anchor2019
      case .letterOrUnderscoreFirst: self = .anchor
      }
    }
  }

  public init(location: SourceLocation, kind: Kind) {
    self.location = location
    self.kind = kind
  }

  /// The name of the document.
  public var document: String { location.document }
  /// The JSON Pointer of the value in the document.
  public var pointer: JSONPointer { location.pointer }
  /// The position in the text.
  public var position: SourcePosition { location.position }
  /// The error as a diagnostic.
  public var diagnostic: Diagnostic { Diagnostic(severity: .error, location: location, message: kind.message) }
}

extension ResolveError.Kind {
  /// Whether the dialect's meta-schema also rejects the schema; if not, the rule spans several locations or concerns
  /// our own keywords.
  package var concernsMetaSchema: Bool {
    switch self {
    case .notASchema, .unknownType, .repeatedValue, .missingCompanion, .refusedKeyword: true
    case .keywordValue(let keyword, _, _), .repeatedName(let keyword, _): !keyword.hasPrefix("x-")
    case .repeatedMember, .malformedReference, .nameCount, .swiftType, .unknownDialect, .dialectSpelling,
      .unusableDialect,
      .repeatedIdentifier,
      .repeatedAnchor, .unresolvable, .foundFromFile, .stub, .stubDialect, .referenceCycle, .endlessRecursion,
      .dynamicScopes,
      .unknownKeyword,
      .foreignKeyword, .ignoredBesideReference, .discriminatorTarget, .practice, .noOperation, .otherMediaType,
      .formFields, .looseText, .needlessEscapes, .foreignPattern,
      .invalidPattern,
      .documentURI, .hostVersion,
      .noEmbeddedSchemas,
      .noSchema:
      false
    }
  }
}

extension ResolveError {
  /// What a schema of an API description means in practice, and not by the letter.
  public enum Practice: Hashable, Sendable {
    /// `nullable` admits null beside a reference, a choice or a list of values.
    case null(keyword: String)
    /// A discriminator selects the branch of a choice.
    case selection
    /// A base is a choice between the schemas that extend it and itself.
    case inheritance
    /// A base without a discriminator lists the schemas that extend it.
    case listedExtensions
    /// A value may satisfy several branches of `oneOf`.
    case overlap
    /// A branch keeps its own values of the discriminating member, because the discriminator implies none of them.
    case ownTag(member: String)
  }
}

extension ResolveError.Kind {
  /// Whether a lenient reader ignores the keyword instead. Our own keywords must be correct.
  var mayBeLeftOut: Bool {
    switch self {
    case .notASchema, .unknownType, .missingCompanion, .refusedKeyword: true
    case .keywordValue(let keyword, _, _), .malformedReference(let keyword, _, _): !keyword.hasPrefix("x-")
    case .repeatedMember, .repeatedName, .repeatedValue, .nameCount, .swiftType, .unknownDialect, .dialectSpelling,
      .unusableDialect,
      .repeatedIdentifier, .repeatedAnchor, .unresolvable, .foundFromFile, .stub, .stubDialect, .referenceCycle,
      .endlessRecursion, .dynamicScopes, .unknownKeyword, .foreignKeyword, .ignoredBesideReference,
      .discriminatorTarget, .practice, .noOperation, .otherMediaType,
      .formFields, .looseText, .needlessEscapes, .foreignPattern,
      .invalidPattern, .documentURI, .hostVersion, .noEmbeddedSchemas, .noSchema:
      false
    }
  }
}

/// All findings about a bundle of schemas; at least one error.
public struct ResolveErrors: Error, Hashable, Sendable {
  /// The errors: by document, within one by position.
  public let errors: [ResolveError]
  /// Findings that are not errors, in the same order.
  public let diagnostics: [Diagnostic]
  /// ``diagnostics`` as data.
  package let facts: [ResolveError]
}
