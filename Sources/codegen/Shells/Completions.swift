import JSONSchema
import SchemaLoading

/// `codegen completions`: a script for a shell, made from the tables of ``Verb`` and ``Option``.
struct Completions {
  let arguments: Arguments
  let terminal: Terminal
  let paths: Paths

  func run() throws -> ExitCode {
    let words = CompletionTarget.allCases.map(\.rawValue).joined(separator: ", ")
    guard let word = arguments.operands.first else {
      throw UsageError.missingOperand(expected: "one of " + words, verb: .completions)
    }
    if arguments.operands.count > 1 { throw UsageError.unexpectedOperand(arguments.operands[1], verb: .completions) }
    guard let target = CompletionTarget(rawValue: word) else {
      throw Arguments.notAWord(of: CompletionTarget.self, word) {
        .invalidOperand(expected: $0, actual: word, nearest: $1)
      }
    }
    let lines =
      switch target {
      case .bash: BashCompletions.lines
      case .zsh: ZshCompletions.lines
      case .fish: FishCompletions.lines
      case .schemas: try schemas()
      }
    for line in lines { terminal.output.writeLine(line) }
    return .done
  }

  /// The names of the configured schemas, which need not be valid. A name in which a shell would see a command of its
  /// own is left out: bash expands what it is to choose from.
  private func schemas() throws -> [String] {
    guard let project = try Project.ifPresent(configurationAt: arguments[.config], paths: paths) else { return [] }
    return try project.schemaNames().filter { name in
      name.unicodeScalars.allSatisfy {
        !$0.isASCII || $0.properties.isAlphabetic || "0123456789-_./+@".unicodeScalars.contains($0)
      }
    }.map(\.onOneLine)
  }
}
