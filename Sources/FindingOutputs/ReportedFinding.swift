package import JSONSchema
package import SchemaRuntime

/// A finding of a verb, in the form that the outputs for other tools need.
package struct ReportedFinding: Hashable, Sendable {
  /// The id of the rule or the keyword.
  package var rule: String
  package var severity: Diagnostic.Severity
  /// One line.
  package var message: String
  package var location: SourceLocation
  /// Related locations.
  package var notes: [Note]
  /// More about the finding, for programs.
  package var properties: JSONObject
  package var fix: Fix?

  /// A related location.
  package struct Note: Hashable, Sendable {
    package var location: SourceLocation
    package var message: String

    package init(location: SourceLocation, message: String) {
      self.location = location
      self.message = message
    }
  }

  /// A safe fix.
  package struct Fix: Hashable, Sendable {
    /// What it does, in the imperative.
    package var summary: String
    package var replacements: [Replacement]

    package init(summary: String, replacements: [Replacement]) {
      self.summary = summary
      self.replacements = replacements
    }
  }

  /// A replacement of a part of a file.
  package struct Replacement: Hashable, Sendable {
    package var document: String
    package var start: SourcePosition
    package var end: SourcePosition
    package var text: String

    package init(document: String, start: SourcePosition, end: SourcePosition, text: String) {
      self.document = document
      self.start = start
      self.end = end
      self.text = text
    }
  }

  package init(
    rule: String, severity: Diagnostic.Severity, message: String, location: SourceLocation, notes: [Note] = [],
    properties: JSONObject = [:], fix: Fix? = nil
  ) {
    self.rule = rule
    self.severity = severity
    self.message = message
    self.location = location
    self.notes = notes
    self.properties = properties
    self.fix = fix
  }
}
