package import JSONSchema

/// The result of comparing two versions of schemas.
package struct ComparisonReport: Hashable, Sendable {
  /// The required change of a version number (semver.org, sections 7 and 8).
  package enum Step: String, Hashable, Sendable, Comparable, CaseIterable {
    case none, patch, minor, major

    package static func < (a: Step, b: Step) -> Bool {
      (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0)
    }
  }

  /// The verdicts, in the order of ``Verdict/Question``.
  package var verdicts: [Verdict]
  /// The differences by schema, within each schema breaking changes first.
  package var changes: [Change]
  /// The suggested step to the next version.
  package var step: Step
  /// The reason, in one line.
  package var reason: String
  /// The verdicts that, if broken, require a new major version.
  package var breaking: Set<Verdict.Question> = []

  /// The rows under `diff.accepted` that accept nothing, or no more.
  package var findings: [Diagnostic] = []

  /// The parts of documents that differ and were not compared, because they are not schemas: operations and parameters of
  /// an API, for instance. With such parts, no answer about data is *yes*.
  package var uncompared: [UncomparedPart] = []

  /// A part of a document that is not a schema, in both versions or one of them.
  package struct UncomparedPart: Hashable, Sendable {
    package var old: SourceLocation?
    package var new: SourceLocation?

    /// The difference in a word.
    package var words: String { old == nil ? "added" : new == nil ? "removed" : "changed" }
  }

  /// The answer to a question; that about an API without operations is *yes*.
  package subscript(question: Verdict.Question) -> Verdict {
    verdicts.first { $0.question == question }
      ?? Verdict(question: question, answer: question == .api ? .holds : .unknown)
  }

  /// Whether a verdict is broken; with `isStrict`, also if it is undecided or broken only by undeclared members.
  package func isBroken(_ question: Verdict.Question, isStrict: Bool) -> Bool {
    let verdict = self[question]
    switch verdict.answer {
    case .holds: return false
    case .unknown: return isStrict
    case .broken: return isStrict || !verdict.isBeyondDeclared
    }
  }
}
