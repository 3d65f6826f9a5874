import CodegenProject
package import CommandLineTool
import Foundation
import JSONSchema
import SchemaAnalysis
import SchemaComparison
import SchemaRuntime

/// `codegen diff`: the effects of a schema change.
package struct Diff: Command {
  package static let name = "diff"
  package static let abstract = "show whether a change breaks data, API clients or Swift source"
  package static let discussion = """
    Compares two versions of schemas and answers these questions:
    api: if there is an API, can clients of the old version use the new one?
    new-reads-old: can readers with the new schemas read data written with the old ones?
    old-reads-new: can readers with the old schemas read data written with the new ones?
    source: does Swift code that uses the old models compile with the new ones?
    The answer is 'undecided' if neither a proof nor a counterexample was found. The last line of the output
    suggests the next version number.
    OLD and NEW are each a schema file, a folder, or a path in a git revision, such as 'main:Schemas'. A folder
    needs no configuration. NEW defaults to the configured folder. Two files are always compared as versions of
    one schema, even if their names differ. Each change is printed with its rule, its locations and, if it breaks
    data, an example payload.
    With '--breaking', the exit code is 1 if the answer to a listed question is no. With '--strict', 'undecided'
    also counts as no, and so does a break that concerns only members that the writer's schema does not declare.
    Parts of a document that are neither schemas nor operations are not compared. If they differ, they are listed,
    and no answer about data is 'yes'. To accept breaking changes, list them in the configuration under 'diff'.
    \(FindingOutputs.sentence)
    These forms show a change as an error if it makes the answer to a listed question no. Without '--breaking',
    the questions are source and api or, if there is no API, source and new-reads-old.
    Nothing is fetched. An unavailable document is assumed to accept the same unknown values in both versions.
    \(ProjectOptions.formatsSentence)
    """
  package static let examples = """
    # effects of uncommitted changes
    codegen diff main:Schemas
    # in continuous integration: fail on breaking changes
    codegen diff origin/main:Schemas Schemas --breaking new-reads-old,source
    # two versions of one schema, as Markdown for a pull request
    codegen diff old.json new.json --output markdown
    """

  typealias Form = OutputForm<OwnForm>

  enum OwnForm: String, CaseIterable {
    case text, json, markdown
  }

  @Option(
    "--config", "PATH", .file,
    "the configuration of NEW; default: the one in its folder, or \(Project.defaultConfigurationPath)")
  var configuration: String?
  let lenient = LenientOption()
  @Option("--breaking", "LIST", listOf: .word, "exit with 1 if any of these answers is no")
  var breaking: [Verdict.Question]
  @Option("--strict", "count 'undecided', and breaks by undeclared members alone, as no")
  var strict: Bool
  @Option("--output", "FORM", .word, default: .own(.text)) var form: Form
  @Option("--payloads", "FOLDER", .folder, "write the example payloads to this folder, each in a file")
  var payloads: String?
  @Operand("OLD", .file) var old: String
  @Operand("NEW", .file) var new: String?

  package init() {}

  package func run(in context: CommandContext) throws -> ExitCode {
    let terminal = context.terminal
    // 1. Read both versions.
    var options = SchemaComparison.Options()
    if !breaking.isEmpty { options.breaking = Set(breaking) }
    options.today = String(Date.now.formatted(.iso8601).prefix(10))
    let reader = VersionReader(paths: context.paths, reading: lenient.values)
    if configuration == nil, let new, let version = reader.file(new, equalTo: old),
      let report = SchemaComparison.unchanged(version.version, options: options)
    {
      return try show(report, version, version, context)
    }
    let old = try reader.version(old, configurationAt: nil)
    let new = try reader.version(new, configurationAt: configuration, besides: old)
    terminal.report(old.notes + new.notes)
    // 2. Compare.
    return try show(old.compared(with: new, options), old, new, context)
  }

  /// Writes the payloads and the report.
  private func show(
    _ report: ComparisonReport, _ old: NamedVersion, _ new: NamedVersion, _ context: CommandContext
  ) throws -> ExitCode {
    let (terminal, output) = (context.terminal, context.terminal.output)
    var report = report
    if let payloads { try write(&report, to: payloads, context.paths) }
    terminal.report(report.findings.map(\.description))
    switch form {
    case .own(.text): output.writeLines(report.textLines.map { coloring($0, output) })
    case .own(.json): output.writeLine(report.json.json(.pretty).withoutHiddenCharacters)
    case .own(.markdown): output.writeLines(report.markdownLines)
    case .findings(let form):
      let findings = report.findings(old: old, new: new, breaking: report.breaking, isStrict: strict)
      output.write(form.text(findings, of: Self.name, rules: report.rules))
    }
    return breaking.contains { report.isBroken($0, isStrict: strict) } ? .no : .done
  }

  /// Writes the payloads of a report to files named by change, rule and verdict, such as
  /// `2-property-removed.old-reads-new.json`.
  private func write(_ report: inout ComparisonReport, to folder: String, _ paths: Paths) throws {
    var files: [OutputWriter.File] = []
    for (index, change) in report.changes.enumerated() {
      for (question, example) in change.examples {
        let name = "\(index + 1)-\(change.rule.id).\(question.rawValue).json"
        let path = paths.absolute(name, in: paths.absolute(folder))
        files.append(OutputWriter.File(path: path, contents: Array((example.value.text(.pretty) + "\n").utf8)))
        report.changes[index].examples[question]?.file = paths.name(of: path)
      }
    }
    _ = try OutputWriter(paths: paths, home: paths.absolute(folder), folders: []).update(files)
  }

  /// Returns a line with the color of its verdict.
  private func coloring(_ line: String, _ output: TextStream) -> String {
    for (ending, color) in [("yes", TextStream.Color.green), ("no", .red), ("undecided", .magenta)]
    where line.hasSuffix(": " + ending) {
      return line.dropLast(ending.count) + output.colored(ending, color)
    }
    return line
  }
}
