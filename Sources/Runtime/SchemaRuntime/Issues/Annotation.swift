/// An annotation of a valid value: a title, a default, an unknown keyword (2020-12 core, section 7.7).
public struct Annotation: Hashable, Sendable {
  /// The location of the annotated value.
  public var instanceLocation: JSONPointer
  /// The keyword as written in the schema's dialect.
  public var keyword: String
  /// The path through keywords and references that led to the keyword.
  public var keywordLocation: JSONPointer
  /// The location of the keyword: an absolute URI with a JSON Pointer.
  public var absoluteKeywordLocation: String
  /// The keyword's value; for a keyword that applies schemas, the members or elements to which it applied them
  /// (2020-12 core, sections 10.3 and 11).
  public var value: JSONValue
}
