import Foundation
import JSONSchema
import SchemaLint
import SchemaRuntime

/// How `lint` says what it found.
enum LintForm: String, CaseIterable, Sendable {
  case text, json
  case githubActions = "github-actions"
  case sarif
}

/// `codegen lint`: schemas against the rules.
struct Lint {
  let arguments: Arguments
  let terminal: Terminal
  let paths: Paths

  func run() throws -> ExitCode {
    if let id = arguments[.explain] { return try explain(id) }
    let form = try arguments.word(.output, as: LintForm.self) ?? .text
    let selected = try arguments[.rule].map { try $0.split(separator: ",").map { try rule(String($0), .rule).id } }
    // 1. Read the configuration and the schemas.
    var input = try LintInput(arguments.operands, configurationAt: arguments[.config], paths: paths)
    input.configuration.selected = Set(selected ?? [])
    for line in input.passedOver { terminal.report(line) }
    if !input.passedOver.isEmpty, input.sources.allSatisfy({ !$0.isReported }) { return .unusable }
    let lookup = LintLookup(input.loader)
    let linter = Linter(configuration: input.configuration) { lookup.document(at: $0) }
    // 2. Lint, and fix.
    var sources = input.sources
    let report: LintReport
    if arguments.has(.fix) {
      let outcome = LintFixer(linter).fix(sources)
      try write(outcome, input)
      (sources, report) = (outcome.sources, outcome.report)
    } else {
      report = linter.lint(sources)
    }
    // 3. Say what is left.
    for note in input.notes { terminal.report(note) }
    show(report, form, sources)
    for line in lookup.failures { terminal.report(line) }
    if !lookup.failures.isEmpty { return .unusable }
    let isRefused = report.contains(.error) || arguments.has(.strict) && report.contains(.warning)
    return isRefused ? .no : .done
  }

  private func explain(_ id: String) throws -> ExitCode {
    if let operand = arguments.operands.first { throw UsageError.unexpectedOperand(operand, verb: .lint) }
    for line in RulePage.text(of: try rule(id, .explain)).split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast()
    {
      terminal.output.writeLine(line)
    }
    return .done
  }

  private func rule(_ id: String, _ option: Option) throws(UsageError) -> any LintRule.Type {
    if let rule = LintRules.rule(id) { return rule }
    let nearest = Spelling.nearest(to: id, among: LintRules.all.map { $0.id }, limit: 4)
    throw .invalidValue(option, expected: "the id of a rule", actual: id, nearest: nearest)
  }

  private func show(_ report: LintReport, _ form: LintForm, _ sources: [LintSource]) {
    switch form {
    case .text:
      for line in report.textLines { terminal.output.writeLine(terminal.output.coloringSeverity(of: line)) }
    case .json: terminal.output.write(report.json.json(.pretty) + [0x0a])
    case .githubActions: for line in report.githubLines { terminal.output.writeLine(line) }
    case .sarif:
      terminal.output.write(report.sarif(version: Help.version, sources: sources).json(.pretty) + [0x0a])
    }
  }

  /// Writes the files that fixes have changed, all of them or none.
  private func write(_ outcome: LintFixer.Outcome, _ input: LintInput) throws {
    var changes: [OutputWriter.Change] = []
    for (before, after) in zip(input.sources, outcome.sources) where before.text != after.text {
      let path = URL(fileURLWithPath: paths.absolute(before.name)).resolvingSymlinksInPath().path
      changes.append(OutputWriter.Change(path: path, old: before.text, new: after.text))
    }
    if changes.isEmpty { return }
    try OutputWriter(paths: paths, home: input.home, folders: []).apply(changes)
    func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
    terminal.report("fixed \(count(outcome.fixCount, "finding")) in \(count(changes.count, "file"))")
  }
}
