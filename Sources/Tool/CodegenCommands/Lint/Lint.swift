import CodegenProject
package import CommandLineTool
import Foundation
import JSONSchema
import SchemaAnalysis
import SchemaLint
import SchemaRuntime

/// `codegen lint`: checks schemas against rules.
package struct Lint: Command {
  package static let name = "lint"
  package static let abstract = "find mistakes in schemas, and apply safe fixes"
  package static let discussion = """
    Checks the schemas in the configured folder, or in each PATH, which is a file or a folder. In a folder, all
    JSON and YAML files that are schemas are checked, whatever their names. Other files are only counted.
    Each finding is a line 'file:line:column: severity: message [rule]'. Errors and warnings are always reported.
    Notes about style and documentation are reported only with '--notes' or '"notes": true'.
    Under 'lint', the configuration sets the levels of rules, per-file overrides and suppressions. In a schema,
    "x-lint": { "ignore": { "RULE": "reason" } } suppresses findings at that schema and below.
    With '--output json', a finding includes an 'example', which is a value that proves it.
    \(FindingOutputs.sentence)
    \(ProjectOptions.formatsSentence)
    Exits with 1 if there is an error.
    """
  package static let examples = """
    # check the configured folder
    codegen lint
    # with notes, such as missing descriptions
    codegen lint --notes
    # apply safe fixes to two files
    codegen lint --fix user.schema.json order.schema.json
    # annotate a pull request
    codegen lint --strict --output github-actions
    # explain a rule
    codegen lint --explain ambiguous-union
    """

  typealias Form = OutputForm<OwnForm>

  enum OwnForm: String, CaseIterable {
    case text, json
  }

  let project = ConfigurationOption()
  @Option("--fix", "apply safe fixes; print the remaining findings") var fix: Bool
  @Option("--strict", "exit with 1 for warnings as well") var strict: Bool
  @Option("--notes", "report notes as well") var showsNotes: Bool
  @Option("--output", "FORM", .word, default: .own(.text)) var form: Form
  @Option("--rule", "RULE", listOf: .rule, "check only this rule; repeatable")
  var rules: [any LintRule.Type]
  @Option("--explain", "RULE", .rule, "print the documentation of a rule and exit") var explained: (any LintRule.Type)?
  @Operand("PATH", .file) var files: [String]

  package init() {}

  package func run(in context: CommandContext) throws -> ExitCode {
    let terminal = context.terminal
    if let explained {
      if let file = files.first { throw UsageError.unexpectedOperand(file, verb: Self.name) }
      terminal.output.writeLines(RulePage.text(of: explained).lines.dropLast())
      return .done
    }
    // 1. Read the configuration and the schemas.
    var input = try LintInput(files, project, context.paths)
    input.configuration.selected = Set(rules.map { $0.id })
    if showsNotes { input.configuration.showsNotes = true }
    for line in input.skipped { terminal.report(line) }
    if !input.skipped.isEmpty, input.sources.allSatisfy({ !$0.isReported }) { return .unusable }
    let lookup = LintLookup(input.loader)
    var linter = Linter(configuration: input.configuration) { lookup.document(at: $0) }
    linter.isStub = input.isStub
    // 2. Lint, and fix.
    var sources = input.sources
    let report: LintReport
    if fix {
      var outcome = LintFixer(linter).fix(sources)
      // A file in the conventional form keeps it.
      var isFormatted = false
      for (index, before) in sources.enumerated() where before.text != outcome.sources[index].text {
        guard before.isFormatted else { continue }
        outcome.sources[index].text = try outcome.sources[index].formatted
        isFormatted = true
      }
      if isFormatted { outcome.report = linter.lint(outcome.sources) }
      try write(outcome, input, context)
      (sources, report) = (outcome.sources, outcome.report)
    } else {
      report = linter.lint(sources)
    }
    // 3. Report the remaining findings.
    terminal.report(input.notes)
    switch form {
    case .own(.text): terminal.output.writeLines(report.textLines.map(terminal.output.coloringSeverity))
    case .own(.json): terminal.output.writeLine(report.json.json(.pretty).withoutHiddenCharacters)
    case .findings(let output):
      terminal.output.write(output.text(report.reported(in: sources), of: Self.name, rules: report.rules))
    }
    if form == .own(.text), let line = report.hiddenNotesLine { terminal.report(line) }
    for line in lookup.failures { terminal.report(line) }
    if !lookup.failures.isEmpty { return .unusable }
    return report.contains(.error) || strict && report.contains(.warning) ? .no : .done
  }

  /// Writes the fixed files, all or none.
  private func write(_ outcome: LintFixer.Outcome, _ input: LintInput, _ context: CommandContext) throws {
    let paths = context.paths
    var changes: [OutputWriter.Change] = []
    for (before, after) in zip(input.sources, outcome.sources) where before.text != after.text {
      let path = URL(fileURLWithPath: paths.absolute(before.name)).resolvingSymlinksInPath().path
      changes.append(OutputWriter.Change(path: path, old: before.text, new: after.text))
    }
    if changes.isEmpty { return }
    try OutputWriter(paths: paths, home: input.home, folders: []).apply(changes)
    context.terminal.report("fixed \(outcome.fixCount.counting("finding")) in \(changes.count.counting("file"))")
  }
}

extension ValueParser<any LintRule.Type> {
  fileprivate static var rule: Self {
    .word(of: LintRules.all.map { $0.id }, expected: "the id of a rule") { LintRules.rule($0) }
  }
}
