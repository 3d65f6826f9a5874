import JSONSchema
import SchemaAnalysis

extension LintReport {
  /// One line per finding, `file:line:column: severity: message [rule]`, and one for each of its notes.
  package var textLines: [String] {
    findings.flatMap { finding in
      ["\(finding.location): \(finding.severity.rawValue): \(finding.message) [\(finding.rule)]".onOneLine]
        + finding.notes.map { "\($0.location): note: \($0.message)".onOneLine }
    }
  }

  /// A line about the notes that are not shown; nil if there are none.
  package var hiddenNotesLine: String? {
    switch hiddenNoteCount {
    case 0: nil
    case 1: "1 note is not shown; --notes shows it"
    default: "\(hiddenNoteCount) notes are not shown; --notes shows them"
    }
  }
}
