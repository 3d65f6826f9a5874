package import JSONSchema

/// A rule for schemas. Each rule is a type in a separate file. Its documentation page is generated from these
/// properties, and tests check both examples against it.
package protocol LintRule: Sendable {
  /// The name in configurations and suppressions: words joined by hyphens.
  static var id: String { get }
  /// The finding, in a few words.
  static var summary: String { get }
  /// Why it matters and what to do: paragraphs of Markdown.
  static var explanation: String { get }
  /// The default severity of its findings.
  static var severity: Diagnostic.Severity { get }
  /// A schema with a finding.
  static var bad: String { get }
  /// The corrected schema.
  static var good: String { get }
}

/// A rule that checks schemas.
protocol SchemaRule: LintRule {
  static func check(_ context: LintContext) -> [Violation]
}

/// A rule for findings of the resolver, to which it adds an id and a fix.
protocol FactRule: LintRule {
  /// Returns the safe fix of a finding; nil if there is none.
  static func fix(_ fact: ResolveError, _ context: LintContext) -> Fix?
  /// Returns the default severity of a finding, if it differs from the rule's.
  static func severity(of fact: ResolveError, _ context: LintContext) -> Diagnostic.Severity?
}

extension FactRule {
  static func fix(_ fact: ResolveError, _ context: LintContext) -> Fix? { nil }
  static func severity(of fact: ResolveError, _ context: LintContext) -> Diagnostic.Severity? { nil }
}

/// A rule about the linter's settings, whose findings the linter reports itself.
protocol SettingsRule: LintRule {}
