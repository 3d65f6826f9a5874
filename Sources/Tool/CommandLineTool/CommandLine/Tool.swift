/// A tool and its verbs: the data for command lines, help, manual page and completions.
package struct Tool {
  package let name: String
  package let version: String
  /// The release date of the version.
  package let date: String
  /// A one-line description of the tool.
  package let abstract: String
  package let discussion: String
  /// Files that the tool reads by default, with their descriptions.
  package let files: [(path: String, meaning: String)]
  /// The verbs; the first one is the default.
  package let groups: [CommandGroup]

  package var commands: [any Command.Type] { groups.flatMap(\.commands) }

  package init(
    name: String, version: String, date: String, abstract: String, discussion: String,
    files: [(path: String, meaning: String)], groups: [CommandGroup]
  ) {
    self.name = name
    self.version = version
    self.date = date
    self.abstract = abstract
    self.discussion = discussion
    self.files = files
    self.groups = groups
  }

  /// Runs one command line, but does not end the process.
  package func run(_ arguments: [String], terminal: Terminal, workingDirectory: String) -> ExitCode {
    var terminal = terminal
    var code: ExitCode
    do {
      code = .done
      switch try request(parsing: arguments) {
      case .version: terminal.output.writeLine("\(name) \(version)")
      case .help(let command): terminal.output.writeLines(help(of: command))
      case .run(let command, let options):
        terminal = terminal.configured(options.verbosity, options.color, for: type(of: command).name)
        code = try command.run(
          in: CommandContext(
            tool: self, terminal: terminal, workingDirectory: workingDirectory, arguments: arguments))
      }
    } catch {
      terminal.report(CommandFailure(error).lines)
      code = .unusable
    }
    terminal.end()
    terminal.output.flush()
    if let failure = terminal.output.failure {
      terminal.report(FileError(name: "standard output", use: .write, reason: failure).description)
      code = .unusable
    }
    return code
  }

  /// The options of all verbs.
  static var standardOptions: [Parameter] { StandardOptions().parameters }
}

/// Verbs under one heading of the help.
package struct CommandGroup {
  let title: String
  let commands: [any Command.Type]

  package init(_ title: String, _ commands: [any Command.Type]) {
    self.title = title
    self.commands = commands
  }
}
