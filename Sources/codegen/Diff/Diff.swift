import SchemaComparison
import SchemaRuntime

/// `codegen diff`: the effects of a schema change.
struct Diff: Command {
  static let name = "diff"
  static let abstract = "show what a change of schemas breaks: data, and Swift source"
  static let discussion = """
    Compares two versions of schemas and answers three questions: can readers with the new schemas take data of
    writers with the old ones (new-reads-old), can readers with the old take data of writers with the new
    (old-reads-new), and does Swift source that uses the old models compile with the new (source).
    OLD and NEW are each a folder, with a configuration or without, a schema file, or a git revision and a path in
    it, 'main:Schemas'; the default of NEW is the configured folder. Every change has the name of a rule, its
    locations, and where data breaks a payload that shows it. 'undecided' means that neither a proof nor a
    counterexample was found. With '--breaking' the exit code is 1 when a verdict of the list is broken. With
    '--strict' a verdict also counts as broken when it is undecided, or when only members break it that the
    writer's schema does not declare. The last line suggests the next version.
    Nothing is fetched: references to a document that is not available are equal if both versions name the same URI,
    and otherwise not decided.
    \(ProjectOptions.formatsSentence)
    """
  static let examples = """
    # what the uncommitted work changes
    codegen diff main:Schemas
    # fail when old data or source would break, as in continuous integration
    codegen diff origin/main:Schemas Schemas --breaking new-reads-old,source
    # two versions of one schema, for a pull request
    codegen diff old.json new.json --output markdown
    """

  enum Form: String, CaseIterable {
    case text, json, markdown
  }

  @Option(
    "--config", "PATH", .file,
    "the configuration of NEW; default: the one in its folder, or \(Project.defaultConfigurationPath)")
  var configuration: String?
  let lenient = LenientOption()
  @Option("--breaking", "LIST", listOf: .word, "exit with 1 when one of these is broken")
  var breaking: [Verdict.Question]
  @Option("--strict", "also count as broken what is undecided, or broken only by undeclared members")
  var strict: Bool
  @Option("--output", "FORM", .word, default: .text) var form: Form
  @Operand("OLD", .file) var old: String
  @Operand("NEW", .file) var new: String?

  func run(in context: CommandContext) throws -> ExitCode {
    let (terminal, output) = (context.terminal, context.terminal.output)
    // 1. Read both versions.
    let reader = VersionReader(paths: context.paths, reading: lenient.values)
    let old = try reader.version(old, configurationAt: nil)
    let new = try reader.version(new, configurationAt: configuration)
    for note in old.notes + new.notes { terminal.report(note) }
    // 2. Compare.
    var options = SchemaComparison.Options()
    if !breaking.isEmpty { options.breaking = Set(breaking) }
    let report = try old.compared(with: new, options)
    // 3. Print the report.
    switch form {
    case .text: output.writeLines(report.textLines.map { coloring($0, output) })
    case .json: output.writeLine(report.json.json(.pretty))
    case .markdown: output.writeLines(report.markdownLines)
    }
    return breaking.contains { report.isBroken($0, isStrict: strict) } ? .no : .done
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
