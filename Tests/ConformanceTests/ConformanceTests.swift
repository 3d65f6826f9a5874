import Foundation
import SchemaTestSuite
import SwiftCompilation
import Testing

/// The official suite, all dialects and all files, over the evaluator and over generated Swift.
@Suite(.serialized)
struct ConformanceTests {
  private static let isRecording = ProcessInfo.processInfo.environment["CONFORMANCE_RECORD"] == "1"

  private static let committed = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "CONFORMANCE.md")

  @Test("the suite is present in CI") func isPresentInCI() {
    let isCI = ProcessInfo.processInfo.environment["CI"] == "true"
    #expect(!isCI || OfficialSuite.isPresent, Comment(rawValue: OfficialSuite.instructions))
  }

  @Test(
    "both engines give the suite's verdict, values are written as they were read, and CONFORMANCE.md says so",
    .enabled(if: OfficialSuite.isPresent, Comment(rawValue: OfficialSuite.instructions)),
    .enabled(if: SwiftCompiler() != nil, "needs the modules that 'swift build' makes"))
  func conforms() throws {
    let evaluated = try OfficialSuite.drafts.flatMap { try OfficialSuite.groups(of: $0) }.map { EvaluatorRun($0) }
    let run = ConformanceRun("suite", evaluated: evaluated, compiler: try #require(SwiftCompiler()))
    record(run.problems + run.needlessRows)
    #expect(run.evaluated.count > 1_600)
    #expect(run.answers.count == run.shards.reduce(0) { $0 + $1.groups.count })
    // A module of a shard's size compiles anywhere.
    if SwiftCompiler.sanitizers.isEmpty { #expect(SwiftCompiler.peakMemory < 2 << 30) }
    try compare(ConformanceReport(run).text)
  }

  @Test(
    "with a type in every schema, both engines agree and values are written as they were read",
    .enabled(if: OfficialSuite.isPresent, Comment(rawValue: OfficialSuite.instructions)),
    .enabled(if: SwiftCompiler() != nil, "needs the modules that 'swift build' makes"))
  func agreesOnTypes() throws {
    let draft = try #require(OfficialSuite.drafts.last)
    let typed = try OfficialSuite.groups(of: draft).flatMap(\.typed).map { EvaluatorRun($0) }
    for case .failure(let refusal) in typed.map(\.outcome) { Issue.record(Comment(rawValue: refusal.message)) }
    // The evaluator, which the suite has proven, gives the verdict that is expected.
    let run = ConformanceRun(
      "typed", evaluated: typed.compactMap(\.judged).map { EvaluatorRun($0) }, compiler: try #require(SwiftCompiler()))
    record(run.problems)
    #expect(run.answers.count > 500)
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
    let place = zip(old, new).first { $0 != $1 }
    Issue.record(
      """
      CONFORMANCE.md: expected the figures of this run; 'make conformance' rewrites it
      -\(place?.0 ?? "")
      +\(place?.1 ?? "")
      """)
  }
}
