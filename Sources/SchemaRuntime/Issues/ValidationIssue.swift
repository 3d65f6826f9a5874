/// One way in which an instance breaks its schema: a fact with its places, for programs and people.
///
/// Made by ``Evaluator`` alone, so that there is one wording and one order. The standard outputs of
/// SchemaValidation are views of it.
public struct ValidationIssue: Hashable, Sendable {
  /// The place in the instance.
  public var instanceLocation: JSONPointer
  /// The way through keywords and references that evaluation took (core, section 12.3.2).
  public var keywordLocation: JSONPointer
  /// The keyword's own place: an absolute URI with a JSON Pointer (core, section 12.3.2); empty for ``Kind/uniqueNames(name:)``.
  public var absoluteKeywordLocation: String
  /// What was expected and what was found.
  public var kind: Kind
  /// The place in the text of the instance.
  public var position: SourcePosition
  /// For `anyOf` and `oneOf`, the issues of the branch that came closest, then those of the others; for
  /// `contentSchema`, those of the content.
  public var causes: [ValidationIssue]
  /// Whether the issue is about a sensitive value (`x-sensitive`), of which it tells nothing: its kind is
  /// ``Kind/sensitive(keyword:expectation:expected:isUndecided:)``, and its locations end where the sensitive value begins.
  public var isRedacted: Bool { if case .sensitive = kind { true } else { false } }

  /// The facts, one case a keyword; `expected` before `actual`.
  public enum Kind: Hashable, Sendable {
    case never(keyword: String)
    case type(expected: [JSONType], actual: JSONType)
    case enumeration(expected: [JSONValue], actual: JSONValue)
    case const(expected: JSONValue, actual: JSONValue)
    case multipleOf(expected: JSONNumber, actual: JSONNumber)
    /// `maximum`, `exclusiveMaximum`, `minimum` or `exclusiveMinimum`.
    case bound(NumberLimit, expected: JSONNumber, actual: JSONNumber)
    /// `maxLength`, `minItems` and every other keyword that limits a length.
    case length(Measure, expected: LengthLimit, actual: Int)
    case pattern(expected: String, actual: String)
    /// The pattern took more steps than the limit; nobody knows whether it matches.
    case patternExhausted(expected: String, limit: Int)
    case format(expected: String, actual: String)
    case contentEncoding(expected: String, actual: String)
    case contentMediaType(expected: String, actual: String)
    /// The content that a string holds breaks its schema; places of the causes are within the content.
    case contentSchema
    case uniqueItems(first: Int, second: Int)
    /// `contains`, `minContains` or `maxContains`: so many elements satisfy the schema.
    case contains(expected: LengthLimit, actual: Int)
    case required(missing: [String])
    case dependentRequired(name: String, missing: [String])
    case localOnly(name: String)
    case anyOf
    case oneOf(matching: [Int])
    case not
    /// Two members of one object have this name, here or below.
    case uniqueNames(name: String)
    /// Any of the others, of a sensitive value (`x-sensitive`): what the schema asks for, as far as that may be told.
    case sensitive(keyword: String, expectation: String, expected: JSONValue?, isUndecided: Bool)
    /// More schemas than the limit apply inside one another; nobody knows what the last of them says.
    case schemaNesting(limit: Int)
    /// The content of a string nests arrays and objects deeper than the limit; nobody knows whether it is of its type.
    case contentNesting(limit: Int)
    /// A state that the compiler promises not to make; please report it.
    case internalInconsistency(String)
  }

  /// Whether a limit ran out at this keyword, so that nobody knows whether the instance satisfies it.
  ///
  /// A payload all of whose issues say so is ``SchemaVerdict/undecided``.
  public var isUndecided: Bool { kind.isUndecided }
}
