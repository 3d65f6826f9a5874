import SchemaLint
import SchemaRuntime

// The report in the forms of other tools.
extension LintReport {
  /// Returns the findings, with positions of their edits in the linted texts.
  func reported(in sources: [LintSource]) -> [ReportedFinding] {
    let texts = Dictionary(sources.map { ($0.name, $0.text) }) { first, _ in first }
    return findings.map { $0.reported(texts) }
  }

  /// The rules of the findings.
  var rules: [ReportedRule] {
    LintRules.all.filter { rule in findings.contains { $0.rule == rule.id } }.map { rule in
      ReportedRule(
        id: rule.id, name: String(describing: rule), summary: rule.summary, explanation: rule.explanation,
        documentation: RulePage.text(of: rule), severity: rule.severity)
    }
  }
}

extension Finding {
  /// Returns the finding for other tools. `texts` has the linted texts by name.
  fileprivate func reported(_ texts: [String: [UInt8]]) -> ReportedFinding {
    ReportedFinding(
      rule: rule, severity: severity, message: message, location: location,
      notes: notes.map { ReportedFinding.Note(location: $0.location, message: $0.message) },
      properties: example.map { ["example": $0] } ?? [:],
      fix: fix.map { ReportedFinding.Fix($0, texts) })
  }
}

extension ReportedFinding.Fix {
  fileprivate init(_ fix: Fix, _ texts: [String: [UInt8]]) {
    self.init(
      summary: fix.summary,
      replacements: fix.edits.map { edit in
        (texts[edit.document] ?? []).withUnsafeBufferPointer { text in
          ReportedFinding.Replacement(
            document: edit.document, start: SourcePosition(offset: edit.range.lowerBound, in: text),
            end: SourcePosition(offset: edit.range.upperBound, in: text), text: edit.replacement)
        }
      })
  }
}
