import CodegenCore
import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// The changes that a configuration accepts although they break something.
struct Acceptances {
  private let rows: [(acceptance: Configuration.Acceptance, glob: Glob?, isExpired: Bool)]
  private let versions: [SchemaComparison.Version]
  private var used: Set<Int> = []

  init(_ versions: [SchemaComparison.Version], today: String?) {
    self.versions = versions
    rows = (versions.last?.configuration.acceptances ?? []).map { row in
      (row, row.path.map(Glob.init), row.until.map { end in today.map { $0 > end } ?? false } ?? false)
    }
  }

  /// Returns a change without its effects if it is accepted.
  mutating func accepting(_ change: Change) -> Change {
    for (index, row) in rows.enumerated() where row.acceptance.rule == change.rule.id && matches(row, change) {
      used.insert(index)
      if row.isExpired { continue }
      var change = change
      change.acceptance = row.acceptance.reason
      (change.effects, change.examples) = ([:], [:])
      return change
    }
    return change
  }

  private func matches(_ row: (acceptance: Configuration.Acceptance, glob: Glob?, isExpired: Bool), _ change: Change)
    -> Bool
  {
    zip([change.old, change.new], versions).contains { location, version in
      guard let location else { return false }
      let isInFile = row.glob.map { $0.matches(version.local(location.document)) } ?? true
      return isInFile && location.pointer.tokens.starts(with: row.acceptance.pointer.tokens)
    }
  }

  /// The rows that accept nothing, or no more.
  var findings: [Diagnostic] {
    rows.enumerated().compactMap { index, row in
      let isUsed = used.contains(index)
      let isKnown = ChangeRule.all.contains { $0.id == row.acceptance.rule }
      let rule = row.acceptance.rule.quoted
      let message =
        if !isKnown {
          "there is no rule \(rule) of 'diff'"
            + (Spelling.nearest(to: row.acceptance.rule, among: ChangeRule.all.map(\.id)).map {
              "; did you mean \($0.quoted)?"
            } ?? "")
        } else if !isUsed {
          "this entry no longer matches any change of rule \(rule); remove it"
        } else if row.isExpired {
          "changes of rule \(rule) are no longer accepted, because 'until' was \(row.acceptance.until ?? ""); extend "
            + "it, or remove this entry"
        } else {
          ""
        }
      return message.isEmpty ? nil : Diagnostic(severity: .warning, location: row.acceptance.location, message: message)
    }
  }
}
