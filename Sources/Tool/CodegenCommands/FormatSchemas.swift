import CodegenProject
package import CommandLineTool
import Foundation
import JSONSchema
import SchemaLint
import SchemaLoading
import SchemaRuntime

/// `codegen fmt`: writes schemas in the conventional form.
package struct FormatSchemas: Command {
  package static let name = "fmt"
  package static let abstract = "write schemas in the conventional form"
  package static let discussion = """
    Writes the keywords of each schema in the conventional order, each on a line of its own. Formats the schemas
    in the configured folder, or in each PATH, which is a file or a folder. The order is: '$schema' and '$id';
    '$ref'; 'title' and 'description'; 'type' and the keywords that constrain it; 'default' and 'examples';
    '$defs'; unknown keywords.
    Nothing else changes. The members of 'properties', of values such as 'const', and of all other objects that
    are not schemas keep their order. Names, strings and numbers keep their spelling, and a file keeps its
    indentation and line endings. An object or array on one line stays on one line if the line has at most 120
    characters. Writes all files or none, and never changes a verdict. YAML files are not changed.
    With '--check', writes nothing, lists the files that would change, and exits with 1 if there are any.
    """
  package static let examples = """
    # the configured folder
    codegen fmt
    # in CI
    codegen fmt --check
    # two files
    codegen fmt user.schema.json openapi.json
    """

  let project = ConfigurationOption()
  @Option("--check", "change nothing; exit with 1 if a file would change") var checks: Bool
  @Operand("PATH", .file) var files: [String]

  package init() {}

  package func run(in context: CommandContext) throws -> ExitCode {
    let (terminal, paths) = (context.terminal, context.paths)
    let input = try LintInput(files, project, paths)
    terminal.report(input.skipped + input.notes)
    var isUsable = input.skipped.isEmpty || input.sources.contains(where: \.isReported)
    var changes: [OutputWriter.Change] = []
    var unchanged = 0
    for source in input.sources where source.isReported {
      if SourceText.Format(ofFile: source.name) == .yaml {
        terminal.report("\(source.name): note: left alone: 'fmt' does not change YAML")
        continue
      }
      do throws(JSONSyntaxError) {
        let new = try source.formatted
        if new == source.text {
          unchanged += 1
        } else {
          let path = URL(fileURLWithPath: paths.absolute(source.name)).resolvingSymlinksInPath().path
          changes.append(OutputWriter.Change(path: path, old: source.text, new: new))
        }
      } catch {
        isUsable = false
        terminal.report("\(source.name):\(error.position.line):\(error.position.column): error: \(error.message)")
      }
    }
    if checks {
      terminal.output.writeLines(
        changes.map { change in
          let line = 1 + zip(change.old ?? [], change.new ?? []).prefix { $0 == $1 }.count { $0.0 == 0x0a }
          return "\(paths.name(of: change.path)):\(line):1: error: not in the conventional form; run 'codegen fmt'"
        })
    } else if !changes.isEmpty {
      try OutputWriter(paths: paths, home: input.home, folders: []).apply(changes)
      terminal.report("formatted \(changes.count.counting("file")); \(unchanged) had the conventional form")
    }
    return isUsable ? checks && !changes.isEmpty ? .no : .done : .unusable
  }
}
