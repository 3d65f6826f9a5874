import CodegenProject
package import CommandLineTool
import SchemaAnalysis

/// `codegen completions`: a script for a shell, or the names that scripts request.
package struct Completions: Command {
  package static let name = "completions"
  package static let abstract = "print a completion script for a shell"
  package static let discussion = """
    Prints a script for bash, zsh or fish that completes verbs, options, values, files and names of schemas.
    'schemas' prints the names of the configured schemas, one per line.
    """
  package static let examples = """
    # install completions for bash
    codegen completions bash > ~/.local/share/bash-completion/completions/codegen
    """

  enum Target: String, CaseIterable {
    case bash, zsh, fish, schemas
  }

  @Operand("TARGET", .word) var target: Target
  let configuration = ConfigurationOption()

  package init() {}

  package func run(in context: CommandContext) throws -> ExitCode {
    let lines =
      switch target {
      case .bash: context.tool.bashCompletions
      case .zsh: context.tool.zshCompletions
      case .fish: context.tool.fishCompletions
      case .schemas: try schemas(context.paths)
      }
    context.terminal.output.writeLines(lines)
    return .done
  }

  /// Returns the names of the configured schemas. Names with special characters are omitted, because bash expands the
  /// candidates.
  private func schemas(_ paths: Paths) throws -> [String] {
    guard let project = try configuration.projectIfPresent(paths) else { return [] }
    return try project.schemaNames().filter { name in
      name.unicodeScalars.allSatisfy {
        !$0.isASCII || $0.properties.isAlphabetic || "0123456789-_./+@".unicodeScalars.contains($0)
      }
    }.map(\.onOneLine)
  }
}
