package import JSONSchema

/// One thing that can be wrong with schemas. A rule is a type in a file of its own; its page of documentation is made
/// from what it says here, and tests hold the two examples to it.
package protocol LintRule: Sendable {
  /// What configurations and suppressions call it, in words with hyphens between them.
  static var id: String { get }
  /// What it finds, in a few words.
  static var summary: String { get }
  /// Why that matters, and what to do: paragraphs of Markdown.
  static var explanation: String { get }
  /// How much a finding matters unless the configuration says otherwise.
  static var severity: Diagnostic.Severity { get }
  /// A schema in which it finds something.
  static var bad: String { get }
  /// The same in order.
  static var good: String { get }
}

/// A rule that looks at schemas.
protocol SchemaRule: LintRule {
  static func check(_ context: LintContext) -> [Violation]
}

/// A rule for what the resolver finds anyway: it adds what the finding is called, and a fix.
protocol FactRule: LintRule {
  /// The certain remedy of a finding; nil unless a rule has one.
  static func fix(_ fact: ResolveError, _ context: LintContext) -> Fix?
}

extension FactRule {
  static func fix(_ fact: ResolveError, _ context: LintContext) -> Fix? { nil }
}

/// A rule about the linter's own settings, whose findings the linter makes.
protocol SettingsRule: LintRule {}
