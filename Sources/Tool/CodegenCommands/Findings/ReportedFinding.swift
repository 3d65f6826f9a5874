import JSONSchema
import SchemaRuntime

/// A finding of a verb, in the form that the outputs for other tools need.
struct ReportedFinding: Hashable, Sendable {
  /// The id of the rule or the keyword.
  var rule: String
  var severity: Diagnostic.Severity
  /// One line.
  var message: String
  var location: SourceLocation
  /// Related locations.
  var notes: [Note] = []
  /// More about the finding, for programs.
  var properties: JSONObject = [:]
  var fix: Fix?

  /// A related location.
  struct Note: Hashable, Sendable {
    var location: SourceLocation
    var message: String
  }

  /// A safe fix.
  struct Fix: Hashable, Sendable {
    /// What it does, in the imperative.
    var summary: String
    var replacements: [Replacement]
  }

  /// A replacement of a part of a file.
  struct Replacement: Hashable, Sendable {
    var document: String
    var start: SourcePosition
    var end: SourcePosition
    var text: String
  }
}

/// A rule that findings refer to.
struct ReportedRule {
  var id: String
  /// A name for display; nil if the id is one.
  var name: String?
  var summary: String
  var explanation: String?
  /// The documentation, in Markdown.
  var documentation: String?
  var severity: Diagnostic.Severity
}
