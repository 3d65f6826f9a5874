/// A part of a message as data: the key of a template, and the values for its placeholders.
///
/// ``IssueMessages`` contains the templates of one language.
public struct IssuePhrase: Hashable, Sendable {
  /// The key of the template, such as `multipleOf`.
  public var key: String
  /// The values for the template's placeholders, by name.
  public var arguments: [String: Argument]

  /// A value that a message mentions.
  public indirect enum Argument: Hashable, Sendable {
    /// A text that is shown as it is: a pattern, a format, a location.
    case text(String)
    /// The name of a member or of a definition.
    case name(String)
    case type(JSONType)
    /// A value of the schema or of the payload.
    case value(JSONValue)
    case count(Int)
    /// A length in its unit.
    case length(Measure, Int)
    case phrase(IssuePhrase)
    /// Several: any of them, or all.
    case list([Argument], isChoice: Bool)
  }

  package init(_ key: String, _ arguments: [String: Argument] = [:]) {
    self.key = key
    self.arguments = arguments
  }

  /// What is only a value.
  static func plain(_ value: Argument) -> IssuePhrase { IssuePhrase("plain", ["value": value]) }
  static let noneFound = IssuePhrase("none")
  static let one = IssuePhrase("one")
  static let more = IssuePhrase("more")
}
