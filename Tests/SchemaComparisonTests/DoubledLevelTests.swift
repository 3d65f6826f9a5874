import SchemaRuntime
import SchemaTestSuite
import TestSupport
import Testing

@testable import SchemaComparison

/// Schemas that each refer twice to the one below: comparing them terminates, and claims nothing wrong.
@Suite struct DoubledLevelTests {
  /// The report with a budget that is quickly used up.
  private static func report(_ old: String, _ new: String) throws -> ComparisonReport {
    var options = SchemaComparison.Options()
    options.steps = 2_000
    options.samples = 6
    return try SchemaComparison.compare(
      old: Versions.version(old, Versions.asserting), new: Versions.version(new, Versions.asserting), options: options)
  }

  @Test("80 levels are equal to themselves", arguments: Effort.sample(DoubledLevels.all, oneIn: 4))
  func areEqual(_ levels: DoubledLevels) throws {
    let text = levels.text(levels: 80, leaf: #"{"type":"string","maxLength":9}"#)
    let report = try Self.report(text, text)
    #expect(report[.newReadsOld].answer == .holds)
    #expect(report[.oldReadsNew].answer == .holds)
    #expect(report.changes.isEmpty)
  }

  @Test(
    "a more restrictive leaf below 80 levels is found, or reported as undecided",
    arguments: Effort.sample(DoubledLevels.all, oneIn: 4))
  func changedLeaf(_ levels: DoubledLevels) throws {
    let report = try Self.report(
      levels.text(levels: 80, leaf: #"{"type":"string","maxLength":9}"#),
      levels.text(levels: 80, leaf: #"{"type":"string","maxLength":8}"#))
    if levels.showsLeaf {
      #expect(report[.newReadsOld].answer != .holds)
      #expect(!report.changes.isEmpty)
    } else {
      #expect(report[.newReadsOld].answer != .broken)
    }
    #expect(report[.oldReadsNew].answer != .broken, "\(report.changes)")
  }

  @Test("if only the leaf's own limit differs, it is found", arguments: DoubledLevels.all.prefix(3))
  func showsLimit(_ levels: DoubledLevels) throws {
    let report = try Self.report(
      levels.text(levels: 80, leaf: #"{"type":"string","maxLength":9}"#),
      levels.text(levels: 80, leaf: #"{"type":"string","maxLength":8}"#))
    #expect(report[.newReadsOld].answer == .broken)
    #expect(report[.oldReadsNew].answer == .holds)
  }
}
