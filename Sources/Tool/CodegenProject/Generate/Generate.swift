package import CodegenCore
package import CommandLineTool

/// Where a run finds what has changed since an earlier version, for documentation, with the options for that.
package protocol ChangeHistory: OptionGroup {
  /// Further lines for the examples of `generate`.
  static var examples: String { get }

  init()

  /// Returns the changes of each documentation page; empty if none are asked for.
  func changes(
    in project: Project, _ input: CodegenPipeline.Input, _ options: ProjectOptions, _ paths: Paths
  ) throws -> [String: [PageChange]]
}

/// No options and no changes, for a tool without `diff`.
package struct NoHistory: ChangeHistory {
  package static let examples = ""

  package init() {}

  package func changes(
    in project: Project, _ input: CodegenPipeline.Input, _ options: ProjectOptions, _ paths: Paths
  ) -> [String: [PageChange]] { [:] }
}

/// `codegen generate`: updates all generated files, or shows which are stale.
package struct Generate<History: ChangeHistory>: Command {
  package static var name: String { "generate" }
  package static var abstract: String { "write models and documentation for the configured schemas" }
  package static var discussion: String {
    """
    Writes the configured outputs, and prints a summary of files and of keyword coverage (see 'codegen help
    coverage'). Only files that differ are written, and only if the entire run succeeds; an interrupted run is
    completed by the next one. Generated files that are no longer needed are deleted. Files without the header of
    generated files are never deleted, and only replaced with '--force'. Outputs must be inside the project (the
    git repository or package that contains the configuration), unless 'outputs' has "outside": true.
    With '--strict', a keyword that becomes neither a type nor a check is an error: nothing is written, and the exit
    code is 1. With '--watch', errors do not end the run. With '--json', each line is an event: started, diagnostic,
    written, deleted, unchanged, stale, finished.
    '--models' is for builds that write models to a folder of their own. FILEs are the Swift files that the build
    expects: models of other schemas are written to Schemas.Others.swift, and a FILE without a schema is empty.
    """
  }
  package static var examples: String {
    """
    # update all generated files
    codegen
    # in continuous integration: fail if a file is out of date
    codegen generate --check
    # generate whenever a schema is saved
    codegen generate --watch
    # use another configuration and custom templates
    codegen --config Other/codegen.json --templates Own
    """ + History.examples
  }

  let options = GenerateOptions()
  let history = History()

  package init() {}

  package func run(in context: CommandContext) throws -> ExitCode {
    if let file = options.files.first, options.models == nil {
      throw context.tool.unexpectedOperand(file, of: Self.self)
    }
    let generation = Generation(options, history, context)
    if !options.watch { return generation.run() }
    if options.check { throw UsageError.conflict("--watch", "--check") }
    return try Watch(generation: generation).run()
  }
}

/// The options of every `generate`.
struct GenerateOptions: OptionGroup {
  let project = ProjectOptions()
  @Option("--check", "write nothing; print a diff of outdated files, and exit with 1 if there are any") var check: Bool
  @Option("--force", "replace files even if they lack the header of generated files") var force: Bool
  @Option("--strict", "treat misspelled keywords, and keywords without a type or check, as errors")
  var strict: Bool
  @Option("--models", "DIR", .folder, "write only models, to this folder, without documentation or name lock")
  var models: String?
  @Option("--templates", "DIR", .folder, "a folder of templates that replace built-in ones with the same path")
  var templates: String?
  @Option("--watch", "generate again whenever a file is saved; stop with Ctrl-C") var watch: Bool
  @Option("--json", "print events as JSON on standard output, for other tools") var json: Bool
  @Operand("FILE", .text) var files: [String]
}
