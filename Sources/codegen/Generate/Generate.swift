/// `codegen generate`: updates all generated files, or shows which are stale.
struct Generate: Command {
  static let name = "generate"
  static let abstract = "write models and documentation for the configured schemas"
  static let discussion = """
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
  static let examples = """
    # update all generated files
    codegen
    # in continuous integration: fail if a file is out of date
    codegen generate --check
    # generate whenever a schema is saved
    codegen generate --watch
    # document the changes since a release
    codegen generate --changes-since v1.2.0
    # use another configuration and custom templates
    codegen --config Other/codegen.json --templates Own
    """

  let project = ProjectOptions()
  @Option("--check", "write nothing; print a diff of outdated files, and exit with 1 if there are any") var check: Bool
  @Option("--force", "replace files even if they lack the header of generated files") var force: Bool
  @Option("--strict", "treat misspelled keywords, and keywords without a type or check, as errors")
  var strict: Bool
  @Option("--models", "DIR", .folder, "write only models, to this folder, without documentation and name lock")
  var models: String?
  @Option("--templates", "DIR", .folder, "a folder of templates that replace built-in ones with the same path")
  var templates: String?
  @Option("--changes-since", "REV", .text, "document changes since a git revision or a version (see 'diff')")
  var changesSince: String?
  @Option("--watch", "generate again whenever a file is saved; stop with Ctrl-C") var watch: Bool
  @Option("--json", "print events as JSON on standard output, for other tools") var json: Bool
  @Option("--quiet", "print no summary and no diff") var quiet: Bool
  @Operand("FILE", .text) var files: [String]

  func run(in context: CommandContext) throws -> ExitCode {
    if let file = files.first, models == nil { throw context.tool.unexpectedOperand(file, of: Self.self) }
    let generation = Generation(self, context)
    if !watch { return generation.run() }
    if check { throw UsageError.conflict("--watch", "--check") }
    return try Watch(generation: generation).run()
  }
}
