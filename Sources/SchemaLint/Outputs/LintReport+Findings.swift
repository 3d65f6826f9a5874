import FindingOutputs
import JSONSchema
import SchemaRuntime

// The report in the forms of other tools.
extension LintReport {
  /// Workflow commands of GitHub Actions, one line per finding.
  package var githubLines: [String] { findings.map { $0.reported(nil).githubLine } }

  /// Returns a SARIF log.
  ///
  /// - Parameters:
  ///   - version: The version of the tool.
  ///   - sources: The linted texts, for the positions of edits.
  package func sarif(version: String, sources: [LintSource]) -> [UInt8] {
    let rules = LintRules.all.filter { rule in findings.contains { $0.rule == rule.id } }
    let texts = Dictionary(sources.map { ($0.name, $0.text) }) { first, _ in first }
    return SARIFLog(tool: "codegen lint", version: version)
      .text(findings.map { $0.reported(texts) }, rules: rules.map(SARIFLog.Rule.init))
  }
}

extension SARIFLog.Rule {
  fileprivate init(_ rule: any LintRule.Type) {
    self.init(
      id: rule.id, name: String(describing: rule), summary: rule.summary, explanation: rule.explanation,
      documentation: RulePage.text(of: rule), severity: rule.severity)
  }
}

extension Finding {
  /// Returns the finding for other tools, with its fix if `texts` has the linted texts by name.
  fileprivate func reported(_ texts: [String: [UInt8]]?) -> ReportedFinding {
    ReportedFinding(
      rule: rule, severity: severity, message: message, location: location,
      notes: notes.map { ReportedFinding.Note(location: $0.location, message: $0.message) },
      properties: example.map { ["example": $0] } ?? [:],
      fix: texts.flatMap { texts in fix.map { ReportedFinding.Fix($0, texts) } })
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
