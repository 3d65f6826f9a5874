package import JSONSchema
package import SchemaRuntime
package import SchemaValidation

/// Which rules count how much, and what is let pass.
package struct LintConfiguration: Sendable {
  /// How much a rule's findings matter.
  package enum Level: String, Hashable, Sendable, CaseIterable {
    case off, note, warning, error

    var severity: Diagnostic.Severity? { Diagnostic.Severity(rawValue: rawValue) }
  }

  /// Levels for some files; of several overrides that fit the last counts.
  package struct Override: Sendable {
    /// Patterns of paths from the folder of the configuration.
    package var paths: [String]
    package var rules: [String: Level]

    package init(paths: [String], rules: [String: Level]) {
      self.paths = paths
      self.rules = rules
    }
  }

  /// Findings that are let pass, for a reason.
  package struct Suppression: Sendable {
    package var rule: String
    /// A pattern of paths.
    package var path: String
    /// The place below which it counts; the whole file unless given.
    package var pointer: JSONPointer
    /// Why; a suppression without one is a finding itself.
    package var reason: String?
    /// Where it is written.
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
  /// The only rules that are asked; all when empty.
  package var selected: Set<String> = []
  /// How defaults, examples and values of `enum` are checked.
  package var compilerOptions = Compiler.Options()

  package init() {}

  /// How much the findings of a rule about a file matter; nil when they are not wanted.
  ///
  /// - Parameter usual: how much it matters where nothing is said.
  func severity(
    of rule: any LintRule.Type, usual: Diagnostic.Severity, path: String
  ) -> Diagnostic.Severity? {
    guard selected.isEmpty || selected.contains(rule.id) else { return nil }
    var level = rules[rule.id]
    for override in overrides where override.paths.contains(where: { Glob($0).matches(path) }) {
      level = override.rules[rule.id] ?? level
    }
    // Who asks for a rule by name wants to see what it finds.
    if level == .off, !selected.isEmpty { level = nil }
    return level.map(\.severity) ?? usual
  }
}
