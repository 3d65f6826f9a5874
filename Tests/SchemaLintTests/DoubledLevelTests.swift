import SchemaRuntime
import SchemaTestSuite
import TestSupport
import Testing

@testable import SchemaLint

/// Schemas that each refer twice to the one below are visited once each.
@Suite struct DoubledLevelTests {
  @Test("80 levels are reported exactly if they admit nothing", arguments: Effort.sample(DoubledLevels.all, oneIn: 4))
  func lint(_ levels: DoubledLevels) {
    let report = Linter().lint([LintSource(levels.text(levels: 80, leaf: #"{"type":"string","maxLength":9}"#))])
    let isEmpty = report.findings.contains { [UnsatisfiableSchema.id, AmbiguousUnion.id].contains($0.rule) }
    #expect(isEmpty == !levels.admitsValues, "\(report.findings.map(\.message))")
  }
}
