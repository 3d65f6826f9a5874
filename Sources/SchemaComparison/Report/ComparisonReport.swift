/// What two versions of schemas mean to each other.
package struct ComparisonReport: Hashable, Sendable {
  /// How a version number has to change (semver.org, section 7 and 8).
  package enum Step: String, Hashable, Sendable, Comparable, CaseIterable {
    case none, patch, minor, major

    package static func < (a: Step, b: Step) -> Bool {
      (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0)
    }
  }

  /// The three verdicts, in the order of ``Verdict/Question``.
  package var verdicts: [Verdict]
  /// The differences, schema by schema; within one those that break first.
  package var changes: [Change]
  /// Suggested for the next version.
  package var step: Step
  /// Why, in one line.
  package var reason: String

  /// The answer to a question.
  package subscript(question: Verdict.Question) -> Verdict {
    verdicts.first { $0.question == question } ?? Verdict(question: question, answer: .unknown)
  }

  /// Whether a verdict is broken: without a doubt, or with `isStrict` perhaps, or by undeclared members alone.
  package func isBroken(_ question: Verdict.Question, isStrict: Bool) -> Bool {
    let verdict = self[question]
    switch verdict.answer {
    case .holds: return false
    case .unknown: return isStrict
    case .broken: return isStrict || !verdict.isBeyondDeclared
    }
  }
}
