/// What a schema says about a value that satisfies it, beside the verdict: a title, a default, a keyword that nobody
/// knows (2020-12 core, section 7.7).
public struct Annotation: Hashable, Sendable {
  /// The value that is annotated.
  public var instanceLocation: JSONPointer
  /// The keyword, as the schema's dialect writes it.
  public var keyword: String
  /// The way through keywords and references that led to the keyword.
  public var keywordLocation: JSONPointer
  /// The keyword's own place: an absolute URI with a JSON Pointer.
  public var absoluteKeywordLocation: String
  /// The keyword's value; for a keyword that applies schemas, the members or elements to which it applied them
  /// (2020-12 core, sections 10.3 and 11).
  public var value: JSONValue
}
