import JSONSchema

/// Applies fixes until none is left. What a fix does not touch stays as it is laid out, byte for byte.
package struct LintFixer {
  private let linter: Linter
  /// Rounds after which it gives up: no fix undoes another, and this makes sure.
  private static let maximumRounds = 1_000

  package init(_ linter: Linter) { self.linter = linter }

  /// What became of the sources.
  package struct Outcome: Sendable {
    /// The sources as they are to be, in their order.
    package var sources: [LintSource]
    /// How many fixes were applied.
    package var fixCount = 0
    /// What is left to find.
    package var report: LintReport
  }

  /// Fixes what can be fixed without a doubt.
  package func fix(_ sources: [LintSource]) -> Outcome {
    var outcome = Outcome(sources: sources, report: linter.lint(sources))
    // Fixes that would have broken something, by what they say of which place.
    var refused: Set<Fix> = []
    for _ in 0..<Self.maximumRounds {
      var batch = compatible(outcome.report.findings.compactMap(\.fix).filter { !refused.contains($0) })
      if batch.isEmpty { break }
      // Where one of them does harm, half of them may do none.
      while true {
        if let next = applied(batch, to: outcome) {
          outcome = next
          break
        }
        if batch.count == 1 {
          refused.formUnion(batch)
          break
        }
        batch = Array(batch.prefix(batch.count / 2))
      }
    }
    return outcome
  }

  /// The fixes that touch no byte of one before them.
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

  /// What some fixes lead to; nil when that cannot be used as well as before.
  private func applied(_ fixes: [Fix], to outcome: Outcome) -> Outcome? {
    var next = outcome
    let edits = Dictionary(grouping: fixes.flatMap(\.edits), by: \.document)
    for index in next.sources.indices {
      guard let edits = edits[next.sources[index].name] else { continue }
      // From the end to the start, so that the places of the others stay what they are.
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
