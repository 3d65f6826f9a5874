/// One way in which an instance violates its schema: structured data with locations, and a message.
///
/// Created only by ``Evaluator``, so that messages and their order are consistent. The standard outputs in
/// SchemaValidation are views of it.
public struct ValidationIssue: Hashable, Sendable {
  /// The location in the instance.
  public var instanceLocation: JSONPointer
  /// The path through keywords and references that evaluation took (core, section 12.3.2).
  public var keywordLocation: JSONPointer
  /// The location of the keyword: an absolute URI with a JSON Pointer (core, section 12.3.2); empty for
  /// ``Kind/uniqueNames(name:)``.
  public var absoluteKeywordLocation: String
  /// What was expected and what was found.
  public var kind: Kind
  /// The position in the text of the instance; nil for a value in memory, which has no text.
  public var position: SourcePosition?
  /// For `anyOf` and `oneOf`, the issues of the closest branch, then those of the others; for `contentSchema`, those of
  /// the content.
  public var causes: [ValidationIssue]
  /// The schema's own words (`x-errorMessage`); nil if it has none.
  package var ownMessage: String?
  /// Whether the issue concerns a sensitive value (`x-sensitive`) and does not reveal it: its kind is
  /// ``Kind/sensitive(keyword:expectation:expected:isUndecided:)``, and its locations end where the sensitive value
  /// begins.
  public var isRedacted: Bool { if case .sensitive = kind { true } else { false } }

  /// The structured data, one case per keyword, with `expected` before `actual`.
  public enum Kind: Hashable, Sendable {
    case never(keyword: String)
    /// A closed object has a member that it does not declare; the declared name that is spelled nearly like it.
    case undeclared(keyword: String, name: String, nearest: String?)
    case type(expected: [JSONType], actual: JSONType)
    case enumeration(expected: [JSONValue], actual: JSONValue)
    case const(expected: JSONValue, actual: JSONValue)
    case multipleOf(expected: JSONNumber, actual: JSONNumber)
    /// `maximum`, `exclusiveMaximum`, `minimum` or `exclusiveMinimum`.
    case bound(NumberLimit, expected: JSONNumber, actual: JSONNumber)
    /// `maxLength`, `minItems` and all other keywords that limit a length.
    case length(Measure, expected: LengthLimit, actual: Int)
    /// `pattern` and all other keywords that test the text of a string.
    case text(TextKeyword, expected: String, actual: String)
    /// The pattern took more steps than the limit, so it is unknown whether it matches.
    case patternExhausted(expected: String, limit: Int)
    /// The content of a string violates its schema; positions of the causes are within the content.
    case contentSchema
    case uniqueItems(first: Int, second: Int)
    /// `contains`, `minContains` or `maxContains`: the number of elements that satisfy the schema.
    case contains(expected: LengthLimit, actual: Int)
    case required(missing: [String])
    case dependentRequired(name: String, missing: [String])
    case localOnly(name: String)
    case anyOf
    /// The indices of the branches that match, and the definitions to which all of them refer, if they do.
    case oneOf(matching: [Int], names: [String])
    /// Branches of `oneOf` match that require one of these members each.
    case onlyOne(members: [String])
    /// All branches of a choice fail because of the type of the value, or because it is not one of theirs.
    case alternatives(types: [JSONType], values: [JSONValue], actual: JSONValue)
    /// All branches of a choice for the value's type fail because it does not match their pattern.
    case anyPattern(patterns: [String], actual: String)
    /// Each branch of a choice requires one of these members.
    case anyRequired(missing: [String])
    /// All branches of a choice fail; this one comes closest, and its issues follow. It has the name of the definition to
    /// which it refers.
    case closest(name: String?, index: Int)
    case not
    /// `not` excludes these values.
    case excluded(values: [JSONValue], actual: JSONValue)
    /// `not` excludes this member.
    case excludedMember(name: String)
    /// Two members of one object have this name, here or below.
    case uniqueNames(name: String)
    /// Any of the other kinds, for a sensitive value (`x-sensitive`), with as much of the expectation as may be shown.
    case sensitive(keyword: String, expectation: IssuePhrase?, expected: JSONValue?, isUndecided: Bool)
    /// More schemas than the limit are applied inside one another, so the verdict of the last is unknown.
    case schemaNesting(limit: Int)
    /// The content of a string is nested more deeply than the limit, so it is unknown whether it has its type.
    case contentNesting(limit: Int)
    /// The schema at a location has a mistake, so it is unknown whether the instance satisfies it.
    case unusableSchema(location: String, reason: String)
    /// A keyword needs a whole value that is larger than a stream's limit, or compares more values than a stream can
    /// keep.
    case tooMuchToHold(keyword: String, limit: Int, isBytes: Bool)
    /// There are more issues than the requested number.
    case truncated(limit: Int)
    /// A bug in the compiler; please report it.
    case internalInconsistency(String)
  }

  /// Whether this is not an issue, but says that there are more.
  package var isTruncation: Bool { if case .truncated = kind { true } else { false } }

  /// Whether the value is one that no member here may have.
  var refusesMember: Bool { kind.refusesPart }

  /// Whether a limit was reached at this keyword, so that it is unknown whether the instance satisfies it.
  ///
  /// A payload with only such issues is ``SchemaVerdict/undecided``.
  public var isUndecided: Bool { kind.isUndecided }
}
