import CodegenCore
import CodegenDocumentation
import CodegenProject
package import CommandLineTool
import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// `codegen coverage`: how every keyword of the configured schemas is used.
package struct Coverage: Command {
  package static let name = "coverage"
  package static let abstract = "show how each keyword is used: in types, in checks, or not at all"
  package static let discussion = """
    Prints a line 'file:line:column: /pointer: uses' for each keyword of the configured schemas, and a last line
    with the totals. The uses are 'type' (the keyword shapes a Swift type), 'check' (a validator checks it),
    'structure' (it names or locates schemas) and 'documentation'. A keyword without any use is marked 'neither',
    with the reason if it is known.
    A note lists the keywords for which streams ('JSONElementStream', 'validate --stream') keep values in memory.
    """
  package static let examples = """
    # how each keyword is used
    codegen coverage
    # fail if a keyword has no effect
    codegen coverage --strict
    """

  let configuration = ConfigurationOption()
  let reading = ReadingOptions()
  @Option("--strict", "exit with 1 if a keyword becomes neither a type nor a check") var strict: Bool
  @Option("--json", "print JSON, for tools") var json: Bool

  package init() {}

  package func run(in context: CommandContext) throws -> ExitCode {
    let output = context.terminal.output
    let project = try configuration.project(context.paths, reading.values)
    let graph = try project.resolve(SchemaResolver.Options(isStrict: strict)).graph
    context.terminal.report(try project.skippedFiles(graph))
    let coverage = try CodegenPipeline.coverage(try project.input(graph))
    if json {
      output.writeLine(coverage.json(in: graph).json(.pretty).withoutHiddenCharacters)
    } else {
      let lines = coverage.lines(in: graph) + coverage.notesOfHeld(in: graph) + coverage.types.lines(in: graph)
      output.writeLines(lines.map(\.onOneLine) + [coverage.summary])
    }
    return strict && coverage.count(of: nil) > 0 ? .no : .done
  }
}
