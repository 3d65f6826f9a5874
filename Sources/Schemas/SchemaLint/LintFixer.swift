/// Applies fixes until none is left. The rest of the text is preserved byte for byte.
package struct LintFixer {
  private let linter: Linter
  /// The maximum number of rounds. No fix undoes another, so this is only a safeguard.
  private static let maximumRounds = 1_000

  package init(_ linter: Linter) { self.linter = linter }

  /// The result of fixing.
  package struct Outcome: Sendable {
    /// The fixed sources, in their order.
    package var sources: [LintSource]
    /// The number of applied fixes.
    package var fixCount = 0
    /// The remaining findings.
    package var report: LintReport
  }

  /// Applies all safe fixes.
  package func fix(_ sources: [LintSource]) -> Outcome {
    var outcome = Outcome(sources: sources, report: linter.lint(sources))
    // Fixes that would have broken something.
    var rejected: Set<Fix> = []
    for _ in 0..<Self.maximumRounds {
      var batch = compatible(outcome.report.findings.compactMap(\.fix).filter { !rejected.contains($0) })
      if batch.isEmpty { break }
      // If one of them breaks something, the first half may not.
      while true {
        if let next = applied(batch, to: outcome) {
          outcome = next
          break
        }
        if batch.count == 1 {
          rejected.formUnion(batch)
          break
        }
        batch = Array(batch.prefix(batch.count / 2))
      }
    }
    return outcome
  }

  /// Returns the fixes whose edits do not overlap those of an earlier one.
  private func compatible(_ fixes: [Fix]) -> [Fix] {
    var taken: [String: [Range<Int>]] = [:]
    var chosen: [Fix] = []
    for fix in fixes {
      let collides = fix.edits.contains { edit in
        (taken[edit.document] ?? []).contains { other in
          other.lowerBound <= edit.range.upperBound && edit.range.lowerBound <= other.upperBound
        }
      }
      if collides { continue }
      for edit in fix.edits { taken[edit.document, default: []].append(edit.range) }
      chosen.append(fix)
    }
    return chosen
  }

  /// Returns the outcome of some fixes; nil if they add an error or change the target of a reference.
  private func applied(_ fixes: [Fix], to outcome: Outcome) -> Outcome? {
    var next = outcome
    let edits = Dictionary(grouping: fixes.flatMap(\.edits), by: \.document)
    for index in next.sources.indices {
      guard let edits = edits[next.sources[index].name] else { continue }
      // From the end to the start, so that the ranges of the remaining edits stay valid.
      for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
        next.sources[index].text.replaceSubrange(edit.range, with: Array(edit.replacement.utf8))
      }
    }
    next.report = linter.lint(next.sources)
    guard next.report.errorCount <= outcome.report.errorCount,
      outcome.report.references.areKept(in: next.report.references, by: fixes)
    else { return nil }
    next.fixCount += fixes.count
    return next
  }
}
