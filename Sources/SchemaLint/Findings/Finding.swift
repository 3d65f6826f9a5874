package import JSONSchema

/// One finding of a rule, as it is reported.
package struct Finding: Hashable, Sendable {
  /// The rule's id.
  package let rule: String
  package let severity: Diagnostic.Severity
  package let location: SourceLocation
  /// One line: lower case, no full stop, what was expected before what was found.
  package let message: String
  /// Other places that belong to it.
  package let notes: [Note]
  /// What would settle it without a doubt; nil where only its author knows.
  package let fix: Fix?

  /// Another place that belongs to a finding.
  package struct Note: Hashable, Sendable {
    package let location: SourceLocation
    package let message: String
  }
}

extension Finding {
  /// The finding with other locations.
  func moved(_ location: (SourceLocation) -> SourceLocation) -> Finding {
    Finding(
      rule: rule, severity: severity, location: location(self.location), message: message,
      notes: notes.map { Note(location: location($0.location), message: $0.message) }, fix: fix)
  }
}

/// What a rule says before severity and suppressions are known.
struct Violation {
  var location: SourceLocation
  var message: String
  var notes: [Finding.Note] = []
  var fix: Fix?
  /// Whether it keeps the schema from being used, however little the rule's other findings matter.
  var isFatal = false

  init(_ location: SourceLocation, _ message: String, notes: [Finding.Note] = [], fix: Fix? = nil) {
    self.location = location
    self.message = message
    self.notes = notes
    self.fix = fix
  }
}

/// What the linter found.
package struct LintReport: Sendable {
  /// By document, in the order of the sources, and within one by position.
  package var findings: [Finding] = []
  /// How many findings keep schemas from being used: a fix must not add to them.
  package var errorCount = 0
  /// Where references lead.
  var references = ReferenceTargets()

  package func contains(_ severity: Diagnostic.Severity) -> Bool { findings.contains { $0.severity == severity } }
}
