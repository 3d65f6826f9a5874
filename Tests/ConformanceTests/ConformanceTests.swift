import Foundation
import SchemaTestSuite
import SwiftCompilation
import TestSupport
import Testing

/// The official suite, all dialects and all files, over the evaluator and over generated Swift.
@Suite
struct ConformanceTests {
  private static let isRecording = ProcessInfo.processInfo.environment["CONFORMANCE_RECORD"] == "1"

  private static let committed = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Documentation/Conformance.md")

  @Test("the suite is present in CI") func isPresentInCI() {
    let isCI = ProcessInfo.processInfo.environment["CI"] == "true"
    #expect(!isCI || OfficialSuite.isPresent, Comment(rawValue: OfficialSuite.instructions))
  }

  @Test(
    "both engines give the suite's verdict, values are written as they were read, and Conformance.md is up to date",
    .enabled(if: OfficialSuite.isPresent, Comment(rawValue: OfficialSuite.instructions)),
    .enabled(if: SwiftCompiler() != nil, "needs the modules that 'swift build' makes"))
  func conforms() async throws {
    let groups = try OfficialSuite.drafts.flatMap { try OfficialSuite.groups(of: $0) }
    #expect(groups.count > 1_600)
    let evaluated = Effort.sample(groups, oneIn: 10).map { EvaluatorRun($0) }
    let run = try await ConformanceRun("suite", evaluated: evaluated, compiler: #require(SwiftCompiler()))
    record(run.problems)
    #expect(run.answers.count == run.shards.reduce(0) { $0 + $1.groups.count })
    // A module of a shard's size compiles anywhere.
    if SwiftCompiler.sanitizers.isEmpty { #expect(SwiftCompiler.peakMemory < 2 << 30) }
    // A sample has no figures, and does not tell whether rows are needed.
    if Effort.isThorough {
      record(run.needlessRows)
      try compare(ConformanceReport(run).text)
    }
  }

  @Test(
    "with a type in every schema, both engines agree and values are written as they were read",
    .enabled(if: OfficialSuite.isPresent, Comment(rawValue: OfficialSuite.instructions)),
    .enabled(if: SwiftCompiler() != nil, "needs the modules that 'swift build' makes"))
  func agreesOnTypes() async throws {
    let draft = try #require(OfficialSuite.drafts.last)
    let typed = try OfficialSuite.groups(of: draft).flatMap(\.typed)
    #expect(typed.count > 500)
    let evaluated = Effort.sample(typed, oneIn: 10, thorough: 2).map { EvaluatorRun($0) }
    for case .failure(let refusal) in evaluated.map(\.outcome) { Issue.record(Comment(rawValue: refusal.message)) }
    // The evaluator, proven by the suite, gives the expected verdict.
    let run = try await ConformanceRun(
      "typed", evaluated: evaluated.compactMap(\.judged).map { EvaluatorRun($0) }, compiler: #require(SwiftCompiler()))
    record(run.problems)
    #expect(run.answers.count > (Effort.isThorough ? 250 : 40))
  }

  private func record(_ problems: [String]) {
    for problem in problems.prefix(50) { Issue.record(Comment(rawValue: problem)) }
    #expect(problems.count <= 50, "\(problems.count) problems, of which the first 50 are above")
  }

  private func compare(_ text: String) throws {
    if Self.isRecording { try text.write(to: Self.committed, atomically: true, encoding: .utf8) }
    let committed = (try? String(contentsOf: Self.committed, encoding: .utf8)) ?? ""
    let (old, new) = (committed.split(separator: "\n"), text.split(separator: "\n"))
    guard committed != text else { return }
    let difference = zip(old, new).first { $0 != $1 }
    Issue.record(
      """
      Documentation/Conformance.md: expected the figures of this run; 'make derived CONFORMANCE=1' rewrites it
      -\(difference?.0 ?? "")
      +\(difference?.1 ?? "")
      """)
  }
}
