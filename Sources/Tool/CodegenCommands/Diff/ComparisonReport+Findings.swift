import JSONSchema
import SchemaComparison
import SchemaRuntime

// The report in the forms of other tools: an error for each change that breaks a verdict that matters.
extension ComparisonReport {
  /// Returns the changes as findings in the files of the new version.
  ///
  /// - Parameters:
  ///   - breaking: The verdicts whose breaks are errors; other breaks are warnings.
  ///   - isStrict: Whether breaks are errors if they are undecided or caused only by undeclared members.
  func findings(
    old: NamedVersion, new: NamedVersion, breaking: Set<Verdict.Question>, isStrict: Bool
  ) -> [ReportedFinding] {
    changes.map { change in
      var notes: [ReportedFinding.Note] = []
      if old.revision == nil, change.new != nil, let before = change.old {
        notes.append(ReportedFinding.Note(location: before, message: "the old version"))
      }
      return ReportedFinding(
        rule: change.rule.id, severity: change.severity(breaking, isStrict),
        message: ([change.message] + change.effectWords).joined(separator: "; "),
        location: change.new ?? new.remainder(of: change, since: old), notes: notes,
        properties: ["schema": .string(change.schema), "effects": .object(change.effectsJSON)])
    }
  }

  /// The rules of the changes.
  var rules: [ReportedRule] {
    Set(changes.map(\.rule)).map { ReportedRule(id: $0.id, summary: $0.meaning, severity: .warning) }
      .sorted { $0.id < $1.id }
  }
}

extension Change {
  fileprivate func severity(_ breaking: Set<Verdict.Question>, _ isStrict: Bool) -> Diagnostic.Severity {
    let isError = breaking.contains { question in
      switch effect(on: question) {
      case .none: false
      case .breaks: isStrict || !isBeyondDeclared || question == .source
      case .mayBreak: isStrict
      }
    }
    return isError ? .error : effects.values.contains { $0 != .none } ? .warning : .note
  }
}

extension NamedVersion {
  /// Returns the location of what is left where a change removed something: the nearest enclosing value.
  fileprivate func remainder(of change: Change, since old: NamedVersion) -> SourceLocation {
    guard let before = change.old else {
      return SourceLocation(
        document: change.schema, pointer: JSONPointer(), position: SourcePosition(offset: 0, line: 1, column: 1))
    }
    let place = old.untitled(before)
    let name = place.document == old.file ? file ?? place.document : place.document
    guard let document = version.graph.documents.first(where: { $0.name == name }) else { return place }
    var tokens = place.pointer.tokens
    while !tokens.isEmpty, document.root[JSONPointer(tokens)] == nil { tokens.removeLast() }
    let pointer = JSONPointer(tokens)
    return title(
      SourceLocation(
        document: document.name, pointer: pointer, position: document.source.position(of: pointer)))
  }
}
