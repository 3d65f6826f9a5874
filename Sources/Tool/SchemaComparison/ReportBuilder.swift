import JSONSchema

/// Sorts verdicts and changes, and suggests the next version.
struct ReportBuilder {
  let matching: SchemaMatching
  let verdicts: [Verdict.Question: Verdict]
  let changes: [Change]
  let options: SchemaComparison.Options
  /// The parts of operations that differ and were not compared; nil if no operations were compared.
  let uncompared: [ComparisonReport.UncomparedPart]?

  /// The verdicts that, if broken, require a new major version.
  private var breaking: Set<Verdict.Question> { Self.breaking(options, hasAPI: verdicts[.api] != nil) }

  private static func breaking(_ options: SchemaComparison.Options, hasAPI: Bool) -> Set<Verdict.Question> {
    options.breaking ?? [hasAPI ? .api : .newReadsOld, .source]
  }

  /// Returns the report about equal versions.
  ///
  /// - Parameter api: the verdict about operations, if there are any.
  static func unchanged(
    _ versions: [SchemaComparison.Version], _ api: Verdict?, _ options: SchemaComparison.Options
  ) -> ComparisonReport {
    let verdicts = Verdict.Question.allCases.compactMap { $0 == .api ? api : Verdict(question: $0, answer: .holds) }
    var report = ComparisonReport(
      verdicts: verdicts, changes: [], step: .none, reason: unchanged, uncompared: [])
    report.findings = Acceptances(versions, today: options.today).findings
    report.breaking = breaking(options, hasAPI: api != nil)
    return report
  }

  private static let unchanged = "nothing changed"

  var report: ComparisonReport {
    var (verdicts, acceptances) = (verdicts, Acceptances([matching.old, matching.new], today: options.today))
    let changes = changes.map { acceptances.accepting($0) }
    for question in verdicts.keys where changes.contains(where: { $0.acceptance != nil }) {
      // What is left decides.
      let effects = changes.map { $0.effect(on: question) }
      let wasShown = self.changes.contains { $0.effect(on: question) != .none }
      if wasShown, !effects.contains(.breaks) {
        verdicts[question] = Verdict(question: question, answer: effects.contains(.mayBreak) ? .unknown : .holds)
      }
    }
    let isSourceBroken = changes.contains { $0.effect(on: .source) == .breaks }
    verdicts[.source] = Verdict(question: .source, answer: isSourceBroken ? .broken : .holds)
    let uncompared =
      (uncompared ?? []) + UncomparedParts(matching: matching, hasOperations: uncompared != nil).parts
    if !(self.uncompared ?? []).isEmpty, verdicts[.api]?.answer == .holds { verdicts[.api]?.answer = .unknown }
    if !uncompared.isEmpty {
      // Only what has been compared is proven.
      for question in [Verdict.Question.newReadsOld, .oldReadsNew] where verdicts[question]?.answer == .holds {
        verdicts[question]?.answer = .unknown
      }
    }
    var report = ComparisonReport(
      verdicts: Verdict.Question.allCases.compactMap { verdicts[$0] }, changes: ordered(changes), step: .none,
      reason: "",
      uncompared: uncompared)
    report.findings = acceptances.findings
    report.breaking = breaking
    (report.step, report.reason) = step(report, changes)
    return report
  }

  /// The changes by schema in the order of the new version, removed schemas last; within each, breaking changes first.
  private func ordered(_ changes: [Change]) -> [Change] {
    let names =
      matching.new.graph.roots.map { matching.new.schemaName(of: $0) }
      + matching.old.graph.roots.map { matching.old.schemaName(of: $0) } + changes.map(\.schema)
    let indices = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
    let (old, new) = (LocationRedaction(matching.old.graph), LocationRedaction(matching.new.graph))
    let shown = changes.map { change in
      var change = change
      change.old = change.old.map(old.shown)
      change.new = change.new.map(new.shown)
      return change
    }
    return shown.enumerated().sorted { first, second in
      let (a, b) = (first.element, second.element)
      return (indices[a.schema] ?? names.count, Self.weight(a), first.offset)
        < (indices[b.schema] ?? names.count, Self.weight(b), second.offset)
    }.map(\.element)
  }

  private static func weight(_ change: Change) -> Int {
    if change.effects.values.contains(.breaks) { return change.isBeyondDeclared ? 1 : 0 }
    if change.effects.values.contains(.mayBreak) { return 2 }
    return change.isAddition ? 3 : 4
  }

  private func step(_ report: ComparisonReport, _ changes: [Change]) -> (ComparisonReport.Step, String) {
    for question in Verdict.Question.allCases where breaking.contains(question) {
      guard report.isBroken(question, isStrict: false) else { continue }
      switch question {
      case .api: return (.major, "clients of the old API cannot use the new one")
      case .newReadsOld: return (.major, "new readers reject data from old writers")
      case .oldReadsNew: return (.major, "old readers reject data from new writers")
      case .source: return (.major, "source that uses the old models does not compile with the new ones")
      }
    }
    if let addition = changes.first(where: { $0.isAddition && $0.acceptance == nil }) {
      return (.minor, "an addition that breaks nothing relevant: \(addition.rule.id)")
    }
    if !report.uncompared.isEmpty {
      return (.patch, "only \(changes.isEmpty ? "" : "annotations and ")parts that diff does not compare have changed")
    }
    if changes.isEmpty, matching.isEqual { return (.none, Self.unchanged) }
    return (.patch, changes.isEmpty ? "the versions are equivalent" : Self.reason(changes))
  }

  private static func reason(_ changes: [Change]) -> String {
    changes.contains { $0.acceptance != nil }
      ? "the configuration accepts the breaking changes" : "only annotations changed"
  }
}
