package import JSONSchema
package import SchemaRuntime

/// A difference between two versions of schemas, and its effects on their users.
package struct Change: Hashable, Sendable {
  /// The effect of a change on one verdict.
  package enum Effect: Hashable, Sendable {
    case none
    /// It breaks, as shown by an example or by Swift's rules.
    case breaks
    /// It may break; neither a proof nor an example was found.
    case mayBreak
  }

  /// A payload that demonstrates the effect of a change.
  package struct Example: Hashable, Sendable {
    package var value: JSONValue
    /// The location of the example's schema in the document; nil for the document's root schema.
    package var definition: JSONPointer?
    /// The name of the file that holds the payload, for messages; nil if there is none.
    package var file: String?
  }

  package var rule: ChangeRule
  /// The name of the schema that it belongs to, such as `users/user-info`.
  package var schema: String
  /// The location in the old version; nil for additions.
  package var old: SourceLocation?
  /// The location in the new version; nil for removals.
  package var new: SourceLocation?
  /// The change, in one line.
  package var message: String
  /// The effect on each verdict.
  package var effects: [Verdict.Question: Effect] = [:]
  /// Payloads that show it, by the broken verdict.
  package var examples: [Verdict.Question: Example] = [:]
  /// Whether it breaks a verdict about data only by members that the writer's schema does not declare.
  package var isBeyondDeclared = false
  /// Why it is accepted although it breaks something; nil if it is not.
  package var acceptance: String?
  /// Whether it adds something, rather than only changing descriptions.
  package var isAddition = false

  /// The same change in an unused definition, which has no effect on verdicts.
  var ofUnusedDefinition: Change {
    var change = self
    change.message += ", in an unused definition"
    change.effects = [:]
    change.examples = [:]
    change.isBeyondDeclared = false
    return change
  }

  /// The same change in the schema of requests or responses alone.
  func inView(_ view: SchemaView) -> Change {
    var change = self
    change.message += ", in \(view.rawValue)s"
    return change
  }

  /// Returns the effect on a verdict.
  package func effect(on question: Verdict.Question) -> Effect { effects[question] ?? .none }
}
