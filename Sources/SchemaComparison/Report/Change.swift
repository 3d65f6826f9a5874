package import JSONSchema
package import SchemaRuntime

/// One difference between two versions of schemas, and what it does to those who use them.
package struct Change: Hashable, Sendable {
  /// What a change does to one verdict.
  package enum Effect: Hashable, Sendable {
    case none
    /// It breaks, and an example shows it, or Swift's rules say it.
    case breaks
    /// It could break; neither a proof nor an example was found.
    case mayBreak
  }

  /// A payload that shows what a change breaks.
  package struct Example: Hashable, Sendable {
    package var value: JSONValue
    /// The schema that it is a value of, by its place in the document; nil for the document's own.
    package var definition: JSONPointer?
  }

  /// The rule's name, such as `maximum-lowered`.
  package var rule: String
  /// The name of the schema that it belongs to, such as `users/user-info`.
  package var schema: String
  /// Where it is in the old version; nil for what was not there.
  package var old: SourceLocation?
  /// Where it is in the new version; nil for what is there no more.
  package var new: SourceLocation?
  /// What changed, in one line.
  package var message: String
  /// What it does to each verdict.
  package var effects: [Verdict.Question: Effect] = [:]
  /// Payloads that show it, by the verdict that they break.
  package var examples: [Verdict.Question: Example] = [:]
  /// Whether it breaks a verdict about data by members alone that the schema of the writer does not declare.
  package var isBeyondDeclared = false
  /// Whether it adds something, rather than changes words alone.
  package var isAddition = false

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
  package func effect(on question: Verdict.Question) -> Effect { effects[question] ?? .none }
}
