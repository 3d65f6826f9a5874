/// `codegen generate`: updates all generated files, or shows which are stale.
struct Generate: Command {
  static let name = "generate"
  static let abstract = "write models and documentation from the configured schemas"
  static let discussion = """
    Writes the configured outputs, and prints a summary and what became of the schemas' keywords (see 'codegen
    help coverage'). Only files that differ are written, and none unless the whole run succeeds; the next run
    completes an interrupted one. Generated files that are no longer needed are deleted. Files without the header
    of a generated file are never deleted, and replaced only with '--force'. Outputs are inside the project, the
    git repository or package around the configuration, unless it has "outside": true under 'outputs'.
    With '--strict', a keyword that becomes neither a type nor a check is an error, nothing is written, and the
    exit code is 1. With '--watch', errors do not end the run. With '--json', each line is an event: started,
    diagnostic, written, deleted, unchanged, stale, finished.
    With '--models' a build makes models elsewhere. FILEs are the Swift files that it expects: the models of
    schemas whose files are not among them are in Schemas.Others.swift, and a FILE without a schema is empty.
    """
  static let examples = """
    # bring everything up to date
    codegen
    # fail when something is stale, as in continuous integration
    codegen generate --check
    # generate whenever a schema is saved
    codegen generate --watch
    # documentation with the changes since a release
    codegen generate --changes-since v1.2.0
    # another configuration, with custom templates
    codegen --config Other/codegen.json --templates Own
    """

  let project = ProjectOptions()
  @Option("--check", "write nothing; print a diff of stale files, and exit with 1 if there are any") var check: Bool
  @Option("--force", "also replace files without the header of generated files") var force: Bool
  @Option("--strict", "misspelled keywords, and keywords that become neither a type nor a check, are errors")
  var strict: Bool
  @Option("--models", "DIR", .folder, "write only the models, to this folder: no documentation, no name lock")
  var models: String?
  @Option("--templates", "DIR", .folder, "a folder of templates; each replaces the built-in one of the same path")
  var templates: String?
  @Option("--changes-since", "REV", .text, "document what changed since a git revision, or a version as in 'diff'")
  var changesSince: String?
  @Option("--watch", "generate again whenever a file is saved; end with Ctrl-C") var watch: Bool
  @Option("--json", "print events as JSON on standard output, for tools") var json: Bool
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
