package import CodegenCore
package import CommandLineTool
package import JSONSchema
package import SchemaRuntime

/// What a run makes beside Swift, and what it says about keywords, with the options for that. The tool of builds has
/// ``ModelsOnly``, so that it compiles neither documentation nor comparison.
package protocol FurtherOutputs: OptionGroup {
  /// Whether the tool writes only models, to a folder of a build, and has no documentation.
  static var areNone: Bool { get }
  /// Further lines for the examples of `generate`.
  static var examples: String { get }
  /// The built-in templates of these outputs.
  static var templates: [(name: String, source: String)] { get }
  /// Whether they follow from the project, and so are the same as long as no file of it changes.
  var dependsOnlyOnProject: Bool { get }

  init()

  func make(for run: FurtherInput) throws -> FurtherOutput
}

/// A run that has made the models.
package struct FurtherInput {
  package var project: Project
  package var input: CodegenPipeline.Input
  package var output: CodegenOutput
  package var options: ProjectOptions
  package var paths: Paths
  /// What the run before this one noted and wrote; nil if this one may not use it.
  package var former: FormerRun?
}

package struct FurtherOutput {
  package var files: [GeneratedFile] = []
  package var diagnostics: [Diagnostic] = []
  /// Keywords without effect, which `--strict` refuses.
  package var ignored: [Diagnostic] = []
  /// A sentence about the keywords, and its numbers.
  package var coverage: (summary: String, counts: JSONValue)?
  /// What the next run is given in ``FormerRun``.
  package var notes: JSONValue?

  package init() {}
}

package struct ModelsOnly: FurtherOutputs {
  package static let areNone = true
  package static let examples = ""
  package static let templates: [(name: String, source: String)] = []

  package let dependsOnlyOnProject = true

  package init() {}

  package func make(for run: FurtherInput) -> FurtherOutput { FurtherOutput() }
}

/// `codegen generate`: updates all generated files, or shows which are stale.
package struct Generate<Further: FurtherOutputs>: Command {
  package static var name: String { "generate" }
  package static var abstract: String { "write models and documentation for the configured schemas" }
  package static var discussion: String {
    """
    Writes the configured outputs, and prints a summary of files and of keyword coverage (see 'codegen help
    coverage'). Only files that differ are written, and only if the entire run succeeds. The next run completes an
    interrupted one. With the hashes in '.build/codegen', a run is skipped if no input or output has changed since
    the last one, and otherwise builds only the pages that may have changed. Generated files that are no longer
    needed are deleted. A file without the header of generated files is never deleted, and is replaced only with
    '--force'.
    Outputs must be inside the project (the git repository or package that contains the configuration), unless
    'outputs' contains "outside": true.
    With '--strict', a keyword that becomes neither a type nor a check is an error: nothing is written, and the
    exit code is 1. With '--watch', errors do not end the run. With '--json', each line is an event: started,
    diagnostic, written, deleted, unchanged, stale, finished.
    '--models' is for build systems, which name the Swift files that they expect as FILEs. If a schema has no
    FILE, its models are written to Schemas.Others.swift. If a FILE has no schema, it is written empty.
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
    """ + Further.examples
  }

  let options = GenerateOptions()
  let further = Further()

  package init() {}

  package func run(in context: CommandContext) throws -> ExitCode {
    if let file = options.files.first, options.models == nil {
      throw context.tool.unexpectedOperand(file, of: Self.self)
    }
    if Further.areNone {
      guard options.models != nil, !options.strict else {
        throw CommandFailure(
          "this tool writes only models, for builds: it needs '--models' and has no '--strict'; use 'codegen'")
      }
    }
    let generation = Generation(options, further, context)
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
  @Option("--executable", "with '--models', write 'internal' models, for an executable, unless 'accessLevel' is set")
  var executable: Bool
  @Option("--templates", "DIR", .folder, "a folder of templates that replace built-in ones with the same path")
  var templates: String?
  @Option("--watch", "generate again whenever a file is saved; stop with Ctrl-C") var watch: Bool
  @Option("--json", "print events as JSON on standard output, for other tools") var json: Bool
  @Operand("FILE", .text) var files: [String]
}
