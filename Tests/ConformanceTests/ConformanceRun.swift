import Foundation
import SchemaTestSuite
import SwiftCompilation

/// Runs the complete suite over both engines, and collects deviations.
struct ConformanceRun: Sendable {
  let evaluated: [EvaluatorRun]
  let shards: [Shard]
  /// Shard by shard.
  let generated: [GeneratedRun]
  /// The answers of generated code by group name.
  let answers: [String: [GeneratedRun.Answer]]

  /// - Parameter name: the folder for the files kept by `SCHEMATA_CONFORMANCE_KEEP`.
  init(_ name: String, evaluated: [EvaluatorRun], compiler: SwiftCompiler) async {
    self.evaluated = evaluated
    let kept = ProcessInfo.processInfo.environment["SCHEMATA_CONFORMANCE_KEEP"]
    shards = Shard.pack(evaluated)
    generated = await GeneratedRun.all(
      shards.map(\.module), compiler, keptIn: kept.map { URL(fileURLWithPath: $0).appending(path: name) })
    answers = generated.reduce(into: [:]) { $0.merge($1.answers) { first, _ in first } }
  }

  /// An instance with all results.
  struct Row: Sendable {
    let group: OfficialSuite.Group
    let instance: OfficialSuite.Instance
    /// The evaluator's verdict.
    let verdict: Bool
    /// Nil if the shard failed.
    let answer: GeneratedRun.Answer?

    /// The validator's verdict.
    var generatedVerdict: Bool? { answer.map { $0.validator == "valid" } }

    var isFailure: Bool { verdict != instance.isValid || generatedVerdict != instance.isValid }

    /// Whether `JSONDecoder` agrees with the verdict of `init(json:)`, and its value is written the same.
    var foundationAgrees: Bool {
      guard let answer else { return false }
      return (answer.foundation == "valid") == (answer.decoder == "valid")
        && answer.foundationWritten == answer.written
    }
  }

  /// All instances of schemas that have a program.
  var rows: [Row] {
    evaluated.flatMap { run -> [Row] in
      guard case .success(let verdicts) = run.outcome else { return [] }
      let answers = answers[run.group.name] ?? []
      return run.group.instances.indices.map { index in
        Row(
          group: run.group, instance: run.group.instances[index], verdict: verdicts[index],
          answer: answers.indices.contains(index) ? answers[index] : nil)
      }
    }
  }

  // MARK: - What is wrong

  /// All deviations that no table permits, one line each.
  var problems: [String] {
    var problems: [String] = []
    for run in generated {
      if let failure = run.failure { problems.append("\(run.module.name): \(failure)") }
    }
    for run in evaluated {
      guard case .failure(let refusal) = run.outcome else { continue }
      problems.append("\(run.group.name): \(run.group.description): \(refusal.message)")
    }
    for row in rows { problems += Self.problems(of: row).map { "\(row.group.title(of: row.instance)): \($0)" } }
    return problems
  }

  /// The deviations for one instance.
  static func problems(of row: Row) -> [String] {
    guard let answer = row.answer else { return ["expected an answer of generated code, found none"] }
    let expected = row.instance.isValid ? "valid" : "invalid"
    let isKnown = KnownFailure.all.contains { $0.covers(row.group, row.instance) }
    var problems: [String] = []
    if row.verdict != row.instance.isValid, !isKnown {
      problems.append("expected the evaluator to say \(expected), found the opposite")
    }
    if row.generatedVerdict != row.instance.isValid, !isKnown {
      problems.append("expected the generated validator to say \(expected), found \(answer.validator)")
    }
    if row.generatedVerdict != row.verdict { problems.append("expected both engines to agree, found that they do not") }
    if answer.decoder != answer.validator, answer.validator == "invalid" || answer.unrepresentable == nil {
      problems.append("expected init(json:) to say \(answer.validator), found \(answer.decoder)")
    }
    for word in [answer.written, answer.encoded] where !["equal", "rounded", "none"].contains(word) {
      problems.append("expected the value to be written as it was read, found it \(word)")
    }
    if answer.inconsistency != "none" { problems.append(answer.inconsistency) }
    if !row.foundationAgrees, codableDifference(row) == nil {
      let expected = "\(answer.decoder) and a value written \(answer.written)"
      problems.append(
        "expected JSONDecoder to say \(expected), found \(answer.foundation), \(answer.foundationWritten)")
    }
    return problems
  }

  static func codableDifference(_ row: Row) -> CodableDifference? {
    CodableDifference.all.first { $0.file == row.group.file && $0.instance == row.instance.description }
  }

  /// Rows of the tables that are no longer needed.
  var needlessRows: [String] {
    let rows = rows
    var needless: [String] = []
    for known in KnownFailure.all where !rows.contains(where: { $0.isFailure && known.covers($0.group, $0.instance) }) {
      needless.append("\(known.file): \(known.instance ?? "all"): passes now, take it out of KnownFailure.all")
    }
    let differing = rows.filter { !$0.foundationAgrees }.compactMap { Self.codableDifference($0)?.instance }
    for known in CodableDifference.all where !differing.contains(known.instance) {
      needless.append("\(known.file): \(known.instance): JSONDecoder agrees now, take it out of CodableDifference.all")
    }
    return needless
  }
}
