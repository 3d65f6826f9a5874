package import JSONSchema
import SchemaRuntime

/// Checks schemas against the rules. Opens no files and prints nothing.
///
///     let report = Linter().lint(sources)
package struct Linter {
  package var configuration: LintConfiguration
  /// The dialect of documents without `$schema`.
  package var defaultDialect = Dialect.draft2020
  /// Whether a document is replaced by a stub (`SchemaResolver.Options`).
  package var isStub: @Sendable (_ uri: String) -> Bool = { _ in false }
  /// Finds documents outside of the sources by their absolute URI.
  package var lookup: (String) -> SchemaDocument?

  /// The maximum number of the resolver's errors, and of its other findings.
  private static let maximumFindings = 2_000

  package init(
    configuration: LintConfiguration = LintConfiguration(), lookup: @escaping (String) -> SchemaDocument? = { _ in nil }
  ) {
    self.configuration = configuration
    self.lookup = lookup
  }

  /// Returns the findings of all rules in `sources`.
  package func lint(_ sources: [LintSource]) -> LintReport {
    let resolution = resolve(sources)
    let context = context(sources, resolution)
    var report = LintReport()
    report.references = ReferenceTargets(context.graph)
    report.errorCount =
      resolution.syntaxErrors.count + resolution.errors.count + resolution.metaSchemaFindings.count
      + (context.judge.failure == nil ? 0 : 1)
      + context.patterns.values.count { $0 == nil }
    var findings: [Finding] = []
    var sorter = FindingSorter(sources, configuration)
    for (rule, violations) in violations(resolution, context) {
      for violation in violations {
        if let finding = sorter.finding(violation, of: rule) { findings.append(finding) }
      }
    }
    var suppressions = Suppressions(sources, resolution.documents, configuration)
    findings = findings.filter { !suppressions.suppress($0) }
    for (rule, violations) in suppressions.violations {
      for violation in violations {
        if let finding = sorter.finding(violation, of: rule) { findings.append(finding) }
      }
    }
    let shownLocation = resolution.shownLocation
    let sorted = sorter.sorted(findings)
    report.findings = sorted.filter { configuration.shows($0.severity) }.map { $0.moved(shownLocation) }
    report.hiddenNoteCount = sorted.count - report.findings.count
    return report
  }

  func resolve(_ sources: [LintSource]) -> LintResolution {
    var options = SchemaResolver.Options(defaultDialect: defaultDialect, maximumFindings: Self.maximumFindings)
    options.isStub = isStub
    return LintResolution(sources, options: options, lookup: lookup)
  }

  func context(_ sources: [LintSource], _ resolution: LintResolution) -> LintContext {
    let graph = resolution.graph ?? SchemaGraph.empty
    let reported = Set(sources.filter(\.isReported).map(\.name))
    let writable = reported.intersection(sources.lazy.filter { $0.sourceMap == nil }.map(\.name))
    let fixes = FixWriter(
      graph: graph, documents: resolution.documents, writable: writable, referrers: Referrers(sources, resolution))
    return LintContext(graph: graph, fixes: fixes, reported: reported, options: configuration.compilerOptions)
  }

  /// Returns the violations of each rule, in the order of the table.
  private func violations(
    _ resolution: LintResolution, _ context: LintContext
  ) -> [(rule: any LintRule.Type, violations: [Violation])] {
    LintRules.all.map { rule in
      var violations: [Violation] = []
      if rule is JSONSyntax.Type {
        violations = resolution.syntaxErrors.map { JSONSyntax.violation($0.error, in: $0.source) }
      } else if rule is MetaSchemaViolation.Type {
        violations = resolution.metaSchemaFindings.map { Violation($0.location, $0.message) }
      } else if let rule = rule as? any FactRule.Type {
        for (facts, isFatal) in [(resolution.errors, true), (resolution.others, false)] {
          for fact in facts where fact.rule == rule {
            var violation = Violation(
              fact.location, fact.kind.message, fix: rule.fix(fact, context), severity: rule.severity(of: fact, context)
            )
            violation.isFatal = isFatal && !fact.isUnavailable
            violations.append(violation)
          }
        }
      }
      if let rule = rule as? any SchemaRule.Type, isWanted(rule) { violations += rule.check(context) }
      return (rule, violations)
    }
  }

  /// Whether a rule's findings would be reported: some rules are expensive.
  private func isWanted(_ rule: any LintRule.Type) -> Bool {
    configuration.selected.isEmpty || configuration.selected.contains(rule.id)
  }
}

/// Assigns severities to findings, and sorts them.
private struct FindingSorter {
  private let configuration: LintConfiguration
  private var sources: [String: (order: Int, source: LintSource)] = [:]

  init(_ sources: [LintSource], _ configuration: LintConfiguration) {
    self.configuration = configuration
    for (order, source) in sources.enumerated() { self.sources[source.name] = (order, source) }
  }

  /// Returns the finding for a violation; nil if it is not reported.
  mutating func finding(_ violation: Violation, of rule: any LintRule.Type) -> Finding? {
    let source = sources[violation.location.document]?.source
    // Other documents are reported only if they make the reported ones unusable.
    guard source?.isReported ?? (rule is any SettingsRule.Type) || violation.isFatal else { return nil }
    let path = source?.path ?? violation.location.document
    let usual = violation.isFatal ? Diagnostic.Severity.error : violation.severity ?? rule.severity
    guard let severity = configuration.severity(of: rule, usual: usual, path: path) else { return nil }
    return Finding(
      rule: rule.id, severity: severity, location: violation.location, message: violation.message,
      notes: violation.notes, fix: violation.fix, example: violation.example)
  }

  /// Returns the findings by document and position, without duplicates.
  func sorted(_ findings: [Finding]) -> [Finding] {
    func key(_ finding: Finding) -> (Int, String, Int) {
      (
        sources[finding.location.document]?.order ?? sources.count, finding.location.document,
        finding.location.position.offset
      )
    }
    var seen: Set<Finding> = []
    return findings.enumerated().sorted { first, second in
      let (a, b) = (key(first.element), key(second.element))
      return a == b ? first.offset < second.offset : a < b
    }.map(\.element).filter { seen.insert($0).inserted }
  }
}
