/// A tool and its verbs: the data for command lines, help, manual page and completions.
struct Tool {
  let name: String
  let version: String
  /// The release date of the version.
  let date: String
  /// A one-line description of the tool.
  let abstract: String
  let discussion: String
  /// Files that the tool reads by default, with their descriptions.
  let files: [(path: String, meaning: String)]
  /// The verbs; the first one is the default.
  let commands: [any Command.Type]

  /// Runs one command line, but does not end the process.
  func run(_ arguments: [String], terminal: Terminal, workingDirectory: String) -> ExitCode {
    let context = CommandContext(tool: self, terminal: terminal, paths: Paths(workingDirectory: workingDirectory))
    var code: ExitCode
    do {
      code = .done
      switch try request(parsing: arguments) {
      case .version: terminal.output.writeLine("\(name) \(version)")
      case .help(let command): terminal.output.writeLines(help(of: command))
      case .run(let command): code = try command.run(in: context)
      }
    } catch {
      for line in CommandFailure(error).lines { terminal.report(line) }
      code = .unusable
    }
    terminal.output.flush()
    if let failure = terminal.output.failure {
      terminal.report(FileError(name: "standard output", use: .write, reason: failure).description)
      code = .unusable
    }
    return code
  }

  /// The options of all verbs.
  static var standardOptions: [Parameter] {
    [("--help", "print this help"), ("--version", "print the version")].map { Option<Bool>($0, $1).parameter }
  }
}
