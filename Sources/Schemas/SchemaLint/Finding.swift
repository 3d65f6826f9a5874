package import JSONSchema
package import SchemaRuntime

/// A finding of a rule, as reported.
package struct Finding: Hashable, Sendable {
  /// The rule's id.
  package let rule: String
  package let severity: Diagnostic.Severity
  package let location: SourceLocation
  /// One line: lower case, no full stop, what was expected before what was found.
  package let message: String
  /// Related locations.
  package let notes: [Note]
  /// A safe fix; nil if only the author can decide.
  package let fix: Fix?
  /// A value that proves the finding, such as one that two branches accept; nil if there is none.
  package var example: JSONValue?

  /// A related location of a finding.
  package struct Note: Hashable, Sendable {
    package let location: SourceLocation
    package let message: String
  }
}

extension Finding {
  /// Returns the finding with mapped locations.
  func moved(_ location: (SourceLocation) -> SourceLocation) -> Finding {
    Finding(
      rule: rule, severity: severity, location: location(self.location), message: message,
      notes: notes.map { Note(location: location($0.location), message: $0.message) }, fix: fix, example: example)
  }
}

/// A finding of a rule before severity and suppressions are applied.
struct Violation {
  var location: SourceLocation
  var message: String
  var notes: [Finding.Note] = []
  var fix: Fix?
  /// The default severity, if it differs from the rule's.
  var severity: Diagnostic.Severity?
  /// A value that proves the finding.
  var example: JSONValue?
  /// Whether it makes the schema unusable, regardless of the rule's severity.
  var isFatal = false

  init(
    _ location: SourceLocation, _ message: String, notes: [Finding.Note] = [], fix: Fix? = nil,
    severity: Diagnostic.Severity? = nil, example: JSONValue? = nil
  ) {
    self.location = location
    self.message = message
    self.notes = notes
    self.fix = fix
    self.severity = severity
    self.example = example
  }
}

/// The result of linting.
package struct LintReport: Sendable {
  /// Sorted by document, in the order of the sources, then by position.
  package var findings: [Finding] = []
  /// The number of findings that make schemas unusable. A fix must not increase it.
  package var errorCount = 0
  /// The number of notes that the configuration does not ask for; ``findings`` lacks them.
  package var hiddenNoteCount = 0
  /// The targets of references.
  var references = ReferenceTargets()

  package func contains(_ severity: Diagnostic.Severity) -> Bool { findings.contains { $0.severity == severity } }
}
