package import JSONSchema
package import SchemaRuntime
package import SchemaValidation

/// The levels of rules, and suppressions.
package struct LintConfiguration: Sendable {
  /// The level of a rule's findings.
  package enum Level: String, Hashable, Sendable, CaseIterable {
    case off, note, warning, error

    var severity: Diagnostic.Severity? { Diagnostic.Severity(rawValue: rawValue) }
  }

  /// Levels for some files. The last matching override applies.
  package struct Override: Sendable {
    /// Patterns of paths relative to the folder of the configuration.
    package var paths: [String]
    package var rules: [String: Level]

    package init(paths: [String], rules: [String: Level]) {
      self.paths = paths
      self.rules = rules
    }
  }

  /// A suppression of findings, with a reason.
  package struct Suppression: Sendable {
    package var rule: String
    /// A pattern of paths.
    package var path: String
    /// The location below which it applies; empty for the whole file.
    package var pointer: JSONPointer
    /// The reason. A suppression without one is reported.
    package var reason: String?
    /// The location of the suppression.
    package var location: SourceLocation

    package init(rule: String, path: String, pointer: JSONPointer, reason: String?, location: SourceLocation) {
      self.rule = rule
      self.path = path
      self.pointer = pointer
      self.reason = reason
      self.location = location
    }
  }

  package var rules: [String: Level] = [:]
  package var overrides: [Override] = []
  package var suppressions: [Suppression] = []
  /// Whether notes are reported. Those of a rule that is selected by name always are.
  package var showsNotes = false
  /// The rules to run; all if empty.
  package var selected: Set<String> = []
  /// How defaults, examples and values of `enum` are checked.
  package var compilerOptions = Compiler.Options()

  package init() {}

  /// Whether findings of a severity are reported.
  func shows(_ severity: Diagnostic.Severity) -> Bool { severity != .note || showsNotes || !selected.isEmpty }

  /// Returns the severity of a rule's findings in a file; nil if the rule is off.
  ///
  /// - Parameter usual: The severity without configuration.
  func severity(
    of rule: any LintRule.Type, usual: Diagnostic.Severity, path: String
  ) -> Diagnostic.Severity? {
    guard selected.isEmpty || selected.contains(rule.id) else { return nil }
    var level = rules[rule.id]
    for override in overrides where override.paths.contains(where: { Glob($0).matches(path) }) {
      level = override.rules[rule.id] ?? level
    }
    // A rule that is selected by name runs even if it is off.
    if level == .off, !selected.isEmpty { level = nil }
    return level.map(\.severity) ?? usual
  }
}
