public import SchemaRuntime

/// Why a schema document cannot be used: a fact with its place.
///
/// Made by ``SchemaResolver``, which goes on after an error to find the others.
public struct ResolveError: Error, Hashable, Sendable {
  /// The value at fault, or the name of a member that is.
  public let location: SourceLocation
  /// The facts.
  public let kind: Kind

  /// What is wrong; facts only, `expected` before `actual`.
  public enum Kind: Hashable, Sendable {
    /// Two members of one object have this name.
    case repeatedMember(name: String)
    /// A value that stands where a schema must.
    case notASchema(actual: JSONType)
    /// A keyword's value is not of the form that the keyword asks for.
    case keywordValue(keyword: String, expected: Expectation, actual: JSONValue)
    /// A reference, or a name that references use, that is no URI reference or not the one that alone is known.
    case malformedReference(keyword: String, expected: Expectation, actual: JSONValue)
    /// A word under `type` that is none of the seven types.
    case unknownType(keyword: String, actual: String, nearest: String?)
    /// A list of names has one of them twice.
    case repeatedName(keyword: String, name: String)
    /// A list of values has equal ones.
    case repeatedValue(keyword: String, value: JSONValue)
    /// A keyword that means something only beside another one, which is not there.
    case missingCompanion(keyword: String, companion: String)
    /// `x-enum-varnames` has more or fewer names than `enum` has values.
    case nameCount(keyword: String, expected: Int, actual: Int)
    /// A text that should be a type of Swift and is none.
    case swiftType(keyword: String, SwiftTypeError)
    /// `$schema` names no dialect.
    case unknownDialect(actual: String, nearest: String?)
    /// `$schema` names a meta-schema that describes no dialect.
    case unusableDialect(actual: String, reason: DialectReason)
    /// Two resources have this URI.
    case repeatedIdentifier(uri: String, first: SourceLocation)
    /// Two schemas of one resource have this anchor.
    case repeatedAnchor(name: String, first: SourceLocation)
    /// A reference to something that is not there.
    case unresolvable(Unresolvable)
    /// References that lead back to where they began, with the locations on the way around, first and last the same.
    case referenceCycle(chain: [String])
    /// Dynamic references make more schemas than the limit stand in the graph once more.
    case dynamicScopes(limit: Int)
    /// A keyword that nothing knows, one or two edits from a known one.
    case unknownKeyword(name: String, nearest: String)
    /// A keyword of other dialects than the schema's.
    case foreignKeyword(name: String, dialect: String, home: String)
    /// Keywords beside `$ref`, which dialects before 2019-09 ignore.
    case ignoredBesideReference(names: [String], dialect: String)
    /// A document's own URI is not a URI.
    case documentURI(String)
    /// A document of a format whose schemas are no JSON Schema.
    case hostVersion(expected: String, actual: String)
    /// There is no object of schemas, or another value, where a document was said to have them.
    case noEmbeddedSchemas(at: String, actual: JSONType?)
    /// A document, or the value at `pointer` in it, that should be a schema and holds something else. `inside` are the
    /// objects in the document whose members are schemas, as fragments.
    case noSchema(at: String, actual: DocumentContent, inside: [String])
  }

  /// A reference that leads nowhere.
  public struct Unresolvable: Hashable, Sendable {
    /// `$ref`, `$dynamicRef` or `$recursiveRef`.
    public var keyword: String
    /// As written.
    public var reference: String
    /// Resolved against the base URI.
    public var uri: String
    /// What is missing.
    public var reason: Reason

    /// The ways in which a reference leads nowhere.
    public enum Reason: Error, Hashable, Sendable {
      /// No document or embedded schema has the URI.
      case noDocument(nearest: String?)
      /// The resource has no such anchor.
      case noAnchor(name: String, nearest: String?)
      /// The pointer is not one (RFC 6901): it has `~` without 0 or 1 after it.
      case malformedPointer
      /// The value at `deepest`, a pointer, has no `missing`.
      case noValue(deepest: String, missing: String, nearest: String?)
      /// There is a value, which is no schema.
      case notASchema(actual: JSONType)
      /// The document holds no schema at its root.
      case noSchemaAtRoot(actual: DocumentContent)
    }
  }

  /// The ways in which a meta-schema describes no dialect.
  public enum DialectReason: Error, Hashable, Sendable {
    /// It requires a vocabulary that nothing here implements (2020-12 core, section 8.1.2).
    case requiredVocabulary(name: String, at: SourceLocation)
    /// Its own `$schema`, or that of the meta-schema it names, leads to no dialect.
    case baseDialect(actual: String, at: SourceLocation)
    /// It is no object.
    case notAnObject(at: SourceLocation)
  }

  /// The forms of keyword values.
  public enum Expectation: String, Hashable, Sendable {
    case boolean = "a Boolean"
    case string = "a string"
    case number = "a number"
    case positiveNumber = "a number greater than 0"
    case count = "a whole number of at least 0"
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
    case anchor2019 = "a name of letters, digits, '-', '_', '.' and ':' that begins with a letter"
    case anchor = "a name of letters, digits, '-', '_' and '.' that begins with a letter or '_'"
    case resourceRoot = "'#'"
    case swiftHints = "an object of 'name', 'type' and 'id'"

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
  /// The value in the document.
  public var pointer: JSONPointer { location.pointer }
  /// The place in the text.
  public var position: SourcePosition { location.position }
  /// The same as a diagnostic.
  public var diagnostic: Diagnostic { Diagnostic(severity: .error, location: location, message: kind.message) }
}

extension ResolveError.Kind {
  /// Whether the dialect's meta-schema says the same: what is left are rules between places, and our own keywords.
  package var concernsMetaSchema: Bool {
    switch self {
    case .notASchema, .unknownType, .repeatedValue, .missingCompanion: true
    case .keywordValue(let keyword, _, _), .repeatedName(let keyword, _): !keyword.hasPrefix("x-")
    case .repeatedMember, .malformedReference, .nameCount, .swiftType, .unknownDialect, .unusableDialect,
      .repeatedIdentifier,
      .repeatedAnchor, .unresolvable, .referenceCycle, .dynamicScopes, .unknownKeyword, .foreignKeyword,
      .ignoredBesideReference, .documentURI, .hostVersion, .noEmbeddedSchemas,
      .noSchema:
      false
    }
  }
}

/// All that is wrong with a bundle of schemas; at least one error.
public struct ResolveErrors: Error, Hashable, Sendable {
  /// The errors: by document, within one by position.
  public let errors: [ResolveError]
  /// What else was found, without being an error, in the same order.
  public let diagnostics: [Diagnostic]
  /// ``diagnostics`` as facts.
  package let facts: [ResolveError]
}
