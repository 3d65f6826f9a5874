public import JSONSchema
public import SchemaRuntime

/// One difference between two versions of schemas, and what it does to those who use them.
public struct Change: Hashable, Sendable {
  /// What a change does to one verdict.
  public enum Effect: Hashable, Sendable {
    case none
    /// It breaks, and an example shows it, or Swift's rules say it.
    case breaks
    /// It could break; neither a proof nor an example was found.
    case mayBreak
  }

  /// A payload that shows what a change breaks.
  public struct Example: Hashable, Sendable {
    public var value: JSONValue
    /// The schema that it is a value of, by its place in the document; nil for the document's own.
    public var definition: JSONPointer?
  }

  /// The rule's name, such as `maximum-lowered`.
  public var rule: String
  /// The name of the schema that it belongs to, such as `users/user-info`.
  public var schema: String
  /// Where it is in the old version; nil for what was not there.
  public var old: SourceLocation?
  /// Where it is in the new version; nil for what is there no more.
  public var new: SourceLocation?
  /// What changed, in one line.
  public var message: String
  /// What it does to each verdict.
  public var effects: [Verdict.Question: Effect] = [:]
  /// Payloads that show it, by the verdict that they break.
  public var examples: [Verdict.Question: Example] = [:]
  /// Whether it breaks a verdict about data by members alone that the schema of the writer does not declare.
  public var isBeyondDeclared = false
  /// Whether it adds something, rather than changes words alone.
  public var isAddition = false

  /// The same in a definition that nothing uses: no verdict is about its values.
  var ofUnusedDefinition: Change {
    var change = self
    change.message += ", in a definition that nothing uses"
    change.effects = [:]
    change.examples = [:]
    change.isBeyondDeclared = false
    return change
  }

  /// What it does to a verdict.
  public func effect(on question: Verdict.Question) -> Effect { effects[question] ?? .none }
}
