import Foundation

/// The command line of Schemata: parses arguments, runs one verb, and says how it went.
@main
enum Codegen {
  static func main() {
    // A reader that has seen enough ends us, quietly, even when our parent ignores the signal.
    signal(SIGPIPE, SIG_DFL)
    Interruptions.shared.begin()
    let terminal = Terminal.standard(environment: ProcessInfo.processInfo.environment)
    let code = run(
      Array(CommandLine.arguments.dropFirst()), terminal: terminal,
      workingDirectory: FileManager.default.currentDirectoryPath)
    exit(code.rawValue)
  }

  /// Runs one command line; everything that `main` does but ending the process.
  static func run(_ arguments: [String], terminal: Terminal, workingDirectory: String) -> ExitCode {
    var code: ExitCode
    do {
      code = try perform(arguments, terminal, Paths(workingDirectory: workingDirectory))
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

  private static func perform(_ arguments: [String], _ terminal: Terminal, _ paths: Paths) throws -> ExitCode {
    let arguments = try Arguments(parsing: arguments)
    if arguments.has(.version) {
      terminal.output.writeLine("codegen \(Help.version)")
      return .done
    }
    if arguments.has(.help) {
      return show(arguments.namesVerb ? Help.text(of: arguments.verb) : Help.overview, terminal)
    }
    switch arguments.verb {
    case .generate: return try Generate(arguments: arguments, terminal: terminal, paths: paths).run()
    case .validate: return try Validate(arguments: arguments, terminal: terminal, paths: paths).run()
    case .infer: return try Infer(arguments: arguments, terminal: terminal, paths: paths).run()
    case .`init`: return try Init(arguments: arguments, terminal: terminal, paths: paths).run()
    case .lint: return try Lint(arguments: arguments, terminal: terminal, paths: paths).run()
    case .dump: return try Dump(arguments: arguments, terminal: terminal, paths: paths).run()
    case .diff: return try Diff(arguments: arguments, terminal: terminal, paths: paths).run()
    case .sample: return try Sample(arguments: arguments, terminal: terminal, paths: paths).run()
    case .bowtie: return try Bowtie(arguments: arguments, terminal: terminal).run()
    case .help: return try help(arguments.operands, terminal)
    case .coverage: return try Coverage(arguments: arguments, terminal: terminal, paths: paths).run()
    case .completions: return try Completions(arguments: arguments, terminal: terminal, paths: paths).run()
    case .man: return try ManualPage(arguments: arguments, terminal: terminal).run()
    }
  }

  private static func help(_ operands: [String], _ terminal: Terminal) throws(UsageError) -> ExitCode {
    if operands.count > 1 { throw .unexpectedOperand(operands[1], verb: .help) }
    guard let word = operands.first else { return show(Help.overview, terminal) }
    guard let verb = Verb(rawValue: word) else {
      throw Arguments.notAWord(of: Verb.self, word) { .invalidOperand(expected: $0, actual: word, nearest: $1) }
    }
    return show(Help.text(of: verb), terminal)
  }

  private static func show(_ lines: [String], _ terminal: Terminal) -> ExitCode {
    for line in lines { terminal.output.writeLine(line) }
    return .done
  }
}
